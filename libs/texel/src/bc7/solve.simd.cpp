#include "bc7/bc7_kernels.h"
#include "bc7/block_lanes.h"
#include "bc7/polish.h"

namespace galley::texel::GALLEY_SIMD_NAMESPACE {
namespace {

struct Weights {
    I32 integer[4];
    F32 real[4];
    F32 root[4];
};

Weights weights_of(const Bc7Jobs& jobs, int rotation) {
    Weights weights;
    for (int channel = 0; channel < 4; ++channel) {
        int from = channel;
        if (rotation != 0 && channel == 3) from = rotation - 1;
        if (rotation != 0 && channel == rotation - 1) from = 3;
        weights.integer[channel] = all(jobs.weights[from]);
        weights.real[channel] = to_float(weights.integer[channel]);
        weights.root[channel] = square_root(weights.real[channel]);
    }
    return weights;
}

/// The pixels of as many blocks as there are lanes.
struct Blocks {
    I16 rb[16];
    I16 ga[16];
};

void load_blocks(const Bc7Jobs& jobs, int first, const std::uint8_t* position, Blocks& out) {
    load_lanes(jobs.pixels, jobs.blocks, jobs.count, first, [&](int pixel, U32 rgba) {
        out.rb[position[pixel]] = as<I16>(rgba & 0x00ff00ffU);
        out.ga[position[pixel]] = as<I16>((rgba >> 8) & 0x00ff00ffU);
    });
}

/// Encodings of one group of lanes, by word.
struct Words {
    I32 error, ends[3][2], p_bits, indices[2], second_indices[2];
};

template <int kChannels>
I32 channels_in_bytes(const I32 (&stored)[kChannels]) {
    I32 word = stored[0];
    for (int channel = 1; channel < kChannels; ++channel) word |= stored[channel] << (8 * channel);
    return word;
}

/// Writes the indices of a cell into 4 bits a pixel; the cell's pixels are those whose position is
/// `first` or more.
template <int kBits, int kChannels>
void put_indices(const Cell<kChannels>& cell, const Ends<kChannels>& ends, const I32 (&weights)[4],
                 const std::uint8_t* position, int first, I32 (&out)[2]) {
    const auto projection = project<kBits>(cell, ends.value, weights);
    for (int pixel = 0; pixel < 16; ++pixel) {
        const int at = position[pixel] - first;
        if (at < 0 || at >= cell.count) continue;
        const I32 index = index_of<kBits>(projection(at)) & ((1 << kBits) - 1);
        out[pixel / 8] |= index << (4 * (pixel % 8));
    }
}

template <int kMode>
void solve_subsets(const Bc7Jobs& jobs, const Weights& weights, const Blocks& blocks,
                   Words& words) {
    constexpr Bc7Mode kM = kBc7Modes[kMode];
    constexpr int kChannels = kM.alpha_bits == 0 ? 3 : 4;
    constexpr EndFormat kFormat = color_ends(kMode);
    const Bc7Shape& shape = *jobs.shape;
    int first = 0;
    for (int subset = 0; subset < kM.subsets; ++subset) {
        Cell<kChannels> cell;
        cell.count = shape.counts[subset];
        cell.rb = blocks.rb + first;
        cell.ga = blocks.ga + first;
        fill_planes(cell);
        Ends<kChannels> ends;
        words.error += solve_cell<kM.index_bits, kFormat>(cell, weights.integer, weights.real,
                                                          weights.root, jobs.search, ends);
        if (jobs.encodings != nullptr) {
            for (int end = 0; end < 2; ++end) {
                words.ends[subset][end] = channels_in_bytes(ends.stored[end]);
                if constexpr (kM.p_bits != Bc7PBits::none)
                    words.p_bits |= ends.p[end] << (2 * subset + end);
            }
            put_indices<kM.index_bits>(cell, ends, weights.integer, shape.position, first,
                                       words.indices);
        }
        first += cell.count;
    }
}

/// Modes 4 and 5; kSwapped: mode 4 with the longer indices for the colour.
template <int kMode, bool kSwapped>
void solve_planes(const Bc7Jobs& jobs, const Weights& weights, Blocks& blocks, int rotation,
                  Words& words) {
    constexpr Bc7Mode kM = kBc7Modes[kMode];
    constexpr int kColorBits = kSwapped ? kM.second_index_bits : kM.index_bits;
    constexpr int kScalarBits = kSwapped ? kM.index_bits : kM.second_index_bits;
    constexpr EndFormat kColorFormat = color_ends(kMode);
    constexpr EndFormat kScalarFormat = scalar_ends(kMode);
    I16 scalar[16];
    for (int i = 0; i < 16; ++i) {
        const I16 rb = blocks.rb[i];
        const I16 ga = blocks.ga[i];
        const I16 alpha = as<I16>(as<U32>(ga) >> 16);
        switch (rotation) {
        case 0: scalar[i] = alpha; break;
        case 1:
            scalar[i] = as<I16>(as<I32>(rb) & 0xffff);
            blocks.rb[i] = low_high(alpha, rb);
            break;
        case 2:
            scalar[i] = as<I16>(as<I32>(ga) & 0xffff);
            blocks.ga[i] = alpha;
            break;
        default:
            scalar[i] = as<I16>(as<U32>(rb) >> 16);
            blocks.rb[i] = low_high(rb, as<I16>(as<I32>(alpha) << 16));
            break;
        }
    }
    Cell<3> color;
    color.count = 16;
    color.rb = blocks.rb;
    color.ga = blocks.ga;
    fill_planes(color);
    Cell<1> plane;
    plane.count = 16;
    plane.rb = scalar;
    plane.ga = nullptr;
    fill_planes(plane);
    const I32 weight[4] = {weights.integer[3], all(0), all(0), all(0)};
    const F32 real[4] = {weights.real[3], all(0.0f), all(0.0f), all(0.0f)};
    const F32 root[4] = {weights.root[3], all(0.0f), all(0.0f), all(0.0f)};
    Ends<3> ends;
    Ends<1> scalar_ends;
    words.error = solve_cell<kColorBits, kColorFormat>(color, weights.integer, weights.real,
                                                       weights.root, jobs.search, ends);
    words.error +=
        solve_cell<kScalarBits, kScalarFormat>(plane, weight, real, root, jobs.search, scalar_ends);
    if (jobs.encodings != nullptr) {
        for (int end = 0; end < 2; ++end)
            words.ends[0][end] =
                channels_in_bytes(ends.stored[end]) | (scalar_ends.stored[end][0] << 24);
        put_indices<kColorBits>(color, ends, weights.integer, jobs.shape->position, 0,
                                words.indices);
        put_indices<kScalarBits>(plane, scalar_ends, weight, jobs.shape->position, 0,
                                 words.second_indices);
    }
}

void solve_way(const Bc7Jobs& jobs, const Weights& weights, Blocks& blocks, Words& words) {
    switch (bc7_way::mode(jobs.way)) {
    case 0: return solve_subsets<0>(jobs, weights, blocks, words);
    case 1: return solve_subsets<1>(jobs, weights, blocks, words);
    case 2: return solve_subsets<2>(jobs, weights, blocks, words);
    case 3: return solve_subsets<3>(jobs, weights, blocks, words);
    case 4: {
        const int rotation = bc7_way::rotation(jobs.way);
        if (bc7_way::index_selection(jobs.way) != 0)
            return solve_planes<4, true>(jobs, weights, blocks, rotation, words);
        return solve_planes<4, false>(jobs, weights, blocks, rotation, words);
    }
    case 5:
        return solve_planes<5, false>(jobs, weights, blocks, bc7_way::rotation(jobs.way), words);
    case 6: return solve_subsets<6>(jobs, weights, blocks, words);
    default: return solve_subsets<7>(jobs, weights, blocks, words);
    }
}

void put_encodings(const Bc7Jobs& jobs, int first, int count, const Words& words) {
    static_assert(sizeof(Words) / sizeof(I32) == 12);
    std::int32_t lanes[12][kLanes];
    __builtin_memcpy(lanes, &words, sizeof words);
    for (int lane = 0; lane < count; ++lane) {
        Bc7Encoding& out = jobs.encodings[first + lane];
        out.error = lanes[0][lane];
        out.way = jobs.way;
        for (int i = 0; i < 6; ++i)
            out.ends[i / 2][i % 2] = static_cast<std::uint32_t>(lanes[1 + i][lane]);
        out.p_bits = static_cast<std::uint32_t>(lanes[7][lane]);
        for (int i = 0; i < 2; ++i) {
            out.indices[i] = static_cast<std::uint32_t>(lanes[8 + i][lane]);
            out.second_indices[i] = static_cast<std::uint32_t>(lanes[10 + i][lane]);
        }
    }
}

}  // namespace

void solve_bc7(const Bc7Jobs& jobs) {
    const int mode = bc7_way::mode(jobs.way);
    const Weights weights =
        weights_of(jobs, mode == 4 || mode == 5 ? bc7_way::rotation(jobs.way) : 0);
    for (int first = 0; first < jobs.count; first += kLanes) {
        const int count = jobs.count - first < kLanes ? jobs.count - first : kLanes;
        Blocks blocks;
        load_blocks(jobs, first, jobs.shape->position, blocks);
        Words words{};
        solve_way(jobs, weights, blocks, words);
        if (jobs.errors != nullptr) {
            std::int32_t errors[kLanes];
            store(errors, words.error);
            for (int lane = 0; lane < count; ++lane) jobs.errors[first + lane] = errors[lane];
        }
        if (jobs.encodings != nullptr) put_encodings(jobs, first, count, words);
    }
}

}  // namespace galley::texel::GALLEY_SIMD_NAMESPACE
