#pragma once

#include "simd/wide.h"

// For *.simd.cpp files only: how well a line goes through a set of pixels, without solving for it.

namespace galley::texel::GALLEY_SIMD_NAMESPACE {
namespace {

/// Sums of pixels and of the products of their channels, the upper triangle by rows.
template <int kChannels>
struct Moments {
    static constexpr int kProducts = kChannels * (kChannels + 1) / 2;
    F32 sums[kChannels];
    F32 products[kProducts];
};

/// Squared distances of pixels from their mean: along the best line and off it.
struct Spread {
    F32 along;
    F32 off;
};

template <int kChannels>
GALLEY_WIDE Moments<kChannels> operator+(const Moments<kChannels>& a, const Moments<kChannels>& b) {
    Moments<kChannels> sum;
    GALLEY_UNROLL
    for (int i = 0; i < kChannels; ++i) sum.sums[i] = a.sums[i] + b.sums[i];
    GALLEY_UNROLL
    for (int i = 0; i < a.kProducts; ++i) sum.products[i] = a.products[i] + b.products[i];
    return sum;
}

template <int kChannels>
GALLEY_WIDE Moments<kChannels> operator-(const Moments<kChannels>& a, const Moments<kChannels>& b) {
    Moments<kChannels> sum;
    GALLEY_UNROLL
    for (int i = 0; i < kChannels; ++i) sum.sums[i] = a.sums[i] - b.sums[i];
    GALLEY_UNROLL
    for (int i = 0; i < a.kProducts; ++i) sum.products[i] = a.products[i] - b.products[i];
    return sum;
}

/// The scatter matrix, upper triangle.
template <int kChannels>
GALLEY_WIDE void scatter(const Moments<kChannels>& moments, int count,
                         F32 (&m)[Moments<kChannels>::kProducts]) {
    const float inverse = 1.0f / static_cast<float>(count);
    int at = 0;
    GALLEY_UNROLL
    for (int i = 0; i < kChannels; ++i) {
        const F32 mean = moments.sums[i] * inverse;
        GALLEY_UNROLL
        for (int j = i; j < kChannels; ++j, ++at)
            m[at] = moments.products[at] - mean * moments.sums[j];
    }
}

GALLEY_WIDE Spread spread_of(F32 trace, F32 along) {
    along = min(along, trace);
    return {along, trace - along};
}

/// The largest eigenvalue of [a b; b c].
GALLEY_WIDE Spread spread2(F32 a, F32 b, F32 c) {
    const F32 half = (a - c) * 0.5f;
    return spread_of(a + c, (a + c) * 0.5f + square_root(half * half + b * b));
}

/// Of three channels [a b c; b d e; c e f], as if the pixels lay in a plane: the smallest
/// eigenvalue is taken for 0, which is exact for two lines' worth of spread and otherwise a little
/// small.
GALLEY_WIDE Spread spread3(F32 a, F32 b, F32 c, F32 d, F32 e, F32 f) {
    const F32 trace = (a + d) + f;
    const F32 minors = ((a * d - b * b) + (a * f - c * c)) + (d * f - e * e);
    const F32 apart = max(trace * trace - minors * 4.0f, all(0.0f));
    const F32 off = max(trace - near_square_root(apart), all(0.0f)) * 0.5f;
    return {trace - off, off};
}

/// Of four channels, as the fourth root of the sum of the fourth powers of the eigenvalues, which
/// is at most a fifth too large and close where one is well above the others.
GALLEY_WIDE Spread spread4(const F32 (&m)[10]) {
    const F32 full[4][4] = {{m[0], m[1], m[2], m[3]},
                            {m[1], m[4], m[5], m[6]},
                            {m[2], m[5], m[7], m[8]},
                            {m[3], m[6], m[8], m[9]}};
    F32 norm = all(0.0f);
    GALLEY_UNROLL
    for (int i = 0; i < 4; ++i) GALLEY_UNROLL
    for (int j = i; j < 4; ++j) {
        F32 sum = full[i][0] * full[0][j];
        GALLEY_UNROLL
        for (int k = 1; k < 4; ++k) sum += full[i][k] * full[k][j];
        norm += sum * sum * (i == j ? 1.0f : 2.0f);
    }
    const F32 trace = (m[0] + m[4]) + (m[7] + m[9]);
    return spread_of(max(trace, all(0.0f)), near_square_root(near_square_root(norm)));
}

GALLEY_WIDE Spread spread_of(const Moments<3>& moments, int count) {
    F32 m[6];
    scatter(moments, count, m);
    return spread3(m[0], m[1], m[2], m[3], m[4], m[5]);
}

GALLEY_WIDE Spread spread_of(const Moments<4>& moments, int count) {
    F32 m[10];
    scatter(moments, count, m);
    return spread4(m);
}

}  // namespace
}  // namespace galley::texel::GALLEY_SIMD_NAMESPACE
