#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "galley/base/try.h"
#include "galley/texel/block_decode.h"
#include "galley/texel/errors.h"
#include "galley/texel/half.h"
#include "galley/texel/view_image.h"

namespace galley::texel {
namespace {

/// Halves of -1 to 1 to 16 bits of 0 to 1, in place.
void make_unsigned(Bytes& halves) {
    for (std::size_t i = 0; i < halves.size(); i += 2) {
        std::uint16_t sample = 0;
        std::memcpy(&sample, &halves[i], sizeof sample);
        sample = static_cast<std::uint16_t>(
            std::floor((half_to_float(sample) * 0.5f + 0.5f) * 65535.0f + 0.5f));
        std::memcpy(&halves[i], &sample, sizeof sample);
    }
}

PixelFormat plain_of(PixelFormat format, BlockCoding coding) {
    switch (format) {
    case PixelFormat::bc1_srgb:
    case PixelFormat::bc3_srgb:
    case PixelFormat::bc7_srgb: return PixelFormat::rgba8_srgb;
    case PixelFormat::bc4_snorm: return PixelFormat::r16_unorm;
    case PixelFormat::bc5_snorm: return PixelFormat::rg16_unorm;
    default: return plain_format(coding, DecodedDepth::eight_bits);
    }
}

}  // namespace

Result<PlainLevel> plain_level(ByteSpan pixels, PixelFormat format, std::uint32_t width,
                               std::uint32_t height) {
    const PixelFormatInfo* info = find_pixel_format(format);
    if (info == nullptr || width == 0 || height == 0 || width > 65536 || height > 65536 ||
        pixels.size() != image_bytes(format, width, height))
        return fail(kImageShape, fmt::format("{} bytes are no level of {} x {} pixels",
                                             pixels.size(), width, height));
    PlainLevel level{format, {}, pixels};
    if (info->block_width == 1) return level;
    const BlockCoding coding = block_coding(format);
    TRY_ASSIGN(level.decoded,
               decode_blocks(coding, pixels, width, height, DecodedDepth::eight_bits));
    level.format = plain_of(format, coding);
    if (coding == BlockCoding::bc4_snorm || coding == BlockCoding::bc5_snorm)
        make_unsigned(level.decoded);
    level.pixels = level.decoded;
    return level;
}

}  // namespace galley::texel
