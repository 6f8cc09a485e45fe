#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "double_double.h"
#include "galley/core/det_math.h"

namespace galley::det {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// Each constant is the nearest double and the nearest double to what is left.
constexpr Dd kLn2{0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56};
constexpr Dd kLog2E{0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56};
constexpr Dd kThird{0x1.5555555555555p-2, 0x1.5555555555555p-56};
constexpr Dd kFifth{0x1.999999999999ap-3, -0x1.999999999999ap-57};

/// 2^k for a normal result.
double power_of_two(int k) {
    return std::bit_cast<double>(static_cast<std::uint64_t>(k + 1023) << 52);
}

/// value * 2^k with one rounding, for value in [0.5, 2] and any k from -1076 to 1024.
double scale(double value, int k) {
    if (k > 1023) return value * power_of_two(1023) * power_of_two(k - 1023);
    if (k < -1021) return value * power_of_two(-1000) * power_of_two(k + 1000);
    return value * power_of_two(k);
}

struct Normalised {
    double mantissa;  ///< in [sqrt(1/2), sqrt(2)]
    int exponent;
};

/// x = mantissa * 2^exponent, for finite x > 0.
Normalised normalise(double x) {
    int exponent = 0;
    if (x < 0x1p-1022) {
        x *= 0x1p54;
        exponent = -54;
    }
    const auto bits = std::bit_cast<std::uint64_t>(x);
    exponent += static_cast<int>(bits >> 52) - 1023;
    double mantissa = std::bit_cast<double>((bits & 0x000fffffffffffffU) | 0x3ff0000000000000U);
    if (mantissa > 0x1.6a09e667f3bcdp+0) {
        mantissa *= 0.5;
        ++exponent;
    }
    return {mantissa, exponent};
}

/// The natural logarithm of a normalised mantissa to about 2^-70 of itself: 2 artanh(s) with
/// s = (m - 1) / (m + 1), |s| < 0.172, by its Taylor series s + s^3/3 + s^5/5 + ..., the first
/// terms in double-double.
Dd log_of_mantissa(double m) {
    const double f = m - 1;
    const Dd s = Dd{f, 0} / two_sum(2, f);
    const Dd z = s * s;
    double tail = 0;
    for (const double divisor : {29.0, 27.0, 25.0, 23.0, 21.0, 19.0, 17.0, 15.0, 13.0, 11.0, 9.0}) {
        tail = (tail + 1 / divisor) * z.hi;
    }
    tail = (tail + 1.0 / 7) * z.hi;
    const Dd rest = z * (kThird + z * (kFifth + Dd{tail, 0}));
    const Dd half = s + s * rest;
    return {2 * half.hi, 2 * half.lo};
}

Dd log2_precise(double x) {
    const auto [mantissa, exponent] = normalise(x);
    return Dd{static_cast<double>(exponent), 0} + log_of_mantissa(mantissa) * kLog2E;
}

/// e^t for |t| < 0.36: Taylor's series; what follows 1 + t is summed in double and below 0.08, so
/// that its rounding counts for little.
Dd exp_small(Dd t) {
    constexpr std::array kFactorials = {87178291200.0, 6227020800.0, 479001600.0, 39916800.0,
                                        3628800.0,     362880.0,     40320.0,     5040.0,
                                        720.0,         120.0,        24.0,        6.0};
    double sum = 1.0 / 1307674368000.0;
    for (const double factorial : kFactorials) sum = sum * t.hi + 1 / factorial;
    sum = (sum * t.hi + 0.5) * (t.hi * t.hi);
    const Dd first = fast_two_sum(1, t.hi);
    return fast_two_sum(first.hi, first.lo + (sum + (t.lo + t.lo * t.hi)));
}

/// 2^x for |x.hi| < 1080, still to be scaled by 2^exponent.
Dd exp2_precise(Dd x, int& exponent) {
    const double whole = std::floor(x.hi + 0.5);
    exponent = static_cast<int>(whole);
    return exp_small((x - Dd{whole, 0}) * kLn2);
}

double exp2_of(Dd x) {
    if (x.hi >= 1025) return kInfinity;
    if (x.hi < -1076) return 0;
    int exponent = 0;
    const Dd value = exp2_precise(x, exponent);
    return scale(value.hi, exponent);
}

/// x^y for results that are normal numbers.
Dd power_precise(Dd x, Dd y) {
    const Dd logarithm = log2_precise(x.hi) + Dd{x.lo / x.hi, 0} * kLog2E;
    int exponent = 0;
    const Dd value = exp2_precise(logarithm * y, exponent);
    return {scale(value.hi, exponent), value.lo * power_of_two(exponent)};
}

}  // namespace

