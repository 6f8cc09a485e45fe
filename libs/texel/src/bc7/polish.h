#pragma once

#include "bc7/bc7_kernels.h"
#include "bc7/fit.h"

// For *.simd.cpp files only: a search around stored endpoints.

namespace galley::texel::GALLEY_SIMD_NAMESPACE {
namespace {

/// A small change of stored endpoints, in the lowest 9 bits of a key.
/// Bits 0-1, 2-3: a step of the first, second end in one channel, plus 1. Bits 4-5: the channel.
/// Bit 6, 7: instead, the p-bit of the first, second end changes; bit 8: and all its channels make
/// a step back, so that they go the other way.
constexpr int kMoveBits = 9;
constexpr int kFlip = 64;
constexpr int kStepBack = 256;

GALLEY_WIDE constexpr int step_move(int channel, int first, int second) {
    return (first + 1) | ((second + 1) << 2) | (channel << 4);
}

/// The moves that make the error grow least while the indices stay.
template <int kCount>
struct Moves {
    I32 keys[kCount];

    Moves() {
        for (I32& key : keys) key = all(0x7fffffff);
    }

    [[gnu::always_inline]] void add(F32 growth, int move) {
        const F32 bounded = min(max(growth, all(-2e5f)), all(2e5f));
        I32 key = (truncate(bounded * 8.0f) << kMoveBits) | move;
        GALLEY_UNROLL
        for (int i = 0; i < kCount; ++i) {
            const I32 lower = min(keys[i], key);
            key = max(keys[i], key);
            keys[i] = lower;
        }
    }
};

template <EndFormat kFormat>
constexpr int stored_bits(int channel) {
    return kFormat.bits[channel] - (kFormat.p_bits == Bc7PBits::none ? 0 : 1);
}

template <EndFormat kFormat, int kCount, int kChannels>
GALLEY_WIDE Moves<kCount> best_moves(const Line<kChannels>& line, const Ends<kChannels>& ends,
                                     const F32 (&weights)[4]) {
    Moves<kCount> moves;
    F32 p_slope[2] = {all(0.0f), all(0.0f)};
    F32 p_square[2] = {all(0.0f), all(0.0f)};
    GALLEY_UNROLL
    for (int channel = 0; channel < kChannels; ++channel) {
        const float unit = static_cast<float>(1 << (8 - stored_bits<kFormat>(channel)));
        const F32 scale = weights[channel] * (unit / 4096.0f);
        const F32 away0 = to_float(ends.value[0][channel]) - line.end[0][channel];
        const F32 away1 = to_float(ends.value[1][channel]) - line.end[1][channel];
        const F32 slope0 = (line.a * away0 + line.b * away1) * scale * 2.0f;
        const F32 slope1 = (line.b * away0 + line.c * away1) * scale * 2.0f;
        const F32 square0 = line.a * scale * unit;
        const F32 square1 = line.c * scale * unit;
        const F32 mixed = line.b * scale * (unit * 2.0f);
        const F32 along = (square0 + square1) + mixed;
        const F32 apart = (square0 + square1) - mixed;
        moves.add(square0 + slope0, step_move(channel, 1, 0));
        moves.add(square0 - slope0, step_move(channel, -1, 0));
        moves.add(square1 + slope1, step_move(channel, 0, 1));
        moves.add(square1 - slope1, step_move(channel, 0, -1));
        moves.add(along + (slope0 + slope1), step_move(channel, 1, 1));
        moves.add(along - (slope0 + slope1), step_move(channel, -1, -1));
        moves.add(apart + (slope0 - slope1), step_move(channel, 1, -1));
        moves.add(apart - (slope0 - slope1), step_move(channel, -1, 1));
        p_slope[0] += slope0 * 0.5f;
        p_slope[1] += slope1 * 0.5f;
        p_square[0] += square0 * 0.25f;
        p_square[1] += square1 * 0.25f;
    }
    if constexpr (kFormat.p_bits == Bc7PBits::one_an_endpoint) {
        GALLEY_UNROLL
        for (int end = 0; end < 2; ++end) {
            const F32 change = select(ends.p[end] == 0, p_slope[end], -p_slope[end]);
            moves.add(p_square[end] + change, kFlip << end);
            moves.add(p_square[end] - change, (kFlip << end) | kStepBack);
        }
    }
    return moves;
}

template <EndFormat kFormat, int kChannels>
GALLEY_WIDE Ends<kChannels> moved(const Ends<kChannels>& from, I32 move) {
    constexpr bool kP = kFormat.p_bits != Bc7PBits::none;
    const I32 step[2] = {(move & 3) - 1, ((move >> 2) & 3) - 1};
    const I32 in_channel = (move >> 4) & 3;
    Ends<kChannels> to = from;
    GALLEY_UNROLL
    for (int end = 0; end < 2; ++end) {
        I32 flips = all(0);
        I32 back = all(0);
        if constexpr (kFormat.p_bits == Bc7PBits::one_an_endpoint) {
            flips = (move & (kFlip << end)) != 0;
            back = flips & select((move & kStepBack) != 0, from.p[end] * 2 - 1, all(0));
            to.p[end] = select(flips, 1 - from.p[end], from.p[end]);
        }
        const I32 any_flip = (move & (3 * kFlip)) != 0;
        GALLEY_UNROLL
        for (int channel = 0; channel < kChannels; ++channel) {
            const I32 here = select(any_flip, back, (in_channel == channel) & step[end]);
            const I32 last = all((1 << stored_bits<kFormat>(channel)) - 1);
            const I32 stored = min(max(from.stored[end][channel] + here, all(0)), last);
            to.stored[end][channel] = stored;
            to.value[end][channel] =
                widened(kP ? stored * 2 + to.p[end] : stored, kFormat.bits[channel]);
        }
    }
    return to;
}

/// Tries the kCount moves that promise most, each with the indices that are then best, and keeps
/// what makes the error smaller.
template <int kBits, EndFormat kFormat, int kCount, int kChannels>
GALLEY_WIDE void polish(const Cell<kChannels>& cell, const I32 (&weights)[4],
                        const F32 (&float_weights)[4], I32& least, Ends<kChannels>& best) {
    IndexSums<kChannels> sums;
    static_cast<void>(measure<kBits>(cell, best.value, weights, &sums));
    const Moves<kCount> moves =
        best_moves<kFormat, kCount>(fit_line<kFormat>(cell, sums), best, float_weights);
    for (const I32 key : moves.keys) {
        const Ends<kChannels> ends = moved<kFormat>(best, key);
        const I32 error = measure<kBits>(cell, ends.value, weights, nullptr);
        const I32 better = error < least;
        least = min(error, least);
        replace(better, best, ends);
    }
}

/// The best endpoints found for a cell and their error.
template <int kBits, EndFormat kFormat, int kChannels>
GALLEY_WIDE I32 solve_cell(const Cell<kChannels>& cell, const I32 (&weights)[4],
                           const F32 (&float_weights)[4], const F32 (&root_weights)[4],
                           const Bc7Search& search, Ends<kChannels>& best) {
    IndexSums<kChannels> sums = first_indices<kBits>(cell, root_weights);
    best = round_ends<kFormat>(fit_line<kFormat>(cell, sums), float_weights);
    I32 least = measure<kBits>(cell, best.value, weights, &sums);
    for (int round = 0; round < search.rounds; ++round) {
        const Ends<kChannels> ends =
            round_together<kFormat>(fit_line<kFormat>(cell, sums), float_weights);
        const I32 error = measure<kBits>(cell, ends.value, weights, &sums);
        const I32 better = error < least;
        least = min(error, least);
        replace(better, best, ends);
    }
    for (int i = 0; i < search.polishes; ++i) {
        if (search.long_polishes)
            polish<kBits, kFormat, 16>(cell, weights, float_weights, least, best);
        else
            polish<kBits, kFormat, 4>(cell, weights, float_weights, least, best);
    }
    return least;
}

}  // namespace
}  // namespace galley::texel::GALLEY_SIMD_NAMESPACE
