#!/usr/bin/env bash
# usage: scripts/bench.sh [NAME...]
# Runs the benches of tests/bench (or those named): whole commands (*_bench.py, given GALLEY) and
# functions (*_bench.cpp, built by `make build`). Each case is one JSON line on standard output and
# in build/bench/<name>.jsonl; what a bench says of itself goes to standard error.
set -eu
cd "$(dirname "$0")/.."
export GALLEY=$PWD/build/release/bin/galley
mkdir -p build/bench
wanted() { [ ${#names[@]} = 0 ] || [[ " ${names[*]} " == *" $1 "* ]]; }
names=("$@")

for binary in build/release/bin/bench/*_bench; do
    name=$(basename "$binary" _bench)
    if [ ! -x "$binary" ] || ! wanted "$name"; then continue; fi
    "$binary" --benchmark_format=json --benchmark_out_format=console \
        --benchmark_out=/dev/stderr |
        python3 -c 'import json, sys
for case in json.load(sys.stdin)["benchmarks"]: print(json.dumps(case))' |
        tee "build/bench/$name.jsonl"
done
for script in tests/bench/*_bench.py; do
    name=$(basename "$script" _bench.py)
    if [ ! -f "$script" ] || ! wanted "$name"; then continue; fi
    python3 "$script" | tee "build/bench/$name.jsonl"
done
