#include "galley/texel/image_check.h"

#include <cstring>

#include <fmt/format.h>

#include "galley/texel/errors.h"

namespace galley::texel {
namespace {

template <class Sample>
bool any_alpha_below(const Image& image, Sample full) {
    const std::size_t pixels = std::size_t{image.width} * image.height;
    for (std::size_t i = 0; i < pixels; ++i) {
        Sample alpha;
        std::memcpy(&alpha, image.pixels.data() + ((i + 1) * image.channels - 1) * sizeof(Sample),
                    sizeof(Sample));
        if (alpha != full) return true;
    }
    return false;
}

}  // namespace

Result<void> check_image(const Image& image) {
    constexpr std::uint32_t kMaxSide = 65536;
    if (image.width == 0 || image.height == 0 || image.width > kMaxSide || image.height > kMaxSide)
        return fail(kImageShape,
                    fmt::format("a picture of {} x {} pixels", image.width, image.height));
    if (image.channels < 1 || image.channels > 4)
        return fail(kImageShape, fmt::format("a picture of {} channels", image.channels));
    const std::uint64_t expected = std::uint64_t{image.width} * image.height * image.pixel_bytes();
    if (image.pixels.size() != expected)
        return fail(kImageShape, fmt::format("{} bytes of pixels where {} x {} pixels of {} bytes "
                                             "need {}",
                                             image.pixels.size(), image.width, image.height,
                                             image.pixel_bytes(), expected));
    return {};
}

bool has_transparency(const Image& image) {
    if (image.channels != 2 && image.channels != 4) return false;
    switch (image.type) {
    case SampleType::unorm8: return any_alpha_below<std::uint8_t>(image, 255);
    case SampleType::unorm16: return any_alpha_below<std::uint16_t>(image, 65535);
    case SampleType::float32: return any_alpha_below<float>(image, 1.0f);
    }
    return false;
}

}  // namespace galley::texel
