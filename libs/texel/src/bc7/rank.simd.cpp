#include "bc7/bc7_kernels.h"
#include "bc7/bc7_modes.h"
#include "bc7/block_lanes.h"
#include "bc7/moments.h"

namespace galley::texel::GALLEY_SIMD_NAMESPACE {
namespace {

/// Which of the ranking's blocks stands in a lane; the last in lanes without one.
GALLEY_WIDE std::uint32_t block_of(const Bc7Ranking& ranking, int at) {
    return ranking.blocks[at < ranking.count ? at : ranking.count - 1];
}

/// Keys in order, the least first.
template <int kKept>
struct Best {
    I32 keys[kKept];

    Best(const Bc7Ranking& ranking, int first) {
        for (I32& key : keys) key = all(0x7fffffff);
        if (ranking.stage == Bc7RankStage::whole) return;
        for (int lane = 0; lane < kLanes; ++lane) {
            const std::int32_t* from =
                ranking.keys + std::size_t{block_of(ranking, first + lane)} * kKept;
            for (int i = 0; i < kKept; ++i) keys[i][lane] = from[i];
        }
    }

    void put(const Bc7Ranking& ranking, int first) const {
        for (int lane = 0; lane < kLanes && first + lane < ranking.count; ++lane) {
            std::int32_t* to = ranking.keys + std::size_t{ranking.blocks[first + lane]} * kKept;
            for (int i = 0; i < kKept; ++i) to[i] = keys[i][lane];
        }
    }

