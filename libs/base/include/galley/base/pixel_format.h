#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace galley {

/// How the pixels of a texture are stored. The numbers are on disk (GTEX) and never reused.
/// Channels are in the order of the name; `unorm` maps 0..max to 0..1; `srgb` means that colour
/// channels (never alpha) hold the sRGB transfer function; multi-byte channels are little-endian.
enum class PixelFormat : std::uint16_t {
    r8_unorm = 1,
    rg8_unorm = 2,
    rgba8_unorm = 3,
    rgba8_srgb = 4,
    r16_unorm = 5,
    rg16_unorm = 6,
    rgba16_unorm = 7,
    r16_float = 8,
    rg16_float = 9,
    rgba16_float = 10,
};

struct PixelFormatInfo {
    PixelFormat format;
    std::string_view name;  ///< `rgba8_srgb`
    std::uint8_t channels;
    std::uint8_t bits_per_channel;
    bool is_float;
    bool is_srgb;
    std::uint8_t block_width;  ///< 1 for plain formats
    std::uint8_t block_height;
    std::uint8_t block_bytes;  ///< bytes of one block (of one pixel for plain formats)
};

/// The row of a format; a value that is no format has none.
[[nodiscard]] const PixelFormatInfo* find_pixel_format(PixelFormat format);
[[nodiscard]] std::optional<PixelFormat> pixel_format_named(std::string_view name);

/// Bytes of one image of this size, rows tightly packed, blocks rounded up. Sizes are at most
/// 2^16 each way, so the result fits.
[[nodiscard]] std::uint64_t image_bytes(PixelFormat format, std::uint32_t width,
                                        std::uint32_t height);

/// max(1, size >> level).
[[nodiscard]] constexpr std::uint32_t mip_size(std::uint32_t size, std::uint32_t level) {
    const std::uint32_t shifted = level < 32 ? size >> level : 0;
    return shifted == 0 ? 1 : shifted;
}

/// Levels of a full chain down to 1x1: 1 + floor(log2(max(width, height))).
[[nodiscard]] std::uint32_t full_mip_levels(std::uint32_t width, std::uint32_t height);

}  // namespace galley
