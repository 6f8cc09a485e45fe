#pragma once

#include <bit>
#include <cstdint>

namespace galley::texel {

/// Tables of the sRGB transfer function (IEC 61966-2-1), made once from `core`'s deterministic
/// maths, so that the bits are the same everywhere. Safe to call from several threads.

/// Linear light of the 256 8-bit codes, and of the 65536 16-bit ones, rounded to float.
[[nodiscard]] const float* srgb8_to_linear_table();
[[nodiscard]] const float* srgb16_to_linear_table();

/// Rounds linear light to the nearest 8-bit sRGB code, exactly: code k is given from the float
/// where the encoded value reaches k - 1/2. Below 0 (and NaN) is 0, above 1 is 255.
///
/// The upper bits of the float select a bucket, 128 to an octave. No bucket holds more than one
/// boundary, so one addition settles the code.
class Srgb8Encoder {
public:
    [[nodiscard]] static const Srgb8Encoder& get();

    [[nodiscard]] std::uint8_t operator()(float linear) const {
        // In this order a NaN becomes the lowest, and no branch is needed.
        linear = linear > kLowest ? linear : kLowest;
        linear = linear < kHighest ? linear : kHighest;
        const std::uint32_t bits = std::bit_cast<std::uint32_t>(linear);
        const auto step = static_cast<std::uint32_t>(steps_[(bits - kLowestBits) >> kShift]);
        return static_cast<std::uint8_t>((step + bits) >> kShift);
    }

    /// For each bucket the code of its lowest float, times 65536, and 65536 less the lower bits of
    /// the boundary within, less that float's bits: adding a float's bits carries into the code at
    /// the boundary.
    [[nodiscard]] const std::int32_t* steps() const { return steps_; }

    /// 2^-13; the first boundary, half a code of the linear toe, is 0.000152 = 1.24 * 2^-13.
    static constexpr float kLowest = 0x1p-13f;
    static constexpr float kHighest = 0x1.fffffep-1f;  ///< the last float below 1
    static constexpr std::uint32_t kLowestBits = std::bit_cast<std::uint32_t>(kLowest);
    static constexpr unsigned kShift = 16;  ///< 23 bits of fraction less the 7 that select

private:
    Srgb8Encoder();

    static constexpr std::uint32_t kBuckets = 13 * 128;

    std::int32_t steps_[kBuckets];
};

}  // namespace galley::texel