    [[gnu::always_inline]] void add(F32 estimate, int way) {
        I32 key = (as<I32>(max(estimate, all(0.0f))) & ~511) | way;
        GALLEY_UNROLL
        for (int i = 0; i < kKept; ++i) {
            const I32 lower = min(keys[i], key);
            key = max(keys[i], key);
            keys[i] = lower;
        }
    }
};

/// Adding and taking it away again rounds a small float to an integer.
constexpr float kRounder = 12582912.0f;

/// What the error of a way is estimated as: the spread off the line of each subset, a share of that
/// along it for the steps between indices, a share of the steps' error in the plane of its own, and
/// a constant for the rounding of endpoints. Fitted to what solving gives for pictures.
struct Cost {
    float off;
    float along;
    float scalar;
    float rounding;
};

struct Costs {
    Cost mode0, mode1, mode2, mode3, mode4, mode4_swapped, mode5, mode6, mode7;
};

constexpr Costs kOpaqueCosts{
    .mode0 = {1.378f, 0.026f, 0.0f, 681.0f},
    .mode1 = {1.593f, 0.0171f, 0.0f, 23.4f},
    .mode2 = {1.49f, 0.0524f, 0.0f, 327.0f},
    .mode3 = {1.455f, 0.0556f, 0.0f, 10.7f},
    .mode4 = {2.319f, 0.1242f, 1.325f, 20.2f},
    .mode4_swapped = {2.523f, 0.018f, 1.144f, 19.1f},
    .mode5 = {1.338f, 0.1089f, 0.596f, 10.5f},
    .mode6 = {1.222f, 0.0037f, 0.0f, 11.3f},
    .mode7 = {},
};
constexpr Costs kAlphaCosts{
    .mode0 = {},
    .mode1 = {},
    .mode2 = {},
    .mode3 = {},
    .mode4 = {2.224f, 0.1632f, 0.947f, 88.0f},
    .mode4_swapped = {4.547f, 0.0445f, 1.325f, 91.0f},
    .mode5 = {1.995f, 0.1083f, 0.683f, 13.5f},
    .mode6 = {1.302f, 0.0028f, 0.0f, 8.6f},
    .mode7 = {3.044f, 0.0692f, 0.0f, 278.0f},
};

template <int kChannels>
struct Channels {
    F32 at[kChannels][16];
};

template <int kChannels>
void load_channels(const Bc7Ranking& ranking, int first, const F32 (&roots)[4],
                   Channels<kChannels>& out) {
    load_lanes(ranking.pixels, ranking.blocks, ranking.count, first, [&](int pixel, U32 rgba) {
        GALLEY_UNROLL
        for (int channel = 0; channel < kChannels; ++channel)
            out.at[channel][pixel] =
                to_float(as<I32>((rgba >> (8 * channel)) & 255U)) * roots[channel];
    });
}

template <int kChannels>
GALLEY_WIDE Moments<kChannels> moments_of(const Channels<kChannels>& channels, int pixel) {
    Moments<kChannels> one;
    int at = 0;
    GALLEY_UNROLL
    for (int i = 0; i < kChannels; ++i) {
        one.sums[i] = channels.at[i][pixel];
        GALLEY_UNROLL
        for (int j = i; j < kChannels; ++j, ++at)
            one.products[at] = channels.at[i][pixel] * channels.at[j][pixel];
    }
    return one;
}

template <int kChannels>
struct Pixels {
    /// Moments of each choice of the pixels of each row.
    Moments<kChannels> rows[4][16];
    Moments<kChannels> whole;
};

template <int kChannels>
void add_rows(const Channels<kChannels>& channels, Pixels<kChannels>& out) {
    for (int row = 0; row < 4; ++row) {
        out.rows[row][0] = Moments<kChannels>{};
        for (int x = 0; x < 4; ++x) {
            const Moments<kChannels> one = moments_of(channels, 4 * row + x);
            for (int others = 0; others < 1 << x; ++others)
                out.rows[row][(1 << x) | others] = others == 0 ? one : out.rows[row][others] + one;
        }
    }
    out.whole = (out.rows[0][15] + out.rows[1][15]) + (out.rows[2][15] + out.rows[3][15]);
}

template <int kChannels>
[[gnu::always_inline]] inline Moments<kChannels> moments_of(const Pixels<kChannels>& pixels,
                                                            int mask) {
    return (pixels.rows[0][mask & 15] + pixels.rows[1][mask >> 4 & 15]) +
           (pixels.rows[2][mask >> 8 & 15] + pixels.rows[3][mask >> 12 & 15]);
}

GALLEY_WIDE F32 estimate(const Cost& cost, Spread spread) {
    return (spread.off * cost.off + spread.along * cost.along) + cost.rounding;
}

/// Two pixels always lie on a line, with an end on each.
GALLEY_WIDE Spread subset_spread(const auto& moments, int count) {
    const float share = count < 2 ? 0.0f : 1.0f - 2.0f / static_cast<float>(count);
    Spread spread = spread_of(moments, count);
    spread.along = spread.along * share;
    return spread;
}

GALLEY_WIDE Spread operator+(Spread a, Spread b) { return {a.along + b.along, a.off + b.off}; }

/// Squared distances of a channel from the nearest of 4 and of 8 steps from its least to its
/// greatest value: what indices of its own give it.
struct Steps {
    F32 four;
    F32 eight;
};

Steps steps_of(const F32 (&channel)[16]) {
    F32 least = channel[0];
    F32 most = channel[0];
    for (int i = 1; i < 16; ++i) {
        least = min(least, channel[i]);
        most = max(most, channel[i]);
    }
    const F32 range = most - least;
    const F32 scale = near_reciprocal(max(range, all(0.5f)));
    F32 four = all(0.0f);
    F32 eight = all(0.0f);
    for (int i = 0; i < 16; ++i) {
        const F32 at = (channel[i] - least) * scale;
        const F32 at4 = at * 3.0f;
        const F32 at8 = at * 7.0f;
        const F32 off4 = at4 - ((at4 + kRounder) - kRounder);
        const F32 off8 = at8 - ((at8 + kRounder) - kRounder);
        four += off4 * off4;
        eight += off8 * off8;
    }
    const F32 square = range * range;
    return {four * square * (1.0f / 9.0f), eight * square * (1.0f / 49.0f)};
}

void add_planes(auto& best, const Costs& costs, int rotation, Spread color, Steps scalar) {
    best.add(estimate(costs.mode5, color) + scalar.four * costs.mode5.scalar,
             bc7_way::kMode5 + rotation);
    best.add(estimate(costs.mode4, color) + scalar.eight * costs.mode4.scalar,
             bc7_way::kMode4 + 2 * rotation);
    best.add(estimate(costs.mode4_swapped, color) + scalar.four * costs.mode4_swapped.scalar,
             bc7_way::kMode4 + 2 * rotation + 1);
}

template <int kChannels>
void rank_whole(const Channels<kChannels>& channels, auto& best) {
    constexpr const Costs& costs = kChannels == 3 ? kOpaqueCosts : kAlphaCosts;
    Moments<kChannels> whole = moments_of(channels, 0);
    for (int pixel = 1; pixel < 16; ++pixel) whole = whole + moments_of(channels, pixel);
    Steps steps[4] = {};
    for (int channel = 0; channel < kChannels; ++channel)
        steps[channel] = steps_of(channels.at[channel]);
    F32 m[Moments<kChannels>::kProducts];
    scatter(whole, 16, m);
    if constexpr (kChannels == 3) {
        const Spread all3 = spread3(m[0], m[1], m[2], m[3], m[4], m[5]);
        best.add(estimate(costs.mode6, all3), bc7_way::kMode6);
        add_planes(best, costs, 0, all3, steps[3]);
        add_planes(best, costs, 1, spread2(m[3], m[4], m[5]), steps[0]);
        add_planes(best, costs, 2, spread2(m[0], m[2], m[5]), steps[1]);
        add_planes(best, costs, 3, spread2(m[0], m[1], m[3]), steps[2]);
    } else {
        best.add(estimate(costs.mode6, spread4(m)), bc7_way::kMode6);
        add_planes(best, costs, 0, spread3(m[0], m[1], m[2], m[4], m[5], m[7]), steps[3]);
        add_planes(best, costs, 1, spread3(m[4], m[5], m[6], m[7], m[8], m[9]), steps[0]);
        add_planes(best, costs, 2, spread3(m[0], m[2], m[3], m[7], m[8], m[9]), steps[1]);
        add_planes(best, costs, 3, spread3(m[0], m[1], m[3], m[4], m[6], m[9]), steps[2]);
    }
}

template <int kChannels>
void rank_two(const Bc7Ranking& ranking, const Pixels<kChannels>& pixels, auto& best) {
    constexpr const Costs& costs = kChannels == 3 ? kOpaqueCosts : kAlphaCosts;
    for (int partition = 0; partition < ranking.partitions; ++partition) {
        const int mask = ranking.two_subsets[partition];
        const int count = __builtin_popcount(static_cast<unsigned>(mask));
        const Moments<kChannels> second = moments_of(pixels, mask);
        const Spread spread =
            subset_spread(pixels.whole - second, 16 - count) + subset_spread(second, count);
        if constexpr (kChannels == 3) {
            best.add(estimate(costs.mode1, spread), bc7_way::kMode1 + partition);
            best.add(estimate(costs.mode3, spread), bc7_way::kMode3 + partition);
        } else {
            best.add(estimate(costs.mode7, spread), bc7_way::kMode7 + partition);
        }
    }
}

/// Bits 0, 2, 4, ... in a row.
GALLEY_WIDE int even_bits(std::uint32_t value) {
    value &= 0x55555555U;
    value = (value | value >> 1) & 0x33333333U;
    value = (value | value >> 2) & 0x0f0f0f0fU;
    value = (value | value >> 4) & 0x00ff00ffU;
    return static_cast<int>((value | value >> 8) & 0xffffU);
}

void rank_three(const Bc7Ranking& ranking, const Pixels<3>& pixels, auto& best) {
    constexpr const Costs& costs = kOpaqueCosts;
    for (int partition = 0; partition < 64; ++partition) {
        const int masks[3] = {0, even_bits(ranking.three_subsets[partition]),
                              even_bits(ranking.three_subsets[partition] >> 1)};
        const int second_count = __builtin_popcount(static_cast<unsigned>(masks[1]));
        const int third_count = __builtin_popcount(static_cast<unsigned>(masks[2]));
        const Moments<3> second = moments_of(pixels, masks[1]);
        const Moments<3> third = moments_of(pixels, masks[2]);
        const Spread spread =
            (subset_spread((pixels.whole - second) - third, 16 - second_count - third_count) +
             subset_spread(second, second_count)) +
            subset_spread(third, third_count);
        if (partition < 16) best.add(estimate(costs.mode0, spread), bc7_way::kMode0 + partition);
        best.add(estimate(costs.mode2, spread), bc7_way::kMode2 + partition);
    }
}

template <int kKept, int kChannels>
void rank_lanes(const Bc7Ranking& ranking, int first, const F32 (&roots)[4]) {
    Channels<kChannels> channels;
    load_channels(ranking, first, roots, channels);
    Best<kKept> best(ranking, first);
    if (ranking.stage == Bc7RankStage::whole) {
        rank_whole(channels, best);
    } else {
        Pixels<kChannels> pixels;
        add_rows(channels, pixels);
        if (ranking.stage == Bc7RankStage::two_subsets) rank_two(ranking, pixels, best);
        if constexpr (kChannels == 3)
            if (ranking.stage == Bc7RankStage::three_subsets) rank_three(ranking, pixels, best);
    }
    best.put(ranking, first);
}

template <int kKept>
void rank_blocks(const Bc7Ranking& ranking) {
    // As if the weights of colour were 1 on average, which the costs were fitted for.
    const std::int32_t* weights = ranking.weights;
    const F32 colors = to_float(all(weights[0] + weights[1] + weights[2]));
    F32 roots[4];
    for (int channel = 0; channel < 4; ++channel)
        roots[channel] = square_root(to_float(all(3 * weights[channel])) / colors);
    for (int first = 0; first < ranking.count; first += kLanes) {
        if (ranking.opaque)
            rank_lanes<kKept, 3>(ranking, first, roots);
        else
            rank_lanes<kKept, 4>(ranking, first, roots);
    }
}

}  // namespace

void rank_bc7(const Bc7Ranking& ranking) {
    switch (ranking.kept) {
    case 3: return rank_blocks<3>(ranking);
    case 8: return rank_blocks<8>(ranking);
    default: return rank_blocks<32>(ranking);
    }
}

}  // namespace galley::texel::GALLEY_SIMD_NAMESPACE
