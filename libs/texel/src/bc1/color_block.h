#pragma once

#include "bc1/bc1_kernels.h"
#include "blocks/columns.h"
#include "simd/wide.h"

// For *.simd.cpp files only. A block stands in each lane.

namespace galley::texel::GALLEY_SIMD_NAMESPACE {
namespace {

/// The pixels of a block. Unweighted ones are four times their value, so that squared distances
/// leave four bits for a number, see `evaluate`.
template <bool kWeighted>
struct ColorBlock {
    I16 rb[16];                         ///< red and blue
    I16 g[16];                          ///< green and 0
    I16 weight_rb[kWeighted ? 16 : 1];  ///< of squared errors, 0 to 127
    I16 weight_g[kWeighted ? 16 : 1];
    F32 weight[kWeighted ? 16 : 1];  ///< of the pixel
    F32 total;                       ///< of the pixels' weights; 16 where unweighted
    F32 sums[3];                     ///< weighted, of the values times 1
    U32 transparent;                 ///< 0b11 << 2i for each transparent pixel i
};

/// Stored endpoints of 5, 6 and 5 bits.
struct Ends {
    I32 q[2][3];
};

/// A choice of positions between endpoints, in steps of 1 / kSteps from the first to the second.
struct Fit {
    I32 error;        ///< the weighted squared error
    U32 positions;    ///< 2 bits a pixel, pixel 0 lowest
    F32 sum;          ///< weighted, of the positions
    F32 squares;      ///< weighted, of their squares
    F32 products[3];  ///< weighted, of positions times values
};

constexpr int kScale = 4;

/// Red and blue, green and alpha of RGBA.
GALLEY_WIDE I16 red_blue(U32 rgba) { return as<I16>(rgba & 0x00ff00ffU); }
GALLEY_WIDE I32 green(U32 rgba) { return as<I32>((rgba >> 8) & 0xffU); }
GALLEY_WIDE I32 alpha(U32 rgba) { return as<I32>(rgba >> 24); }

void load_block(const Bc1Row&, const U32 pixels[16], ColorBlock<false>& block) {
    I16 rb{};
    I16 g{};
    for (int i = 0; i < 16; ++i) {
        block.rb[i] = red_blue(pixels[i]) << 2;
        block.g[i] = as<I16>(green(pixels[i])) << 2;
        rb += block.rb[i];
        g += block.g[i];
    }
    const F32 share = all(1.0f / kScale);
    block.total = all(16.0f);
    block.sums[0] = to_float(as<I32>(rb) & 0xffff) * share;
    block.sums[1] = to_float(as<I32>(g)) * share;
    block.sums[2] = to_float(as<I32>(as<U32>(rb) >> 16)) * share;
    block.transparent = U32{};
}

void load_block(const Bc1Row& row, const U32 pixels[16], ColorBlock<true>& block) {
    block.total = F32{};
    for (F32& sum : block.sums) sum = F32{};
    block.transparent = U32{};
    for (int i = 0; i < 16; ++i) {
        block.rb[i] = red_blue(pixels[i]);
        block.g[i] = as<I16>(green(pixels[i]));
        const I32 opacity = alpha(pixels[i]);
        // 1 to 10, so that colours under alpha 0 aren't arbitrary: filters reach them.
        I32 weight = row.alpha_weighs ? ((opacity * 9 + 128) >> 8) + 1 : all(1);
        const I32 gone = opacity < all(row.cutoff);
        weight = select(gone, I32{}, weight);
        block.transparent |= as<U32>(gone) & (3U << (2 * i));
        block.weight_rb[i] = pair(weight * row.weights[0], weight * row.weights[2]);
        block.weight_g[i] = as<I16>(weight * row.weights[1]);
        block.weight[i] = to_float(weight);
        block.total += block.weight[i];
        block.sums[0] += block.weight[i] * to_float(low_of(block.rb[i]));
        block.sums[1] += block.weight[i] * to_float(as<I32>(block.g[i]));
        block.sums[2] += block.weight[i] * to_float(high_of(block.rb[i]));
    }
}

struct Palette {
    I16 rb[4];
    I16 g[4];  ///< the upper half is the number of the colour
};

/// The colours from the first endpoint to the second, exactly as decoded (see rgb565.h). kSteps: 3
/// for blocks of four colours, 2 for blocks of three.
template <int kSteps>
GALLEY_WIDE void make_palette(const Ends& ends, Palette& palette) {
    const I16 a = pair(ends.q[0][0], ends.q[0][2]);
    const I16 b = pair(ends.q[1][0], ends.q[1][2]);
    const auto endpoint = [](I16 rb) { return (rb * all16(527) + all16(23)) >> 6; };
    const auto green_endpoint = [](I32 g) {
        return as<I16>((as<I32>(as<I16>(g) * all16(259)) + 33) >> 6);
    };
    const auto times_plus = [](I32 value, int times, int plus) {
        return dot_pairs(as<I16>(value | 0x10000), pair(all(times), all(plus)));
    };
    palette.rb[0] = endpoint(a);
    palette.rb[kSteps] = endpoint(b);
    palette.g[0] = green_endpoint(ends.q[0][1]);
    palette.g[kSteps] = green_endpoint(ends.q[1][1]);
    if constexpr (kSteps == 3) {
        const auto third = [](I16 rb) { return (rb * all16(351) + all16(61)) >> 7; };
        const auto green_third = [&](I32 g) { return as<I16>(times_plus(g, 2763, 1039) >> 11); };
        palette.rb[1] = third(a + a + b);
        palette.rb[2] = third(a + b + b);
        palette.g[1] = green_third(2 * ends.q[0][1] + ends.q[1][1]);
        palette.g[2] = green_third(ends.q[0][1] + 2 * ends.q[1][1]);
    } else {
        palette.rb[1] = as<I16>((as<U16>(a + b) * all_u16(1053) + all_u16(125)) >> 8);
        palette.g[1] = as<I16>(times_plus(ends.q[0][1] + ends.q[1][1], 4145, 1019) >> 11);
    }
}

/// The nearest colour for each pixel, and the sums that least squares needs of them.
///
/// The least of the distances brings the number of its colour along in its lowest bits: 0, 1, 4 or
/// 9 (the squares of the numbers, which come from the upper half of the green pairs) below
/// distances that are multiples of 16. Ties go to the lower number. Without kSums only the error
/// and the positions are there.
template <int kSteps, bool kSums = true>
Fit evaluate(const ColorBlock<false>& block, const Ends& ends) {
    Palette palette;
    make_palette<kSteps>(ends, palette);
    for (int k = 0; k <= kSteps; ++k) {
        palette.rb[k] = palette.rb[k] << 2;
        palette.g[k] = (palette.g[k] << 2) | as<I16>(all(k << 16));
    }
    Fit fit;
    fit.positions = U32{};
    I32 errors{};
    I32 squares{};
    I16 sum{};
    U16 products_rb{};
    U16 products_g{};
    for (int i = 0; i < 16; ++i) {
        I32 best;
        for (int k = 0; k <= kSteps; ++k) {
            const I16 rb = block.rb[i] - palette.rb[k];
            const I16 g = block.g[i] - palette.g[k];
            const I32 distance = dot_pairs(rb, rb) + dot_pairs(g, g);
            best = k == 0 ? distance : min(best, distance);
        }
        const I32 square = best & 15;
        errors += best - square;
        const I16 position = (as<I16>(square) * all16(77) + all16(230)) >> 8;  // its root
        fit.positions |= as<U32>(position) << (2 * i);
        if constexpr (!kSums) continue;
        squares += square;
        sum += position;
        products_rb += as<U16>(block.rb[i] * (position | as<I16>(as<I32>(position) << 16)));
        products_g += as<U16>(block.g[i] * position);
    }
    fit.error = errors >> 4;
    if constexpr (!kSums) return fit;
    fit.sum = to_float(as<I32>(sum));
    fit.squares = to_float(squares);
    const F32 share = all(1.0f / kScale);
    fit.products[0] = to_float(as<I32>(products_rb) & 0xffff) * share;
    fit.products[1] = to_float(as<I32>(products_g)) * share;
    fit.products[2] = to_float(as<I32>(as<U32>(products_rb) >> 16)) * share;
    return fit;
}

template <int kSteps, bool kSums = true>
Fit evaluate(const ColorBlock<true>& block, const Ends& ends) {
    Palette palette;
    make_palette<kSteps>(ends, palette);
    Fit fit;
    fit.error = I32{};
    fit.positions = U32{};
    fit.sum = F32{};
    fit.squares = F32{};
    for (F32& product : fit.products) product = F32{};
    for (int i = 0; i < 16; ++i) {
        I32 best;
        for (int k = 0; k <= kSteps; ++k) {
            const I16 rb = block.rb[i] - palette.rb[k];
            const I16 g = block.g[i] - palette.g[k];
            const I32 distance =
                dot_pairs(rb, rb * block.weight_rb[i]) + dot_pairs(g, g * block.weight_g[i]);
            const I32 key = (distance << 2) + k;
            best = k == 0 ? key : min(best, key);
        }
        fit.error += best >> 2;
        const I32 position = best & 3;
        fit.positions |= as<U32>(position) << (2 * i);
        if constexpr (!kSums) continue;
        const F32 p = to_float(position);
        const F32 weighted = p * block.weight[i];
        fit.sum += weighted;
        fit.squares += weighted * p;
        fit.products[0] += weighted * to_float(low_of(block.rb[i]));
        fit.products[1] += weighted * to_float(as<I32>(block.g[i]));
        fit.products[2] += weighted * to_float(high_of(block.rb[i]));
    }
    return fit;
}

}  // namespace
}  // namespace galley::texel::GALLEY_SIMD_NAMESPACE
