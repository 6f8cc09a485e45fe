#pragma once

/// A vector of averaged pixels stored as sRGB of 8 bits, for `*.simd.cpp`.

#include "mips/plane_kernels.h"
#include "simd/wide.h"

namespace galley::texel::GALLEY_SIMD_NAMESPACE {
namespace {

/// What Srgb8Encoder gives.
GALLEY_WIDE I32 srgb_codes(F32 linear, const std::int32_t* steps) {
    linear = min(max(linear, all(0x1p-13f)), all(0x1.fffffep-1f));
    const I32 bits = as<I32>(linear);
    return (gather(steps, (bits - 0x39000000) >> 16) + bits) >> 16;
}

GALLEY_WIDE I32 full_codes(F32 alpha) {
    return truncate(min(max(alpha, F32{}), all(1.0f)) * 255.0f + 0.5f);
}

/// From colour times weight, and the weight, to colour and alpha.
GALLEY_WIDE void unweigh(F32* planes, float alpha_scale) {
    const F32 weight = planes[3];
    const F32 alpha = (weight - kLeastWeight) * alpha_scale;
    const F32 inverse = 1.0f / weight;
    GALLEY_UNROLL
    for (int c = 0; c < 3; ++c) planes[c] = planes[c] * inverse;
    planes[3] = select(alpha < all(1.0f), alpha, all(1.0f));
}

/// Stores up to a vector of pixels of `kBytes` each: those of x to `width`.
template <int kBytes>
GALLEY_WIDE void put(const void* pixels, std::uint32_t x, std::uint32_t width, std::uint8_t* out) {
    std::uint8_t* const to = out + std::size_t{x} * kBytes;
    if (x + kLanes <= width)
        __builtin_memcpy(to, pixels, kBytes * kLanes);
    else
        __builtin_memcpy(to, pixels, kBytes * (width - x));
}

/// `planes` of `color` or `weighted`.
template <PlaneKind kKind>
GALLEY_WIDE void put_srgb(const F32* planes, const SrgbRow& row, std::uint32_t x,
                          std::uint32_t width) {
    constexpr bool kWeighted = kKind == PlaneKind::weighted;
    F32 values[4] = {planes[0], planes[1], planes[2], kWeighted ? planes[3] : F32{}};
    if constexpr (kWeighted) unweigh(values, row.alpha_scale);
    const I32 alpha =
        kWeighted ? full_codes(values[3]) << 24 : all(static_cast<std::int32_t>(0xff000000U));
    const I32 pixels = srgb_codes(values[0], row.steps) | srgb_codes(values[1], row.steps) << 8 |
                       srgb_codes(values[2], row.steps) << 16 | alpha;
    put<4>(&pixels, x, width, row.out);
}

}  // namespace
}  // namespace galley::texel::GALLEY_SIMD_NAMESPACE
