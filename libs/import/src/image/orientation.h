#pragma once

#include <cstdint>

#include "galley/texel/image.h"

namespace galley::image {

/// The picture as it is to be seen, from stored rows and an EXIF orientation (1 to 8: where the
/// first row and the first column of what is stored belong, EXIF 2.32 table 6).
[[nodiscard]] Image oriented(Image stored, std::uint8_t orientation);

}  // namespace galley::image
