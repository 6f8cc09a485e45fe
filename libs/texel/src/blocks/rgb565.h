#pragma once

#include <cstdint>

namespace galley::texel {

/// A colour of 5, 6 and 5 bits.
struct Rgb565 {
    std::uint32_t r;
    std::uint32_t g;
    std::uint32_t b;
};

constexpr Rgb565 rgb565(std::uint32_t bits) { return {bits >> 11 & 31, bits >> 5 & 63, bits & 31}; }

// A channel is s / (n m) where s is a sum of n endpoint channels of at most m. Each function gives
// round(255 s / (n m)), halves up: multiplier, addend and shift were found by trying all s.

constexpr std::uint32_t pack_rgb(std::uint32_t r, std::uint32_t g, std::uint32_t b) {
    return r | g << 8 | b << 16;
}

/// The endpoint itself, red in the lowest byte, alpha 0.
constexpr std::uint32_t packed_endpoint(const Rgb565& a) {
    return pack_rgb((a.r * 527 + 23) >> 6, (a.g * 259 + 33) >> 6, (a.b * 527 + 23) >> 6);
}

/// (2 a + b) / 3
constexpr std::uint32_t packed_third(const Rgb565& a, const Rgb565& b) {
    return pack_rgb(((2 * a.r + b.r) * 351 + 61) >> 7, ((2 * a.g + b.g) * 2763 + 1039) >> 11,
                    ((2 * a.b + b.b) * 351 + 61) >> 7);
}

/// (a + b) / 2
constexpr std::uint32_t packed_half(const Rgb565& a, const Rgb565& b) {
    return pack_rgb(((a.r + b.r) * 1053 + 125) >> 8, ((a.g + b.g) * 4145 + 1019) >> 11,
                    ((a.b + b.b) * 1053 + 125) >> 8);
}

}  // namespace galley::texel
