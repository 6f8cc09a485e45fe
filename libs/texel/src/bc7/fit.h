#pragma once

#include "bc7/ends.h"

// For *.simd.cpp files only: indices for given endpoints, endpoints for given indices.

namespace galley::texel::GALLEY_SIMD_NAMESPACE {
namespace {

/// The direction in which the pixels vary most, as integers of at most 2048 times the root of a
/// weight, or 0 where they are all the same. Four squarings' worth of power iteration on the
/// covariance.
template <int kChannels>
GALLEY_WIDE void main_direction(const Cell<kChannels>& cell, const F32 (&root_weights)[4],
                                I32 (&direction)[kChannels]) {
    if constexpr (kChannels == 1) {
        direction[0] = all(1);
        return;
    }
    F32 m[kChannels][kChannels];
    const int pairs = (cell.count + 1) / 2;
    F32 trace = all(0.0f);
    GALLEY_UNROLL
    for (int i = 0; i < kChannels; ++i) GALLEY_UNROLL
    for (int j = i; j < kChannels; ++j) {
        I32 products = all(0);
        for (int k = 0; k < pairs; ++k) products += dot_pairs(cell.planes[i][k], cell.planes[j][k]);
        m[i][j] = to_float(products * cell.count - cell.sums[i] * cell.sums[j]) *
                  (root_weights[i] * root_weights[j]);
        if (i == j) trace += m[i][j];
    }
    const F32 scale = 1.0f / max(trace, all(1.0f));
    GALLEY_UNROLL
    for (int i = 0; i < kChannels; ++i) GALLEY_UNROLL
    for (int j = i; j < kChannels; ++j) m[j][i] = m[i][j] = m[i][j] * scale;
    GALLEY_UNROLL
    for (int squaring = 0; squaring < 2; ++squaring) {
        F32 square[kChannels][kChannels];
        GALLEY_UNROLL
        for (int i = 0; i < kChannels; ++i) GALLEY_UNROLL
        for (int j = i; j < kChannels; ++j) {
            F32 sum = m[i][0] * m[0][j];
            GALLEY_UNROLL
            for (int k = 1; k < kChannels; ++k) sum += m[i][k] * m[k][j];
            square[i][j] = square[j][i] = sum;
        }
        GALLEY_UNROLL
        for (int i = 0; i < kChannels; ++i) GALLEY_UNROLL
        for (int j = 0; j < kChannels; ++j) m[i][j] = square[i][j];
    }
    // The column of the largest diagonal element isn't orthogonal to the direction.
    F32 largest = m[0][0];
    F32 start[kChannels];
    GALLEY_UNROLL
    for (int i = 0; i < kChannels; ++i) start[i] = m[0][i];
    GALLEY_UNROLL
    for (int j = 1; j < kChannels; ++j) {
        const I32 larger = m[j][j] > largest;
        largest = select(larger, m[j][j], largest);
        GALLEY_UNROLL
        for (int i = 0; i < kChannels; ++i) start[i] = select(larger, m[j][i], start[i]);
    }
    F32 axis[kChannels];
    F32 longest = all(0.0f);
    GALLEY_UNROLL
    for (int i = 0; i < kChannels; ++i) {
        F32 sum = m[i][0] * start[0];
        GALLEY_UNROLL
        for (int k = 1; k < kChannels; ++k) sum += m[i][k] * start[k];
        axis[i] = sum;
        longest = max(longest, max(sum, -sum));
    }
    const F32 unit = 2048.0f / select(longest > 0.0f, longest, all(1.0f));
    GALLEY_UNROLL
    for (int i = 0; i < kChannels; ++i) direction[i] = round(axis[i] * unit * root_weights[i]);
}

/// The sums of the indices that pixels have when the line goes from the first to the last of them.
template <int kBits, int kChannels>
GALLEY_WIDE IndexSums<kChannels> first_indices(const Cell<kChannels>& cell,
                                               const F32 (&root_weights)[4]) {
    I32 direction[kChannels];
    main_direction(cell, root_weights, direction);
    const Dot<kChannels> dot(direction);
    I32 along[16];
    I32 low = along[0] = dot.of(cell, 0);
    I32 high = low;
    for (int i = 1; i < cell.count; ++i) {
        along[i] = dot.of(cell, i);
        low = min(low, along[i]);
        high = max(high, along[i]);
    }
    const F32 scale = static_cast<float>((1 << kBits) - 1) / to_float(max(high - low, all(1)));
    IndexSums<kChannels> sums{};
    I16 w_sum{};
    for_pairs<kBits>(
        cell.count,
        [&](int i) __attribute__((always_inline)) { return to_float(along[i] - low) * scale; },
        [&](int k, I16 w, auto) __attribute__((always_inline)) {
            w_sum += w;
            sums.ww += dot_pairs(w, w);
            GALLEY_UNROLL
            for (int channel = 0; channel < kChannels; ++channel)
                sums.wp[channel] += dot_pairs(cell.planes[channel][k], w);
        });
    sums.w = low_of(w_sum) + high_of(w_sum);
    return sums;
}

/// Where the pixels lie between two endpoints.
template <int kBits, int kChannels>
struct Projection {
    Dot<kChannels> dot;
    I32 origin;
    F32 scale;
    const Cell<kChannels>& cell;

