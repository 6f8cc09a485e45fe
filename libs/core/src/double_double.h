#pragma once

namespace galley::det {

/// An unevaluated sum hi + lo with |lo| at most half a unit in the last place of hi: about 106
/// bits. The operations are Dekker's and Knuth's error-free transformations (T. J. Dekker, "A
/// floating-point technique for extending the available precision", 1971; D. Knuth, TAOCP
/// 2, 4.2.2); they need round-to-nearest, no fused operations and magnitudes below 2^990.
struct Dd {
    double hi = 0;
    double lo = 0;
};

/// a + b exactly, when |a| >= |b| or a is zero.
constexpr Dd fast_two_sum(double a, double b) {
    const double sum = a + b;
    return {sum, b - (sum - a)};
}

/// a + b exactly.
constexpr Dd two_sum(double a, double b) {
    const double sum = a + b;
    const double b_part = sum - a;
    return {sum, (a - (sum - b_part)) + (b - b_part)};
}

/// a * b exactly, each factor split into halves of 26 bits.
constexpr Dd two_product(double a, double b) {
    constexpr double kSplit = 134217729;  // 2^27 + 1
    const double a_big = kSplit * a;
    const double a_hi = a_big - (a_big - a);
    const double a_lo = a - a_hi;
    const double b_big = kSplit * b;
    const double b_hi = b_big - (b_big - b);
    const double b_lo = b - b_hi;
    const double product = a * b;
    return {product, ((a_hi * b_hi - product) + a_hi * b_lo + a_lo * b_hi) + a_lo * b_lo};
}

constexpr Dd operator-(Dd a) { return {-a.hi, -a.lo}; }

constexpr Dd operator+(Dd a, Dd b) {
    const Dd high = two_sum(a.hi, b.hi);
    const Dd low = two_sum(a.lo, b.lo);
    const Dd first = fast_two_sum(high.hi, high.lo + low.hi);
    return fast_two_sum(first.hi, first.lo + low.lo);
}

constexpr Dd operator-(Dd a, Dd b) { return a + -b; }

constexpr Dd operator*(Dd a, Dd b) {
    const Dd product = two_product(a.hi, b.hi);
    return fast_two_sum(product.hi, product.lo + (a.hi * b.lo + a.lo * b.hi));
}

constexpr Dd operator/(Dd a, Dd b) {
    const double first = a.hi / b.hi;
    const Dd rest = a - b * Dd{first, 0};
    const double second = rest.hi / b.hi;
    const Dd rest_of_rest = rest - b * Dd{second, 0};
    return fast_two_sum(first, second) + Dd{rest_of_rest.hi / b.hi, 0};
}

}  // namespace galley::det
