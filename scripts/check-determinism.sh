#!/usr/bin/env bash
# usage: scripts/check-determinism.sh [JOBS]
# Cooks the first example with both compilers, with 1 and 8 jobs, in several directories, with
# another locale and time zone, and with memory that holds other bytes when it is allocated (glibc's
# MALLOC_PERTURB_). The stores must be equal byte for byte, and so must the live records
# of the manifests.
set -eu
cd "$(dirname "$0")/.."
root=$PWD
jobs=${1:-$(nproc)}
gxx=$root/build/release/bin/galley
clang=$root/build/clang/bin/galley
project=$(scripts/example.sh)

cmake --preset clang >/dev/null
cmake --build --preset clang -j "$jobs" --target galley

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cook() { # NAME BINARY JOBS, in a directory of its own
    local dir=$work/$1
    mkdir -p "$(dirname "$dir")"
    cp -r "$project" "$dir"
    rm -rf "$dir/cooked"
    (cd "$dir" && "$2" cook . --jobs "$3") >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
    for manifest in "$dir"/cooked/*.manifest; do
        (cd "$dir/cooked" && "$2" inspect --json "$(basename "$manifest")") |
            "$root/scripts/manifest_records.py" >"$manifest.records"
    done
}

cook one/plain "$gxx" 1
MALLOC_PERTURB_=165 cook two/longer-name-of-a-directory "$gxx" 8
MALLOC_PERTURB_=90 cook three/plain "$clang" 8
TZ=Pacific/Auckland LC_ALL=C.UTF-8 cook four/other "$clang" 1

status=0
for other in two/longer-name-of-a-directory three/plain four/other; do
    diff -rq "$work/one/plain/cooked/store" "$work/$other/cooked/store" || status=1
    for records in "$work"/one/plain/cooked/*.records; do
        diff "$records" "$work/$other/cooked/$(basename "$records")" || status=1
    done
done
count=$(find "$work/one/plain/cooked/store" -type f | wc -l)
[ "$count" -gt 0 ] || status=1
[ $status = 0 ] && echo "determinism: $count files, the same in 4 cooks by 2 compilers"
exit $status
