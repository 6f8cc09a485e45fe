#include "galley/base/pixel_format.h"

#include <algorithm>
#include <array>
#include <bit>

#include "galley/base/assert.h"

namespace galley {
namespace {

using enum PixelFormat;

constexpr PixelFormatInfo plain(PixelFormat format, std::string_view name, int channels, int bits,
                                bool is_float = false, bool is_srgb = false) {
    return {format,
            name,
            static_cast<std::uint8_t>(channels),
            static_cast<std::uint8_t>(bits),
            is_float,
            is_srgb,
            1,
            1,
            static_cast<std::uint8_t>(channels * bits / 8)};
}

constexpr PixelFormatInfo block(PixelFormat format, std::string_view name, int channels, int bytes,
                                int bits = 8, bool is_float = false, bool is_srgb = false) {
    return {format,
            name,
            static_cast<std::uint8_t>(channels),
            static_cast<std::uint8_t>(bits),
            is_float,
            is_srgb,
            4,
            4,
            static_cast<std::uint8_t>(bytes)};
}

constexpr std::array kFormats = {
    plain(r8_unorm, "r8_unorm", 1, 8),
    plain(rg8_unorm, "rg8_unorm", 2, 8),
    plain(rgba8_unorm, "rgba8_unorm", 4, 8),
    plain(rgba8_srgb, "rgba8_srgb", 4, 8, false, true),
    plain(r16_unorm, "r16_unorm", 1, 16),
    plain(rg16_unorm, "rg16_unorm", 2, 16),
    plain(rgba16_unorm, "rgba16_unorm", 4, 16),
    plain(r16_float, "r16_float", 1, 16, true),
    plain(rg16_float, "rg16_float", 2, 16, true),
    plain(rgba16_float, "rgba16_float", 4, 16, true),
    block(bc1_unorm, "bc1_unorm", 4, 8),
    block(bc1_srgb, "bc1_srgb", 4, 8, 8, false, true),
    block(bc3_unorm, "bc3_unorm", 4, 16),
    block(bc3_srgb, "bc3_srgb", 4, 16, 8, false, true),
    block(bc4_unorm, "bc4_unorm", 1, 8),
    block(bc4_snorm, "bc4_snorm", 1, 8),
    block(bc5_unorm, "bc5_unorm", 2, 16),
    block(bc5_snorm, "bc5_snorm", 2, 16),
    block(bc6h_ufloat, "bc6h_ufloat", 3, 16, 16, true),
    block(bc6h_sfloat, "bc6h_sfloat", 3, 16, 16, true),
    block(bc7_unorm, "bc7_unorm", 4, 16),
    block(bc7_srgb, "bc7_srgb", 4, 16, 8, false, true),
};

constexpr std::uint64_t blocks(std::uint32_t size, std::uint32_t block) {
    return (std::uint64_t{size} + block - 1) / block;
}

}  // namespace

const PixelFormatInfo* find_pixel_format(PixelFormat format) {
    const auto found = std::ranges::find(kFormats, format, &PixelFormatInfo::format);
    return found == kFormats.end() ? nullptr : &*found;
}

std::optional<PixelFormat> pixel_format_named(std::string_view name) {
    const auto found = std::ranges::find(kFormats, name, &PixelFormatInfo::name);
    if (found == kFormats.end()) return std::nullopt;
    return found->format;
}

std::uint64_t image_bytes(PixelFormat format, std::uint32_t width, std::uint32_t height) {
    const PixelFormatInfo* info = find_pixel_format(format);
    GALLEY_ASSERT(info != nullptr);
    GALLEY_ASSERT(width <= 65536 && height <= 65536);
    return blocks(width, info->block_width) * blocks(height, info->block_height) *
           info->block_bytes;
}

std::uint32_t full_mip_levels(std::uint32_t width, std::uint32_t height) {
    return static_cast<std::uint32_t>(std::bit_width(std::max({width, height, 1U})));
}

}  // namespace galley
