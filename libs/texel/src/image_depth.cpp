#include "galley/texel/image_depth.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "galley/base/assert.h"

namespace galley::texel {

namespace {

/// `to` may be where `from` begins: each sample is read before anything is written behind it.
void halve(const std::byte* from, std::size_t samples, std::byte* to) {
    std::array<std::byte, 4096> some;
    for (std::size_t done = 0; done < samples; done += some.size()) {
        const std::size_t count = std::min(some.size(), samples - done);
        for (std::size_t i = 0; i < count; ++i) {
            std::uint16_t sample;
            std::memcpy(&sample, from + 2 * (done + i), 2);
            some[i] = static_cast<std::byte>(to_eight_bits(sample));
        }
        std::memcpy(to + done, some.data(), count);
    }
}

}  // namespace

Image to_eight_bits(const Image& image) {
    if (image.type == SampleType::unorm8) return image;
    GALLEY_ASSERT(image.type == SampleType::unorm16);
    Image out{image.width, image.height, image.channels, SampleType::unorm8, {}};
    out.pixels.resize(image.pixels.size() / 2);
    halve(image.pixels.data(), out.pixels.size(), out.pixels.data());
    return out;
}

Image to_eight_bits(Image&& image) {
    Image out = std::move(image);
    if (out.type == SampleType::unorm8) return out;
    GALLEY_ASSERT(out.type == SampleType::unorm16);
    const std::size_t samples = out.pixels.size() / 2;
    halve(out.pixels.data(), samples, out.pixels.data());
    out.pixels.resize(samples);
    out.type = SampleType::unorm8;
    return out;
}

}  // namespace galley::texel
