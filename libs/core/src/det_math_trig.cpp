#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "double_double.h"
#include "galley/core/det_math.h"

namespace galley::det {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr Dd kPi{0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53};
constexpr Dd kHalfPi{0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};

struct Reduced {
    Dd angle;      ///< in [-pi/4, pi/4], a little more by rounding
    int quadrant;  ///< 0 to 3
};

/// x less the nearest multiple of pi/2. pi/2 in parts of 33 bits (Cody and Waite): the multiples of
/// the first three are exact below 2^20, and 1e6 is below 2^20 * pi/2.
Reduced reduce(double x) {
    const double n = std::floor(x * 0x1.45f306dc9c883p-1 + 0.5);
    Dd angle = two_sum(x, -(n * 0x1.921fb54400000p+0));
    angle = angle - Dd{n * 0x1.0b4611a600000p-34, 0};
    angle = angle - Dd{n * 0x1.3198a2e000000p-69, 0};
    angle = angle - Dd{n * 0x1.b839a252049c1p-104, 0};
    return {angle, static_cast<int>(static_cast<long long>(n) & 3)};
}

/// Taylor's series. What follows the first term is summed in double and below 0.1.
Dd sin_small(Dd x) {
    constexpr std::array kFactorials = {-121645100408832000.0,
                                        355687428096000.0,
                                        -1307674368000.0,
                                        6227020800.0,
                                        -39916800.0,
                                        362880.0,
                                        -5040.0,
                                        120.0,
                                        -6.0};
    const double z = x.hi * x.hi;
    double sum = 1.0 / 51090942171709440000.0;
    for (const double factorial : kFactorials) sum = sum * z + 1 / factorial;
    return fast_two_sum(x.hi, sum * z * x.hi + x.lo * (1 - 0.5 * z));
}

Dd cos_small(Dd x) {
    constexpr std::array kFactorials = {
        -6402373705728000.0, 20922789888000.0, -87178291200.0, 479001600.0,
        -3628800.0,          40320.0,          -720.0,         24.0};
    const Dd z = two_product(x.hi, x.hi);
    double sum = 1.0 / 2432902008176640000.0;
    for (const double factorial : kFactorials) sum = sum * z.hi + 1 / factorial;
    const Dd first = fast_two_sum(1, -0.5 * z.hi);
    const double rest = sum * (z.hi * z.hi) - 0.5 * z.lo - x.hi * x.lo;
    return fast_two_sum(first.hi, first.lo + rest);
}

bool out_of_range(double x) { return !(x >= -1e6 && x <= 1e6); }

struct SinCos {
    Dd sin;
    Dd cos;
};

SinCos sin_cos(double x) {
    const auto [angle, quadrant] = reduce(x);
    const Dd s = sin_small(angle);
    const Dd c = cos_small(angle);
    switch (quadrant) {
    case 0: return {s, c};
    case 1: return {c, -s};
    case 2: return {-s, -c};
    default: return {-c, s};
    }
}

/// The arc tangent of a / b for 0 <= a <= b, b a normal number of moderate size, a / b > 2^-61:
/// atan(c) + atan((a - c b) / (b + c a)) for the nearest eighth c, then Taylor's series for an
/// argument below 1/16.
Dd atan_of_ratio(Dd a, Dd b) {
    constexpr std::array<Dd, 9> kAtanOfEighths = {{
        {0, 0},
        {0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59},
        {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
        {0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56},
        {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
        {0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58},
        {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
        {0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56},
        {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55},
    }};
    const double eighths = std::floor(8 * a.hi / b.hi + 0.5);
    const Dd c{eighths / 8, 0};
    const Dd t = (a - c * b) / (b + c * a);
    const double z = t.hi * t.hi;
    double sum = 0;
    for (const double divisor : {17.0, -15.0, 13.0, -11.0, 9.0, -7.0, 5.0, -3.0}) {
        sum = (sum + 1 / divisor) * z;
    }
    return kAtanOfEighths[static_cast<std::size_t>(eighths)] + (t + Dd{sum * t.hi, 0});
}

Dd magnitude(Dd x) { return x.hi < 0 ? -x : x; }

/// The angle of (x, y), both finite and not zero.
double angle_of(Dd y, Dd x) {
    Dd a = magnitude(y);
    Dd b = magnitude(x);
    const bool steep = a.hi > b.hi;
    if (steep) std::swap(a, b);
    // Here the ratio's cube is nothing beside it.
    if (!steep && x.hi > 0 && a.hi / b.hi < 0x1p-60) return y.hi / x.hi;
    Dd angle = a.hi / b.hi < 0x1p-60 ? Dd{a.hi / b.hi, 0} : atan_of_ratio(a, b);
    if (steep) angle = kHalfPi - angle;
    if (x.hi < 0) angle = kPi - angle;
    return y.hi < 0 ? -angle.hi : angle.hi;
}

double with_sign_of(double sign, double value) { return std::signbit(sign) ? -value : value; }

/// sqrt(1 - x * x) for |x| < 1.
Dd cosine_from_sine(double x) {
    const Dd square = Dd{1, 0} - two_product(x, x);
    const double root = std::sqrt(square.hi);
    const Dd error = square - two_product(root, root);
    return fast_two_sum(root, error.hi / (2 * root));
}

}  // namespace

double sin(double x) {
    if (out_of_range(x)) return kNan;
    return x == 0 ? x : sin_cos(x).sin.hi;
}

double cos(double x) { return out_of_range(x) ? kNan : sin_cos(x).cos.hi; }

double tan(double x) {
    if (out_of_range(x)) return kNan;
    if (x == 0) return x;
    const auto [s, c] = sin_cos(x);
    return (s / c).hi;
}

double atan2(double y, double x) {
    if (x != x || y != y) return kNan;
    if (y == 0) return std::signbit(x) ? with_sign_of(y, kPi.hi) : y;
    if (x == 0) return with_sign_of(y, kHalfPi.hi);
    const bool y_infinite = y == kInfinity || y == -kInfinity;
    if (x == kInfinity || x == -kInfinity) {
        constexpr double kQuarterPi = 0x1.921fb54442d18p-1;
        constexpr double kThreeQuarterPi = 0x1.2d97c7f3321d2p+1;
        if (y_infinite) return with_sign_of(y, x > 0 ? kQuarterPi : kThreeQuarterPi);
        return with_sign_of(y, x > 0 ? 0.0 : kPi.hi);
    }
    if (y_infinite) return with_sign_of(y, kHalfPi.hi);
    // Exact products need room on both sides; powers of two change nothing else.
    const double larger = std::fabs(x) > std::fabs(y) ? std::fabs(x) : std::fabs(y);
    if (larger > 0x1p500 || larger < 0x1p-400) {
        const double factor = larger > 1 ? 0x1p-600 : 0x1p600;
        if (std::fabs(y) < std::fabs(x) * 0x1p-60) return x > 0 ? y / x : with_sign_of(y, kPi.hi);
        if (std::fabs(x) < std::fabs(y) * 0x1p-60) return with_sign_of(y, kHalfPi.hi);
        x *= factor;
        y *= factor;
    }
    return angle_of({y, 0}, {x, 0});
}

double acos(double x) {
    if (x != x) return x;
    if (x >= 1) return 0;
    if (x <= -1) return kPi.hi;
    if (x == 0) return kHalfPi.hi;
    return angle_of(cosine_from_sine(x), {x, 0});
}

double asin(double x) {
    if (x != x) return x;
    if (x >= 1) return kHalfPi.hi;
    if (x <= -1) return -kHalfPi.hi;
    if (x == 0) return x;
    return angle_of({x, 0}, cosine_from_sine(x));
}

}  // namespace galley::det
