#!/usr/bin/env bash
# usage: scripts/tidy.sh [FILE...]
# clang-tidy over every translation unit of ours (or those given); every finding is an error.
set -eu
cd "$(dirname "$0")/.."
cmake --preset clang >/dev/null
if [ $# = 0 ]; then
    # The drivers of other encoders need their sources.
    mapfile -t files < <(git ls-files 'libs/*.cpp' 'apps/*.cpp' 'tests/*.cpp' ':!tests/bench/peers')
    set -- "${files[@]}"
fi
printf '%s\0' "$@" | xargs -0 -n 4 -P "$(nproc)" clang-tidy-19 -p build/clang --quiet