double exp2(double x) { return x != x ? x : exp2_of({x, 0}); }

double exp(double x) {
    if (x != x) return x;
    if (x > 710) return kInfinity;
    if (x < -746) return 0;
    // ln(2) in three parts (Cody and Waite): the first has 32 bits, so its multiples are exact.
    const double whole = std::floor(x * kLog2E.hi + 0.5);
    const Dd rest = two_sum(x - whole * 0x1.62e42fee00000p-1, -(whole * 0x1.a39ef35793c76p-33));
    return scale(exp_small(rest).hi, static_cast<int>(whole));
}

double log2(double x) {
    if (x == 0) return -kInfinity;
    if (!(x > 0)) return kNan;
    return x == kInfinity ? x : log2_precise(x).hi;
}

double log(double x) {
    if (x == 0) return -kInfinity;
    if (!(x > 0)) return kNan;
    if (x == kInfinity) return x;
    const auto [mantissa, exponent] = normalise(x);
    return (Dd{static_cast<double>(exponent), 0} * kLn2 + log_of_mantissa(mantissa)).hi;
}

double pow(double x, double y) {
    if (y == 0 || x == 1) return 1;
    if (x != x || y != y || x < 0) return kNan;
    const double none = y > 0 ? 0 : kInfinity;
    const double all = y > 0 ? kInfinity : 0;
    if (x == 0) return none;
    if (x == kInfinity) return all;
    if (y == kInfinity || y == -kInfinity) return x > 1 ? all : none;
    const Dd logarithm = log2_precise(x);
    const double rough = logarithm.hi * y;
    if (rough > 1100) return kInfinity;
    if (rough < -1100) return 0;
    return exp2_of(logarithm * Dd{y, 0});
}

double cbrt(double x) {
    if (x == 0 || x != x || x == kInfinity || x == -kInfinity) return x;
    auto [m, exponent] = normalise(x < 0 ? -x : x);
    // |x| = m * 8^thirds, m in [0.7, 5.7].
    const int thirds = (exponent + 3 * 1000) / 3 - 1000;
    m *= power_of_two(exponent - 3 * thirds);
    // Halley's iteration, whose error is cubed by each step, from a chord that is off by a ninth.
    double r = 1 + (m - 1) / 7;
    for (int i = 0; i < 4; ++i) {
        const double cube = r * r * r;
        r = r * ((cube + 2 * m) / (2 * cube + m));
    }
    const Dd root{r, 0};
    const Dd error = Dd{m, 0} - root * root * root;
    r += error.hi / (3 * r * r);
    r *= power_of_two(thirds);
    return x < 0 ? -r : r;
}

double srgb_to_linear(double encoded) {
    if (!(encoded > 0)) return encoded != encoded ? encoded : 0;
    if (encoded >= 1) return 1;
    if (encoded <= 0.04045) return encoded / 12.92;
    constexpr Dd kOffset{0x1.c28f5c28f5c29p-5, -0x1.47ae147ae147bp-62};  // 0.055
    constexpr Dd kScale{0x1.0e147ae147ae1p+0, 0x1.1eb851eb851ecp-54};    // 1.055
    constexpr Dd kPower{0x1.3333333333333p+1, 0x1.999999999999ap-54};    // 2.4
    return power_precise((Dd{encoded, 0} + kOffset) / kScale, kPower).hi;
}

double linear_to_srgb(double linear) {
    if (!(linear > 0)) return linear != linear ? linear : 0;
    if (linear >= 1) return 1;
    if (linear <= 0.0031308) return linear * 12.92;
    constexpr Dd kOffset{0x1.c28f5c28f5c29p-5, -0x1.47ae147ae147bp-62};  // 0.055
    constexpr Dd kScale{0x1.0e147ae147ae1p+0, 0x1.1eb851eb851ecp-54};    // 1.055
    constexpr Dd kPower{0x1.aaaaaaaaaaaabp-2, -0x1.5555555555555p-56};   // 1 / 2.4
    return (kScale * power_precise({linear, 0}, kPower) - kOffset).hi;
}

}  // namespace galley::det
