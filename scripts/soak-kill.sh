#!/usr/bin/env bash
# usage: scripts/soak-kill.sh [SECONDS] [PROJECT]
# Kills cooks of PROJECT (the first example) at random moments with SIGKILL. After each round of up
# to four kills the next cook must complete, and leave the store and the manifest of a clean cook.
set -eu
cd "$(dirname "$0")/.."
seconds=${1:-300}
project=${2:-$(scripts/example.sh)}
galley=$PWD/build/release/bin/galley
records=$PWD/scripts/manifest_records.py

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r "$project" "$work/clean"
rm -rf "$work/clean/cooked"
cp -r "$work/clean" "$work/killed"

state_of() { # PROJECT: the live records of its manifests
    for manifest in "$1"/cooked/*.manifest; do
        (cd "$1/cooked" && "$galley" inspect --json "$(basename "$manifest")") | "$records"
    done
}

begin=$(date +%s%N)
"$galley" cook "$work/clean" >/dev/null
clean_ms=$((($(date +%s%N) - begin) / 1000000))
state_of "$work/clean" >"$work/clean.records"

end=$((SECONDS + seconds)) rounds=0 kills=0
while [ $SECONDS -lt $end ]; do
    rm -rf "$work/killed/cooked"
    for _ in $(seq $((RANDOM % 4 + 1))); do
        "$galley" cook "$work/killed" >/dev/null 2>&1 &
        pid=$!
        sleep "$(printf '%d.%03d' $((RANDOM % (clean_ms + 1) / 1000)) $((RANDOM % (clean_ms % 1000 + 1))))"
        kill -9 $pid 2>/dev/null && kills=$((kills + 1))
        wait $pid 2>/dev/null || true
    done
    "$galley" cook "$work/killed" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
    diff -r "$work/clean/cooked/store" "$work/killed/cooked/store"
    state_of "$work/killed" | diff "$work/clean.records" -
    "$galley" verify "$work/killed" >/dev/null
    rounds=$((rounds + 1))
done
echo "soak-kill: $rounds rounds, $kills cooks killed, every one recovered to the same bytes"
