#include <array>
#include <cstdlib>

#include "blocks/decode.h"
#include "galley/texel/half.h"

namespace galley::texel {
namespace {

constexpr std::uint16_t kHalfOne = 0x3c00;
constexpr std::uint16_t kHalfMinusOne = 0xbc00;

// The choices as `times` / (7 or 5) of a step of 8 bits, to the nearest (there are no ties).
template <std::uint32_t kTimes>
std::array<std::uint32_t, 8> palette(std::uint64_t block) {
    const auto a = static_cast<std::uint32_t>(block & 0xff) * kTimes;
    const auto b = static_cast<std::uint32_t>(block >> 8 & 0xff) * kTimes;
    if (a > b)
        return {a,
                b,
                (6 * a + b + 3) / 7,
                (5 * a + 2 * b + 3) / 7,
                (4 * a + 3 * b + 3) / 7,
                (3 * a + 4 * b + 3) / 7,
                (2 * a + 5 * b + 3) / 7,
                (a + 6 * b + 3) / 7};
    return {a,
            b,
            (4 * a + b + 2) / 5,
            (3 * a + 2 * b + 2) / 5,
            (2 * a + 3 * b + 2) / 5,
            (a + 4 * b + 2) / 5,
            0,
            255 * kTimes};
}

std::uint16_t snorm_half(int numerator, int denominator) {
    return float_to_half(static_cast<float>(numerator) / static_cast<float>(denominator));
}

// Endpoints are compared as the signed bytes they are; -128 is -127 as a value.
std::array<std::uint16_t, 8> palette_snorm(std::uint64_t block) {
    const auto stored_a = static_cast<std::int8_t>(block & 0xff);
    const auto stored_b = static_cast<std::int8_t>(block >> 8 & 0xff);
    const int a = stored_a == -128 ? -127 : stored_a;
    const int b = stored_b == -128 ? -127 : stored_b;
    const bool eight = stored_a > stored_b;
    std::array<std::uint16_t, 8> choices = {
        snorm_half(a, 127), snorm_half(b, 127), 0, 0, 0, 0, kHalfMinusOne, kHalfOne};
    const int steps = eight ? 7 : 5;
    for (int i = 1; i < steps; ++i)
        choices[static_cast<std::size_t>(i) + 1] = snorm_half((steps - i) * a + i * b, 127 * steps);
    return choices;
}

/// Puts channel `kOffset` of `kChannels` of a block; `choice(i)` is what index i means.
template <class Sample, std::size_t kChannels, std::size_t kOffset, class Choice>
void put_channel(std::uint64_t block, const Choice& choice, std::byte* pixels, std::size_t stride) {
    std::uint64_t indices = block >> 16;
    for (int y = 0; y < 4; ++y) {
        for (std::size_t x = 0; x < 4; ++x) {
            const auto sample = static_cast<Sample>(choice(indices & 7));
            std::memcpy(pixels + (x * kChannels + kOffset) * sizeof(Sample), &sample,
                        sizeof sample);
            indices >>= 3;
        }
        pixels += stride;
    }
}

struct Eight {
    using Sample = std::uint8_t;
    explicit Eight(std::uint64_t block) : choices(bc4_palette8(block)) {}
    std::uint64_t operator()(std::uint64_t index) const { return choices >> (8 * index) & 0xff; }
    std::uint64_t choices;
};

struct Sixteen {
    using Sample = std::uint16_t;
    explicit Sixteen(std::uint64_t block) : choices(palette<257>(block)) {}
    std::uint32_t operator()(std::uint64_t index) const { return choices[index]; }
    std::array<std::uint32_t, 8> choices;
};

struct Signed {
    using Sample = std::uint16_t;
    explicit Signed(std::uint64_t block) : choices(palette_snorm(block)) {}
    std::uint16_t operator()(std::uint64_t index) const { return choices[index]; }
    std::array<std::uint16_t, 8> choices;
};

template <class Choice, std::size_t kChannels>
void decode(const std::byte* blocks, std::size_t count, std::byte* pixels, std::size_t stride) {
    using Sample = typename Choice::Sample;
    for (std::size_t i = 0; i < count; ++i) {
        std::byte* to = pixels + i * 4 * kChannels * sizeof(Sample);
        const std::uint64_t first = load_u64(blocks + 8 * kChannels * i);
        put_channel<Sample, kChannels, 0>(first, Choice(first), to, stride);
        if constexpr (kChannels == 2) {
            const std::uint64_t second = load_u64(blocks + 16 * i + 8);
            put_channel<Sample, 2, 1>(second, Choice(second), to, stride);
        }
    }
}

}  // namespace

std::uint64_t bc4_palette8(std::uint64_t block) {
    const std::array<std::uint32_t, 8> choices = palette<1>(block);
    std::uint64_t packed = 0;
    for (unsigned i = 0; i < 8; ++i) packed |= std::uint64_t{choices[i]} << (8 * i);
    return packed;
}

void decode_bc4_8(const std::byte* blocks, std::size_t count, std::byte* pixels,
                  std::size_t stride) {
    decode<Eight, 1>(blocks, count, pixels, stride);
}

void decode_bc5_8(const std::byte* blocks, std::size_t count, std::byte* pixels,
                  std::size_t stride) {
    decode<Eight, 2>(blocks, count, pixels, stride);
}

void decode_bc4_16(const std::byte* blocks, std::size_t count, std::byte* pixels,
                   std::size_t stride) {
    decode<Sixteen, 1>(blocks, count, pixels, stride);
}

void decode_bc5_16(const std::byte* blocks, std::size_t count, std::byte* pixels,
                   std::size_t stride) {
    decode<Sixteen, 2>(blocks, count, pixels, stride);
}

void decode_bc4_snorm(const std::byte* blocks, std::size_t count, std::byte* pixels,
                      std::size_t stride) {
    decode<Signed, 1>(blocks, count, pixels, stride);
}

void decode_bc5_snorm(const std::byte* blocks, std::size_t count, std::byte* pixels,
                      std::size_t stride) {
    decode<Signed, 2>(blocks, count, pixels, stride);
}

}  // namespace galley::texel
