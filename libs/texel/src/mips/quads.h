#pragma once

/// Pixels of half the size, one in each lane, with the four pixels of 8 bits that become it: for
/// `box.simd.cpp`. All sums are of integers, so that they are the same in any order.

#include "mips/pixels.h"
#include "mips/plane_kernels.h"
#include "simd/wide.h"

namespace galley::texel::GALLEY_SIMD_NAMESPACE {
namespace {

#if GALLEY_WIDE_BYTES == 64 && defined(__AVX512VBMI__) && defined(__AVX512VNNI__)

/// One channel: in the bytes of each lane its four codes.
struct Quads {
    __m512i codes;
};

/// Their light, in three parts of 8 bits (FixedLight::digits).
struct QuadLight {
    __m512i digits[3];
};

/// Where the bytes R0 R1 G0 G1 B0 B1 A0 A1, R2 R3 ... of 16 pixels are in what `load_half` gives.
template <int kChannels>
struct PairOrder {
    std::uint8_t from[2][64];

    constexpr PairOrder() : from{} {
        for (int half = 0; half < 2; ++half)
            for (int byte = 0; byte < 64; ++byte) {
                const int pixel = byte / 8 * 2 + byte % 2;
                const int channel = byte % 8 / 2;
                const int grey = channel == 3 ? kChannels - 1 : 0;
                const int first = kChannels == 4 ? 0 : half * (kChannels == 2 ? 32 : 16);
                from[half][byte] = static_cast<std::uint8_t>(
                    first + pixel * kChannels + (kChannels > 2 ? channel % kChannels : grey));
            }
    }
};
template <int kChannels>
inline constexpr PairOrder<kChannels> kPairOrder;

/// A vector that holds pixels 16 * half to 16 * half + 15 of 32, and nothing beyond the 32.
template <int kChannels>
GALLEY_WIDE __m512i load_half(const std::uint8_t* pixels, int half) {
    if constexpr (kChannels == 1) return _mm512_castsi256_si512(load<__m256i>(pixels));
    return load<__m512i>(pixels + (kChannels - 2) * 32 * half);
}

/// Channels 0 to 3 of 16 quads: 32 pixels each of two rows.
template <int kChannels>
GALLEY_WIDE void read_quads(const std::uint8_t* above, const std::uint8_t* below, Quads* out) {
    const auto pairs = [](const std::uint8_t* row, int half) {
        return _mm512_permutexvar_epi8(load<__m512i>(kPairOrder<kChannels>.from[half]),
                                       load_half<kChannels>(row, half));
    };
    const __m512i first = _mm512_setr_epi32(0, 16, 4, 20, 8, 24, 12, 28,  //
                                            1, 17, 5, 21, 9, 25, 13, 29);
    const __m512i second = _mm512_setr_epi32(2, 18, 6, 22, 10, 26, 14, 30,  //
                                             3, 19, 7, 23, 11, 27, 15, 31);
    __m512i red_green[2];
    __m512i blue_alpha[2];
    GALLEY_UNROLL
    for (int half = 0; half < 2; ++half) {
        const __m512i top = pairs(above, half);
        const __m512i bottom = pairs(below, half);
        // In each 16 bytes the four channels of a quad: of quads 0, 2, 4, 6, and of 1, 3, 5, 7.
        const __m512i even = _mm512_unpacklo_epi16(top, bottom);
        const __m512i odd = _mm512_unpackhi_epi16(top, bottom);
        red_green[half] = _mm512_permutex2var_epi32(even, first, odd);
        blue_alpha[half] = _mm512_permutex2var_epi32(even, second, odd);
    }
    out[0].codes = _mm512_shuffle_i64x2(red_green[0], red_green[1], 0x44);
    out[1].codes = _mm512_shuffle_i64x2(red_green[0], red_green[1], 0xee);
    out[2].codes = _mm512_shuffle_i64x2(blue_alpha[0], blue_alpha[1], 0x44);
    out[3].codes = _mm512_shuffle_i64x2(blue_alpha[0], blue_alpha[1], 0xee);
}

GALLEY_WIDE QuadLight light_of(Quads quads, const FixedLight& light) {
    // A permutation of 64 bytes is a look-up of 6 bits; the other two choose among four.
    const __mmask64 high = _mm512_movepi8_mask(quads.codes);
    const __mmask64 middle = _mm512_movepi8_mask(_mm512_add_epi8(quads.codes, quads.codes));
    QuadLight out;
    GALLEY_UNROLL
    for (int digit = 0; digit < 3; ++digit) {
        const std::int8_t* const table = light.digits[digit];
        const auto part = [&](int number) {
            return _mm512_permutexvar_epi8(quads.codes, load<__m512i>(table + 64 * number));
        };
        const __m512i lower =
            _mm512_mask_permutexvar_epi8(part(0), middle, quads.codes, load<__m512i>(table + 64));
        const __m512i upper =
            _mm512_mask_permutexvar_epi8(part(2), middle, quads.codes, load<__m512i>(table + 192));
        out.digits[digit] = _mm512_mask_blend_epi8(high, lower, upper);
    }
    return out;
}

/// The sum of the four codes.
GALLEY_WIDE I32 sum_of(Quads quads) {
    return as<I32>(_mm512_dpbusd_epi32(_mm512_setzero_si512(), quads.codes, _mm512_set1_epi8(1)));
}

GALLEY_WIDE U32 sum_of_products(const QuadLight& light, __m512i weights) {
    U32 sums[3];
    GALLEY_UNROLL
    for (int digit = 0; digit < 3; ++digit)
        sums[digit] =
            as<U32>(_mm512_dpbusd_epi32(_mm512_setzero_si512(), weights, light.digits[digit]));
    return (sums[2] << 16) + ((sums[1] << 8) + sums[0]);
}

/// The sum of the light of four, of which each times its weight.
GALLEY_WIDE U32 sum_of(const QuadLight& light) {
    return sum_of_products(light, _mm512_set1_epi8(1));
}
GALLEY_WIDE U32 sum_of(const QuadLight& light, Quads weights) {
    return sum_of_products(light, weights.codes);
}

GALLEY_WIDE F32 unsigned_to_float(U32 value) {
    return as<F32>(_mm512_cvtepu32_ps(as<__m512i>(value)));
}

#else

struct Quads {
    I32 codes[4];
};

struct QuadLight {
    I32 units[4];
};

template <int kChannels>
GALLEY_WIDE void read_quads(const std::uint8_t* above, const std::uint8_t* below, Quads* out) {
    const std::uint8_t* const rows[2] = {above, below};
    for (int row = 0; row < 2; ++row) {
        const U32 first = load_pixels<kChannels>(rows[row]);
        const U32 second = load_pixels<kChannels>(rows[row] + kChannels * kLanes);
        const U32 left = even_lanes(first, second);
        const U32 right = odd_lanes(first, second);
        GALLEY_UNROLL
        for (int c = 0; c < 4; ++c) {
            out[c].codes[2 * row] = as<I32>((left >> (8 * c)) & 255U);
            out[c].codes[2 * row + 1] = as<I32>((right >> (8 * c)) & 255U);
        }
    }
}

GALLEY_WIDE QuadLight light_of(const Quads& quads, const FixedLight& light) {
    QuadLight out;
    GALLEY_UNROLL
    for (int i = 0; i < 4; ++i) out.units[i] = gather(light.units, quads.codes[i]);
    return out;
}

GALLEY_WIDE I32 sum_of(const Quads& quads) {
    return quads.codes[0] + quads.codes[1] + quads.codes[2] + quads.codes[3];
}

GALLEY_WIDE U32 sum_of(const QuadLight& light) {
    return as<U32>(light.units[0] + light.units[1] + light.units[2] + light.units[3]);
}

GALLEY_WIDE U32 sum_of(const QuadLight& light, const Quads& weights) {
    U32 sum{};
    GALLEY_UNROLL
    for (int i = 0; i < 4; ++i) sum += as<U32>(light.units[i]) * as<U32>(weights.codes[i]);
    return sum;
}

GALLEY_WIDE F32 unsigned_to_float(U32 value) {
    // Both halves are exact, so that only the addition rounds.
    return to_float(as<I32>(value >> 16)) * 65536.0f + to_float(as<I32>(value & 0xffffU));
}

#endif

}  // namespace
}  // namespace galley::texel::GALLEY_SIMD_NAMESPACE
