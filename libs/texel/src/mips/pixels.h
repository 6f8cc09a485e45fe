#pragma once

/// Rows of 1 to 4 channels of 8 bits read as RGBA, red in the lowest byte of a lane: grey is red,
/// green and blue, and what has no alpha is opaque. For `*.simd.cpp`.

#include "simd/wide.h"

namespace galley::texel::GALLEY_SIMD_NAMESPACE {
namespace {

/// Bytes that `load_pixels` reads beyond its kLanes pixels.
template <int kChannels>
inline constexpr int kReadBeyond =
    kChannels == 3 && GALLEY_WIDE_BYTES >= 32 ? GALLEY_WIDE_BYTES / 4 : 0;

#if GALLEY_WIDE_BYTES >= 32
/// Three bytes to each lane, of the vector's first three quarters.
GALLEY_WIDE U32 spread_rgb(U32 bytes) {
    const __m128i order = _mm_setr_epi8(0, 1, 2, -1, 3, 4, 5, -1, 6, 7, 8, -1, 9, 10, 11, -1);
#if GALLEY_WIDE_BYTES == 64
    const __m512i parts = _mm512_permutexvar_epi32(
        _mm512_setr_epi32(0, 1, 2, 3, 3, 4, 5, 6, 6, 7, 8, 9, 9, 10, 11, 12), as<__m512i>(bytes));
    return as<U32>(_mm512_shuffle_epi8(parts, _mm512_broadcast_i32x4(order)));
#else
    const __m256i parts =
        _mm256_permutevar8x32_epi32(as<__m256i>(bytes), _mm256_setr_epi32(0, 1, 2, 3, 3, 4, 5, 6));
    return as<U32>(_mm256_shuffle_epi8(parts, _mm256_broadcastsi128_si256(order)));
#endif
}
#endif

GALLEY_WIDE U32 load_rgb(const std::uint8_t* from) {
#if GALLEY_WIDE_BYTES >= 32
    return spread_rgb(load<U32>(from)) | 0xff000000U;
#else
    U32 pixels = all(0xff000000U);
    for (int lane = 0; lane < kLanes; ++lane) {
        const std::uint8_t* const pixel = from + 3 * lane;
        pixels[lane] |= pixel[0] | static_cast<std::uint32_t>(pixel[1]) << 8 |
                        static_cast<std::uint32_t>(pixel[2]) << 16;
    }
    return pixels;
#endif
}

template <int kChannels>
GALLEY_WIDE U32 load_pixels(const std::uint8_t* from) {
    using Bytes = std::uint8_t __attribute__((vector_size(kLanes)));
    using Pairs = std::uint16_t __attribute__((vector_size(2 * kLanes)));
    if constexpr (kChannels == 1) {
        return __builtin_convertvector(load<Bytes>(from), U32) * 0x010101U | 0xff000000U;
    } else if constexpr (kChannels == 2) {
        const U32 pairs = __builtin_convertvector(load<Pairs>(from), U32);
        return (pairs & 0xffU) * 0x010101U | (pairs & 0xff00U) << 16;
    } else if constexpr (kChannels == 3) {
        return load_rgb(from);
    } else {
        return load<U32>(from);
    }
}

}  // namespace
}  // namespace galley::texel::GALLEY_SIMD_NAMESPACE
