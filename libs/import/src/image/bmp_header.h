#pragma once

#include <array>
#include <cstdint>

#include "galley/base/bytes.h"
#include "galley/base/result.h"
#include "galley/import/image_file.h"

namespace galley::image {

/// One channel of a pixel word.
struct BmpMask {
    unsigned shift = 0;
    unsigned bits = 0;  ///< 0: the channel is not stored
};

struct BmpHeader {
    ImageInfo info;
    unsigned bits = 0;  ///< a stored pixel: 1, 4, 8, 16, 24 or 32
    bool top_down = false;
    bool rle = false;
    std::array<BmpMask, 4> masks = {};  ///< red, green, blue, alpha; for 16 and 32 bits
    std::uint64_t palette_at = 0;
    std::uint32_t palette_entries = 0;
    std::uint32_t palette_entry_bytes = 4;
    std::uint64_t pixels_at = 0;

    [[nodiscard]] std::uint64_t row_bytes() const {
        return (std::uint64_t{info.width} * bits + 31) / 32 * 4;
    }
};

/// Reads and checks the file header and the bitmap header of any size from 12 (OS/2 1.x) to 124
/// (V5); everything it gives lies inside the file.
[[nodiscard]] Result<BmpHeader> read_bmp_header(ByteSpan file);

}  // namespace galley::image
