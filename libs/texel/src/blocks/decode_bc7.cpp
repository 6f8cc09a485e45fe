#include <array>
#include <bit>

#include "blocks/bptc_tables.h"
#include "blocks/decode.h"

// Khronos Data Format Specification 1.3, section 20.1.

namespace galley::texel {
namespace {

struct Mode {
    unsigned subsets;
    unsigned partition_bits;
    unsigned rotation_bits;
    unsigned selection_bits;
    unsigned color_bits;
    unsigned alpha_bits;
    unsigned p_bits;         ///< of an endpoint
    unsigned shared_p_bits;  ///< of a subset
    unsigned index_bits;
    unsigned second_index_bits;
};

constexpr std::array<Mode, 8> kModes = {{{3, 4, 0, 0, 4, 0, 1, 0, 3, 0},
                                         {2, 6, 0, 0, 6, 0, 0, 1, 3, 0},
                                         {3, 6, 0, 0, 5, 0, 0, 0, 2, 0},
                                         {2, 6, 0, 0, 7, 0, 1, 0, 2, 0},
                                         {1, 0, 2, 1, 5, 6, 0, 0, 2, 3},
                                         {1, 0, 2, 0, 7, 8, 0, 0, 2, 2},
                                         {1, 0, 0, 0, 7, 7, 1, 0, 4, 0},
                                         {2, 6, 0, 0, 5, 5, 1, 0, 2, 0}}};

struct Block {
    std::uint64_t low;
    std::uint64_t high;

