#pragma once

#include "galley/base/bytes.h"
#include "galley/base/result.h"
#include "galley/texel/image.h"

namespace galley {

/// A picture of 8 or 16 bits and 1 to 4 channels as a PNG file (grey, grey and alpha, RGB, RGBA)
/// that holds its samples exactly and no metadata, so that it reads as sRGB. Equal pictures give
/// equal files for one zlib version; compression favours speed. kPngWrite for floats and impossible
/// shapes.
[[nodiscard]] Result<Bytes> write_png(const Image& image);

}  // namespace galley
