#pragma once

#include <cstdint>

namespace galley::texel {

/// The largest finite half.
inline constexpr float kHalfMax = 65504.0f;

/// IEEE 754 binary16 of a float, rounded to nearest, ties to even: what hardware gives, in
/// integers. Too large becomes infinity, too small a subnormal or zero; a NaN stays a (quiet) NaN.
[[nodiscard]] std::uint16_t float_to_half(float value);

/// Exact.
[[nodiscard]] float half_to_float(std::uint16_t half);

}  // namespace galley::texel
