#include "bc7/pack_bc7.h"

#include <bit>
#include <cstring>
#include <utility>

#include "bc7/bc7_modes.h"
#include "blocks/bptc_tables.h"

namespace galley::texel {
namespace {

/// 128 bits, filled from the lowest.
class Bits {
public:
    /// `value` below 2^count, count 0 to 63.
    void put(std::uint64_t value, int count) {
        if (at_ < 64) {
            low_ |= value << at_;
            if (at_ + count > 64) high_ |= value >> (64 - at_);
        } else {
            high_ |= value << (at_ - 64);
        }
        at_ += count;
    }

    void store(std::byte* out) const {
        std::memcpy(out, &low_, sizeof low_);
        std::memcpy(out + 8, &high_, sizeof high_);
    }

private:
    std::uint64_t low_ = 0;
    std::uint64_t high_ = 0;
    int at_ = 0;
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

/// 16 values of `bits` bits from 4 bits each.
std::uint64_t squeezed(std::uint64_t nibbles, int bits) {
    std::uint64_t mask = 0x0f0f0f0f0f0f0f0f;
    int gap = 4 - bits;
    std::uint64_t value = nibbles;
    for (int width = 4; width < 64 && gap != 0; width *= 2) {
        value = (value & mask) | (value & ~mask) >> gap;
        gap *= 2;
        mask = width == 4    ? 0x00ff00ff00ff00ff
               : width == 8  ? 0x0000ffff0000ffff
               : width == 16 ? 0x00000000ffffffff
                             : 0;
    }
    return value;
}

std::uint64_t without_bit(std::uint64_t value, int at) {
    const std::uint64_t below = (std::uint64_t{1} << at) - 1;
    return (value & below) | (value >> 1 & ~below);
}

/// Turns the ends of a subset round where the index of its anchor has its highest bit, which isn't
/// stored; then puts the indices without those bits.
struct Indices {
    std::uint64_t nibbles;
    int bits;

    bool turn(int anchor, std::uint64_t pixels) {
        if ((nibbles >> (4 * anchor + bits - 1) & 1) == 0) return false;
        nibbles ^= pixels * ((1U << bits) - 1);
        return true;
    }

    void put(Bits& out, std::uint32_t anchors) const {
        std::uint64_t value = squeezed(nibbles, bits);
        int count = 16 * bits;
        for (; anchors != 0; --count) {
            const int anchor = 31 - std::countl_zero(anchors);
            anchors ^= 1U << anchor;
            value = without_bit(value, anchor * bits + bits - 1);
        }
        if (count < 64) out.put(value, count);
    }
};

constexpr std::uint64_t kAllPixels = 0x1111111111111111;

void put_channel(Bits& out, const Bc7Encoding& encoding, int subsets, int channel, int bits) {
    for (int subset = 0; subset < subsets; ++subset)
        for (const std::uint32_t end : encoding.ends[subset])
            out.put(end >> (8 * channel) & 0xff, bits);
}

void pack_planes(Bc7Encoding encoding, std::byte* out) {
    const int mode = bc7_way::mode(encoding.way);
    const Bc7Mode& m = kBc7Modes[mode];
    const int selection = bc7_way::index_selection(encoding.way);
    Indices color{joined(encoding.indices), selection != 0 ? m.second_index_bits : m.index_bits};
    Indices scalar{joined(encoding.second_indices),
                   selection != 0 ? m.index_bits : m.second_index_bits};
    const auto swap_bits = [&](std::uint32_t mask) {
        const std::uint32_t change = (encoding.ends[0][0] ^ encoding.ends[0][1]) & mask;
        encoding.ends[0][0] ^= change;
        encoding.ends[0][1] ^= change;
    };
    if (color.turn(0, kAllPixels)) swap_bits(0x00ffffff);
    if (scalar.turn(0, kAllPixels)) swap_bits(0xff000000);
    Bits bits;
    bits.put(std::uint64_t{1} << mode, mode + 1);
    bits.put(static_cast<std::uint64_t>(bc7_way::rotation(encoding.way)), 2);
    if (mode == 4) bits.put(static_cast<std::uint64_t>(selection), 1);
    for (int channel = 0; channel < 3; ++channel)
        put_channel(bits, encoding, 1, channel, m.color_bits);
    put_channel(bits, encoding, 1, 3, m.alpha_bits);
    (selection != 0 ? scalar : color).put(bits, 1);
    (selection != 0 ? color : scalar).put(bits, 1);
    bits.store(out);
}

}  // namespace

void pack_bc7(const Bc7Encoding& original, std::byte* out) {
    const int mode = bc7_way::mode(original.way);
    if (mode == 4 || mode == 5) return pack_planes(original, out);
    const Bc7Mode& m = kBc7Modes[mode];
    Bc7Encoding encoding = original;
    const int partition = m.partition_bits == 0 ? 0 : bc7_way::partition(encoding.way);
    const PartitionPixels& pixels = partition_pixels();
    Indices indices{joined(encoding.indices), m.index_bits};
    std::uint32_t anchors = 0;
    for (int subset = 0; subset < m.subsets; ++subset) {
        const int anchor = anchor_of(m.subsets, partition, subset);
        anchors |= 1U << anchor;
        const std::uint64_t of = m.subsets == 1   ? kAllPixels
                                 : m.subsets == 2 ? pixels.two[partition][subset]
                                                  : pixels.three[partition][subset];
        if (!indices.turn(anchor, of)) continue;
        std::swap(encoding.ends[subset][0], encoding.ends[subset][1]);
        const std::uint32_t p = encoding.p_bits >> (2 * subset);
        if ((p ^ p >> 1) & 1) encoding.p_bits ^= 3U << (2 * subset);
    }
    Bits bits;
    bits.put(std::uint64_t{1} << mode, mode + 1);
    bits.put(static_cast<std::uint64_t>(partition), m.partition_bits);
    for (int channel = 0; channel < 3; ++channel)
        put_channel(bits, encoding, m.subsets, channel, m.color_bits);
    if (m.alpha_bits != 0) put_channel(bits, encoding, m.subsets, 3, m.alpha_bits);
    if (m.p_bits == Bc7PBits::one_an_endpoint) bits.put(encoding.p_bits, 2 * m.subsets);
    if (m.p_bits == Bc7PBits::one_a_subset)
        for (int subset = 0; subset < m.subsets; ++subset)
            bits.put(encoding.p_bits >> (2 * subset) & 1, 1);
    indices.put(bits, anchors);
    bits.store(out);
}

}  // namespace galley::texel
