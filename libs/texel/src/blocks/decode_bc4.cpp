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

// Choices in memory: a load is cheaper than the shifts that take one out of a register.
template <class SampleType>
struct Choices {
    using Sample = SampleType;
    std::array<Sample, 8> of;
};

struct Eight : Choices<std::uint8_t> {
    explicit Eight(std::uint64_t block) {
        const std::uint64_t packed = bc4_palette8(block);
        std::memcpy(of.data(), &packed, sizeof packed);
    }
};

struct Sixteen : Choices<std::uint16_t> {
    explicit Sixteen(std::uint64_t block) {
        const std::array<std::uint32_t, 8> choices = palette<257>(block);
        for (std::size_t i = 0; i < 8; ++i) of[i] = static_cast<std::uint16_t>(choices[i]);
    }
};

struct Signed : Choices<std::uint16_t> {
    explicit Signed(std::uint64_t block) : Choices{palette_snorm(block)} {}
};

/// One channel: the four samples of a row are put at once.
template <class Choice>
void decode_one(const std::byte* blocks, std::size_t count, std::byte* pixels, std::size_t stride) {
    using Sample = typename Choice::Sample;
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t block = load_u64(blocks + 8 * i);
        const Choice choices(block);
        std::byte* row = pixels + i * 4 * sizeof(Sample);
        for (unsigned y = 0; y < 4; ++y) {
            const auto indices = static_cast<std::uint32_t>(block >> (16 + 12 * y));
            const std::array<Sample, 4> samples = {
                choices.of[indices & 7], choices.of[indices >> 3 & 7], choices.of[indices >> 6 & 7],
                choices.of[indices >> 9 & 7]};
            std::memcpy(row, samples.data(), sizeof samples);
            row += stride;
        }
    }
}

template <class Choice>
void decode_two(const std::byte* blocks, std::size_t count, std::byte* pixels, std::size_t stride) {
    using Sample = typename Choice::Sample;
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t red = load_u64(blocks + 16 * i);
        const std::uint64_t green = load_u64(blocks + 16 * i + 8);
        const Choice reds(red);
        const Choice greens(green);
        std::byte* row = pixels + i * 8 * sizeof(Sample);
        for (unsigned y = 0; y < 4; ++y) {
            const auto r = static_cast<std::uint32_t>(red >> (16 + 12 * y));
            const auto g = static_cast<std::uint32_t>(green >> (16 + 12 * y));
            const std::array<Sample, 8> samples = {reds.of[r & 7],      greens.of[g & 7],
                                                   reds.of[r >> 3 & 7], greens.of[g >> 3 & 7],
                                                   reds.of[r >> 6 & 7], greens.of[g >> 6 & 7],
                                                   reds.of[r >> 9 & 7], greens.of[g >> 9 & 7]};
            std::memcpy(row, samples.data(), sizeof samples);
            row += stride;
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
    decode_one<Eight>(blocks, count, pixels, stride);
}

void decode_bc5_8(const std::byte* blocks, std::size_t count, std::byte* pixels,
                  std::size_t stride) {
    decode_two<Eight>(blocks, count, pixels, stride);
}

void decode_bc4_16(const std::byte* blocks, std::size_t count, std::byte* pixels,
                   std::size_t stride) {
    decode_one<Sixteen>(blocks, count, pixels, stride);
}

void decode_bc5_16(const std::byte* blocks, std::size_t count, std::byte* pixels,
                   std::size_t stride) {
    decode_two<Sixteen>(blocks, count, pixels, stride);
}

void decode_bc4_snorm(const std::byte* blocks, std::size_t count, std::byte* pixels,
                      std::size_t stride) {
    decode_one<Signed>(blocks, count, pixels, stride);
}

void decode_bc5_snorm(const std::byte* blocks, std::size_t count, std::byte* pixels,
                      std::size_t stride) {
    decode_two<Signed>(blocks, count, pixels, stride);
}

}  // namespace galley::texel
