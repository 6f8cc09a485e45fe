#pragma once

#include <array>
#include <cstdint>

#include "galley/base/bytes.h"
#include "galley/base/result.h"
#include "galley/import/ledger.h"

namespace galley::image {

/// What a JPEG's markers say (ITU-T T.81 annex B), gathered without decoding.
struct JpegScan {
    std::uint8_t frame_marker = 0;  ///< second byte of SOFn: 0xc0 baseline, 0xc2 progressive, ...
    std::uint8_t precision = 8;
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::uint8_t components = 0;
    std::array<std::uint8_t, 4> horizontal = {};  ///< sampling factors
    std::array<std::uint8_t, 4> vertical = {};
    std::uint32_t scans = 0;       ///< SOS markers; 1 where only the header was read
    std::uint8_t orientation = 1;  ///< of EXIF, 1 to 8
    bool adobe = false;            ///< an Adobe marker: CMYK samples are inverted
    Ledger notes;

    [[nodiscard]] bool progressive() const { return frame_marker == 0xc2; }
    /// 8x8 blocks of all components.
    [[nodiscard]] std::uint64_t blocks() const;
};

/// Walks all markers, or with `header_only` those before the first scan. Fails on a file without a
/// frame, and with kImageUnsupported on frames that are not Huffman-coded 8-bit ones of 1, 3 or 4
/// components. A file that ends early is not an error here.
[[nodiscard]] Result<JpegScan> scan_jpeg(ByteSpan file, bool header_only);

}  // namespace galley::image
