#include "galley/texel/view_image.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "float4.h"
#include "galley/base/try.h"
#include "galley/texel/half.h"
#include "galley/texel/srgb.h"

namespace galley::texel {
namespace {

// Channels of one stored pixel as values: 0..1 for unorm; what isn't stored is 0, alpha 1.
std::array<float, 4> stored_values(const PixelFormatInfo& info, const std::byte* pixel) {
    std::array<float, 4> values = {0, 0, 0, 1};
    for (unsigned c = 0; c < info.channels; ++c) {
        if (info.bits_per_channel == 8) {
            values[c] = static_cast<float>(pixel[c]) / 255.0f;
            continue;
        }
        std::uint16_t sample = 0;
        std::memcpy(&sample, pixel + 2 * std::size_t{c}, sizeof sample);
        values[c] = info.is_float ? half_to_float(sample) : static_cast<float>(sample) / 65535.0f;
    }
    return values;
}

float swizzled(const std::array<float, 4>& values, ChannelFrom from) {
    if (from == ChannelFrom::zero) return 0;
    if (from == ChannelFrom::one) return 1;
    return values[static_cast<std::size_t>(from)];
}

std::uint8_t to_code(float value) {
    if (!(value > 0)) return 0;  // NaN too
    return static_cast<std::uint8_t>(round4(all4(std::min(value, 1.0f) * 255.0f))[0]);
}

float up_component(float red, float green) {
    const float x = red * 2 - 1;
    const float y = green * 2 - 1;
    return std::sqrt(std::max(0.0f, 1 - x * x - y * y)) * 0.5f + 0.5f;
}

}  // namespace

Result<Image> view_level(ByteSpan pixels, std::uint32_t width, std::uint32_t height,
                         const TextureLayout& layout, ChannelUse use, float exposure) {
    TRY_ASSIGN(const PlainLevel level, plain_level(pixels, layout.format, width, height));
    const PixelFormatInfo* info = find_pixel_format(level.format);
    const bool linear_light =
        info->is_float || (info->bits_per_channel == 16 && use == ChannelUse::color);
    const float factor = info->is_float ? exposure : 1.0f;
    const Srgb8Encoder& encode = Srgb8Encoder::get();

    Image view{.width = width,
               .height = height,
               .channels = 4,
               .type = SampleType::unorm8,
               .pixels = Bytes(std::size_t{width} * height * 4)};
    for (std::size_t i = 0; i < std::size_t{width} * height; ++i) {
        const std::array<float, 4> stored =
            stored_values(*info, level.pixels.data() + i * info->block_bytes);
        std::array<float, 4> shown;
        for (std::size_t c = 0; c < 4; ++c) shown[c] = swizzled(stored, layout.swizzle[c]);
        if (use == ChannelUse::normal) shown[2] = up_component(stored[0], stored[1]);
        std::byte* out = view.pixels.data() + 4 * i;
        for (std::size_t c = 0; c < 3; ++c)
            out[c] = std::byte{linear_light && use != ChannelUse::normal ? encode(shown[c] * factor)
                                                                         : to_code(shown[c])};
        out[3] = std::byte{to_code(shown[3])};
    }
    return view;
}

}  // namespace galley::texel
