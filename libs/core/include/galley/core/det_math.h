#pragma once

#include "galley/base/vec.h"

namespace galley::det {

/// Transcendental functions with the same bits on every machine, compiler and SIMD level: only
/// IEEE-754 + - * / and sqrt in double, in a fixed order, no fused operations, no libm. Results are
/// within 2 units in the last place of a double of the exact value over the stated range, so within
/// one of a float.
[[nodiscard]] double exp2(double x);  ///< any x; overflow to infinity, underflow to 0
[[nodiscard]] double log2(double x);  ///< x > 0; log2(0) = -inf, negative or NaN gives NaN
[[nodiscard]] double exp(double x);
[[nodiscard]] double log(double x);
[[nodiscard]] double pow(double x, double y);  ///< x >= 0; pow(0, y > 0) = 0, pow(x, 0) = 1
[[nodiscard]] double cbrt(double x);
[[nodiscard]] double sin(double x);  ///< |x| <= 1e6, beyond it NaN (so for cos and tan)
[[nodiscard]] double cos(double x);  ///< |x| <= 1e6
[[nodiscard]] double tan(double x);  ///< |x| <= 1e6
[[nodiscard]] double atan2(double y, double x);
[[nodiscard]] double acos(double x);  ///< [-1, 1], clamped
[[nodiscard]] double asin(double x);  ///< [-1, 1], clamped

/// The sRGB transfer function, IEC 61966-2-1: encoded [0, 1] to linear [0, 1] and back.
[[nodiscard]] double srgb_to_linear(double encoded);
[[nodiscard]] double linear_to_srgb(double linear);

}  // namespace galley::det
