#pragma once

#include <cstdint>

#include "simd/instruction_set.h"

namespace galley::texel {

/// What the planes of a picture hold while it is filtered.
enum class PlaneKind : int {
    color,     ///< linear red, green, blue of an opaque picture
    weighted,  ///< linear colour times weight, and the weight: alpha plus kLeastWeight
    data,      ///< one, three or four channels as they are
    vector,    ///< x, y, z of unit length
};

/// The weight of what has no alpha: pixels without any keep the colours under them.
inline constexpr float kLeastWeight = 0x1p-20f;

/// Rows of planes are this many floats apart or a multiple, so that whole vectors may be read from
/// the row of twice the width and written to any.
inline constexpr std::uint32_t kPlaneAlignment = 32;

/// A row of pixels in planes, one after the other.
struct PlaneRow {
    float* first;
    std::uint32_t stride;  ///< floats from one plane to the next
    int planes;
};

/// What 8-bit pixels mean: RGBA, red in the lowest byte.
struct PixelMeaning {
    PlaneKind kind;
    int planes;
    const float* color;  ///< linear value of each code of red, green and blue of colour
};

struct PixelRow {
    const std::uint32_t* pixels;
    std::uint32_t width;
};

/// How planes are stored.
struct StoredPlanes {
    PlaneKind kind;
    int channels;                    ///< stored: 1, 2 or 4
    int sample_bits;                 ///< 8 or 16
    float alpha_scale;               ///< of `weighted`
    const std::int32_t* srgb_steps;  ///< of Srgb8Encoder for sRGB, else null
};

}  // namespace galley::texel

/// A row of pixels in planes.
GALLEY_SIMD_DECLARE(void read_planes(const PixelRow& from, const PixelMeaning& meaning,
                                     const PlaneRow& out))
/// Two rows of 2 * `width` pixels, averaged to one of `width`. Vectors are not made unit length.
GALLEY_SIMD_DECLARE(void box_pixels(const std::uint32_t* above, const std::uint32_t* below,
                                    std::uint32_t width, const PixelMeaning& meaning,
                                    const PlaneRow& out))
/// The same from planes.
GALLEY_SIMD_DECLARE(void box_planes(const PlaneRow& above, const PlaneRow& below,
                                    std::uint32_t width, const PlaneRow& out))
GALLEY_SIMD_DECLARE(void make_unit(const PlaneRow& row, std::uint32_t width))
/// Nothing below 0.
GALLEY_SIMD_DECLARE(void no_less(const PlaneRow& row, std::uint32_t width))
/// out[x] = the sum of weights[k] * samples[k][x], in that order, of `count` floats.
GALLEY_SIMD_DECLARE(void sum_samples(const float* const* samples, const float* weights,
                                     unsigned taps, std::uint32_t count, float* out))
/// out[x] = the sum of weights[k * step + x] * row[samples[k * step + x]], in the order of k.
GALLEY_SIMD_DECLARE(void sum_chosen(const float* row, const std::int32_t* samples,
                                    const float* weights, unsigned taps, std::uint32_t step,
                                    std::uint32_t count, float* out))
/// Unsigned formats of 8 and 16 bits, each sample rounded once.
GALLEY_SIMD_DECLARE(void store_planes(const PlaneRow& row, std::uint32_t width,
                                      const StoredPlanes& stored, std::uint8_t* out))
GALLEY_SIMD_DECLARE(bool any_below(const float* row, std::uint32_t count, float least))
/// Floats 0, 2, 4, ... of `count` pairs, and the others.
GALLEY_SIMD_DECLARE(void split_pairs(const float* row, std::uint32_t count, float* even,
                                     float* odd))
/// `count` RGB pixels of 8 bits, as RGBA of full alpha.
GALLEY_SIMD_DECLARE(void widen_rgb(const std::uint8_t* rgb, std::uint32_t count,
                                   std::uint32_t* out))
