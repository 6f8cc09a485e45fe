#include "coverage.h"

namespace galley::texel {
namespace {

constexpr float kMaxScale = 8;
/// Steps of the bisection: the last is far below what a code of 8 bits can tell.
constexpr int kSteps = 24;

std::uint64_t distance(std::uint64_t a, std::uint64_t b) { return a > b ? a - b : b - a; }

}  // namespace

void AlphaHistogram::add(const float* alphas, std::size_t step, std::uint32_t width) {
    for (std::size_t x = 0; x < width; ++x) {
        const float alpha = alphas[step * x];
        const float clamped = alpha > 0 ? (alpha < 1 ? alpha : 1.0f) : 0.0f;
        ++counts_[static_cast<std::size_t>(clamped * 65535.0f + 0.5f)];
    }
    pixels_ += width;
}

void AlphaHistogram::add(const AlphaHistogram& other) {
    for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] += other.counts_[i];
    pixels_ += other.pixels_;
}

std::uint64_t AlphaHistogram::covered(float cutoff, float scale) const {
    std::uint64_t covered = 0;
    for (std::size_t i = 0; i < counts_.size(); ++i) {
        const float scaled = static_cast<float>(i) / 65535.0f * scale;
        const auto code = static_cast<std::uint32_t>((scaled < 1 ? scaled : 1.0f) * 255.0f + 0.5f);
        if (static_cast<float>(code) / 255.0f >= cutoff) covered += counts_[i];
    }
    return covered;
}

float coverage_scale(const AlphaHistogram& first, const AlphaHistogram& level, float cutoff) {
    const double share =
        static_cast<double>(first.covered(cutoff, 1)) / static_cast<double>(first.pixels());
    const auto wanted =
        static_cast<std::uint64_t>(share * static_cast<double>(level.pixels()) + 0.5);
    if (level.covered(cutoff, 1) == wanted) return 1;
    float low = 1 / kMaxScale;
    float high = kMaxScale;
    float best = 1;
    std::uint64_t nearest = distance(level.covered(cutoff, 1), wanted);
    for (int step = 0; step < kSteps; ++step) {
        const float scale = (low + high) / 2;
        const std::uint64_t covered = level.covered(cutoff, scale);
        if (distance(covered, wanted) < nearest) {
            nearest = distance(covered, wanted);
            best = scale;
        }
        if (covered == wanted) return scale;
        (covered < wanted ? low : high) = scale;
    }
    return best;
}

}  // namespace galley::texel
