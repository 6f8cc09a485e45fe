#!/usr/bin/env bash
# usage: scripts/soak.sh [JOBS]
# `make soak`: hours, for a night. SOAK_SECONDS (900) is the time given to the kills and to each fuzz
# target.
set -eu
cd "$(dirname "$0")/.."
jobs=${1:-$(nproc)}
seconds=${SOAK_SECONDS:-900}

echo "== kill -9 in the middle of cooks"
scripts/soak-kill.sh "$seconds"

echo "== thread sanitizer, over what starts threads"
threaded=(galley_base_tests galley_texel_tests galley_cook_tests galley_preview_tests)
cmake --preset tsan >/dev/null
cmake --build --preset tsan -j "$jobs" --target "${threaded[@]}"
for tests in "${threaded[@]}"; do
    TSAN_OPTIONS=halt_on_error=1 "build/tsan/bin/$tests" --gtest_brief=1
done

echo "== fuzzing, $seconds s a target"
scripts/fuzz.sh "$seconds"
echo "soak: passed"