    /// `count` (1 to 63) bits from bit `from`.
    [[nodiscard]] std::uint64_t bits(unsigned from, unsigned count) const {
        std::uint64_t value = 0;
        if (from >= 64)
            value = high >> (from - 64);
        else
            value = low >> from | (from == 0 ? 0 : high << (64 - from));
        return value & ((std::uint64_t{1} << count) - 1);
    }
};

// Four channels of 16 bits, red lowest.
using Channels = std::uint64_t;

constexpr Channels kOnes = 0x0001000100010001;

Channels interpolate(Channels a, Channels b, unsigned weight) {
    return (a * (64 - weight) + b * weight + 32 * kOnes) >> 6 & 0xff * kOnes;
}

std::uint32_t packed(Channels channels) {
    channels = (channels | channels >> 8) & 0x0000ffff0000ffff;
    return static_cast<std::uint32_t>(channels | channels >> 16);
}

// Values of `bits` bits in all four lanes widened to 8 by repeating their highest bits.
template <unsigned kBits>
Channels widened(Channels value) {
    if constexpr (kBits == 8) return value;
    return value << (8 - kBits) | (value >> (2 * kBits - 8) & ((1U << (8 - kBits)) - 1) * kOnes);
}

template <unsigned kBits>
constexpr unsigned weight_of(unsigned index) {
    if constexpr (kBits == 2) return kWeights2[index];
    if constexpr (kBits == 3) return kWeights3[index];
    return kWeights4[index];
}

// Puts the 0 bit back that the index of pixel `anchor` was stored without.
template <unsigned kBits>
std::uint64_t with_anchor(std::uint64_t indices, unsigned anchor) {
    const unsigned at = anchor * kBits + kBits - 1;
    const std::uint64_t below = (std::uint64_t{1} << at) - 1;
    return (indices & below) | (indices & ~below) << 1;
}

template <unsigned kMode>
constexpr unsigned endpoint_start() {
    constexpr Mode kM = kModes[kMode];
    return kMode + 1 + kM.partition_bits + kM.rotation_bits + kM.selection_bits;
}

/// The endpoints, 2 a subset, as 8-bit channels.
template <unsigned kMode>
std::array<Channels, 2 * kModes[kMode].subsets> endpoints(const Block& block) {
    constexpr Mode kM = kModes[kMode];
    constexpr unsigned kEnds = 2 * kM.subsets;
    std::array<Channels, kEnds> ends{};
    unsigned at = endpoint_start<kMode>();
    for (unsigned channel = 0; channel < 3; ++channel)
        for (Channels& end : ends) {
            end |= block.bits(at, kM.color_bits) << (16 * channel);
            at += kM.color_bits;
        }
    if constexpr (kM.alpha_bits != 0)
        for (Channels& end : ends) {
            end |= block.bits(at, kM.alpha_bits) << 48;
            at += kM.alpha_bits;
        }
    constexpr unsigned kP = kM.p_bits + kM.shared_p_bits;
    if constexpr (kP != 0)
        for (unsigned i = 0; i < kEnds; ++i) {
            const unsigned bit = kM.p_bits != 0 ? i : i / 2;
            ends[i] = ends[i] << 1 | block.bits(at + bit, 1) * kOnes;
        }
    constexpr Channels kColors = 0x0000ffffffffffff;
    for (Channels& end : ends) {
        if constexpr (kM.alpha_bits == 0)
            end = (widened<kM.color_bits + kP>(end) & kColors) | Channels{255} << 48;
        else if constexpr (kM.alpha_bits == kM.color_bits)
            end = widened<kM.color_bits + kP>(end);
        else
            end = (widened<kM.color_bits>(end & kColors) & kColors) |
                  (widened<kM.alpha_bits>(end & ~kColors) & ~kColors);
    }
    return ends;
}

void put(std::byte* pixels, std::size_t stride, unsigned pixel, std::uint32_t rgba) {
    std::memcpy(pixels + (pixel >> 2) * stride + 4 * std::size_t{pixel & 3}, &rgba, sizeof rgba);
}

template <unsigned kMode>
void decode_subsets(const Block& block, std::byte* pixels, std::size_t stride) {
    constexpr Mode kM = kModes[kMode];
    constexpr unsigned kBits = kM.index_bits;
    constexpr unsigned kChoices = 1U << kBits;
    const auto ends = endpoints<kMode>(block);
    std::array<std::uint32_t, kM.subsets * kChoices> palette;
    for (unsigned subset = 0; subset < kM.subsets; ++subset)
        for (unsigned i = 0; i < kChoices; ++i)
            palette[subset * kChoices + i] =
                packed(interpolate(ends[2 * subset], ends[2 * subset + 1], weight_of<kBits>(i)));

    constexpr unsigned kIndexBits = 16 * kBits - kM.subsets;
    std::uint64_t indices = block.high >> (64 - kIndexBits);
    std::uint64_t subsets = 0;  // as many bits a pixel as indices have, in place
    unsigned partition = 0;
    if constexpr (kM.partition_bits != 0)
        partition = static_cast<unsigned>(block.bits(kMode + 1, kM.partition_bits));
    indices = with_anchor<kBits>(indices, 0);
    if constexpr (kM.subsets == 2) {
        indices = with_anchor<kBits>(indices, kAnchorSecondOfTwo[partition]);
        subsets = kTwoSubsets[partition];
    } else if constexpr (kM.subsets == 3) {
        const unsigned a = kAnchorSecondOfThree[partition];
        const unsigned b = kAnchorThirdOfThree[partition];
        indices = with_anchor<kBits>(indices, a < b ? a : b);
        indices = with_anchor<kBits>(indices, a < b ? b : a);
        subsets = kThreeSubsets[partition];
    }
    constexpr unsigned kSubsetBits = kM.subsets - 1;
    for (unsigned pixel = 0; pixel < 16; ++pixel) {
        const std::uint64_t subset = subsets >> (kSubsetBits * pixel) & ((1U << kSubsetBits) - 1);
        const std::uint64_t index = indices >> (kBits * pixel) & (kChoices - 1);
        put(pixels, stride, pixel, palette[subset * kChoices + index]);
    }
}

std::uint32_t rotated(std::uint32_t rgba, unsigned rotation) {
    if (rotation == 0) return rgba;
    const unsigned shift = 8 * (rotation - 1);
    const std::uint32_t change = (rgba >> shift ^ rgba >> 24) & 0xff;
    return rgba ^ change << shift ^ change << 24;
}

/// Modes 4 and 5: colour and alpha have indices of their own.
template <unsigned kMode>
void decode_two_planes(const Block& block, std::byte* pixels, std::size_t stride) {
    constexpr Mode kM = kModes[kMode];
    constexpr unsigned kFirst = kM.index_bits;
    constexpr unsigned kSecond = kM.second_index_bits;
    const auto ends = endpoints<kMode>(block);
    const auto rotation = static_cast<unsigned>(block.bits(kMode + 1, 2));
    const bool swapped = kM.selection_bits != 0 && block.bits(kMode + 3, 1) != 0;

    std::array<std::uint32_t, 1U << kFirst> first;
    std::array<std::uint32_t, 1U << kSecond> second;
    const std::uint32_t first_mask = swapped ? 0xff000000 : 0x00ffffff;
    for (unsigned i = 0; i < first.size(); ++i)
        first[i] = rotated(packed(interpolate(ends[0], ends[1], weight_of<kFirst>(i))) & first_mask,
                           rotation);
    for (unsigned i = 0; i < second.size(); ++i)
        second[i] = rotated(
            packed(interpolate(ends[0], ends[1], weight_of<kSecond>(i))) & ~first_mask, rotation);

    constexpr unsigned kFirstAt = 128 - (16 * kFirst - 1) - (16 * kSecond - 1);
    const std::uint64_t a = with_anchor<kFirst>(block.bits(kFirstAt, 16 * kFirst - 1), 0);
    const std::uint64_t b =
        with_anchor<kSecond>(block.bits(128 - (16 * kSecond - 1), 16 * kSecond - 1), 0);
    for (unsigned pixel = 0; pixel < 16; ++pixel)
        put(pixels, stride, pixel,
            first[a >> (kFirst * pixel) & (first.size() - 1)] |
                second[b >> (kSecond * pixel) & (second.size() - 1)]);
}

void decode_block(const Block& block, std::byte* pixels, std::size_t stride) {
    switch (std::countr_zero(block.low & 0xff)) {
    case 0: return decode_subsets<0>(block, pixels, stride);
    case 1: return decode_subsets<1>(block, pixels, stride);
    case 2: return decode_subsets<2>(block, pixels, stride);
    case 3: return decode_subsets<3>(block, pixels, stride);
    case 4: return decode_two_planes<4>(block, pixels, stride);
    case 5: return decode_two_planes<5>(block, pixels, stride);
    case 6: return decode_subsets<6>(block, pixels, stride);
    case 7: return decode_subsets<7>(block, pixels, stride);
    default: break;  // reserved
    }
    for (int y = 0; y < 4; ++y) std::memset(pixels + static_cast<std::size_t>(y) * stride, 0, 16);
}

}  // namespace

void decode_bc7(const std::byte* blocks, std::size_t count, std::byte* pixels, std::size_t stride) {
    for (std::size_t i = 0; i < count; ++i)
        decode_block({load_u64(blocks + 16 * i), load_u64(blocks + 16 * i + 8)}, pixels + 16 * i,
                     stride);
}

}  // namespace galley::texel
