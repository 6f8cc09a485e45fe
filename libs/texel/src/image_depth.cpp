#include "galley/texel/image_depth.h"

#include <cstring>

#include "galley/base/assert.h"

namespace galley::texel {

Image to_eight_bits(const Image& image) {
    if (image.type == SampleType::unorm8) return image;
    GALLEY_ASSERT(image.type == SampleType::unorm16);
    Image out{image.width, image.height, image.channels, SampleType::unorm8, {}};
    out.pixels.resize(image.pixels.size() / 2);
    for (std::size_t i = 0; i < out.pixels.size(); ++i) {
        std::uint16_t sample;
        std::memcpy(&sample, image.pixels.data() + 2 * i, 2);
        out.pixels[i] = static_cast<std::byte>(to_eight_bits(sample));
    }
    return out;
}

}  // namespace galley::texel
