#include "galley/texel/half.h"

#include <bit>

namespace galley::texel {

std::uint16_t float_to_half(float value) {
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t sign = (bits >> 16) & 0x8000u;
    const std::uint32_t magnitude = bits & 0x7fffffffu;
    if (magnitude > 0x7f800000u) return static_cast<std::uint16_t>(sign | 0x7e00u);
    // 65520 is half way between the largest half and what would come next; the tie goes to
    // infinity.
    if (magnitude >= 0x477ff000u) return static_cast<std::uint16_t>(sign | 0x7c00u);
    if (magnitude < 0x38800000u) {  // below 2^-14: a subnormal, in units of 2^-24
        // Half of the smallest subnormal ties to zero.
        if (magnitude <= 0x33000000u) return static_cast<std::uint16_t>(sign);
        const std::uint32_t shift = 126u - (magnitude >> 23);  // 14 to 24
        const std::uint32_t fraction = (magnitude & 0x7fffffu) | 0x800000u;
        const std::uint32_t quotient = fraction >> shift;
        const std::uint32_t rest = fraction & ((1u << shift) - 1);
        const std::uint32_t middle = 1u << (shift - 1);
        const bool up = rest > middle || (rest == middle && (quotient & 1u) != 0);
        return static_cast<std::uint16_t>(sign | (quotient + (up ? 1u : 0u)));
    }
    // Rebias the exponent by 127 - 15 and round the 13 bits that go; a carry moves into the
    // exponent.
    const std::uint32_t rounded = magnitude - (112u << 23) + 0xfffu + ((magnitude >> 13) & 1u);
    return static_cast<std::uint16_t>(sign | (rounded >> 13));
}

float half_to_float(std::uint16_t half) {
    const std::uint32_t sign = (half & 0x8000u) << 16;
    const std::uint32_t exponent = (half >> 10) & 0x1fu;
    const std::uint32_t fraction = half & 0x3ffu;
    if (exponent == 0) {
        const float magnitude = static_cast<float>(fraction) * 0x1p-24f;
        return std::bit_cast<float>(std::bit_cast<std::uint32_t>(magnitude) | sign);
    }
    const std::uint32_t biased = exponent == 31 ? 0xffu : exponent + 112u;
    return std::bit_cast<float>(sign | (biased << 23) | (fraction << 13));
}

}  // namespace galley::texel
