#pragma once

/// Vectors of the width that the file is compiled for, for `*.simd.cpp` files only
/// (cmake/simd.cmake).
///
/// The operators + - * / & | ^ ~ << >> and the comparisons are the compiler's own and work on the
/// lanes apart; a comparison gives -1 or 0 in each lane of the integer type of that size. A file
/// that puts one block, or one pixel, in each lane and never mixes lanes gives the same bytes for
/// any number of lanes: integers wrap, floats are rounded after each operation (no contraction, no
/// reciprocal estimates), and what isn't exact everywhere has no function here.
///
/// Nothing of the standard library with a body may be used in these files: its inline functions are
/// shared with code for older processors.

#include <cstdint>

#if defined(__AVX512BW__) && defined(__AVX512DQ__) && defined(__AVX512VL__)
#define GALLEY_WIDE_BYTES 64
#elif defined(__AVX2__)
#define GALLEY_WIDE_BYTES 32
#else
#define GALLEY_WIDE_BYTES 16
#endif

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace galley::texel::GALLEY_SIMD_NAMESPACE {

inline constexpr int kWideBytes = GALLEY_WIDE_BYTES;
/// Lanes of 32 bits.
inline constexpr int kLanes = kWideBytes / 4;

using F32 = float __attribute__((vector_size(GALLEY_WIDE_BYTES)));
using I32 = std::int32_t __attribute__((vector_size(GALLEY_WIDE_BYTES)));
using U32 = std::uint32_t __attribute__((vector_size(GALLEY_WIDE_BYTES)));
using I16 = std::int16_t __attribute__((vector_size(GALLEY_WIDE_BYTES)));
using U16 = std::uint16_t __attribute__((vector_size(GALLEY_WIDE_BYTES)));
using I8 = std::int8_t __attribute__((vector_size(GALLEY_WIDE_BYTES)));
using U8 = std::uint8_t __attribute__((vector_size(GALLEY_WIDE_BYTES)));

#define GALLEY_WIDE [[gnu::always_inline]] static inline

/// Before a loop of few turns over vectors, so that arrays of them stay in registers.
#if defined(__clang__)
#define GALLEY_UNROLL _Pragma("unroll")
#else
#define GALLEY_UNROLL _Pragma("GCC unroll 16")
#endif

/// The same bits as another type of vector.
template <class To, class From>
GALLEY_WIDE To as(From value) {
    return __builtin_bit_cast(To, value);
}

GALLEY_WIDE F32 all(float value) { return value - F32{}; }
GALLEY_WIDE I32 all(std::int32_t value) { return value - I32{}; }
GALLEY_WIDE U32 all(std::uint32_t value) { return value - U32{}; }
/// 16-bit lanes.
GALLEY_WIDE I16 all16(int value) { return static_cast<std::int16_t>(value) - I16{}; }
GALLEY_WIDE U16 all_u16(unsigned value) { return static_cast<std::uint16_t>(value) - U16{}; }

template <class Vector>
GALLEY_WIDE Vector load(const void* from) {
    Vector value;
    __builtin_memcpy(&value, from, sizeof value);
    return value;
}

template <class Vector>
GALLEY_WIDE void store(void* to, Vector value) {
    __builtin_memcpy(to, &value, sizeof value);
}

/// 0, 1, 2, ...
GALLEY_WIDE I32 lane_numbers() {
    I32 lanes{};
    for (int lane = 0; lane < kLanes; ++lane) lanes[lane] = lane;
    return lanes;
}

/// a where the mask is -1, b where it is 0.
GALLEY_WIDE F32 select(I32 mask, F32 a, F32 b) { return mask ? a : b; }
GALLEY_WIDE I32 select(I32 mask, I32 a, I32 b) { return mask ? a : b; }
GALLEY_WIDE U32 select(I32 mask, U32 a, U32 b) { return mask ? a : b; }
GALLEY_WIDE I16 select(I16 mask, I16 a, I16 b) { return mask ? a : b; }
GALLEY_WIDE U16 select(I16 mask, U16 a, U16 b) { return mask ? a : b; }
GALLEY_WIDE U8 select(I8 mask, U8 a, U8 b) { return mask ? a : b; }
GALLEY_WIDE I8 select(I8 mask, I8 a, I8 b) { return mask ? a : b; }

GALLEY_WIDE U32 min(U32 a, U32 b) { return a < b ? a : b; }
GALLEY_WIDE U32 max(U32 a, U32 b) { return a > b ? a : b; }

// min and max of floats are a < b ? a : b and a > b ? a : b, so b where either is NaN and for zeros
// of either sign.

#if GALLEY_WIDE_BYTES == 64
GALLEY_WIDE F32 min(F32 a, F32 b) { return as<F32>(_mm512_min_ps(as<__m512>(a), as<__m512>(b))); }
GALLEY_WIDE F32 max(F32 a, F32 b) { return as<F32>(_mm512_max_ps(as<__m512>(a), as<__m512>(b))); }
GALLEY_WIDE I32 min(I32 a, I32 b) {
    return as<I32>(_mm512_min_epi32(as<__m512i>(a), as<__m512i>(b)));
}
GALLEY_WIDE I32 max(I32 a, I32 b) {
    return as<I32>(_mm512_max_epi32(as<__m512i>(a), as<__m512i>(b)));
}
GALLEY_WIDE I16 min(I16 a, I16 b) {
    return as<I16>(_mm512_min_epi16(as<__m512i>(a), as<__m512i>(b)));
}
GALLEY_WIDE I16 max(I16 a, I16 b) {
    return as<I16>(_mm512_max_epi16(as<__m512i>(a), as<__m512i>(b)));
}
GALLEY_WIDE U16 min(U16 a, U16 b) {
    return as<U16>(_mm512_min_epu16(as<__m512i>(a), as<__m512i>(b)));
}
GALLEY_WIDE U16 max(U16 a, U16 b) {
    return as<U16>(_mm512_max_epu16(as<__m512i>(a), as<__m512i>(b)));
}
GALLEY_WIDE U8 min(U8 a, U8 b) { return as<U8>(_mm512_min_epu8(as<__m512i>(a), as<__m512i>(b))); }
GALLEY_WIDE U8 max(U8 a, U8 b) { return as<U8>(_mm512_max_epu8(as<__m512i>(a), as<__m512i>(b))); }
/// Each 32-bit lane: the sum of the products of its two pairs of 16 bits.
GALLEY_WIDE I32 dot_pairs(I16 a, I16 b) {
    return as<I32>(_mm512_madd_epi16(as<__m512i>(a), as<__m512i>(b)));
}
/// The upper 16 bits of the products.
GALLEY_WIDE I16 multiply_high(I16 a, I16 b) {
    return as<I16>(_mm512_mulhi_epi16(as<__m512i>(a), as<__m512i>(b)));
}
GALLEY_WIDE F32 square_root(F32 a) { return as<F32>(_mm512_sqrt_ps(as<__m512>(a))); }
GALLEY_WIDE bool any(I32 mask) { return _mm512_movepi32_mask(as<__m512i>(mask)) != 0; }
/// table[index] of a table of 16; indices 0 to 15.
GALLEY_WIDE I32 lookup16(const std::int32_t* table, I32 index) {
    return as<I32>(_mm512_permutexvar_epi32(as<__m512i>(index), _mm512_loadu_si512(table)));
}
/// base[index] of any table.
GALLEY_WIDE I32 gather(const std::int32_t* base, I32 index) {
    return as<I32>(_mm512_i32gather_epi32(as<__m512i>(index), base, 4));
}
GALLEY_WIDE F32 gather(const float* base, I32 index) {
    return as<F32>(_mm512_i32gather_ps(as<__m512i>(index), base, 4));
}
/// Lanes 0, 2, 4, ... of a, then those of b; and 1, 3, 5, ...
GALLEY_WIDE U32 even_lanes(U32 a, U32 b) {
    const I32 order = lane_numbers() * 2;
    return as<U32>(_mm512_permutex2var_epi32(as<__m512i>(a), as<__m512i>(order), as<__m512i>(b)));
}
GALLEY_WIDE U32 odd_lanes(U32 a, U32 b) {
    const I32 order = lane_numbers() * 2 + 1;
    return as<U32>(_mm512_permutex2var_epi32(as<__m512i>(a), as<__m512i>(order), as<__m512i>(b)));
}
#elif GALLEY_WIDE_BYTES == 32
GALLEY_WIDE F32 min(F32 a, F32 b) { return as<F32>(_mm256_min_ps(as<__m256>(a), as<__m256>(b))); }
GALLEY_WIDE F32 max(F32 a, F32 b) { return as<F32>(_mm256_max_ps(as<__m256>(a), as<__m256>(b))); }
GALLEY_WIDE I32 min(I32 a, I32 b) {
    return as<I32>(_mm256_min_epi32(as<__m256i>(a), as<__m256i>(b)));
}
GALLEY_WIDE I32 max(I32 a, I32 b) {
    return as<I32>(_mm256_max_epi32(as<__m256i>(a), as<__m256i>(b)));
}
GALLEY_WIDE I16 min(I16 a, I16 b) {
    return as<I16>(_mm256_min_epi16(as<__m256i>(a), as<__m256i>(b)));
}
GALLEY_WIDE I16 max(I16 a, I16 b) {
    return as<I16>(_mm256_max_epi16(as<__m256i>(a), as<__m256i>(b)));
}
GALLEY_WIDE U16 min(U16 a, U16 b) {
    return as<U16>(_mm256_min_epu16(as<__m256i>(a), as<__m256i>(b)));
}
GALLEY_WIDE U16 max(U16 a, U16 b) {
    return as<U16>(_mm256_max_epu16(as<__m256i>(a), as<__m256i>(b)));
}
GALLEY_WIDE U8 min(U8 a, U8 b) { return as<U8>(_mm256_min_epu8(as<__m256i>(a), as<__m256i>(b))); }
GALLEY_WIDE U8 max(U8 a, U8 b) { return as<U8>(_mm256_max_epu8(as<__m256i>(a), as<__m256i>(b))); }
GALLEY_WIDE I32 dot_pairs(I16 a, I16 b) {
    return as<I32>(_mm256_madd_epi16(as<__m256i>(a), as<__m256i>(b)));
}
GALLEY_WIDE I16 multiply_high(I16 a, I16 b) {
    return as<I16>(_mm256_mulhi_epi16(as<__m256i>(a), as<__m256i>(b)));
}
GALLEY_WIDE F32 square_root(F32 a) { return as<F32>(_mm256_sqrt_ps(as<__m256>(a))); }
GALLEY_WIDE bool any(I32 mask) { return _mm256_movemask_epi8(as<__m256i>(mask)) != 0; }
GALLEY_WIDE I32 lookup16(const std::int32_t* table, I32 index) {
    const __m256i low = _mm256_permutevar8x32_epi32(load<__m256i>(table), as<__m256i>(index));
    const __m256i high = _mm256_permutevar8x32_epi32(load<__m256i>(table + 8), as<__m256i>(index));
    return select(index > 7, as<I32>(high), as<I32>(low));
}
GALLEY_WIDE I32 gather(const std::int32_t* base, I32 index) {
    return as<I32>(_mm256_i32gather_epi32(base, as<__m256i>(index), 4));
}
GALLEY_WIDE F32 gather(const float* base, I32 index) {
    return as<F32>(_mm256_i32gather_ps(base, as<__m256i>(index), 4));
}
GALLEY_WIDE U32 even_lanes(U32 a, U32 b) {
    const __m256 mixed = _mm256_shuffle_ps(as<__m256>(a), as<__m256>(b), 0x88);
    return as<U32>(_mm256_permute4x64_epi64(as<__m256i>(mixed), 0xd8));
}
GALLEY_WIDE U32 odd_lanes(U32 a, U32 b) {
    const __m256 mixed = _mm256_shuffle_ps(as<__m256>(a), as<__m256>(b), 0xdd);
    return as<U32>(_mm256_permute4x64_epi64(as<__m256i>(mixed), 0xd8));
}
#else
GALLEY_WIDE I32 min(I32 a, I32 b) { return a < b ? a : b; }
GALLEY_WIDE I32 max(I32 a, I32 b) { return a > b ? a : b; }
GALLEY_WIDE I32 gather(const std::int32_t* base, I32 index) {
    return I32{base[index[0]], base[index[1]], base[index[2]], base[index[3]]};
}
GALLEY_WIDE I32 lookup16(const std::int32_t* table, I32 index) { return gather(table, index); }
GALLEY_WIDE F32 gather(const float* base, I32 index) {
    return F32{base[index[0]], base[index[1]], base[index[2]], base[index[3]]};
}
GALLEY_WIDE U32 even_lanes(U32 a, U32 b) { return __builtin_shufflevector(a, b, 0, 2, 4, 6); }
GALLEY_WIDE U32 odd_lanes(U32 a, U32 b) { return __builtin_shufflevector(a, b, 1, 3, 5, 7); }
#if defined(__SSE2__)
GALLEY_WIDE F32 min(F32 a, F32 b) { return as<F32>(_mm_min_ps(as<__m128>(a), as<__m128>(b))); }
GALLEY_WIDE F32 max(F32 a, F32 b) { return as<F32>(_mm_max_ps(as<__m128>(a), as<__m128>(b))); }
GALLEY_WIDE I16 min(I16 a, I16 b) { return as<I16>(_mm_min_epi16(as<__m128i>(a), as<__m128i>(b))); }
GALLEY_WIDE I16 max(I16 a, I16 b) { return as<I16>(_mm_max_epi16(as<__m128i>(a), as<__m128i>(b))); }
GALLEY_WIDE U16 min(U16 a, U16 b) { return a < b ? a : b; }
GALLEY_WIDE U16 max(U16 a, U16 b) { return a > b ? a : b; }
GALLEY_WIDE U8 min(U8 a, U8 b) { return as<U8>(_mm_min_epu8(as<__m128i>(a), as<__m128i>(b))); }
GALLEY_WIDE U8 max(U8 a, U8 b) { return as<U8>(_mm_max_epu8(as<__m128i>(a), as<__m128i>(b))); }
GALLEY_WIDE I32 dot_pairs(I16 a, I16 b) {
    return as<I32>(_mm_madd_epi16(as<__m128i>(a), as<__m128i>(b)));
}
GALLEY_WIDE I16 multiply_high(I16 a, I16 b) {
    return as<I16>(_mm_mulhi_epi16(as<__m128i>(a), as<__m128i>(b)));
}
GALLEY_WIDE F32 square_root(F32 a) { return as<F32>(_mm_sqrt_ps(as<__m128>(a))); }
GALLEY_WIDE bool any(I32 mask) { return _mm_movemask_epi8(as<__m128i>(mask)) != 0; }
#else  // plain, or NEON through the compiler's vectors; lanes are little-endian
GALLEY_WIDE F32 min(F32 a, F32 b) { return a < b ? a : b; }
GALLEY_WIDE F32 max(F32 a, F32 b) { return a > b ? a : b; }
GALLEY_WIDE I16 min(I16 a, I16 b) { return a < b ? a : b; }
GALLEY_WIDE I16 max(I16 a, I16 b) { return a > b ? a : b; }
GALLEY_WIDE U16 min(U16 a, U16 b) { return a < b ? a : b; }
GALLEY_WIDE U16 max(U16 a, U16 b) { return a > b ? a : b; }
GALLEY_WIDE U8 min(U8 a, U8 b) { return a < b ? a : b; }
GALLEY_WIDE U8 max(U8 a, U8 b) { return a > b ? a : b; }
GALLEY_WIDE I32 dot_pairs(I16 a, I16 b) {
    const I32 low = ((as<I32>(a) << 16) >> 16) * ((as<I32>(b) << 16) >> 16);
    return low + (as<I32>(a) >> 16) * (as<I32>(b) >> 16);
}
GALLEY_WIDE I16 multiply_high(I16 a, I16 b) {
    const I32 low = ((as<I32>(a) << 16) >> 16) * ((as<I32>(b) << 16) >> 16);
    const I32 high = (as<I32>(a) >> 16) * (as<I32>(b) >> 16);
    return as<I16>(((low >> 16) & 0xffff) | (high & static_cast<std::int32_t>(0xffff0000u)));
}
GALLEY_WIDE F32 square_root(F32 a) {
    return F32{__builtin_sqrtf(a[0]), __builtin_sqrtf(a[1]), __builtin_sqrtf(a[2]),
               __builtin_sqrtf(a[3])};
}
GALLEY_WIDE bool any(I32 mask) { return (mask[0] | mask[1] | mask[2] | mask[3]) != 0; }
#endif
#endif

/// The vector whose 16-byte parts, part i, are what `from(i)` points to.
template <class From>
GALLEY_WIDE U32 load_parts(const From& from) {
#if GALLEY_WIDE_BYTES == 64
    __m512i parts = _mm512_castsi128_si512(load<__m128i>(from(0)));
    parts = _mm512_inserti32x4(parts, load<__m128i>(from(1)), 1);
    parts = _mm512_inserti32x4(parts, load<__m128i>(from(2)), 2);
    return as<U32>(_mm512_inserti32x4(parts, load<__m128i>(from(3)), 3));
#elif GALLEY_WIDE_BYTES == 32
    return as<U32>(_mm256_inserti128_si256(_mm256_castsi128_si256(load<__m128i>(from(0))),
                                           load<__m128i>(from(1)), 1));
#else
    return load<U32>(from(0));
#endif
}

/// Transposes 4 x 4 values of 32 bits in each 16-byte part: value i of vector j becomes value j of
/// vector i.
GALLEY_WIDE void transpose4(U32 (&v)[4]) {
#if GALLEY_WIDE_BYTES == 64
    const __m512i a = _mm512_unpacklo_epi32(as<__m512i>(v[0]), as<__m512i>(v[1]));
    const __m512i b = _mm512_unpackhi_epi32(as<__m512i>(v[0]), as<__m512i>(v[1]));
    const __m512i c = _mm512_unpacklo_epi32(as<__m512i>(v[2]), as<__m512i>(v[3]));
    const __m512i d = _mm512_unpackhi_epi32(as<__m512i>(v[2]), as<__m512i>(v[3]));
    v[0] = as<U32>(_mm512_unpacklo_epi64(a, c));
    v[1] = as<U32>(_mm512_unpackhi_epi64(a, c));
    v[2] = as<U32>(_mm512_unpacklo_epi64(b, d));
    v[3] = as<U32>(_mm512_unpackhi_epi64(b, d));
#elif GALLEY_WIDE_BYTES == 32
    const __m256i a = _mm256_unpacklo_epi32(as<__m256i>(v[0]), as<__m256i>(v[1]));
    const __m256i b = _mm256_unpackhi_epi32(as<__m256i>(v[0]), as<__m256i>(v[1]));
    const __m256i c = _mm256_unpacklo_epi32(as<__m256i>(v[2]), as<__m256i>(v[3]));
    const __m256i d = _mm256_unpackhi_epi32(as<__m256i>(v[2]), as<__m256i>(v[3]));
    v[0] = as<U32>(_mm256_unpacklo_epi64(a, c));
    v[1] = as<U32>(_mm256_unpackhi_epi64(a, c));
    v[2] = as<U32>(_mm256_unpacklo_epi64(b, d));
    v[3] = as<U32>(_mm256_unpackhi_epi64(b, d));
#else
    const U32 a = __builtin_shufflevector(v[0], v[1], 0, 4, 1, 5);
    const U32 b = __builtin_shufflevector(v[0], v[1], 2, 6, 3, 7);
    const U32 c = __builtin_shufflevector(v[2], v[3], 0, 4, 1, 5);
    const U32 d = __builtin_shufflevector(v[2], v[3], 2, 6, 3, 7);
    v[0] = __builtin_shufflevector(a, c, 0, 1, 4, 5);
    v[1] = __builtin_shufflevector(a, c, 2, 3, 6, 7);
    v[2] = __builtin_shufflevector(b, d, 0, 1, 4, 5);
    v[3] = __builtin_shufflevector(b, d, 2, 3, 6, 7);
#endif
}

/// Exact below 2^24 in magnitude, else rounded to the nearest float.
GALLEY_WIDE F32 to_float(I32 value) { return __builtin_convertvector(value, F32); }
/// Towards zero; |value| < 2^31.
GALLEY_WIDE I32 truncate(F32 value) { return __builtin_convertvector(value, I32); }
/// To the nearest, ties to even; |value| < 2^22.
GALLEY_WIDE I32 round(F32 value) { return as<I32>(value + 12582912.0f) - 0x4b400000; }

/// About 1 / value, within 0.03%, for values from 2^-120 to 2^120: Newton's method from a guess at
/// the exponent. For estimates: a division takes several times as long.
GALLEY_WIDE F32 near_reciprocal(F32 value) {
    F32 guess = as<F32>(0x7ef311c3 - as<I32>(value));
    guess = guess * (2.0f - value * guess);
    return guess * (2.0f - value * guess);
}
/// About the square root, within 0.2%, of 0 and of values from 2^-120 to 2^120.
GALLEY_WIDE F32 near_square_root(F32 value) {
    const F32 guess = as<F32>(0x5f375a86 - (as<I32>(value) >> 1));
    return value * guess * (1.5f - 0.5f * value * guess * guess);
}

/// Two 16-bit values in each 32-bit lane; `low` and `high` are -32768 to 65535.
GALLEY_WIDE I16 pair(I32 low, I32 high) { return as<I16>((low & 0xffff) | (high << 16)); }
/// Each 32-bit lane: the lower 16 bits of a, the upper 16 bits of b.
GALLEY_WIDE I16 low_high(I16 a, I16 b) {
#if GALLEY_WIDE_BYTES == 64
    return as<I16>(_mm512_mask_blend_epi16(0xaaaaaaaaU, as<__m512i>(a), as<__m512i>(b)));
#elif GALLEY_WIDE_BYTES == 32
    return as<I16>(_mm256_blend_epi16(as<__m256i>(a), as<__m256i>(b), 0xaa));
#else
    return as<I16>((as<I32>(a) & 0xffff) | (as<I32>(b) & static_cast<std::int32_t>(0xffff0000U)));
#endif
}
/// The signed values of a pair.
GALLEY_WIDE I32 low_of(I16 pairs) { return (as<I32>(pairs) << 16) >> 16; }
GALLEY_WIDE I32 high_of(I16 pairs) { return as<I32>(pairs) >> 16; }

}  // namespace galley::texel::GALLEY_SIMD_NAMESPACE
