#pragma once

#include "bc1/color_block.h"

// For *.simd.cpp files only: endpoints for a block, from the spread of its pixels, from a choice of
// positions (least squares), and from their mean.

namespace galley::texel::GALLEY_SIMD_NAMESPACE {
namespace {

constexpr int kMost[3] = {31, 63, 31};  ///< largest stored endpoint of each channel

/// A line through the pixels of a block.
struct Axis {
    F32 mean[3];
    F32 direction[3];  ///< any length; zero where all pixels are equal
};

struct Covariance {
    F32 rr, rg, rb, gg, gb, bb;
};

GALLEY_WIDE F32 clamped(F32 value, float most) { return min(max(value, F32{}), all(most)); }

Covariance covariance(const ColorBlock<false>& block) {
    I32 rr{}, rg{}, rb{}, gg{}, gb{}, bb{};
    for (int i = 0; i < 16; i += 2) {
        const I16 first = block.rb[i];
        const I16 second = block.rb[i + 1];
        const I16 r = low_high(first, as<I16>(as<I32>(second) << 16));
        const I16 b = low_high(as<I16>(as<U32>(first) >> 16), second);
        const I16 g = low_high(block.g[i], as<I16>(as<I32>(block.g[i + 1]) << 16));
        rr += dot_pairs(r, r);
        rg += dot_pairs(r, g);
        rb += dot_pairs(r, b);
        gg += dot_pairs(g, g);
        gb += dot_pairs(g, b);
        bb += dot_pairs(b, b);
    }
    // 16 sum(xy) - sum(x) sum(y), exact: below 2^28.
    const I32 sr = truncate(block.sums[0] * all(1.0f * kScale));
    const I32 sg = truncate(block.sums[1] * all(1.0f * kScale));
    const I32 sb = truncate(block.sums[2] * all(1.0f * kScale));
    return {to_float((rr << 4) - sr * sr), to_float((rg << 4) - sr * sg),
            to_float((rb << 4) - sr * sb), to_float((gg << 4) - sg * sg),
            to_float((gb << 4) - sg * sb), to_float((bb << 4) - sb * sb)};
}

Covariance covariance(const ColorBlock<true>& block, const F32 mean[3]) {
    Covariance c{};
    for (int i = 0; i < 16; ++i) {
        const F32 r = to_float(low_of(block.rb[i])) - mean[0];
        const F32 g = to_float(as<I32>(block.g[i])) - mean[1];
        const F32 b = to_float(high_of(block.rb[i])) - mean[2];
        const F32 wr = r * block.weight[i];
        const F32 wg = g * block.weight[i];
        c.rr += wr * r;
        c.rg += wr * g;
        c.rb += wr * b;
        c.gg += wg * g;
        c.gb += wg * b;
        c.bb += b * b * block.weight[i];
    }
    return c;
}

template <bool kWeighted>
GALLEY_WIDE void mean_of(const ColorBlock<kWeighted>& block, F32 mean[3]) {
    const F32 share = all(1.0f) / max(block.total, all(1.0f));
    for (int c = 0; c < 3; ++c) mean[c] = block.sums[c] * share;
}

/// The principal axis by power iteration from the column of the largest variance.
template <bool kWeighted>
Axis principal_axis(const Bc1Row& row, const ColorBlock<kWeighted>& block) {
    Axis axis;
    mean_of(block, axis.mean);
    Covariance c;
    if constexpr (kWeighted) {
        // Channels that count more are longer while the axis is sought.
        c = covariance(block, axis.mean);
        const float wr = static_cast<float>(row.weights[0]);
        const float wg = static_cast<float>(row.weights[1]);
        const float wb = static_cast<float>(row.weights[2]);
        const float root_rg = __builtin_sqrtf(wr * wg);
        const float root_rb = __builtin_sqrtf(wr * wb);
        const float root_gb = __builtin_sqrtf(wg * wb);
        c = {c.rr * all(wr), c.rg * all(root_rg), c.rb * all(root_rb),
             c.gg * all(wg), c.gb * all(root_gb), c.bb * all(wb)};
    } else {
        c = covariance(block);
    }
    const I32 green_first = (c.gg >= c.rr) & (c.gg >= c.bb);
    const I32 red_first = c.rr >= c.bb;
    F32 x = select(green_first, c.rg, select(red_first, c.rr, c.rb));
    F32 y = select(green_first, c.gg, select(red_first, c.rg, c.gb));
    F32 z = select(green_first, c.gb, select(red_first, c.rb, c.bb));
    for (int i = 0; i < 4; ++i) {
        const F32 most = max(max(max(x, -x), max(y, -y)), max(z, -z));
        const F32 scale = all(1.0f) / max(most, all(1e-9f));
        x *= scale;
        y *= scale;
        z *= scale;
        const F32 nx = c.rr * x + c.rg * y + c.rb * z;
        const F32 ny = c.rg * x + c.gg * y + c.gb * z;
        const F32 nz = c.rb * x + c.gb * y + c.bb * z;
        x = nx;
        y = ny;
        z = nz;
    }
    if constexpr (kWeighted) {
        x *= all(1.0f / __builtin_sqrtf(static_cast<float>(row.weights[0])));
        y *= all(1.0f / __builtin_sqrtf(static_cast<float>(row.weights[1])));
        z *= all(1.0f / __builtin_sqrtf(static_cast<float>(row.weights[2])));
    }
    axis.direction[0] = x;
    axis.direction[1] = y;
    axis.direction[2] = z;
    return axis;
}

/// Positions of pixels along an axis, in whole numbers below 2^22.
struct Projection {
    I16 rb;
    I16 g;
    F32 length;  ///< of the direction in these numbers, squared
};

template <bool kWeighted>
GALLEY_WIDE Projection projection(const Bc1Row& row, const F32 direction[3]) {
    F32 d[3];
    for (int c = 0; c < 3; ++c) d[c] = direction[c];
    if constexpr (kWeighted)  // distances are in the metric
        for (int c = 0; c < 3; ++c) d[c] *= all(static_cast<float>(row.weights[c]));
    const F32 most = max(max(max(d[0], -d[0]), max(d[1], -d[1])), max(d[2], -d[2]));
    const F32 scale = all(1023.0f) / max(most, all(1e-9f));
    for (F32& part : d) part *= scale;
    return {pair(round(d[0]), round(d[2])), as<I16>(round(d[1]) & 0xffff),
            d[0] * direction[0] + d[1] * direction[1] + d[2] * direction[2]};
}

GALLEY_WIDE Ends nearest_ends(const F32 ends[2][3]) {
    Ends stored;
    for (int e = 0; e < 2; ++e)
        for (int c = 0; c < 3; ++c) {
            const float most = static_cast<float>(kMost[c]);
            stored.q[e][c] = round(clamped(ends[e][c], 255.0f) * all(most / 255.0f));
        }
    return stored;
}

/// The ends of the pixels' spread along the axis.
template <bool kWeighted>
Ends spread_ends(const Bc1Row& row, const ColorBlock<kWeighted>& block, const Axis& axis) {
    const Projection along = projection<kWeighted>(row, axis.direction);
    I32 least;
    I32 most;
    for (int i = 0; i < 16; ++i) {
        const I32 at = dot_pairs(block.rb[i], along.rb) + dot_pairs(block.g[i], along.g);
        if constexpr (kWeighted) {
            const I32 counts = block.weight[i] > F32{};
            least =
                i == 0 ? select(counts, at, all(1 << 24)) : select(counts, min(least, at), least);
            most =
                i == 0 ? select(counts, at, all(-(1 << 24))) : select(counts, max(most, at), most);
        } else {
            least = i == 0 ? at : min(least, at);
            most = i == 0 ? at : max(most, at);
        }
    }
    const float unscale = kWeighted ? 1.0f : 1.0f / kScale;
    const F32 mean = axis.mean[0] * to_float(low_of(along.rb)) +
                     axis.mean[1] * to_float(low_of(along.g)) +
                     axis.mean[2] * to_float(high_of(along.rb));
    const F32 share = all(1.0f) / max(along.length, all(1e-9f));
    const F32 first = (to_float(least) * all(unscale) - mean) * share;
    const F32 last = (to_float(most) * all(unscale) - mean) * share;
    F32 ends[2][3];
    for (int c = 0; c < 3; ++c) {
        ends[0][c] = axis.mean[c] + axis.direction[c] * first;
        ends[1][c] = axis.mean[c] + axis.direction[c] * last;
    }
    return nearest_ends(ends);
}

/// The endpoints that fit the positions best (least squares), each channel rounded to the better
/// neighbours. Where all positions are the same, `otherwise`.
template <int kSteps, bool kWeighted>
Ends least_squares(const ColorBlock<kWeighted>& block, const Fit& fit, const Ends& otherwise) {
    const F32 steps = all(static_cast<float>(kSteps));
    // Sums of (n - a)^2, (n - a) a, a^2 over positions a of n steps.
    const F32 aa = fit.squares;
    const F32 ab = steps * fit.sum - aa;
    const F32 bb = steps * (steps * block.total - fit.sum - fit.sum) + aa;
    const F32 determinant = aa * bb - ab * ab;
    const I32 solvable = determinant > all(0.5f);
    const F32 share = steps / max(determinant, all(0.5f));
    Ends stored;
    for (int c = 0; c < 3; ++c) {
        const F32 last = fit.products[c];
        const F32 first = steps * block.sums[c] - last;
        const float most = static_cast<float>(kMost[c]);
        const F32 unit = share * all(most / 255.0f);
        const F32 x = clamped((first * aa - last * ab) * unit, most);
        const F32 y = clamped((last * bb - first * ab) * unit, most);
        const I32 whole_x = truncate(x);
        const I32 whole_y = truncate(y);
        // The error grows by bb dx^2 + 2 ab dx dy + aa dy^2.
        const F32 dx[2] = {to_float(whole_x) - x, to_float(whole_x) - x + all(1.0f)};
        const F32 dy[2] = {to_float(whole_y) - y, to_float(whole_y) - y + all(1.0f)};
        const F32 twice = ab + ab;
        const auto growth = [&](int i, int j) {
            return dx[i] * (bb * dx[i] + twice * dy[j]) + aa * dy[j] * dy[j];
        };
        const F32 g00 = growth(0, 0);
        const F32 g01 = growth(0, 1);
        const F32 g10 = growth(1, 0);
        const F32 g11 = growth(1, 1);
        const I32 up_y0 = g01 < g00;
        const I32 up_y1 = g11 < g10;
        const I32 up_x = min(g10, g11) < min(g00, g01);
        const I32 up_y = select(up_x, up_y1, up_y0);
        const I32 top = all(kMost[c]);
        stored.q[0][c] = select(solvable, min(whole_x - up_x, top), otherwise.q[0][c]);
        stored.q[1][c] = select(solvable, min(whole_y - up_y, top), otherwise.q[1][c]);
    }
    return stored;
}

}  // namespace
}  // namespace galley::texel::GALLEY_SIMD_NAMESPACE
