#!/usr/bin/env bash
# usage: scripts/run-example.sh [OUT_DIR]
# Cooks the first project of examples/, draws what came of it, and says where to look.
set -eu
cd "$(dirname "$0")/.."
galley=build/release/bin/galley
out=${1:-build/example-out}
project=$(scripts/example.sh)

"$galley" cook "$project"

rm -rf "$out"
mkdir -p "$out"
mapfile -t models < <(find "$project/assets" -name '*.glb' -o -name '*.gltf' | sort)
mapfile -t pictures < <(find "$project/assets" -name '*.png' -o -name '*.jpg' -o -name '*.tga' \
    -o -name '*.bmp' -o -name '*.hdr' | sort)
mapfile -t materials < <(find "$project/assets" -name '*.material.json' | sort)
mapfile -t maps < <(find "$project/assets" -name '*.tilemap.json' -o -name '*.world.json' | sort)
for source in "${models[@]}" "${materials[@]}" "${pictures[@]}" "${maps[@]}"; do
    name=${source#"$project"/assets/}
    picture=${name//\//-}
    picture=$out/${picture%.*}.png
    "$galley" view "$source" -o "$picture"
done
"$galley" inspect "${models[@]}" "${materials[@]}" "${maps[@]}" "$project"/cooked/*.manifest >"$out/summary.txt"

echo
echo "cooked:   $project/cooked ($(find "$project/cooked/store" -name '*.vda' | wc -l) files," \
    "$(du -sh "$project/cooked/store" | cut -f1))"
echo "pictures: $out/*.png ($(find "$out" -name '*.png' | wc -l))"
echo "summary:  $out/summary.txt"
