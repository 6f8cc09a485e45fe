#pragma once

#include <array>
#include <cstdint>

#include "stored_texture.h"

namespace galley::image {

/// DDS_PIXELFORMAT, as far as it is read.
struct DdsPixelFormat {
    std::uint32_t flags = 0;
    std::uint32_t four_cc = 0;
    std::uint32_t bits = 0;
    std::array<std::uint32_t, 4> masks = {};

    [[nodiscard]] bool is_dx10() const;
    /// DXT2 and DXT4 are DXT3 and DXT5 of colours multiplied by alpha.
    [[nodiscard]] bool is_premultiplied() const;
};

/// kImageUnsupported for formats that are not read, by name or number.
[[nodiscard]] Result<StoredFormat> legacy_format(const DdsPixelFormat& pixels);
/// The same of a number of DXGI_FORMAT.
[[nodiscard]] Result<StoredFormat> dxgi_format(std::uint32_t number);

}  // namespace galley::image
