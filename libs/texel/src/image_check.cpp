#include "galley/texel/image_check.h"

#include <fmt/format.h>

#include "galley/texel/errors.h"

namespace galley::texel {

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

}  // namespace galley::texel
