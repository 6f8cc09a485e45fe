#pragma once

#include "bc7/cell.h"

// For *.simd.cpp files only: two endpoints of a cell, from a guess to stored bits.

namespace galley::texel::GALLEY_SIMD_NAMESPACE {
namespace {

/// What the endpoints of a plane are stored as.
struct EndFormat {
    int bits[4];  ///< of each channel, with the p-bit
    Bc7PBits p_bits;
};

[[maybe_unused]] constexpr EndFormat color_ends(int mode) {
    const Bc7Mode& m = kBc7Modes[mode];
    const int p = m.p_bits == Bc7PBits::none ? 0 : 1;
    return {{m.color_bits + p, m.color_bits + p, m.color_bits + p, m.alpha_bits + p}, m.p_bits};
}
[[maybe_unused]] constexpr EndFormat scalar_ends(int mode) {
    return {{kBc7Modes[mode].alpha_bits, 0, 0, 0}, Bc7PBits::none};
}

/// Two endpoints, not rounded yet, and how the error grows with the distance from them:
/// (a d0^2 + 2 b d0 d1 + c d1^2) / 64^2 in each channel.
template <int kChannels>
struct Line {
    F32 end[2][kChannels];
    F32 a, b, c;
};

template <int kChannels>
struct Ends {
    I32 stored[2][kChannels];  ///< without p-bits
    I32 p[2];
    I32 value[2][kChannels];  ///< 8 bits
};

template <int kChannels>
GALLEY_WIDE void replace(I32 where, Ends<kChannels>& ends, const Ends<kChannels>& by) {
    GALLEY_UNROLL
    for (int end = 0; end < 2; ++end) {
        ends.p[end] = select(where, by.p[end], ends.p[end]);
        GALLEY_UNROLL
        for (int channel = 0; channel < kChannels; ++channel) {
            ends.stored[end][channel] =
                select(where, by.stored[end][channel], ends.stored[end][channel]);
            ends.value[end][channel] =
                select(where, by.value[end][channel], ends.value[end][channel]);
        }
    }
}

/// The 8-bit value of `bits` bits: the highest bits are repeated below.
GALLEY_WIDE I32 widened(I32 value, int bits) {
    return bits == 8 ? value : (value << (8 - bits)) | (value >> (2 * bits - 8));
}

/// The endpoints that minimise the squared error of the indices behind the sums (least squares).
/// Where all indices are the same they stand half a step to both sides of the mean, so that one of
/// the indices between comes near it.
template <EndFormat kFormat, int kChannels>
GALLEY_WIDE Line<kChannels> fit_line(const Cell<kChannels>& cell,
                                     const IndexSums<kChannels>& sums) {
    const float count = static_cast<float>(cell.count);
    const float inverse_count = 1.0f / count;
    const I32 determinant = sums.ww * cell.count - sums.w * sums.w;
    const I32 same = determinant == 0;
    const F32 inverse = 1.0f / to_float(select(same, all(1), determinant));
    const F32 w = to_float(sums.w);
    const F32 ww = to_float(sums.ww);
    Line<kChannels> line;
    GALLEY_UNROLL
    for (int channel = 0; channel < kChannels; ++channel) {
        const F32 slope =
            to_float(sums.wp[channel] * cell.count - sums.w * cell.sums[channel]) * inverse;
        const float half = 127.0f / static_cast<float>((1 << kFormat.bits[channel]) - 1);
        const F32 mean = to_float(cell.sums[channel]) * inverse_count;
        const F32 first = (to_float(cell.sums[channel]) - slope * w) * inverse_count;
        line.end[0][channel] = select(same, mean - half, first);
        line.end[1][channel] = select(same, mean + half, first + slope * 64.0f);
    }
    line.a = count * 4096.0f - w * 128.0f + ww;
    line.b = w * 64.0f - ww;
    line.c = ww;
    return line;
}

/// Rounds each endpoint by itself; p-bits are those that move the endpoint (or both) least.
template <EndFormat kFormat, int kChannels>
GALLEY_WIDE Ends<kChannels> round_ends(const Line<kChannels>& line, const F32 (&weights)[4]) {
    Ends<kChannels> candidates[2];
    F32 errors[2][2];
    constexpr int kChoices = kFormat.p_bits == Bc7PBits::none ? 1 : 2;
    GALLEY_UNROLL
    for (int p = 0; p < kChoices; ++p) {
        GALLEY_UNROLL
        for (int end = 0; end < 2; ++end) {
            F32 error = all(0.0f);
            GALLEY_UNROLL
            for (int channel = 0; channel < kChannels; ++channel) {
                const int bits = kFormat.bits[channel];
                const float scale = static_cast<float>((1 << bits) - 1) / 255.0f;
                const F32 x = line.end[end][channel];
                I32 stored;
                I32 value;
                if (kChoices == 1) {
                    stored = round(
                        min(max(x * scale, all(0.0f)), all(static_cast<float>((1 << bits) - 1))));
                    value = widened(stored, bits);
                } else {
                    const F32 at = x * (scale * 0.5f) - static_cast<float>(p) * 0.5f;
                    stored = round(
                        min(max(at, all(0.0f)), all(static_cast<float>((1 << (bits - 1)) - 1))));
                    value = widened(stored * 2 + p, bits);
                    const F32 away = to_float(value) - x;
                    error += away * away * weights[channel];
                }
                candidates[p].stored[end][channel] = stored;
                candidates[p].value[end][channel] = value;
            }
            candidates[p].p[end] = all(p);
            errors[p][end] = error;
        }
    }
    Ends<kChannels>& ends = candidates[0];
    if (kChoices == 1) return ends;
    I32 second[2] = {errors[1][0] < errors[0][0], errors[1][1] < errors[0][1]};
    if (kFormat.p_bits == Bc7PBits::one_a_subset)
        second[0] = second[1] = errors[1][0] + errors[1][1] < errors[0][0] + errors[0][1];
    GALLEY_UNROLL
    for (int end = 0; end < 2; ++end) {
        ends.p[end] = select(second[end], all(1), all(0));
        GALLEY_UNROLL
        for (int channel = 0; channel < kChannels; ++channel) {
            ends.stored[end][channel] =
                select(second[end], candidates[1].stored[end][channel], ends.stored[end][channel]);
            ends.value[end][channel] =
                select(second[end], candidates[1].value[end][channel], ends.value[end][channel]);
        }
    }
    return ends;
}

/// The best of the roundings where the first endpoint goes down or up in each channel, the second
/// to what is then best, with each choice of p-bits: as the line's error measures it.
template <EndFormat kFormat, int kChannels>
GALLEY_WIDE Ends<kChannels> round_together(const Line<kChannels>& line, const F32 (&weights)[4]) {
    constexpr int kChoices = kFormat.p_bits == Bc7PBits::none ? 1 : 2;
    constexpr bool kShared = kFormat.p_bits == Bc7PBits::one_a_subset;
    const F32 share = line.b / select(line.c > 0.0f, line.c, all(1.0f));
    const F32 twice_b = line.b * 2.0f;
    Ends<kChannels> best;
    F32 least = all(0.0f);
    GALLEY_UNROLL
    for (int p0 = 0; p0 < kChoices; ++p0) {
        Ends<kChannels> candidate[2];
        F32 error[2] = {all(0.0f), all(0.0f)};
        GALLEY_UNROLL
        for (int channel = 0; channel < kChannels; ++channel) {
            const int bits = kFormat.bits[channel];
            const float half = kChoices == 1 ? 1.0f : 0.5f;
            const float scale = static_cast<float>((1 << bits) - 1) / 255.0f * half;
            const I32 last = all((1 << (kChoices == 1 ? bits : bits - 1)) - 1);
            const auto value_of = [&](I32 stored, int p) __attribute__((always_inline)) {
                return kChoices == 1 ? widened(stored, bits) : widened(stored * 2 + p, bits);
            };
            const F32 x0 = line.end[0][channel];
            const F32 x1 = line.end[1][channel];
            const F32 at = x0 * scale - static_cast<float>(p0) * half;
            const I32 down = round(min(max(at - 0.5f, all(-1.0f)), all(300.0f)));
            F32 channel_error[2];
            GALLEY_UNROLL
            for (int side = 0; side < 2; ++side) {
                const I32 stored0 = min(max(down + side, all(0)), last);
                const I32 value0 = value_of(stored0, p0);
                const F32 away0 = to_float(value0) - x0;
                const F32 target = x1 - share * away0;
                const F32 own = line.a * away0 * away0;
                const F32 mixed = twice_b * away0;
                GALLEY_UNROLL
                for (int p1 = kShared ? p0 : 0; p1 < (kShared ? p0 + 1 : kChoices); ++p1) {
                    const F32 at1 = target * scale - static_cast<float>(p1) * half;
                    const I32 stored1 = round(min(max(at1, all(0.0f)), to_float(last)));
                    const I32 value1 = value_of(stored1, p1);
                    const F32 away1 = to_float(value1) - x1;
                    const F32 total = own + away1 * (mixed + line.c * away1);
                    const I32 better = side == 0 ? all(-1) : total < channel_error[p1];
                    Ends<kChannels>& ends = candidate[p1];
                    channel_error[p1] =
                        side == 0 ? total : select(better, total, channel_error[p1]);
                    const auto put = [&](I32& to, I32 value) __attribute__((always_inline)) {
                        to = side == 0 ? value : select(better, value, to);
                    };
                    put(ends.stored[0][channel], stored0);
                    put(ends.value[0][channel], value0);
                    put(ends.stored[1][channel], stored1);
                    put(ends.value[1][channel], value1);
                }
            }
            GALLEY_UNROLL
            for (int p1 = kShared ? p0 : 0; p1 < (kShared ? p0 + 1 : kChoices); ++p1)
                error[p1] += channel_error[p1] * weights[channel];
        }
        GALLEY_UNROLL
        for (int p1 = kShared ? p0 : 0; p1 < (kShared ? p0 + 1 : kChoices); ++p1) {
            candidate[p1].p[0] = all(p0);
            candidate[p1].p[1] = all(p1);
            if (p0 == 0 && p1 == 0) {
                best = candidate[0];
                least = error[0];
            } else {
                const I32 better = error[p1] < least;
                least = select(better, error[p1], least);
                replace(better, best, candidate[p1]);
            }
        }
    }
    return best;
}

}  // namespace
}  // namespace galley::texel::GALLEY_SIMD_NAMESPACE
