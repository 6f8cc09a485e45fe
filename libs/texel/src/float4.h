#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>

namespace galley::texel {

/// One pixel as four floats in a vector register, on any processor: both compilers give the
/// operators, each of which works on the lanes apart, so that the bits don't depend on the
/// instruction set.
using Float4 = float __attribute__((vector_size(16)));
using Int4 = std::int32_t __attribute__((vector_size(16)));

inline Float4 load4(const float* from) {
    Float4 value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

inline void store4(float* to, Float4 value) { std::memcpy(to, &value, sizeof value); }

inline Float4 all4(float value) { return Float4{value, value, value, value}; }

/// Nearest integers, ties to even, of values whose magnitude is below 2^22: adding 1.5 * 2^23
/// leaves the integer in the low bits of the sum, rounded once by the addition.
inline Int4 round4(Float4 value) {
    const Float4 shifted = value + 12582912.0f;
    Int4 bits;
    std::memcpy(&bits, &shifted, sizeof bits);
    return bits - 0x4b400000;
}

/// Pixels, four floats each, not initialised.
inline std::unique_ptr<float[]> float_pixels(std::size_t count) {
    return std::make_unique_for_overwrite<float[]>(count * 4);
}

}  // namespace galley::texel
