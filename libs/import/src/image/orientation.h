#pragma once

#include <cstdint>

#include "galley/base/bytes.h"
#include "galley/import/ledger.h"
#include "galley/texel/image.h"

namespace galley::image {

/// The orientation (tag 0x112) of an EXIF block, a TIFF header and its first directory; 1 when
/// there is none or it makes no sense.
[[nodiscard]] std::uint8_t exif_orientation(ByteSpan tiff);

/// The picture as it is to be seen, from stored rows and an EXIF orientation (1 to 8: where the
/// first row and the first column of what is stored belong, EXIF 2.32 table 6).
[[nodiscard]] Image oriented(Image stored, std::uint8_t orientation);

/// The same, said in the ledger where it is another picture.
[[nodiscard]] Image turned(Image stored, std::uint8_t orientation, Ledger& ledger);

}  // namespace galley::image
