#include "galley/texel/image_check.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include <fmt/format.h>

#include "galley/texel/errors.h"

namespace galley::texel {
namespace {

/// `Pixel` is an unsigned integer whose highest sample is alpha.
template <class Sample, class Pixel>
bool any_alpha_below(const std::byte* row, std::size_t width) {
    static_assert(std::endian::native == std::endian::little);
    Pixel all = std::numeric_limits<Pixel>::max();
    for (std::size_t x = 0; x < width; ++x) {
        Pixel pixel;
        std::memcpy(&pixel, row + x * sizeof pixel, sizeof pixel);
        all &= pixel;
    }
    constexpr unsigned kShift = 8 * (sizeof(Pixel) - sizeof(Sample));
    return static_cast<Sample>(all >> kShift) != std::numeric_limits<Sample>::max();
}

bool any_alpha_not_one(const std::byte* row, std::size_t width, std::size_t channels) {
    for (std::size_t x = 0; x < width; ++x) {
        float alpha;
        std::memcpy(&alpha, row + ((x + 1) * channels - 1) * sizeof alpha, sizeof alpha);
        if (alpha != 1.0f) return true;
    }
    return false;
}

template <class Sample>
bool any_alpha_between(const Image& image, Sample full) {
    for (std::size_t at = 0; at < image.pixels.size(); at += image.pixel_bytes()) {
        Sample alpha;
        std::memcpy(&alpha, image.pixels.data() + at + image.pixel_bytes() - sizeof alpha,
                    sizeof alpha);
        if (alpha != Sample{} && alpha != full) return true;
    }
    return false;
}

bool row_has_transparency(const Image& image, const std::byte* row) {
    const bool grey = image.channels == 2;
    switch (image.type) {
    case SampleType::unorm8:
        return grey ? any_alpha_below<std::uint8_t, std::uint16_t>(row, image.width)
                    : any_alpha_below<std::uint8_t, std::uint32_t>(row, image.width);
    case SampleType::unorm16:
        return grey ? any_alpha_below<std::uint16_t, std::uint32_t>(row, image.width)
                    : any_alpha_below<std::uint16_t, std::uint64_t>(row, image.width);
    case SampleType::float32: return any_alpha_not_one(row, image.width, image.channels);
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

bool has_transparency(const Image& image, std::uint32_t begin, std::uint32_t end) {
    if (image.channels != 2 && image.channels != 4) return false;
    for (std::uint32_t y = begin; y < end; ++y)
        if (row_has_transparency(image, image.pixels.data() + y * image.row_bytes())) return true;
    return false;
}

FloatCounts count_unstorable(const Image& image, std::uint32_t y) {
    constexpr float kHalfMost = 65504;
    FloatCounts counts;
    const std::byte* row = image.pixels.data() + y * image.row_bytes();
    const std::size_t samples = std::size_t{image.width} * image.channels;
    for (std::size_t i = 0; i < samples; ++i) {
        float value;
        std::memcpy(&value, row + i * sizeof value, sizeof value);
        if (std::isnan(value))
            ++counts.not_numbers;
        else if (std::fabs(value) > kHalfMost)
            ++counts.clamped;
    }
    return counts;
}

bool has_transparency(const Image& image) { return has_transparency(image, 0, image.height); }

bool has_partial_alpha(const Image& image) {
    if (image.channels != 2 && image.channels != 4) return false;
    switch (image.type) {
    case SampleType::unorm8: return any_alpha_between<std::uint8_t>(image, 0xff);
    case SampleType::unorm16: return any_alpha_between<std::uint16_t>(image, 0xffff);
    case SampleType::float32: return any_alpha_between<float>(image, 1.0f);
    }
    return false;
}

}  // namespace galley::texel
