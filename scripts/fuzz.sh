#!/usr/bin/env bash
# usage: scripts/fuzz.sh [SECONDS] [NAME...]
# Runs each fuzz target (or those named) for SECONDS, as many at once as there are cores. New inputs
# gather in build/fuzz/corpus; what breaks a reader lands in build/fuzz/finds, and belongs in
# tests/fuzz/corpus/<name>/ together with its fix.
set -eu
cd "$(dirname "$0")/.."
seconds=${1:-60}
shift || true

names=("$@")
if [ ${#names[@]} = 0 ]; then
    for source in tests/fuzz/*_fuzz.cpp; do
        names+=("$(basename "$source" _fuzz.cpp)")
    done
fi
cmake --preset fuzz >/dev/null
cmake --build --preset fuzz -j "$(nproc)" --target "${names[@]/%/_fuzz}"
mkdir -p build/fuzz/finds

fuzz_one() { # SECONDS NAME
    local name=$2 kept=tests/fuzz/corpus/$2 work=build/fuzz/corpus/$2 log=build/fuzz/$2.log
    mkdir -p "$work"
    local dirs=("$work")
    [ ! -d "$kept" ] || dirs+=("$kept")
    if "build/fuzz/bin/fuzz/${name}_fuzz" -max_total_time="$1" -timeout=10 -rss_limit_mb=2048 \
        -print_final_stats=1 -artifact_prefix="build/fuzz/finds/$name-" "${dirs[@]}" >"$log" 2>&1; then
        echo "$name: $(awk '/number_of_executed_units/ { print $2 }' "$log") runs, nothing found"
    else
        echo "$name: FOUND something, see $log"
        tail -n 25 "$log"
        return 1
    fi
}
export -f fuzz_one

printf '%s\n' "${names[@]}" | xargs -P "$(nproc)" -I{} bash -c "fuzz_one $seconds {}"
