#!/usr/bin/env bash
# usage: scripts/check.sh [JOBS] [FUZZ_SECONDS]
# `make check`: what takes longer than `make test`.
set -eu
cd "$(dirname "$0")/.."
jobs=${1:-$(nproc)}
fuzz_seconds=${2:-60}
corpus=${GALLEY_CORPUS:-../shared/corpus}
# What is allocated is filled whole, so that who takes it for zeros shows in the bytes that are compared.
export ASAN_OPTIONS=exitcode=99:max_malloc_fill_size=1073741824 UBSAN_OPTIONS=print_stacktrace=1

echo "== sanitizers"
cmake --preset asan >/dev/null
cmake --build --preset asan -j "$jobs"
ctest --preset asan -j "$jobs" --no-tests=error

echo "== the whole corpus, sanitized"
if [ -d "$corpus" ]; then
    out=$(mktemp -d)
    trap 'rm -rf "$out"' EXIT
    # Hostile files fail to cook, so 1 is as good as 0; a sanitizer or a signal ends otherwise.
    rc=0
    build/asan/bin/galley cook "$corpus" --out "$out" >"$out/log" 2>&1 || rc=$?
    if [ $rc -gt 1 ] || grep -q 'Sanitizer\|runtime error:' "$out/log"; then
        tail -n 50 "$out/log"
        echo "corpus: exit $rc"
        exit 1
    fi
    build/asan/bin/galley verify "$out"
else
    echo "skipped: no corpus at $corpus"
    [ "${CI:-}" != true ] || exit 1
fi

echo "== clang-tidy"
scripts/tidy.sh

echo "== fuzzing, $fuzz_seconds s a target"
scripts/fuzz.sh "$fuzz_seconds"
echo "check: passed"
