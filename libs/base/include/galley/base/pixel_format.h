#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace galley {

/// How the pixels of a texture are stored. The numbers are on disk (GTEX) and never reused.
/// Channels are in the order of the name; `unorm` maps 0..max to 0..1; `srgb` means that colour
/// channels (never alpha) hold the sRGB transfer function; multi-byte channels are little-endian.
/// The `bc` formats are the block formats of the Khronos Data Format Specification 1.3, sections 18
/// to 20 (BPTC is BC6H and BC7): blocks of 4 x 4 pixels, in rows from the top.
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
    bc1_unorm = 11,  ///< RGB, or RGB with one bit of alpha, as each block's endpoints say
    bc1_srgb = 12,
    bc3_unorm = 13,
    bc3_srgb = 14,
    bc4_unorm = 15,
    bc4_snorm = 16,
    bc5_unorm = 17,
    bc5_snorm = 18,
    bc6h_ufloat = 19,
    bc6h_sfloat = 20,
    bc7_unorm = 21,
    bc7_srgb = 22,
};

struct PixelFormatInfo {
    PixelFormat format;
    std::string_view name;  ///< `rgba8_srgb`
    std::uint8_t channels;
    std::uint8_t bits_per_channel;  ///< of what a block decodes to, for block formats
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
