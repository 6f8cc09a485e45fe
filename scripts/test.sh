#!/usr/bin/env bash
# usage: scripts/test.sh [JOBS]
# Everything `make test` promises. Every step runs, whatever the ones before it found; the last line
# counts them all.
set -u
cd "$(dirname "$0")/.." || exit
jobs=${1:-$(nproc)}
passed=0 failed=0 skipped=0 bad=()

step() { # NAME COMMAND...
    local name=$1
    shift
    echo "== $name"
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        bad+=("$name")
    fi
}

step "repository" scripts/check_repo.py --libs build/release/lib
step "headers compile alone" \
    cmake --build --preset release -j "$jobs" --target all_verify_interface_header_sets
step "determinism" scripts/check-determinism.sh "$jobs"

echo "== tests"
log=build/release/ctest.log
# glibc fills what it allocates, so that who takes it for zeros shows in the bytes that are compared.
export MALLOC_PERTURB_=165
ctest --preset release -j "$jobs" --no-tests=error | tee "$log"
ctest_rc=${PIPESTATUS[0]}
closing=$(grep -E '^[0-9]+% tests passed, [0-9]+ tests failed out of [0-9]+' "$log" | tail -n 1)
if [[ $closing =~ ([0-9]+)\ tests\ failed\ out\ of\ ([0-9]+) ]]; then
    skipped=$(grep -c '\*\*\*Skipped' "$log")
    passed=$((passed + BASH_REMATCH[2] - BASH_REMATCH[1] - skipped))
    failed=$((failed + BASH_REMATCH[1]))
elif [ "$ctest_rc" != 0 ]; then
    failed=$((failed + 1))
    bad+=("tests: ctest exited with $ctest_rc")
fi

[ ${#bad[@]} = 0 ] || printf 'failed: %s\n' "${bad[@]}"
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ] && [ "$ctest_rc" = 0 ]
