#pragma once

#include <cstdint>

#include "galley/base/result.h"
#include "galley/texel/image.h"

namespace galley::texel {

/// kImageShape unless each side is 1 to 65536, channels are 1 to 4, and `pixels` has exactly the
/// bytes that these need.
[[nodiscard]] Result<void> check_image(const Image& image);

/// Whether any alpha of the picture is not full; or of the rows from `begin` up to `end`.
[[nodiscard]] bool has_transparency(const Image& image);
[[nodiscard]] bool has_transparency(const Image& image, std::uint32_t begin, std::uint32_t end);

/// Whether any alpha of the picture is neither none nor full.
[[nodiscard]] bool has_partial_alpha(const Image& image);

/// The samples of a row of a float picture that a half cannot hold: those that are clamped to
/// 65504, and NaNs, which become 0.
struct FloatCounts {
    std::uint64_t clamped = 0;
    std::uint64_t not_numbers = 0;
};
[[nodiscard]] FloatCounts count_unstorable(const Image& image, std::uint32_t y);

}  // namespace galley::texel
