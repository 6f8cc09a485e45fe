#include "axis_taps.h"

#include <cmath>

#include "galley/base/pixel_format.h"
#include "galley/core/det_math.h"

namespace galley::texel {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kHalfWidth = 3;
constexpr double kAlpha = 4;

AxisTaps box_taps(std::uint32_t size) {
    AxisTaps taps;
    const std::uint32_t half = size / 2;
    taps.count = size % 2 == 0 ? 2 : 3;
    for (std::uint32_t i = 0; i < half; ++i) {
        for (unsigned k = 0; k < taps.count; ++k) taps.samples.push_back(2 * i + k);
        if (taps.count == 2) {
            taps.weights.insert(taps.weights.end(), {0.5f, 0.5f});
            continue;
        }
        const auto whole = static_cast<float>(size);
        taps.weights.insert(taps.weights.end(),
                            {static_cast<float>(half - i) / whole, static_cast<float>(half) / whole,
                             static_cast<float>(i + 1) / whole});
    }
    return taps;
}

/// The modified Bessel function I0, by its series; |x| <= kAlpha needs fewer than 20 terms.
double bessel_i0(double x) {
    double term = 1;
    double sum = 1;
    for (int k = 1; k < 32; ++k) {
        term *= (x / 2 / k) * (x / 2 / k);
        sum += term;
    }
    return sum;
}

/// `t` in samples of the smaller level.
double kaiser_sinc(double t) {
    if (std::fabs(t) >= kHalfWidth) return 0;
    const double u = t / kHalfWidth;
    const double window = bessel_i0(kAlpha * std::sqrt(1 - u * u)) / bessel_i0(kAlpha);
    const double sinc = t == 0 ? 1 : det::sin(kPi * t) / (kPi * t);
    return window * sinc;
}

std::uint32_t at_edge(EdgeRule edge, std::int64_t sample, std::uint32_t size) {
    const std::int64_t whole = size;
    switch (edge) {
    case EdgeRule::repeat: return static_cast<std::uint32_t>(((sample % whole) + whole) % whole);
    case EdgeRule::mirror: {
        const std::int64_t in_pair = ((sample % (2 * whole)) + 2 * whole) % (2 * whole);
        return static_cast<std::uint32_t>(in_pair < whole ? in_pair : 2 * whole - 1 - in_pair);
    }
    case EdgeRule::clamp: break;
    }
    return static_cast<std::uint32_t>(sample < 0 ? 0 : sample >= whole ? whole - 1 : sample);
}

AxisTaps kaiser_taps(EdgeRule edge, std::uint32_t size) {
    AxisTaps taps;
    const std::uint32_t half = size / 2;
    const double step = static_cast<double>(size) / half;
    taps.count = static_cast<unsigned>(std::ceil(2 * kHalfWidth * step)) + (size % 2);
    std::vector<double> weights(taps.count);
    double sum = 0;
    for (std::uint32_t i = 0; i < half; ++i) {
        const double center = (i + 0.5) * step;  // in samples of the larger level
        const auto first = static_cast<std::int64_t>(std::ceil(center - kHalfWidth * step - 0.5));
        if (i == 0 || size % 2 != 0) {  // else each lies alike between its samples
            sum = 0;
            for (unsigned k = 0; k < taps.count; ++k) {
                weights[k] = kaiser_sinc((static_cast<double>(first + k) + 0.5 - center) / step);
                sum += weights[k];
            }
        }
        for (unsigned k = 0; k < taps.count; ++k) {
            taps.samples.push_back(at_edge(edge, first + k, size));
            taps.weights.push_back(static_cast<float>(weights[k] / sum));
        }
    }
    return taps;
}

}  // namespace

AxisTaps axis_taps(MipFilter filter, EdgeRule edge, std::uint32_t size) {
    if (size == 1) return {1, {0}, {1.0f}};
    return filter == MipFilter::box ? box_taps(size) : kaiser_taps(edge, size);
}

}  // namespace galley::texel
