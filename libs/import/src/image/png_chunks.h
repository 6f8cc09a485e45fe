#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "galley/base/bytes.h"
#include "galley/base/result.h"
#include "galley/import/ledger.h"

namespace galley::image {

/// One of the seven passes of an interlaced picture (section 8).
struct PngPass {
    std::uint32_t x, y;            ///< of its first pixel
    std::uint32_t step_x, step_y;  ///< to the next

    [[nodiscard]] constexpr std::uint32_t columns(std::uint32_t width) const {
        return width <= x ? 0 : (width - x + step_x - 1) / step_x;
    }
    [[nodiscard]] constexpr std::uint32_t rows(std::uint32_t height) const {
        return height <= y ? 0 : (height - y + step_y - 1) / step_y;
    }
};
inline constexpr std::array<PngPass, 7> kPngPasses = {{{0, 0, 8, 8},
                                                       {4, 0, 8, 8},
                                                       {0, 4, 4, 8},
                                                       {2, 0, 4, 4},
                                                       {0, 2, 2, 4},
                                                       {1, 0, 2, 2},
                                                       {0, 1, 1, 2}}};

struct PngHeader {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::uint8_t bit_depth = 0;
    std::uint8_t color_type = 0;  ///< bits: 1 palette, 2 colour, 4 alpha
    bool interlaced = false;

    [[nodiscard]] bool palette() const { return color_type == 3; }
    [[nodiscard]] unsigned samples() const {  ///< a pixel, as stored
        constexpr std::array<unsigned, 7> kSamples = {1, 0, 3, 1, 2, 0, 4};
        return kSamples[color_type];
    }
    /// Bytes that the deflate stream holds: filtered rows of all interlace passes.
    [[nodiscard]] std::uint64_t filtered_bytes() const;
};

/// One IDAT chunk.
struct PngData {
    ByteSpan bytes;
    std::uint32_t crc = 0;     ///< over type and bytes, as stored
    std::uint64_t offset = 0;  ///< of the chunk in the file
};

/// A PNG file taken apart (W3C PNG, third edition, section 5): sizes, order and every CRC checked
/// but those of the data, nothing decompressed. Spans borrow the file's bytes.
struct PngChunks {
    PngHeader header;
    ByteSpan palette;              ///< PLTE data, three bytes an entry
    ByteSpan transparency;         ///< tRNS data; empty when there is none
    std::vector<PngData> data;     ///< in order: one zlib stream
    std::uint64_t data_bytes = 0;  ///< of all IDAT chunks
    std::uint8_t orientation = 1;  ///< of EXIF, 1 to 8
    Ledger notes;                  ///< what of the file doesn't reach the pixels
};

/// Up to IEND; with `header_only`, only the chunks before the first IDAT, and the orientation from
/// wherever it stands, as far as the file is there.
[[nodiscard]] Result<PngChunks> read_png_chunks(ByteSpan file, bool header_only);

}  // namespace galley::image
