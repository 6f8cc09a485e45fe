#include "galley/texel/compare.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "galley/base/try.h"
#include "galley/core/det_math.h"
#include "galley/texel/errors.h"
#include "galley/texel/image_check.h"

namespace galley::texel {
namespace {

double sample_at(const Image& image, std::size_t index) {
    const std::byte* at = image.pixels.data() + index * Image::sample_bytes(image.type);
    switch (image.type) {
    case SampleType::unorm8: return static_cast<double>(*at) / 255.0;
    case SampleType::unorm16: {
        std::uint16_t value = 0;
        std::memcpy(&value, at, sizeof value);
        return value / 65535.0;
    }
    case SampleType::float32: {
        float value = 0;
        std::memcpy(&value, at, sizeof value);
        return value;
    }
    }
    return 0;
}

}  // namespace

Result<ImageDifference> compare_images(const Image& a, const Image& b) {
    TRY(check_image(a));
    TRY(check_image(b));
    if (a.width != b.width || a.height != b.height || a.channels != b.channels || a.type != b.type)
        return fail(kImageMismatch, "the pictures differ in size, channels or sample type");

    ImageDifference result;
    const std::size_t pixels = std::size_t{a.width} * a.height;
    double sum = 0;
    for (std::size_t pixel = 0; pixel < pixels; ++pixel) {
        bool differs = false;
        for (std::size_t channel = 0; channel < a.channels; ++channel) {
            const std::size_t index = pixel * a.channels + channel;
            const double difference = std::fabs(sample_at(a, index) - sample_at(b, index));
            differs = differs || difference != 0;
            result.largest = std::max(result.largest, difference);
            sum += difference * difference;
        }
        result.different_pixels += differs ? 1 : 0;
    }
    result.mean_square = sum / (static_cast<double>(pixels) * a.channels);
    constexpr double kLog2Of10 = 3.321928094887362;
    result.psnr_db = result.mean_square == 0 ? std::numeric_limits<double>::infinity()
                                             : -10.0 * det::log2(result.mean_square) / kLog2Of10;
    return result;
}

}  // namespace galley::texel
