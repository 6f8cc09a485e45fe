#!/usr/bin/env bash
# Prints the folder of the first project in examples/.
cd "$(dirname "$0")/.." || exit 1
project=$(find examples -mindepth 2 -maxdepth 2 -name project.json | sort | head -n 1)
[ -n "$project" ] || { echo "examples/ holds no project" >&2; exit 1; }
dirname "$project"
