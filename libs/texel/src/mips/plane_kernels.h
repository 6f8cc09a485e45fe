#pragma once

#include <cstdint>

#include "simd/instruction_set.h"

namespace galley::texel {

/// What the planes of a picture hold while it is filtered.
enum class PlaneKind : int {
    color,     ///< linear red, green, blue of an opaque picture
    weighted,  ///< linear colour times weight, and the weight: alpha and about kLeastWeight more
    data,      ///< one, three or four channels as they are
    vector,    ///< x, y, z of unit length
};

/// The weight of what has no alpha: pixels without any keep the colours under them. It is added to
/// alpha, but where four pixels of 8 bits become one it stands for an alpha of nothing alone.
inline constexpr float kLeastWeight = 0x1p-20f;

/// Rows of planes are this many floats apart or a multiple, so that whole vectors may be read from
/// the row of twice the width and written to any.
inline constexpr std::uint32_t kPlaneAlignment = 32;

/// Linear light of the 256 sRGB codes of 8 bits, in units of 2^-22: four of them times an alpha of
/// 8 bits add up within 32 bits.
struct FixedLight {
    static constexpr int kOne = 1 << 22;

    std::int32_t units[256];
    /// The same in base 256: units = digits[2] * 65536 + digits[1] * 256 + digits[0].
    std::int8_t digits[3][256];
};

/// A row of pixels in planes, one after the other.
struct PlaneRow {
    float* first;
    std::uint32_t stride;  ///< floats from one plane to the next
    int planes;
};

/// What pixels of 8 bits mean.
struct PixelMeaning {
    PlaneKind kind;
    int channels;  ///< 1 to 4; of `weighted` 2 or 4. Planes of `data` are as many, but 4 for 2
    const float* color;  ///< linear value of each code of red, green and blue of colour
    const FixedLight* light;
};

struct PixelRow {
    const std::uint8_t* bytes;
    std::uint32_t width;
};

/// Where a row of colour is stored as RGBA of 8 bits, red, green and blue as sRGB.
struct SrgbRow {
    const std::int32_t* steps;  ///< of Srgb8Encoder
    float alpha_scale;          ///< of `weighted`
    std::uint8_t* out;
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
/// Two rows of 2 * `width` pixels, averaged to one of `width`: integers are summed, of light in
/// units of FixedLight, and rounded to float once. Vectors are summed as floats, and not made unit
/// length. Colour is stored as well where `srgb` isn't null: arithmetic then overlaps with
/// look-ups.
GALLEY_SIMD_DECLARE(void box_pixels(const std::uint8_t* above, const std::uint8_t* below,
                                    std::uint32_t width, const PixelMeaning& meaning,
                                    const PlaneRow& out, const SrgbRow* srgb))
/// The same from planes: of `weighted` four, of `color` three.
GALLEY_SIMD_DECLARE(void box_planes(const PlaneRow& above, const PlaneRow& below,
                                    std::uint32_t width, const PlaneRow& out, const SrgbRow* srgb))
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
/// The first of floats `first` to `count` - 1 that is below `least`, or `count`.
GALLEY_SIMD_DECLARE(std::uint32_t find_below(const float* row, std::uint32_t first,
                                             std::uint32_t count, float least))
/// Floats 0, 2, 4, ... of `count` pairs, and the others.
GALLEY_SIMD_DECLARE(void split_pairs(const float* row, std::uint32_t count, float* even,
                                     float* odd))
/// `count` RGB pixels of 8 bits, as RGBA of full alpha.
GALLEY_SIMD_DECLARE(void widen_rgb(const std::uint8_t* rgb, std::uint32_t count,
                                   std::uint32_t* out))
