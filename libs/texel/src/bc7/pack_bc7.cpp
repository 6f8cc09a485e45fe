#include "bc7/pack_bc7.h"

#include <bit>
#include <cstring>
#include <utility>

#include "bc7/bc7_modes.h"
#include "blocks/bptc_tables.h"

namespace galley::texel {
namespace {

/// The 128 bits of a block.
class Bits {
public:
    /// `value` below 2^64 at bit kAt; bits beyond 128 are 0.
    template <int kAt>
    void put(std::uint64_t value) {
        if constexpr (kAt < 64) {
            low_ |= value << kAt;
            if constexpr (kAt != 0) high_ |= value >> (64 - kAt);
        } else {
            high_ |= value << (kAt - 64);
        }
    }

    void store(std::byte* out) const {
        std::memcpy(out, &low_, sizeof low_);
        std::memcpy(out + 8, &high_, sizeof high_);
    }

private:
    std::uint64_t low_ = 0;
    std::uint64_t high_ = 0;
};

/// 1 in the 4 bits of each pixel of a subset.
std::uint64_t pixels_of(int subsets, int partition, int subset) {
    const auto index = static_cast<std::size_t>(partition);
    std::uint64_t pixels = 0;
    for (int pixel = 0; pixel < 16; ++pixel) {
        int of = 0;
        if (subsets == 2) of = kTwoSubsets[index] >> pixel & 1;
        if (subsets == 3) of = static_cast<int>(kThreeSubsets[index] >> (2 * pixel) & 3);
        if (of == subset) pixels |= std::uint64_t{1} << (4 * pixel);
    }
    return pixels;
}

struct PartitionPixels {
    std::uint64_t two[64][2];
    std::uint64_t three[64][3];
};

const PartitionPixels& partition_pixels() {
    static const PartitionPixels kPixels = [] {
        PartitionPixels all{};
        for (int partition = 0; partition < 64; ++partition) {
            for (int subset = 0; subset < 2; ++subset)
                all.two[partition][subset] = pixels_of(2, partition, subset);
            for (int subset = 0; subset < 3; ++subset)
                all.three[partition][subset] = pixels_of(3, partition, subset);
        }
        return all;
    }();
    return kPixels;
}

int anchor_of(int subsets, int partition, int subset) {
    const auto index = static_cast<std::size_t>(partition);
    if (subset == 0) return 0;
    if (subsets == 2) return kAnchorSecondOfTwo[index];
    return subset == 1 ? kAnchorSecondOfThree[index] : kAnchorThirdOfThree[index];
}

std::uint64_t joined(const std::uint32_t (&words)[2]) {
    return std::uint64_t{words[1]} << 32 | words[0];
}

/// 16 values of kBits bits from 4 bits each.
template <int kBits>
std::uint64_t squeezed(std::uint64_t value) {
    constexpr int kGap = 4 - kBits;
    if constexpr (kGap == 0) return value;
    value = (value & 0x0f0f0f0f0f0f0f0f) | (value & 0xf0f0f0f0f0f0f0f0) >> kGap;
    value = (value & 0x00ff00ff00ff00ff) | (value & 0xff00ff00ff00ff00) >> (2 * kGap);
    value = (value & 0x0000ffff0000ffff) | (value & 0xffff0000ffff0000) >> (4 * kGap);
    return (value & 0x00000000ffffffff) | (value & 0xffffffff00000000) >> (8 * kGap);
}

std::uint64_t without_bit(std::uint64_t value, int at) {
    const std::uint64_t below = (std::uint64_t{1} << at) - 1;
    return (value & below) | (value >> 1 & ~below);
}

/// Indices whose ends can change places: then each becomes the last index minus itself.
template <int kBits>
struct Indices {
    std::uint64_t nibbles;

    /// Makes the highest bit of the anchor's index 0; true when the ends must change places.
    bool turn(int anchor, std::uint64_t pixels) {
        if ((nibbles >> (4 * anchor + kBits - 1) & 1) == 0) return false;
        nibbles ^= pixels * ((1U << kBits) - 1);
        return true;
    }