    [[gnu::always_inline]] F32 operator()(int pixel) const {
        return to_float(dot.of(cell, pixel) - origin) * scale;
    }
};

template <int kBits, int kChannels>
GALLEY_WIDE Projection<kBits, kChannels>
project(const Cell<kChannels>& cell, const I32 (&value)[2][kChannels], const I32 (&weights)[4]) {
    I32 direction[kChannels];
    I32 length = all(0);
    I32 origin = all(0);
    GALLEY_UNROLL
    for (int channel = 0; channel < kChannels; ++channel) {
        const I32 step = value[1][channel] - value[0][channel];
        direction[channel] = kChannels == 1 ? step : step * weights[channel];
        length += direction[channel] * step;
        origin += direction[channel] * value[0][channel];
    }
    const F32 scale = static_cast<float>((1 << kBits) - 1) / to_float(max(length, all(1)));
    return {Dot<kChannels>(direction), origin, scale, cell};
}

/// The weighted squared error of a cell with the endpoints; the sums of the indices too, unless
/// `sums` is null. Not inlined: it is called from several places and is most of the code.
template <int kBits, class Sums, int kChannels>
[[gnu::noinline]] I32 measure(const Cell<kChannels>& cell, const I32 (&value)[2][kChannels],
                              const I32 (&weights)[4], Sums sums) {
    constexpr bool kSums = !__is_same(Sums, decltype(nullptr));
    const auto projection = project<kBits>(cell, value, weights);
    I16 base[kChannels];
    I16 step[kChannels];
    I32 error[kChannels];
    I32 wp[kChannels];
    GALLEY_UNROLL
    for (int channel = 0; channel < kChannels; ++channel) {
        const I32 start = value[0][channel] * 64 + 32;
        const I32 change = value[1][channel] - value[0][channel];
        base[channel] = pair(start, start);
        step[channel] = pair(change, change);
        error[channel] = all(0);
        wp[channel] = all(0);
    }
    I32 ww = all(0);
    I16 w_sum{};
    for_pairs<kBits>(cell.count, projection,
                     [&](int k, I16 w, auto half) __attribute__((always_inline)) {
                         if constexpr (kSums) {
                             w_sum += w;
                             ww += dot_pairs(w, w);
                         }
                         GALLEY_UNROLL
                         for (int channel = 0; channel < kChannels; ++channel) {
                             const I16 plane = cell.planes[channel][k];
                             I16 off = plane - ((base[channel] + step[channel] * w) >> 6);
                             if constexpr (half.value) off = as<I16>(as<I32>(off) & 0xffff);
                             error[channel] += dot_pairs(off, off);
                             if constexpr (kSums) wp[channel] += dot_pairs(plane, w);
                         }
                     });
    if constexpr (kSums) {
        sums->w = low_of(w_sum) + high_of(w_sum);
        sums->ww = ww;
        GALLEY_UNROLL
        for (int channel = 0; channel < kChannels; ++channel) sums->wp[channel] = wp[channel];
    }
    I32 total = error[0] * weights[0];
    GALLEY_UNROLL
    for (int channel = 1; channel < kChannels; ++channel)
        total += error[channel] * weights[channel];
    return total;
}

}  // namespace
}  // namespace galley::texel::GALLEY_SIMD_NAMESPACE
