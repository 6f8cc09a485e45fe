#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "galley/preview/scene.h"
#include "galley/texel/image_depth.h"
#include "galley/texel/srgb.h"

namespace galley::preview {
namespace {

std::uint8_t sample8(const Image& image, std::size_t index) {
    switch (image.type) {
    case SampleType::unorm8: return std::to_integer<std::uint8_t>(image.pixels[index]);
    case SampleType::unorm16: {
        std::uint16_t value = 0;
        std::memcpy(&value, image.pixels.data() + index * 2, 2);
        return texel::to_eight_bits(value);
    }
    case SampleType::float32: {
        float value = 0;
        std::memcpy(&value, image.pixels.data() + index * 4, 4);
        return static_cast<std::uint8_t>(std::clamp(value, 0.0F, 1.0F) * 255.0F + 0.5F);
    }
    }
    return 0;
}

Texture::Level base_level(const Image& image) {
    Texture::Level level;
    level.width = image.width;
    level.height = image.height;
    const std::size_t pixels = std::size_t{image.width} * image.height;
    level.rgba.resize(pixels * 4);
    const bool grey = image.channels < 3;
    const bool alpha = image.channels == 2 || image.channels == 4;
    const std::size_t channels = image.channels;
    for (std::size_t i = 0; i < pixels; ++i) {
        for (std::size_t c = 0; c < 3; ++c) {
            level.rgba[i * 4 + c] = sample8(image, i * channels + (grey ? 0 : c));
        }
        level.rgba[i * 4 + 3] = alpha ? sample8(image, i * channels + channels - 1) : 255;
    }
    return level;
}

/// Averages two by two; a last odd row or column stands for itself.
Texture::Level halve(const Texture::Level& in, bool srgb) {
    Texture::Level out;
    out.width = std::max(1U, in.width / 2);
    out.height = std::max(1U, in.height / 2);
    out.rgba.resize(std::size_t{out.width} * out.height * 4);
    const float* linear = texel::srgb8_to_linear_table();
    const texel::Srgb8Encoder& encode = texel::Srgb8Encoder::get();
    for (std::uint32_t y = 0; y < out.height; ++y) {
        const std::size_t y0 = std::size_t{y} * 2 * in.width;
        const std::size_t y1 = std::min(y * 2 + 1, in.height - 1) * std::size_t{in.width};
        for (std::uint32_t x = 0; x < out.width; ++x) {
            const std::size_t x0 = std::size_t{x} * 2;
            const std::size_t x1 = std::min(x * 2 + 1, in.width - 1);
            const std::array<std::size_t, 4> at = {(y0 + x0) * 4, (y0 + x1) * 4, (y1 + x0) * 4,
                                                   (y1 + x1) * 4};
            const std::size_t to = (std::size_t{y} * out.width + x) * 4;
            for (std::size_t c = 0; c < 4; ++c) {
                if (srgb && c < 3) {
                    float sum = 0;
                    for (const std::size_t i : at) sum += linear[in.rgba[i + c]];
                    out.rgba[to + c] = encode(sum / 4);
                } else {
                    unsigned sum = 2;
                    for (const std::size_t i : at) sum += in.rgba[i + c];
                    out.rgba[to + c] = static_cast<std::uint8_t>(sum / 4);
                }
            }
        }
    }
    return out;
}

}  // namespace

Texture make_texture(const Image& image, bool srgb, std::uint32_t max_side) {
    Texture texture;
    texture.srgb = srgb;
    Texture::Level level = base_level(image);
    while (std::max(level.width, level.height) > std::max(max_side, 1U)) level = halve(level, srgb);
    texture.levels.push_back(std::move(level));
    while (texture.levels.back().width > 1 || texture.levels.back().height > 1) {
        texture.levels.push_back(halve(texture.levels.back(), srgb));
    }
    return texture;
}

Texture missing_texture() {
    constexpr std::uint32_t side = 64;
    constexpr std::uint32_t square = 8;
    Image image{side, side, 3, SampleType::unorm8, Bytes(std::size_t{side} * side * 3)};
    for (std::uint32_t y = 0; y < side; ++y) {
        for (std::uint32_t x = 0; x < side; ++x) {
            const bool lit = ((x / square) + (y / square)) % 2 == 0;
            const std::size_t at = (std::size_t{y} * side + x) * 3;
            image.pixels[at] = std::byte{lit ? std::uint8_t{220} : std::uint8_t{24}};
            image.pixels[at + 1] = std::byte{lit ? std::uint8_t{20} : std::uint8_t{24}};
            image.pixels[at + 2] = std::byte{lit ? std::uint8_t{190} : std::uint8_t{24}};
        }
    }
    return make_texture(image, true, side);
}

}  // namespace galley::preview