    /// In kBits bits each, without the highest bits of the anchors, whose bits `anchors` has.
    [[nodiscard]] std::uint64_t packed(std::uint32_t anchors) const {
        std::uint64_t value = squeezed<kBits>(nibbles);
        while (anchors != 0) {
            const int anchor = 31 - std::countl_zero(anchors);
            anchors ^= 1U << anchor;
            value = without_bit(value, anchor * kBits + kBits - 1);
        }
        return value;
    }
};

constexpr std::uint64_t kAllPixels = 0x1111111111111111;

/// One channel of all ends, in kBits bits each, the first lowest.
template <int kBits, int kSubsets>
std::uint64_t channel_bits(const Bc7Encoding& encoding, int channel) {
    std::uint64_t bits = 0;
    for (int i = 2 * kSubsets - 1; i >= 0; --i)
        bits = bits << kBits | (encoding.ends[i / 2][i % 2] >> (8 * channel) & 0xff);
    return bits;
}

/// kSwapped: mode 4 with the longer indices for colour.
template <int kMode, bool kSwapped>
void pack_planes(Bc7Encoding encoding, std::byte* out) {
    constexpr Bc7Mode kM = kBc7Modes[kMode];
    constexpr int kColorIndices = kSwapped ? kM.second_index_bits : kM.index_bits;
    constexpr int kScalarIndices = kSwapped ? kM.index_bits : kM.second_index_bits;
    Indices<kColorIndices> color{joined(encoding.indices)};
    Indices<kScalarIndices> scalar{joined(encoding.second_indices)};
    const auto swap_ends = [&](std::uint32_t mask) {
        const std::uint32_t change = (encoding.ends[0][0] ^ encoding.ends[0][1]) & mask;
        encoding.ends[0][0] ^= change;
        encoding.ends[0][1] ^= change;
    };
    if (color.turn(0, kAllPixels)) swap_ends(0x00ffffff);
    if (scalar.turn(0, kAllPixels)) swap_ends(0xff000000);
    Bits bits;
    bits.put<kMode>(1);
    bits.put<kMode + 1>(static_cast<std::uint64_t>(bc7_way::rotation(encoding.way)));
    if constexpr (kMode == 4) bits.put<7>(kSwapped ? 1 : 0);
    constexpr int kEnds = 8;
    constexpr int kColor = 2 * kM.color_bits;
    bits.put<kEnds>(channel_bits<kM.color_bits, 1>(encoding, 0));
    bits.put<kEnds + kColor>(channel_bits<kM.color_bits, 1>(encoding, 1));
    bits.put<kEnds + 2 * kColor>(channel_bits<kM.color_bits, 1>(encoding, 2));
    bits.put<kEnds + 3 * kColor>(channel_bits<kM.alpha_bits, 1>(encoding, 3));
    constexpr int kFirst = kEnds + 3 * kColor + 2 * kM.alpha_bits;
    constexpr int kSecond = kFirst + 16 * kM.index_bits - 1;
    bits.put<kSwapped ? kSecond : kFirst>(color.packed(1));
    bits.put<kSwapped ? kFirst : kSecond>(scalar.packed(1));
    bits.store(out);
}

template <int kMode>
void pack_subsets(Bc7Encoding encoding, std::byte* out) {
    constexpr Bc7Mode kM = kBc7Modes[kMode];
    constexpr int kSubsets = kM.subsets;
    const int partition = kSubsets == 1 ? 0 : bc7_way::partition(encoding.way);
    Indices<kM.index_bits> indices{joined(encoding.indices)};
    std::uint32_t anchors = 0;
    for (int subset = 0; subset < kSubsets; ++subset) {
        const int anchor = anchor_of(kSubsets, partition, subset);
        anchors |= 1U << anchor;
        std::uint64_t pixels = kAllPixels;
        if constexpr (kSubsets == 2) pixels = partition_pixels().two[partition][subset];
        if constexpr (kSubsets == 3) pixels = partition_pixels().three[partition][subset];
        if (!indices.turn(anchor, pixels)) continue;
        std::swap(encoding.ends[subset][0], encoding.ends[subset][1]);
        const std::uint32_t p = encoding.p_bits >> (2 * subset);
        if (((p ^ p >> 1) & 1) != 0) encoding.p_bits ^= 3U << (2 * subset);
    }
    Bits bits;
    bits.put<kMode>(1);
    bits.put<kMode + 1>(static_cast<std::uint64_t>(partition));
    constexpr int kEnds = kMode + 1 + kM.partition_bits;
    constexpr int kColor = 2 * kSubsets * kM.color_bits;
    bits.put<kEnds>(channel_bits<kM.color_bits, kSubsets>(encoding, 0));
    bits.put<kEnds + kColor>(channel_bits<kM.color_bits, kSubsets>(encoding, 1));
    bits.put<kEnds + 2 * kColor>(channel_bits<kM.color_bits, kSubsets>(encoding, 2));
    constexpr int kAlpha = kEnds + 3 * kColor;
    if constexpr (kM.alpha_bits != 0)
        bits.put<kAlpha>(channel_bits<kM.alpha_bits, kSubsets>(encoding, 3));
    constexpr int kP = kAlpha + 2 * kSubsets * kM.alpha_bits;
    if constexpr (kM.p_bits == Bc7PBits::one_an_endpoint) bits.put<kP>(encoding.p_bits);
    if constexpr (kM.p_bits == Bc7PBits::one_a_subset)
        bits.put<kP>((encoding.p_bits & 1) | (encoding.p_bits >> 1 & 2));
    bits.put<128 - (16 * kM.index_bits - kSubsets)>(indices.packed(anchors));
    bits.store(out);
}

}  // namespace

void pack_bc7(const Bc7Encoding& encoding, std::byte* out) {
    switch (bc7_way::mode(encoding.way)) {
    case 0: return pack_subsets<0>(encoding, out);
    case 1: return pack_subsets<1>(encoding, out);
    case 2: return pack_subsets<2>(encoding, out);
    case 3: return pack_subsets<3>(encoding, out);
    case 4:
        if (bc7_way::index_selection(encoding.way) != 0) return pack_planes<4, true>(encoding, out);
        return pack_planes<4, false>(encoding, out);
    case 5: return pack_planes<5, false>(encoding, out);
    case 6: return pack_subsets<6>(encoding, out);
    default: return pack_subsets<7>(encoding, out);
    }
}

}  // namespace galley::texel
