#include "galley/texel/compare.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <vector>

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

Result<void> check_alike(const Image& a, const Image& b) {
    TRY(check_image(a));
    TRY(check_image(b));
    if (a.width != b.width || a.height != b.height || a.channels != b.channels || a.type != b.type)
        return fail(kImageMismatch, "the pictures differ in size, channels or sample type");
    return {};
}

constexpr int kReach = 5;  ///< of the window, to either side

std::array<float, kReach + 1> gaussian() {
    std::array<float, kReach + 1> weights;
    for (int i = 0; i <= kReach; ++i)
        weights[static_cast<std::size_t>(i)] =
            static_cast<float>(det::exp(-i * i / (2 * 1.5 * 1.5)));
    return weights;
}

/// The weighted mean of `values[0], values[stride], ...` around each, along one line.
void blur_line(const float* values, std::size_t stride, int count,
               const std::array<float, kReach + 1>& weights, float* out) {
    for (int i = 0; i < count; ++i) {
        float sum = 0;
        float total = 0;
        for (int j = std::max(0, i - kReach); j <= std::min(count - 1, i + kReach); ++j) {
            const float weight = weights[static_cast<std::size_t>(std::abs(i - j))];
            sum += weight * values[static_cast<std::size_t>(j) * stride];
            total += weight;
        }
        out[i] = sum / total;
    }
}

class Blur {
public:
    Blur(std::uint32_t width, std::uint32_t height)
        : width_(width), height_(height), line_(std::max(width, height)) {}

    void run(std::vector<float>& plane) {
        for (std::size_t y = 0; y < height_; ++y) {
            blur_line(&plane[y * width_], 1, static_cast<int>(width_), weights_, line_.data());
            std::copy_n(line_.begin(), width_, &plane[y * width_]);
        }
        for (std::size_t x = 0; x < width_; ++x) {
            blur_line(&plane[x], width_, static_cast<int>(height_), weights_, line_.data());
            for (std::size_t y = 0; y < height_; ++y) plane[y * width_ + x] = line_[y];
        }
    }

private:
    std::uint32_t width_;
    std::uint32_t height_;
    std::array<float, kReach + 1> weights_ = gaussian();
    std::vector<float> line_;
};

double channel_similarity(const Image& a, const Image& b, std::size_t channel) {
    constexpr double kC1 = 0.01 * 0.01;
    constexpr double kC2 = 0.03 * 0.03;
    const std::size_t pixels = std::size_t{a.width} * a.height;
    std::vector<float> mean_a(pixels), mean_b(pixels), square_a(pixels), square_b(pixels);
    std::vector<float> product(pixels);
    for (std::size_t i = 0; i < pixels; ++i) {
        const auto va = static_cast<float>(sample_at(a, i * a.channels + channel));
        const auto vb = static_cast<float>(sample_at(b, i * a.channels + channel));
        mean_a[i] = va;
        mean_b[i] = vb;
        square_a[i] = va * va;
        square_b[i] = vb * vb;
        product[i] = va * vb;
    }
    Blur blur(a.width, a.height);
    for (auto* plane : {&mean_a, &mean_b, &square_a, &square_b, &product}) blur.run(*plane);
    double sum = 0;
    for (std::size_t i = 0; i < pixels; ++i) {
        const double ma = mean_a[i];
        const double mb = mean_b[i];
        const double variances = square_a[i] - ma * ma + (square_b[i] - mb * mb);
        const double covariance = product[i] - ma * mb;
        sum += (2 * ma * mb + kC1) * (2 * covariance + kC2) /
               ((ma * ma + mb * mb + kC1) * (variances + kC2));
    }
    return sum / static_cast<double>(pixels);
}

}  // namespace

Result<ImageDifference> compare_images(const Image& a, const Image& b) {
    TRY(check_alike(a, b));
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

Result<double> structural_similarity(const Image& a, const Image& b) {
    TRY(check_alike(a, b));
    double sum = 0;
    for (std::size_t channel = 0; channel < a.channels; ++channel)
        sum += channel_similarity(a, b, channel);
    return sum / a.channels;
}

}  // namespace galley::texel
