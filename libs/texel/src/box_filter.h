#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace galley::texel {

/// The samples of one axis that a sample of the next smaller level covers, and their weights (the
/// areas covered, summing to 1). A side of 2m + 1 becomes m, so each covers 2 + 1/m samples.
struct BoxTaps {
    std::uint32_t first = 0;
    unsigned count = 1;  ///< 1 (the side is 1), 2 (even) or 3 (odd)
    std::array<float, 3> weights = {1, 0, 0};
};
[[nodiscard]] BoxTaps box_taps(std::uint32_t source_size, std::uint32_t index);

/// One row of a level from the one to three rows above it that it covers, four floats a pixel.
/// `weights` are those of the rows. With `by_alpha`, the first three channels are weighted by the
/// fourth, but where that is 0 throughout.
void box_filter_row(std::span<const float* const> rows, const std::array<float, 3>& weights,
                    std::uint32_t source_width, bool by_alpha, float* out);

}  // namespace galley::texel
