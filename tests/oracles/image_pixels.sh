#!/usr/bin/env bash
# usage: tests/oracles/image_pixels.sh CORPUS >tests/golden/images/expected_pixels.tsv
# What ImageMagick reads from the pictures of tests/golden/images and of the corpus: the size and the
# SHA-256 of the samples in the layout that decode_image gives (little-endian, rows from the top).
# `-set colorspace sRGB` keeps it from converting files whose gAMA chunk says 1.0, `-auto-orient`
# applies EXIF and TGA orientations. Run by hand; the output is committed.
set -euo pipefail
cd "$(dirname "$0")/../.."
corpus=$1
golden=tests/golden/images

row() { # NAME FILE LAYOUT BITS
    local size digest
    size=$(convert "$2" -auto-orient -format '%w %h' info: 2>/dev/null | tr ' ' '\t')
    digest=$(convert "$2" -set colorspace sRGB -auto-orient -endian lsb -depth "$4" "$3:-" 2>/dev/null |
        sha256sum | cut -d' ' -f1)
    printf '%s\t%s\t%s\t%s\t%s\n' "$1" "$size" "$3" "$4" "$digest"
}
rows() { # PREFIX DIRECTORY LAYOUT BITS NAME...
    local prefix=$1 directory=$2 layout=$3 bits=$4 name
    shift 4
    for name; do row "$prefix$name" "$directory/$name" "$layout" "$bits"; done
}

printf '# file\twidth\theight\tlayout\tbits\tsha256 of the samples (%s)\n' \
    "$(convert -version | sed -n 's/^Version: \(ImageMagick [^ ]*\).*/\1/p')"
rows golden/ $golden gray 8 grey1.png grey2.png grey4.png grey8.png grey.jpg
rows golden/ $golden gray 16 grey16.png
rows golden/ $golden rgb 8 palette4_interlaced.png baseline_420.jpg progressive_444.jpg \
    progressive_422.jpg palette.bmp palette_rle.bmp core.bmp palette_rle.tga rgb24.dds lossless.webp lossy.webp
rows golden/ $golden rgba 8 rgb_rle.tga v5_alpha.bmp rgba32.dds lossy_alpha.webp
rows golden/ $golden rgba 16 rgba16_interlaced.png
rows image/ "$corpus/image" gray 8 png/basi0g08.png png/basn0g01.png jpeg/gray.jpg tga/cbw8.tga \
    tga/ubw8.tga
rows image/ "$corpus/image" gray 16 png/basn0g16.png
rows image/ "$corpus/image" graya 8 png/basn4a08.png
rows image/ "$corpus/image" graya 16 png/basn4a16.png
rows image/ "$corpus/image" rgb 8 png/{basi3p08,basn2c08,basn3p04,basn3p08,exif2c08,f04n2c08}.png \
    png/{g03n2c08,g25n2c08,s01n3p01,s39i3p04,tp0n2c08,z09n2c08}.png \
    jpeg/{baseline_420,baseline_444,cat,exif-xmp-metadata,exif_orient6,portrait_2}.jpg \
    tga/{ccm8,ctc24,ucm8,utc24}.tga
rows image/ "$corpus/image" rgb 16 png/basn2c16.png png/oi9n2c16.png
rows image/ "$corpus/image" rgba 8 png/{basn6a08,tbbn3p08,tbrn2c08}.png \
    tga/{top_left,bottom_right,utc16,utc32}.tga
rows image/ "$corpus/image" rgba 16 png/basi6a16.png png/basn6a16.png
