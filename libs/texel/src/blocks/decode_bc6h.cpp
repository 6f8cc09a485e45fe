#include <array>

#include "blocks/bptc_tables.h"
#include "blocks/decode.h"

// Khronos Data Format Specification 1.3, section 20.2.

namespace galley::texel {
namespace {

/// Consecutive bits of one endpoint value: `count` of them, the lowest into bit `to`.
struct Field {
    std::uint8_t value;  ///< 3 * endpoint + channel
    std::uint8_t to;
    std::uint8_t count;
    bool reversed;  ///< the first bit is the highest
};

constexpr std::size_t kMostFields = 24;

struct Mode {
    bool two_subsets;
    bool deltas;        ///< the other endpoints are stored as differences from the first
    std::uint8_t bits;  ///< of the first endpoint
    std::array<std::uint8_t, 3> other_bits;  ///< of the others, by channel
    std::uint8_t field_count;
    std::array<Field, kMostFields> fields;
};

/// Reads a layout in the notation of the specification's table 118 without brackets: "g2:4" is bit
/// 4 of the green of endpoint 2, "r0:9-0" are ten bits with the lowest first, "r0:10-15" are six
/// with the highest first. (Endpoint 0 to 3, the first two belong to the first subset.)
consteval Mode mode(bool two_subsets, bool deltas, int bits, std::array<std::uint8_t, 3> other_bits,
                    const char* layout) {
    Mode made{two_subsets, deltas, static_cast<std::uint8_t>(bits), other_bits, 0, {}};
    const auto number = [&layout] {
        int value = 0;
        for (; *layout >= '0' && *layout <= '9'; ++layout) value = value * 10 + (*layout - '0');
        return value;
    };
    while (*layout != '\0') {
        const int channel = *layout == 'r' ? 0 : *layout == 'g' ? 1 : 2;
        ++layout;
        const int endpoint = number();
        ++layout;
        const int high = number();
        int low = high;
        if (*layout == '-') {
            ++layout;
            low = number();
        }
        while (*layout == ' ') ++layout;
        const bool reversed = low > high;
        made.fields[made.field_count++] = {
            static_cast<std::uint8_t>(3 * endpoint + channel),
            static_cast<std::uint8_t>(reversed ? high : low),
            static_cast<std::uint8_t>((reversed ? low - high : high - low) + 1), reversed};
    }
    return made;
}

constexpr std::array kModes = {
    mode(true, true, 10, {5, 5, 5},
         "g2:4 b2:4 b3:4 r0:9-0 g0:9-0 b0:9-0 r1:4-0 g3:4 g2:3-0 g1:4-0 b3:0 g3:3-0 b1:4-0 b3:1 "
         "b2:3-0 r2:4-0 b3:2 r3:4-0 b3:3"),
    mode(true, true, 7, {6, 6, 6},
         "g2:5 g3:4 g3:5 r0:6-0 b3:0 b3:1 b2:4 g0:6-0 b2:5 b3:2 g2:4 b0:6-0 b3:3 b3:5 b3:4 r1:5-0 "
         "g2:3-0 g1:5-0 g3:3-0 b1:5-0 b2:3-0 r2:5-0 r3:5-0"),
    mode(true, true, 11, {5, 4, 4},
         "r0:9-0 g0:9-0 b0:9-0 r1:4-0 r0:10 g2:3-0 g1:3-0 g0:10 b3:0 g3:3-0 b1:3-0 b0:10 b3:1 "
         "b2:3-0 r2:4-0 b3:2 r3:4-0 b3:3"),
    mode(true, true, 11, {4, 5, 4},
         "r0:9-0 g0:9-0 b0:9-0 r1:3-0 r0:10 g3:4 g2:3-0 g1:4-0 g0:10 g3:3-0 b1:3-0 b0:10 b3:1 "
         "b2:3-0 r2:3-0 b3:0 b3:2 r3:3-0 g2:4 b3:3"),
    mode(true, true, 11, {4, 4, 5},
         "r0:9-0 g0:9-0 b0:9-0 r1:3-0 r0:10 b2:4 g2:3-0 g1:3-0 g0:10 b3:0 g3:3-0 b1:4-0 b0:10 "
         "b2:3-0 r2:3-0 b3:1 b3:2 r3:3-0 b3:4 b3:3"),
    mode(true, true, 9, {5, 5, 5},
         "r0:8-0 b2:4 g0:8-0 g2:4 b0:8-0 b3:4 r1:4-0 g3:4 g2:3-0 g1:4-0 b3:0 g3:3-0 b1:4-0 b3:1 "
         "b2:3-0 r2:4-0 b3:2 r3:4-0 b3:3"),
    mode(true, true, 8, {6, 5, 5},
         "r0:7-0 g3:4 b2:4 g0:7-0 b3:2 g2:4 b0:7-0 b3:3 b3:4 r1:5-0 g2:3-0 g1:4-0 b3:0 g3:3-0 "
         "b1:4-0 b3:1 b2:3-0 r2:5-0 r3:5-0"),
    mode(true, true, 8, {5, 6, 5},
         "r0:7-0 b3:0 b2:4 g0:7-0 g2:5 g2:4 b0:7-0 g3:5 b3:4 r1:4-0 g3:4 g2:3-0 g1:5-0 g3:3-0 "
         "b1:4-0 b3:1 b2:3-0 r2:4-0 b3:2 r3:4-0 b3:3"),
    mode(true, true, 8, {5, 5, 6},
         "r0:7-0 b3:1 b2:4 g0:7-0 b2:5 g2:4 b0:7-0 b3:5 b3:4 r1:4-0 g3:4 g2:3-0 g1:4-0 b3:0 g3:3-0 "
         "b1:5-0 b2:3-0 r2:4-0 b3:2 r3:4-0 b3:3"),
    mode(true, false, 6, {6, 6, 6},
         "r0:5-0 g3:4 b3:0 b3:1 b2:4 g0:5-0 g2:5 b2:5 b3:2 g2:4 b0:5-0 g3:5 b3:3 b3:5 b3:4 r1:5-0 "
         "g2:3-0 g1:5-0 g3:3-0 b1:5-0 b2:3-0 r2:5-0 r3:5-0"),
    mode(false, false, 10, {10, 10, 10}, "r0:9-0 g0:9-0 b0:9-0 r1:9-0 g1:9-0 b1:9-0"),
    mode(false, true, 11, {9, 9, 9}, "r0:9-0 g0:9-0 b0:9-0 r1:8-0 r0:10 g1:8-0 g0:10 b1:8-0 b0:10"),
    mode(false, true, 12, {8, 8, 8},
         "r0:9-0 g0:9-0 b0:9-0 r1:7-0 r0:10-11 g1:7-0 g0:10-11 b1:7-0 b0:10-11"),
    mode(false, true, 16, {4, 4, 4},
         "r0:9-0 g0:9-0 b0:9-0 r1:3-0 r0:10-15 g1:3-0 g0:10-15 b1:3-0 b0:10-15"),
};

constexpr std::uint8_t kReserved = 255;

/// Index into kModes by the lowest five bits of a block; modes 0 and 1 have two bits.
constexpr std::array<std::uint8_t, 32> kModeOfBits = [] {
    std::array<std::uint8_t, 32> modes{};
    modes.fill(kReserved);
    for (unsigned bits = 0; bits < 32; ++bits)
        if ((bits & 3) < 2) modes[bits] = static_cast<std::uint8_t>(bits & 3);
    for (unsigned i = 0; i < 8; ++i) modes[2 + 4 * i] = static_cast<std::uint8_t>(2 + i);
    for (unsigned i = 0; i < 4; ++i) modes[3 + 4 * i] = static_cast<std::uint8_t>(10 + i);
    return modes;
}();

struct Bits {
    std::uint64_t low;
    std::uint64_t high;

