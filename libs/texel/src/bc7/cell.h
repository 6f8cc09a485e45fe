#pragma once

#include "bc7/bc7_modes.h"
#include "simd/wide.h"

// For *.simd.cpp files only. A block stands in each lane.

namespace galley::texel::GALLEY_SIMD_NAMESPACE {
namespace {

/// The pixels of one subset in kChannels channels (1, 3 or 4).
template <int kChannels>
struct Cell {
    int count;
    const I16* rb;             ///< by pixel: red and blue, or the only channel and 0
    const I16* ga;             ///< by pixel: green and alpha; unused for one channel
    I16 planes[kChannels][8];  ///< two pixels a lane; 0 after the last
    I32 sums[kChannels];
};

/// Weighted sums of a cell's pixels under a choice of indices. w: share of the second end in 64ths.
template <int kChannels>
struct IndexSums {
    I32 w;
    I32 ww;
    I32 wp[kChannels];
};

template <int kChannels>
GALLEY_WIDE void fill_planes(Cell<kChannels>& cell) {
    const int pairs = cell.count / 2;
    const auto upper = [](I16 value) { return as<I16>(as<I32>(value) << 16); };
    const auto lower = [](I16 value) { return as<I16>(as<U32>(value) >> 16); };
    I16 sums[kChannels] = {};
    const auto put = [&](int k, int channel, I16 value) {
        cell.planes[channel][k] = value;
        sums[channel] += value;
    };
    for (int k = 0; k < pairs; ++k) {
        const I16 a = cell.rb[2 * k];
        const I16 b = cell.rb[2 * k + 1];
        put(k, 0, low_high(a, upper(b)));
        if constexpr (kChannels > 1) {
            const I16 c = cell.ga[2 * k];
            const I16 d = cell.ga[2 * k + 1];
            put(k, 1, low_high(c, upper(d)));
            put(k, 2, low_high(lower(a), b));
            if constexpr (kChannels > 3) put(k, 3, low_high(lower(c), d));
        }
    }
    if (cell.count & 1) {
        const I16 a = cell.rb[cell.count - 1];
        put(pairs, 0, as<I16>(as<I32>(a) & 0xffff));
        if constexpr (kChannels > 1) {
            const I16 c = cell.ga[cell.count - 1];
            put(pairs, 1, as<I16>(as<I32>(c) & 0xffff));
            put(pairs, 2, lower(a));
            if constexpr (kChannels > 3) put(pairs, 3, lower(c));
        }
    }
    GALLEY_UNROLL
    for (int channel = 0; channel < kChannels; ++channel)
        cell.sums[channel] = low_of(sums[channel]) + high_of(sums[channel]);
}

/// Products of a pixel with a vector of 16-bit components.
template <int kChannels>
struct Dot {
    I16 rb;
    I16 ga;

    explicit Dot(const I32 (&components)[kChannels]) {
        if constexpr (kChannels == 1) {
            rb = as<I16>(components[0] & 0xffff);
            ga = I16{};
        } else {
            rb = pair(components[0], components[2]);
            if constexpr (kChannels > 3)
                ga = pair(components[1], components[3]);
            else
                ga = as<I16>(components[1] & 0xffff);
        }
    }

    [[gnu::always_inline]] I32 of(const Cell<kChannels>& cell, int pixel) const {
        I32 sum = dot_pairs(cell.rb[pixel], rb);
        if constexpr (kChannels > 1) sum += dot_pairs(cell.ga[pixel], ga);
        return sum;
    }
};

/// Weights in both halves of an entry, so that a lookup gives a pair.
alignas(64) constexpr std::int32_t kWeightPairs2[16] = {
    0 * 65537, 21 * 65537, 43 * 65537, 64 * 65537, 0 * 65537, 21 * 65537, 43 * 65537, 64 * 65537,
    0 * 65537, 21 * 65537, 43 * 65537, 64 * 65537, 0 * 65537, 21 * 65537, 43 * 65537, 64 * 65537};
alignas(64) constexpr std::int32_t kWeightPairs3[16] = {
    0 * 65537, 9 * 65537, 18 * 65537, 27 * 65537, 37 * 65537, 46 * 65537, 55 * 65537, 64 * 65537,
    0 * 65537, 9 * 65537, 18 * 65537, 27 * 65537, 37 * 65537, 46 * 65537, 55 * 65537, 64 * 65537};
alignas(64) constexpr std::int32_t kWeightPairs4[16] = {
    0 * 65537,  4 * 65537,  9 * 65537,  13 * 65537, 17 * 65537, 21 * 65537, 26 * 65537, 30 * 65537,
    34 * 65537, 38 * 65537, 43 * 65537, 47 * 65537, 51 * 65537, 55 * 65537, 60 * 65537, 64 * 65537};

/// Adding it leaves the nearest integer of a small float in the lowest bits.
constexpr float kRounder = 12582912.0f;

/// The nearest index to a position between 0 and the last index, as an integer in the lowest bits.
template <int kBits>
GALLEY_WIDE I32 index_of(F32 position) {
    const F32 inside = min(max(position, all(0.0f)), all(static_cast<float>((1 << kBits) - 1)));
    return as<I32>(inside + kRounder);
}

/// The weight of such an index in both halves of the lane.
template <int kBits>
GALLEY_WIDE I16 weight_pair(I32 index) {
    constexpr const std::int32_t* kTable = kBits == 2   ? kWeightPairs2
                                           : kBits == 3 ? kWeightPairs3
                                                        : kWeightPairs4;
#if GALLEY_WIDE_BYTES == 64
    return as<I16>(lookup16(kTable, index));
#elif GALLEY_WIDE_BYTES == 32
    const I16 low = as<I16>(_mm256_permutevar8x32_epi32(load<__m256i>(kTable), as<__m256i>(index)));
    if constexpr (kBits < 4) return low;
    const I16 high =
        as<I16>(_mm256_permutevar8x32_epi32(load<__m256i>(kTable + 8), as<__m256i>(index)));
    return as<I16>(_mm256_blendv_ps(as<__m256>(low), as<__m256>(high), as<__m256>(index << 28)));
#else
    constexpr std::int16_t kStep = kBits == 2 ? 342 : kBits == 3 ? 146 : 68;
    const I32 small = index & ((1 << kBits) - 1);
    static_cast<void>(kTable);
    return (as<I16>(small | (small << 16)) * kStep + std::int16_t{8}) >> 4;
#endif
}

template <bool kValue>
struct Flag {
    static constexpr bool value = kValue;
};

/// Runs `body(k, w, half)` for each pair of pixels with the weights of the indices nearest to
/// `position(pixel)`; half.value: only the lower half of the lanes holds a pixel.
template <int kBits, class Position, class Body>
GALLEY_WIDE void for_pairs(int count, const Position& position, const Body& body) {
    const int pairs = count / 2;
    for (int k = 0; k < pairs; ++k) {
        const I16 a = weight_pair<kBits>(index_of<kBits>(position(2 * k)));
        const I16 b = weight_pair<kBits>(index_of<kBits>(position(2 * k + 1)));
        body(k, low_high(a, b), Flag<false>{});
    }
    if (count & 1) {
        const I16 a = weight_pair<kBits>(index_of<kBits>(position(count - 1)));
        body(pairs, as<I16>(as<I32>(a) & 0xffff), Flag<true>{});
    }
}

}  // namespace
}  // namespace galley::texel::GALLEY_SIMD_NAMESPACE
