#include "bc4/bc4_kernels.h"
#include "blocks/columns.h"
#include "simd/wide.h"

namespace galley::texel::GALLEY_SIMD_NAMESPACE {
namespace {

/// Values in steps of the stored endpoints: 0 to 255, or -127 to 127.
struct Values {
    F32 of[16];
    F32 least;
    F32 most;
    float bottom;  ///< of the range
    float top;
};

/// Stored endpoints: from a, position 0, to b, position 7 (or 5). a <= b.
struct Ends4 {
    F32 a;
    F32 b;
};

/// What positions the values take, and sums over those between the endpoints.
struct Fit4 {
    F32 error;
    F32 count;
    F32 sum;       ///< of positions
    F32 squares;   ///< of their squares
    F32 values;    ///< of values
    F32 products;  ///< of positions times values
};

struct Best4 {
    F32 error;
    Ends4 ends;
    I32 fifths;  ///< the palette of six and the ends of the range
};

GALLEY_WIDE F32 whole(F32 value) { return (value + 12582912.0f) - 12582912.0f; }

/// Steps of a seventh, or of a fifth with the ends of the range beside them. kRounded: the palette
/// is rounded to whole steps, as decoders to 8 bits do.
template <int kSteps, bool kRounded>
struct Choice {
    F32 scale;
    Ends4 ends;
    F32 step;
};

template <int kSteps, bool kRounded>
GALLEY_WIDE Choice<kSteps, kRounded> choice_between(const Ends4& ends) {
    const F32 width = ends.b - ends.a;
    const F32 steps = all(static_cast<float>(kSteps));
    return {steps / max(width, all(0.5f)), ends, width / steps};
}

template <int kSteps, bool kRounded>
GALLEY_WIDE F32 position_of(const Choice<kSteps, kRounded>& choice, F32 value) {
    const F32 at = (value - choice.ends.a) * choice.scale;
    return whole(min(max(at, F32{}), all(static_cast<float>(kSteps))));
}

template <int kSteps, bool kRounded>
GALLEY_WIDE F32 decoded(const Choice<kSteps, kRounded>& choice, F32 position) {
    const F32 value = choice.ends.a + choice.step * position;
    // No seventh or fifth is near a half, so that rounding errors don't matter.
    if constexpr (kRounded) return whole(value);
    return value;
}

template <int kSteps, bool kRounded>
Fit4 evaluate4(const Values& values, const Ends4& ends) {
    const auto choice = choice_between<kSteps, kRounded>(ends);
    Fit4 fit{};
    for (int i = 0; i < 16; ++i) {
        const F32 value = values.of[i];
        const F32 position = position_of(choice, value);
        const F32 off = value - decoded(choice, position);
        F32 error = off * off;
        if constexpr (kSteps == 7) {
            fit.sum += position;
            fit.squares += position * position;
            fit.values += value;
            fit.products += position * value;
        } else {
            const F32 below = value - values.bottom;
            const F32 above = values.top - value;
            const F32 outside = min(below * below, above * above);
            const I32 inside = error <= outside;
            error = min(error, outside);
            const F32 p = select(inside, position, F32{});
            const F32 v = select(inside, value, F32{});
            fit.count += select(inside, all(1.0f), F32{});
            fit.sum += p;
            fit.squares += p * p;
            fit.values += v;
            fit.products += p * v;
        }
        fit.error += error;
    }
    if constexpr (kSteps == 7) fit.count = all(16.0f);
    return fit;
}

/// Which of the blocks in the mask gained. Every choice is a block's own: what happens to its
/// neighbours in the vector may decide whether work is done, never its result.
template <int kSteps>
GALLEY_WIDE I32 take4(Best4& best, const Fit4& fit, const Ends4& ends, I32 mask) {
    const I32 better = (fit.error < best.error) & mask;
    best.error = select(better, fit.error, best.error);
    best.ends.a = select(better, ends.a, best.ends.a);
    best.ends.b = select(better, ends.b, best.ends.b);
    best.fifths = select(better, all(kSteps == 5 ? -1 : 0), best.fifths);
    return better;
}

/// Endpoints that fit the positions best, rounded to the better neighbours.
template <int kSteps>
GALLEY_WIDE Ends4 least_squares4(const Values& values, const Fit4& fit, const Ends4& otherwise) {
    const F32 steps = all(static_cast<float>(kSteps));
    const F32 bb = fit.squares;
    const F32 ab = steps * fit.sum - bb;
    const F32 aa = steps * (steps * fit.count - fit.sum - fit.sum) + bb;
    const F32 determinant = aa * bb - ab * ab;
    const I32 solvable = determinant > all(0.5f);
    const F32 share = steps / max(determinant, all(0.5f));
    const F32 last = fit.products;
    const F32 first = steps * fit.values - last;
    const auto within = [&](F32 value) {
        return min(max(value, all(values.bottom)), all(values.top));
    };
    const F32 x = within((first * bb - last * ab) * share);
    const F32 y = within((last * aa - first * ab) * share);
    // Towards the bottom of the range, whatever its sign.
    const auto floor_of = [](F32 value) {
        const F32 near = whole(value);
        return select(near > value, near - all(1.0f), near);
    };
    const F32 whole_x = floor_of(x);
    const F32 whole_y = floor_of(y);
    const F32 dx[2] = {whole_x - x, whole_x - x + all(1.0f)};
    const F32 dy[2] = {whole_y - y, whole_y - y + all(1.0f)};
    const F32 twice = ab + ab;
    const auto growth = [&](int i, int j) {
        return dx[i] * (aa * dx[i] + twice * dy[j]) + bb * dy[j] * dy[j];
    };
    const F32 g00 = growth(0, 0);
    const F32 g01 = growth(0, 1);
    const F32 g10 = growth(1, 0);
    const F32 g11 = growth(1, 1);
    const I32 up_x = min(g10, g11) < min(g00, g01);
    const I32 up_y = select(up_x, as<I32>(g11 < g10), as<I32>(g01 < g00));
    const F32 a = within(whole_x - to_float(up_x));
    const F32 b = within(whole_y - to_float(up_y));
    return {select(solvable, min(a, b), otherwise.a), select(solvable, max(a, b), otherwise.b)};
}

template <int kSteps, bool kRounded>
GALLEY_WIDE void refine4(const Values& values, Ends4 ends, int rounds, Best4& best) {
    Fit4 fit = evaluate4<kSteps, kRounded>(values, ends);
    I32 mask = all(-1);
    take4<kSteps>(best, fit, ends, mask);
    for (int i = 0; i < rounds && any(mask); ++i) {
        ends = least_squares4<kSteps>(values, fit, ends);
        fit = evaluate4<kSteps, kRounded>(values, ends);
        mask = take4<kSteps>(best, fit, ends, mask);
    }
}

/// Moves the best endpoints one or two steps as long as that gains.
template <int kSteps, bool kRounded>
void search4(const Values& values, I32 mask, Best4& best) {
    constexpr signed char kMoves[16][2] = {{1, 0},  {-1, 0},  {0, 1},  {0, -1}, {1, 1}, {-1, -1},
                                           {1, -1}, {-1, 1},  {2, 0},  {-2, 0}, {0, 2}, {0, -2},
                                           {2, 2},  {-2, -2}, {2, -2}, {-2, 2}};
    for (int i = 0; i < 4 && any(mask); ++i) {
        I32 gained{};
        for (const auto& move : kMoves) {
            const auto within = [&](F32 value) {
                return min(max(value, all(values.bottom)), all(values.top));
            };
            const F32 a = within(best.ends.a + all(static_cast<float>(move[0])));
            const F32 b = within(best.ends.b + all(static_cast<float>(move[1])));
            const Ends4 ends{min(a, b), max(a, b)};
            gained |= take4<kSteps>(best, evaluate4<kSteps, kRounded>(values, ends), ends, mask);
        }
        mask = gained;
    }
}

/// The ends of the values that lie further than a third of their width from the range's ends.
GALLEY_WIDE Ends4 inner_ends(const Values& values) {
    const F32 margin = (values.most - values.least) * all(1.0f / 6.0f);
    F32 least = all(values.top);
    F32 most = all(values.bottom);
    for (const F32& value : values.of) {
        const I32 inside = (value - values.bottom > margin) & (values.top - value > margin);
        least = select(inside, min(least, value), least);
        most = select(inside, max(most, value), most);
    }
    least = min(least, most);
    return {whole(least), whole(most)};
}

template <bool kRounded>
Best4 encode_values(const Values& values, int effort) {
    Best4 best{all(1e30f), {}, I32{}};
    const Ends4 spread{whole(values.least), whole(values.most)};
    constexpr int kRounds[3] = {1, 3, 4};
    refine4<7, kRounded>(values, spread, kRounds[effort], best);
    if (effort == 0) return best;
    if (effort == 2) search4<7, kRounded>(values, all(-1), best);
    refine4<5, kRounded>(values, spread, effort, best);
    refine4<5, kRounded>(values, inner_ends(values), effort, best);
    if (effort == 2) search4<5, kRounded>(values, best.fifths, best);
    return best;
}

/// Indices of a block as 8 times 3 bits in each half.
template <bool kRounded>
GALLEY_WIDE void indices_of(const Values& values, const Best4& best, U32 halves[2]) {
    const auto seven = choice_between<7, kRounded>(best.ends);
    const auto five = choice_between<5, kRounded>(best.ends);
    const bool some_fifths = any(best.fifths);
    for (int half = 0; half < 2; ++half) {
        U32 packed{};
        for (int i = 0; i < 8; ++i) {
            const F32 value = values.of[8 * half + i];
            // The first stored endpoint is b: positions 7, 0, 6, 5, ... 1 are indices 0 to 7.
            const I32 turned = 8 - truncate(position_of(seven, value));
            I32 index = turned & 7;
            index ^= select((turned > 7) | (turned == 1), all(1), I32{});
            if (some_fifths) {
                // The first is a: positions 0, 5, 1, 2, 3, 4 are indices 0 to 5.
                const F32 position = position_of(five, value);
                const F32 off = value - decoded(five, position);
                const F32 below = value - values.bottom;
                const F32 above = values.top - value;
                const I32 p = truncate(position);
                I32 fifth = select(p == 0, I32{}, select(p == 5, all(1), p + 1));
                const F32 error = off * off;
                fifth = select(min(below * below, above * above) < error,
                               select(above < below, all(7), all(6)), fifth);
                index = select(best.fifths, fifth, index);
            }
            packed |= as<U32>(index) << (3 * i);
        }
        halves[half] = packed;
    }
}

GALLEY_WIDE void pack4(const Best4& best, U32 indices[2], U32 words[2]) {
    const I32 a = truncate(best.ends.a) & 255;
    const I32 b = truncate(best.ends.b) & 255;
    // Equal endpoints mean fifths: all values are the first then, unless an end of the range.
    const I32 equal = a == b;
    const I32 first = select(best.fifths, a, b);
    const I32 second = select(best.fifths, b, a);
    const I32 lone = equal & ~best.fifths;
    indices[0] = select(lone, U32{}, indices[0]);
    indices[1] = select(lone, U32{}, indices[1]);
    words[0] = as<U32>(first | (second << 8)) | (indices[0] << 16);
    words[1] = (indices[0] >> 16) | (indices[1] << 8);
}

/// The 16 samples of each block as stored.
GALLEY_WIDE void load_samples(const Bc4Row& row, const std::uint8_t* const rows[4],
                              U32 samples[16]) {
    const std::uint32_t mask = row.sample_bits == 8 ? 0xff : 0xffff;
    for (int y = 0; y < 4; ++y) {
        U32* const out = samples + 4 * y;
        if (row.pixel_bytes == 4) {
            columns_of(rows[y], out);
            for (int x = 0; x < 4; ++x) out[x] = (out[x] >> row.shift) & mask;
        } else if (row.pixel_bytes == 2) {
            U32 even;
            U32 odd;
            split_lanes(load<U32>(rows[y]), load<U32>(rows[y] + kWideBytes), even, odd);
            out[0] = (even >> row.shift) & mask;
            out[1] = (even >> (16 + row.shift)) & mask;
            out[2] = (odd >> row.shift) & mask;
            out[3] = (odd >> (16 + row.shift)) & mask;
        } else {
            const U32 four = load<U32>(rows[y]);
            for (int x = 0; x < 4; ++x) out[x] = (four >> (8 * x)) & mask;
        }
    }
}

void values_of(const Bc4Row& row, const U32 samples[16], Values& values) {
    values.bottom = row.is_signed ? -127.0f : 0.0f;
    values.top = row.is_signed ? 127.0f : 255.0f;
    const float scale = row.sample_bits == 8 ? 1.0f
                        : row.is_signed      ? 127.0f / 32767.0f
                                             : 255.0f / 65535.0f;
    const std::int32_t zero = row.is_signed ? 32767 : 0;
    for (int i = 0; i < 16; ++i) {
        const F32 value = to_float(as<I32>(samples[i]) - zero) * all(scale);
        values.of[i] = value;
        values.least = i == 0 ? value : min(values.least, value);
        values.most = i == 0 ? value : max(values.most, value);
    }
}

template <bool kRounded>
void encode_batch(const Bc4Row& row, const std::uint8_t* const rows[4], int first, int count) {
    U32 samples[16];
    load_samples(row, rows, samples);
    Values values;
    values_of(row, samples, values);
    Best4 best{F32{}, {values.least, values.most}, I32{}};
    U32 indices[2]{};
    // Opaque alpha is common: blocks of one stored value.
    if (any((values.least != values.most) | (whole(values.least) != values.least))) {
        best = encode_values<kRounded>(values, row.effort);
        indices_of<kRounded>(values, best, indices);
    }
    U32 words[2];
    pack4(best, indices, words);
    std::uint32_t halves[2][kLanes];
    store(halves[0], words[0]);
    store(halves[1], words[1]);
    for (int i = 0; i < count; ++i) {
        std::uint8_t* out = row.out + (first + i) * static_cast<std::ptrdiff_t>(row.out_stride);
        __builtin_memcpy(out, &halves[0][i], 4);
        __builtin_memcpy(out + 4, &halves[1][i], 4);
    }
    if (row.errors == nullptr) return;
    std::int32_t errors[kLanes];
    store(errors, truncate(best.error));
    for (int i = 0; i < count; ++i) row.errors[first + i] = errors[i];
}

void encode_batch(const Bc4Row& row, const std::uint8_t* const rows[4], int first, int count) {
    if (row.sample_bits == 8)
        encode_batch<true>(row, rows, first, count);
    else
        encode_batch<false>(row, rows, first, count);
}

}  // namespace

void encode_bc4(const Bc4Row& row) {
    const int block_bytes = 4 * row.pixel_bytes;
    int first = 0;
    const std::uint8_t* rows[4];
    for (; first + kLanes <= row.count; first += kLanes) {
        for (int y = 0; y < 4; ++y) rows[y] = row.rows[y] + first * block_bytes;
        encode_batch(row, rows, first, kLanes);
    }
    if (first == row.count) return;
    // The lanes after the last block hold zeros.
    const int count = row.count - first;
    std::uint8_t padded[4][16 * kLanes]{};
    for (int y = 0; y < 4; ++y) {
        __builtin_memcpy(padded[y], row.rows[y] + first * block_bytes,
                         static_cast<unsigned>(count * block_bytes));
        rows[y] = padded[y];
    }
    encode_batch(row, rows, first, count);
}

}  // namespace galley::texel::GALLEY_SIMD_NAMESPACE
