#include "galley/export/linear_picture.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

#include "galley/base/try.h"
#include "galley/texel/half.h"
#include "galley/texel/srgb.h"
#include "galley/texel/view_image.h"

namespace galley {
namespace {

Image floats_of_size(std::uint32_t width, std::uint32_t height, std::uint8_t channels) {
    Image image{.width = width,
                .height = height,
                .channels = channels,
                .type = SampleType::float32,
                .pixels = {}};
    image.pixels.resize(image.row_bytes() * height);
    return image;
}

void store(Image& image, std::size_t sample, float value) {
    std::memcpy(image.pixels.data() + sample * sizeof value, &value, sizeof value);
}

float unorm(const std::byte* at, unsigned bits) {
    if (bits == 8) return static_cast<float>(*at) / 255.0f;
    std::uint16_t sample = 0;
    std::memcpy(&sample, at, sizeof sample);
    return static_cast<float>(sample) / 65535.0f;
}

float linear(const std::byte* at, unsigned bits) {
    if (bits == 8) return texel::srgb8_to_linear_table()[std::to_integer<unsigned>(*at)];
    std::uint16_t sample = 0;
    std::memcpy(&sample, at, sizeof sample);
    return texel::srgb16_to_linear_table()[sample];
}

/// A stored pixel of a plain format; what isn't stored is 0, alpha 1.
std::array<float, 4> stored_pixel(const PixelFormatInfo& format, const std::byte* at) {
    std::array<float, 4> values = {0, 0, 0, 1};
    const std::size_t size = format.bits_per_channel / 8;
    for (std::size_t c = 0; c < format.channels; ++c, at += size) {
        if (format.is_float) {
            std::uint16_t half = 0;
            std::memcpy(&half, at, sizeof half);
            values[c] = texel::half_to_float(half);
        } else {
            values[c] = format.is_srgb && c < 3 ? linear(at, format.bits_per_channel)
                                                : unorm(at, format.bits_per_channel);
        }
    }
    return values;
}

float up_component(float red, float green) {
    const float x = red * 2 - 1;
    const float y = green * 2 - 1;
    return std::sqrt(std::max(0.0f, 1 - x * x - y * y)) * 0.5f + 0.5f;
}

float chosen(const std::array<float, 4>& values, Swizzle from) {
    if (from == Swizzle::zero) return 0;
    if (from == Swizzle::one) return 1;
    return values[static_cast<std::size_t>(from)];
}

}  // namespace

Image to_linear_floats(const Image& image, bool srgb) {
    if (image.type == SampleType::float32) return image;
    Image out = floats_of_size(image.width, image.height, image.channels);
    const unsigned bits = image.type == SampleType::unorm8 ? 8 : 16;
    const std::size_t count = std::size_t{image.width} * image.height * image.channels;
    const std::byte* at = image.pixels.data();
    for (std::size_t i = 0; i < count; ++i, at += bits / 8) {
        const bool alpha = image.channels % 2 == 0 && i % image.channels == image.channels - 1u;
        store(out, i, srgb && !alpha ? linear(at, bits) : unorm(at, bits));
    }
    return out;
}

Result<Image> level_floats(const TextureInfo& info, std::uint32_t level, ByteSpan bytes) {
    const std::uint32_t width = mip_size(info.width, level);
    const std::uint32_t height = mip_size(info.height, level);
    TRY_ASSIGN(
        const texel::PlainLevel plain,
        texel::plain_level(bytes.first(bytes.size() / info.layers), info.format, width, height));
    const PixelFormatInfo& format = *find_pixel_format(plain.format);
    const bool normal = info.usage == TextureUsage::normal;
    const bool grey =
        !normal && info.swizzle[0] == info.swizzle[1] && info.swizzle[1] == info.swizzle[2];
    const bool no_alpha =
        info.swizzle[3] == Swizzle::one ||
        (info.swizzle[3] == Swizzle::a && find_pixel_format(info.format)->channels < 4);
    const std::size_t colors = grey ? 1 : 3;
    Image out =
        floats_of_size(width, height, static_cast<std::uint8_t>(colors + (no_alpha ? 0 : 1)));
    const std::byte* at = plain.pixels.data();
    for (std::size_t i = 0; i < out.pixels.size() / sizeof(float); at += format.block_bytes) {
        const std::array<float, 4> stored = stored_pixel(format, at);
        for (std::size_t c = 0; c < colors; ++c)
            store(out, i++,
                  normal && c == 2 ? up_component(stored[0], stored[1])
                                   : chosen(stored, info.swizzle[c]));
        if (!no_alpha) store(out, i++, chosen(stored, info.swizzle[3]));
    }
    return out;
}

std::uint64_t clear_invisible(Image& floats) {
    if (floats.channels % 2 != 0) return 0;
    const std::size_t colors = floats.channels - 1u;
    std::uint64_t cleared = 0;
    float pixel[4];
    for (std::size_t at = 0; at < floats.pixels.size(); at += floats.pixel_bytes()) {
        std::memcpy(pixel, floats.pixels.data() + at, floats.pixel_bytes());
        if (pixel[colors] != 0) continue;
        cleared += std::any_of(pixel, pixel + colors, [](float color) { return color != 0; });
        std::memset(floats.pixels.data() + at, 0, colors * sizeof(float));
    }
    return cleared;
}

bool are_halves(const Image& floats) {
    for (std::size_t at = 0; at < floats.pixels.size(); at += sizeof(float)) {
        float value = 0;
        std::memcpy(&value, floats.pixels.data() + at, sizeof value);
        if (std::isnan(value)) continue;
        const float back = texel::half_to_float(texel::float_to_half(value));
        if (std::bit_cast<std::uint32_t>(back) != std::bit_cast<std::uint32_t>(value)) return false;
    }
    return true;
}

}  // namespace galley