    std::uint32_t take(unsigned count) {
        const auto value = static_cast<std::uint32_t>(low & ((std::uint64_t{1} << count) - 1));
        low = low >> count | high << (64 - count);
        high >>= count;
        return value;
    }
};

std::uint32_t reversed(std::uint32_t value, unsigned count) {
    std::uint32_t turned = 0;
    for (unsigned i = 0; i < count; ++i) turned |= (value >> i & 1) << (count - 1 - i);
    return turned;
}

std::int32_t sign_extended(std::uint32_t value, unsigned bits) {
    return static_cast<std::int32_t>(value << (32 - bits)) >> (32 - bits);
}

std::int32_t unquantized(std::int32_t value, unsigned bits) {
    if (bits >= 15 || value == 0) return value;
    if (value == (1 << bits) - 1) return 0xffff;
    return ((value << 16) + 0x8000) >> bits;
}

std::int32_t unquantized_signed(std::int32_t value, unsigned bits) {
    if (bits >= 16 || value == 0) return value;
    const std::int32_t size = value < 0 ? -value : value;
    const std::int32_t wide =
        size >= (1 << (bits - 1)) - 1 ? 0x7fff : ((size << 15) + 0x4000) >> (bits - 1);
    return value < 0 ? -wide : wide;
}

/// The half of an interpolated value: 31/64 (31/32 when signed) of it brings 65535 to the largest
/// finite one.
template <bool kSigned>
std::uint64_t half_of(std::int32_t value) {
    if constexpr (kSigned) {
        const std::int32_t size = (value < 0 ? -value : value) * 31 >> 5;
        return static_cast<std::uint64_t>(size | (value < 0 ? 0x8000 : 0));
    }
    return static_cast<std::uint64_t>(value * 31 >> 6);
}

/// Endpoints as 17-bit numbers, value 3 * endpoint + channel.
template <bool kSigned>
std::array<std::int32_t, 12> endpoints(const Mode& mode, Bits& bits) {
    std::array<std::uint32_t, 12> raw{};
    for (std::size_t i = 0; i < mode.field_count; ++i) {
        const Field& field = mode.fields[i];
        const std::uint32_t value = bits.take(field.count);
        raw[field.value] |= (field.reversed ? reversed(value, field.count) : value) << field.to;
    }
    std::array<std::int32_t, 12> ends{};
    const std::size_t count = mode.two_subsets ? 12 : 6;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t channel = i % 3;
        if (i < 3) {
            ends[i] =
                kSigned ? sign_extended(raw[i], mode.bits) : static_cast<std::int32_t>(raw[i]);
        } else if (mode.deltas) {
            const std::uint32_t sum =
                raw[channel] +
                static_cast<std::uint32_t>(sign_extended(raw[i], mode.other_bits[channel]));
            ends[i] = kSigned ? sign_extended(sum, mode.bits)
                              : static_cast<std::int32_t>(sum & ((1U << mode.bits) - 1));
        } else {
            ends[i] = kSigned ? sign_extended(raw[i], mode.other_bits[channel])
                              : static_cast<std::int32_t>(raw[i]);
        }
    }
    for (std::size_t i = 0; i < count; ++i)
        ends[i] =
            kSigned ? unquantized_signed(ends[i], mode.bits) : unquantized(ends[i], mode.bits);
    return ends;
}

constexpr std::uint64_t kAlphaOne = std::uint64_t{0x3c00} << 48;

void put(std::byte* pixels, std::size_t stride, unsigned pixel, std::uint64_t rgba) {
    std::memcpy(pixels + (pixel >> 2) * stride + 8 * std::size_t{pixel & 3}, &rgba, sizeof rgba);
}

template <bool kSigned>
void decode_block(Bits bits, std::byte* pixels, std::size_t stride) {
    const std::uint8_t which = kModeOfBits[bits.low & 31];
    if (which == kReserved) {
        for (unsigned pixel = 0; pixel < 16; ++pixel) put(pixels, stride, pixel, kAlphaOne);
        return;
    }
    const Mode& mode = kModes[which];
    (void)bits.take(which < 2 ? 2 : 5);
    const std::array<std::int32_t, 12> ends = endpoints<kSigned>(mode, bits);

    const unsigned partition = mode.two_subsets ? bits.take(5) : 0;
    const unsigned index_bits = mode.two_subsets ? 3 : 4;
    const unsigned choices = 1U << index_bits;
    std::array<std::uint64_t, 16> palette;
    for (std::size_t i = 0; i < 16; ++i) {
        const std::size_t first = mode.two_subsets ? i / 8 * 6 : 0;
        const std::int32_t weight = mode.two_subsets ? kWeights3[i % 8] : kWeights4[i];
        palette[i] = kAlphaOne;
        for (std::size_t channel = 0; channel < 3; ++channel) {
            const std::int32_t a = ends[first + channel];
            const std::int32_t b = ends[first + 3 + channel];
            palette[i] |= half_of<kSigned>((a * (64 - weight) + b * weight + 32) >> 6)
                          << (16 * channel);
        }
    }
    const unsigned subsets = mode.two_subsets ? kTwoSubsets[partition] : 0;
    const unsigned anchor = mode.two_subsets ? kAnchorSecondOfTwo[partition] : 0;
    for (unsigned pixel = 0; pixel < 16; ++pixel) {
        const bool short_index = pixel == 0 || pixel == anchor;
        const unsigned index = bits.take(index_bits - (short_index ? 1 : 0));
        put(pixels, stride, pixel, palette[(subsets >> pixel & 1) * choices + index]);
    }
}

template <bool kSigned>
void decode(const std::byte* blocks, std::size_t count, std::byte* pixels, std::size_t stride) {
    for (std::size_t i = 0; i < count; ++i)
        decode_block<kSigned>({load_u64(blocks + 16 * i), load_u64(blocks + 16 * i + 8)},
                              pixels + 32 * i, stride);
}

}  // namespace

void decode_bc6h_ufloat(const std::byte* blocks, std::size_t count, std::byte* pixels,
                        std::size_t stride) {
    decode<false>(blocks, count, pixels, stride);
}

void decode_bc6h_sfloat(const std::byte* blocks, std::size_t count, std::byte* pixels,
                        std::size_t stride) {
    decode<true>(blocks, count, pixels, stride);
}

}  // namespace galley::texel
