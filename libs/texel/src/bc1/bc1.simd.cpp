#include "bc1/cluster_fit.h"

namespace galley::texel::GALLEY_SIMD_NAMESPACE {
namespace {

/// For each value of 8 bits, stored endpoints a | b << 8 whose first third decodes nearest to it,
/// those that are closest together: decoders that interpolate less exactly then differ least.
struct SolidTable {
    std::int32_t ends[256];
};

constexpr SolidTable solid_table(int most) {
    SolidTable table{};
    int errors[256]{};
    for (int& error : errors) error = 1 << 20;
    for (int a = 0; a <= most; ++a)
        for (int b = 0; b <= most; ++b) {
            const int apart = a < b ? b - a : a - b;
            const int decoded = (2 * 255 * (2 * a + b) + 3 * most) / (6 * most);
            for (int value = decoded - 4; value <= decoded + 4; ++value) {
                if (value < 0 || value > 255) continue;
                const int off = value < decoded ? decoded - value : value - decoded;
                if (off * 64 + apart >= errors[value]) continue;
                errors[value] = off * 64 + apart;
                table.ends[value] = a | b << 8;
            }
        }
    return table;
}

constexpr SolidTable kSolid31 = solid_table(31);
constexpr SolidTable kSolid63 = solid_table(63);

GALLEY_WIDE Ends solid_ends(const F32 mean[3]) {
    Ends ends;
    for (int c = 0; c < 3; ++c) {
        const I32 value = round(clamped(mean[c], 255.0f));
        const I32 found = gather(c == 1 ? kSolid63.ends : kSolid31.ends, value);
        ends.q[0][c] = found & 255;
        ends.q[1][c] = found >> 8;
    }
    return ends;
}

/// The best so far.
struct Best {
    I32 error;
    U32 positions;
    Ends ends;
    I32 halves;  ///< three colours
};

constexpr std::int32_t kNever = 0x7fffffff;

GALLEY_WIDE Ends chosen(I32 mask, const Ends& a, const Ends& b) {
    Ends ends;
    for (int e = 0; e < 2; ++e)
        for (int c = 0; c < 3; ++c) ends.q[e][c] = select(mask, a.q[e][c], b.q[e][c]);
    return ends;
}

/// Which of the blocks in the mask gained. Every choice is a block's own: what happens to its
/// neighbours in the vector may decide whether work is done, never its result.
template <int kSteps>
GALLEY_WIDE I32 take(Best& best, const Fit& fit, const Ends& ends, I32 mask) {
    const I32 better = (fit.error < best.error) & mask;
    best.error = select(better, fit.error, best.error);
    best.positions = select(better, fit.positions, best.positions);
    best.ends = chosen(better, ends, best.ends);
    best.halves = select(better, all(kSteps == 2 ? -1 : 0), best.halves);
    return better;
}

/// Tries the endpoints, and then up to `rounds` times those that fit the positions better, as long
/// as that gains. (A block for which the first don't gain may still go on from them.)
template <int kSteps, bool kWeighted>
void refine(const ColorBlock<kWeighted>& block, Ends ends, int rounds, I32 mask, Best& best) {
    Fit fit = evaluate<kSteps>(block, ends);
    take<kSteps>(best, fit, ends, mask);
    for (int i = 0; i < rounds && any(mask); ++i) {
        ends = least_squares<kSteps, kWeighted>(block, fit, ends);
        fit = evaluate<kSteps>(block, ends);
        mask = take<kSteps>(best, fit, ends, mask);
    }
}

/// Moves each channel of the best endpoints one step each way, as long as that gains.
template <int kSteps, bool kWeighted>
void search(const ColorBlock<kWeighted>& block, int rounds, I32 mask, Best& best) {
    for (int i = 0; i < rounds && any(mask); ++i) {
        I32 gained{};
        for (int k = 0; k < 12; ++k) {
            Ends ends = best.ends;
            I32& moved = ends.q[k % 2][k / 4];
            moved = min(max(moved + (k & 2) - 1, I32{}), all(kMost[k / 4]));
            gained |= take<kSteps>(best, evaluate<kSteps, false>(block, ends), ends, mask);
        }
        mask = gained;
    }
}

template <bool kWeighted>
struct Start {
    Axis axis;
    Ends spread;
    Ordered<kWeighted> ordered;
};

/// Blocks of four colours (kSteps 3) or three.
template <int kSteps, bool kWeighted>
void encode(const Bc1Row& row, const ColorBlock<kWeighted>& block, const Start<kWeighted>& start,
            I32 mask, Best& best) {
    constexpr int kRounds[3] = {1, 3, 4};
    refine<kSteps, kWeighted>(block, start.spread, kRounds[row.effort], mask, best);
    if (row.effort < 2) return;
    const Ends ends =
        cluster_fit<kSteps, kWeighted>(row, block, start.ordered, start.axis.mean, start.spread);
    refine<kSteps, kWeighted>(block, ends, 3, mask, best);
    search<kSteps, kWeighted>(block, 3, mask & (best.halves == all(kSteps == 2 ? -1 : 0)), best);
}

template <bool kWeighted>
Best encode_blocks_of(const Bc1Row& row, const U32 pixels[16], U32& transparent) {
    ColorBlock<kWeighted> block;
    load_block(row, pixels, block);
    transparent = block.transparent;
    Start<kWeighted> start;
    start.axis = principal_axis<kWeighted>(row, block);
    start.spread = spread_ends<kWeighted>(row, block, start.axis);
    if (row.effort == 2)
        order<kWeighted>(row, block, start.axis.mean, start.axis.direction, start.ordered);

    Best best{};
    best.error = all(kNever);
    const F32* d = start.axis.direction;
    const I32 solid = (d[0] == F32{}) & (d[1] == F32{}) & (d[2] == F32{});
    if (any(~solid)) encode<3, kWeighted>(row, block, start, ~solid, best);
    const I32 like_solid = row.effort > 0 ? all(-1) : solid;
    if (any(like_solid))
        refine<3, kWeighted>(block, solid_ends(start.axis.mean), row.effort, like_solid, best);

    const I32 some_transparent = block.transparent != U32{};
    best.error = select(some_transparent, all(kNever), best.error);
    const I32 three = row.three_colors && row.effort > 0 ? all(-1) : some_transparent;
    if (any(three)) encode<2, kWeighted>(row, block, start, three, best);
    return best;
}

GALLEY_WIDE U32 stored_end(const I32 q[3]) { return as<U32>(q[0] << 11 | q[1] << 5 | q[2]); }

/// The two halves of the block's 8 bytes.
GALLEY_WIDE void pack(const Best& best, U32 transparent, U32& ends, U32& indices) {
    const U32 a = stored_end(best.ends.q[0]);
    const U32 b = stored_end(best.ends.q[1]);
    constexpr std::uint32_t kLow = 0x55555555;
    const U32 high = (best.positions >> 1) & kLow;
    const U32 low = best.positions & kLow;
    // Four colours, the larger endpoint first: positions 0, 1, 2, 3 are indices 0, 2, 3, 1. Equal
    // endpoints would mean three colours; index 0 is theirs all the same.
    const I32 flip4 = a < b;
    const U32 h4 = select(flip4, high ^ kLow, high);
    const U32 l4 = select(flip4, low ^ kLow, low);
    const U32 four = select(a == b, U32{}, ((h4 ^ l4) << 1) | h4);
    // Three colours, the smaller endpoint first: positions 0, 1, 2 are indices 0, 2, 1.
    const I32 flip3 = a > b;
    const U32 h3 = select(flip3, (high | low) ^ kLow, high);
    const U32 three = (low << 1) | h3 | transparent;
    const I32 flip = select(best.halves, flip3, flip4);
    ends = select(flip, b | (a << 16), a | (b << 16));
    indices = select(best.halves, three, four);
}

void encode_batch(const Bc1Row& row, const std::uint32_t* const rows[4], int first, int count) {
    U32 pixels[16];
    for (int y = 0; y < 4; ++y) columns_of(rows[y], pixels + 4 * y);
    const bool weighted = row.alpha_weighs || row.cutoff > 0 || row.weights[0] != 1 ||
                          row.weights[1] != 1 || row.weights[2] != 1;
    U32 transparent;
    const Best best = weighted ? encode_blocks_of<true>(row, pixels, transparent)
                               : encode_blocks_of<false>(row, pixels, transparent);
    std::uint32_t halves[2][kLanes];
    U32 ends;
    U32 indices;
    pack(best, transparent, ends, indices);
    store(halves[0], ends);
    store(halves[1], indices);
    for (int i = 0; i < count; ++i) {
        std::uint8_t* out = row.out + (first + i) * static_cast<std::ptrdiff_t>(row.out_stride);
        __builtin_memcpy(out, &halves[0][i], 4);
        __builtin_memcpy(out + 4, &halves[1][i], 4);
    }
    if (row.errors == nullptr) return;
    std::int32_t errors[kLanes];
    store(errors, best.error);
    for (int i = 0; i < count; ++i) row.errors[first + i] = errors[i];
}

}  // namespace

void encode_bc1(const Bc1Row& row) {
    int first = 0;
    for (; first + kLanes <= row.count; first += kLanes) {
        const std::uint32_t* rows[4];
        for (int y = 0; y < 4; ++y) rows[y] = row.rows[y] + 4 * first;
        encode_batch(row, rows, first, kLanes);
    }
    if (first == row.count) return;
    // The lanes after the last block hold zeros.
    const int count = row.count - first;
    std::uint32_t padded[4][4 * kLanes]{};
    const std::uint32_t* rows[4];
    for (int y = 0; y < 4; ++y) {
        __builtin_memcpy(padded[y], row.rows[y] + 4 * first, 16 * static_cast<unsigned>(count));
        rows[y] = padded[y];
    }
    encode_batch(row, rows, first, count);
}

}  // namespace galley::texel::GALLEY_SIMD_NAMESPACE
