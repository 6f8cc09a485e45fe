#pragma once

#include "bc1/color_fit.h"

// For *.simd.cpp files only.
//
// Cluster fit (Simon Brown, "DXT Compression Techniques", 2006; the idea of ordering the pixels
// along an axis): pixels are sorted along an axis, and of all ways to cut the order into the
// colours' clusters the one is taken that leaves the least error to free endpoints. That error
// falls by |sum of (a - mean a) p|^2 / sum of (a - mean a)^2 for positions a of pixels p. As the
// cuts are the same in all blocks, the divisor is a constant of the cut where all pixels count
// alike.

namespace galley::texel::GALLEY_SIMD_NAMESPACE {
namespace {

/// Pixels in their order along an axis: sums of the first n less the mean of all.
template <bool kWeighted>
struct Ordered {
    F32 sums[17][3];
    F32 weights[kWeighted ? 17 : 1];  ///< of the first n
    I32 pixel[16];
};

// A network of 60 comparators for 16 keys (M. W. Green, 1969; Knuth, The Art of Computer
// Programming 3, 5.3.4).
constexpr std::uint8_t kNetwork[60][2] = {
    {0, 1},   {2, 3},   {4, 5},   {6, 7},   {8, 9},  {10, 11}, {12, 13}, {14, 15}, {0, 2},  {4, 6},
    {8, 10},  {12, 14}, {1, 3},   {5, 7},   {9, 11}, {13, 15}, {0, 4},   {8, 12},  {1, 5},  {9, 13},
    {2, 6},   {10, 14}, {3, 7},   {11, 15}, {0, 8},  {1, 9},   {2, 10},  {3, 11},  {4, 12}, {5, 13},
    {6, 14},  {7, 15},  {5, 10},  {6, 9},   {3, 12}, {13, 14}, {4, 8},   {7, 11},  {1, 2},  {1, 4},
    {7, 13},  {2, 8},   {11, 14}, {2, 4},   {5, 6},  {9, 10},  {11, 13}, {3, 8},   {7, 12}, {6, 8},
    {10, 12}, {3, 5},   {7, 9},   {3, 4},   {5, 6},  {7, 8},   {9, 10},  {11, 12}, {6, 7},  {8, 9}};

template <bool kWeighted>
void order(const Bc1Row& row, const ColorBlock<kWeighted>& block, const F32 mean[3],
           const F32 direction[3], Ordered<kWeighted>& ordered) {
    const Projection along = projection<kWeighted>(row, direction);
    I32 keys[16];
    for (int i = 0; i < 16; ++i)
        keys[i] = (dot_pairs(block.rb[i], along.rb) + dot_pairs(block.g[i], along.g)) * 16 + i;
    for (const auto& pair_of : kNetwork) {
        const I32 a = keys[pair_of[0]];
        const I32 b = keys[pair_of[1]];
        keys[pair_of[0]] = min(a, b);
        keys[pair_of[1]] = max(a, b);
    }
    const I32 lanes = lane_numbers();
    const F32 share = all(kWeighted ? 1.0f : 1.0f / kScale);
    for (F32& sum : ordered.sums[0]) sum = F32{};
    if constexpr (kWeighted) ordered.weights[0] = F32{};
    for (int n = 0; n < 16; ++n) {
        ordered.pixel[n] = keys[n] & 15;
        const I32 at = ordered.pixel[n] * kLanes + lanes;
        const I32 rb = gather(reinterpret_cast<const std::int32_t*>(block.rb), at);
        const I32 g = gather(reinterpret_cast<const std::int32_t*>(block.g), at);
        F32 weight = all(1.0f);
        if constexpr (kWeighted) {
            weight = as<F32>(gather(reinterpret_cast<const std::int32_t*>(block.weight), at));
            ordered.weights[n + 1] = ordered.weights[n] + weight;
        }
        const F32 values[3] = {to_float(rb & 0xffff) * share, to_float(g) * share,
                               to_float(as<I32>(as<U32>(rb) >> 16)) * share};
        for (int c = 0; c < 3; ++c)
            ordered.sums[n + 1][c] = ordered.sums[n][c] + (values[c] - mean[c]) * weight;
    }
}

/// 1 / sum of (a - mean a)^2 for the cuts of a block into clusters of positions 0 to kSteps.
template <int kSteps>
struct Shares {
    float of[17][17][17];
};

template <int kSteps>
constexpr Shares<kSteps> shares_of_cuts() {
    Shares<kSteps> shares{};
    for (int a = 0; a <= 16; ++a)
        for (int b = a; b <= 16; ++b)
            for (int c = b; c <= 16; ++c) {
                // The first a pixels are at 0, those up to b at 1, those up to c at 2.
                const int sum = kSteps == 3 ? 48 - a - b - c : 32 - a - b;
                const int squares = kSteps == 3 ? 144 - a - 3 * b - 5 * c : 64 - a - 3 * b;
                const int spread = 16 * squares - sum * sum;
                shares.of[a][b][c] = spread == 0 ? 0.0f : 16.0f / static_cast<float>(spread);
            }
    return shares;
}

constexpr Shares<3> kShares3 = shares_of_cuts<3>();
constexpr Shares<2> kShares2 = shares_of_cuts<2>();

/// The best cut: a | b << 8 | c << 16.
template <int kSteps, bool kWeighted>
I32 best_cut(const Bc1Row& row, const Ordered<kWeighted>& ordered, F32 total) {
    F32 best = all(-1.0f);
    I32 cut = all(16 | 16 << 8 | 16 << 16);
    const F32 wr = all(static_cast<float>(row.weights[0]));
    const F32 wg = all(static_cast<float>(row.weights[1]));
    const F32 wb = all(static_cast<float>(row.weights[2]));
    const auto consider = [&](F32 x, F32 y, F32 z, float share, F32 sum, F32 squares, int name) {
        F32 score;
        if constexpr (kWeighted) {
            const F32 spread = total * squares - sum * sum;
            score = (x * x * wr + y * y * wg + z * z * wb) * total / max(spread, all(0.5f));
            score = select(spread > all(0.5f), score, F32{});
        } else {
            score = (x * x + y * y + z * z) * all(share);
        }
        const I32 better = score > best;
        best = select(better, score, best);
        cut = select(better, all(name), cut);
    };
    for (int a = 0; a <= 16; ++a) {
        for (int b = a; b <= 16; ++b) {
            F32 x = ordered.sums[a][0] + ordered.sums[b][0];
            F32 y = ordered.sums[a][1] + ordered.sums[b][1];
            F32 z = ordered.sums[a][2] + ordered.sums[b][2];
            F32 sum{};
            F32 squares{};
            if constexpr (kSteps == 2) {
                if constexpr (kWeighted) {
                    sum = 2.0f * total - ordered.weights[a] - ordered.weights[b];
                    squares = 4.0f * total - ordered.weights[a] - 3.0f * ordered.weights[b];
                }
                consider(x, y, z, kShares2.of[a][b][16], sum, squares, a | b << 8 | 16 << 16);
            } else {
                for (int c = b; c <= 16; ++c) {
                    if constexpr (kWeighted) {
                        sum = 3.0f * total - ordered.weights[a] - ordered.weights[b] -
                              ordered.weights[c];
                        squares = 9.0f * total - ordered.weights[a] - 3.0f * ordered.weights[b] -
                                  5.0f * ordered.weights[c];
                    }
                    consider(x + ordered.sums[c][0], y + ordered.sums[c][1], z + ordered.sums[c][2],
                             kShares3.of[a][b][c], sum, squares, a | b << 8 | c << 16);
                }
            }
        }
    }
    return cut;
}

/// Endpoints for the best cut along a direction.
template <int kSteps, bool kWeighted>
Ends cluster_fit(const Bc1Row& row, const ColorBlock<kWeighted>& block,
                 const Ordered<kWeighted>& ordered, const F32 mean[3], const Ends& otherwise) {
    const I32 cut = best_cut<kSteps, kWeighted>(row, ordered, block.total);
    const I32 a = cut & 255;
    const I32 b = (cut >> 8) & 255;
    const I32 c = cut >> 16;
    Fit fit{};
    F32 centred[3] = {};
    for (int n = 0; n < 16; ++n) {
        const F32 position = to_float(-((a <= n) + (b <= n) + (c <= n)));
        F32 weight = all(1.0f);
        if constexpr (kWeighted) weight = ordered.weights[n + 1] - ordered.weights[n];
        fit.sum += weight * position;
        fit.squares += weight * position * position;
        for (int k = 0; k < 3; ++k)
            centred[k] += position * (ordered.sums[n + 1][k] - ordered.sums[n][k]);
    }
    for (int k = 0; k < 3; ++k) fit.products[k] = centred[k] + fit.sum * mean[k];
    return least_squares<kSteps, kWeighted>(block, fit, otherwise);
}

}  // namespace
}  // namespace galley::texel::GALLEY_SIMD_NAMESPACE
