#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "galley/texel/texture_build.h"

namespace galley::texel {

/// The samples of one axis that each sample of the next smaller level is made of, and their
/// weights, which sum to 1 for each.
struct AxisTaps {
    unsigned count = 1;  ///< samples for each
    std::vector<std::uint32_t> samples;
    std::vector<float> weights;

    [[nodiscard]] std::span<const std::uint32_t> samples_of(std::uint32_t index) const {
        return std::span(samples).subspan(std::size_t{index} * count, count);
    }
    [[nodiscard]] std::span<const float> weights_of(std::uint32_t index) const {
        return std::span(weights).subspan(std::size_t{index} * count, count);
    }
};

/// For a side of `size`, of which max(1, size / 2) samples become.
///
/// Box: the areas covered: two samples, or three where the side is odd (2m + 1 becomes m, so each
/// covers 2 + 1/m samples). Nothing beyond an edge is read.
/// Kaiser: a sinc of the new spacing under a Kaiser window of half width 3 and alpha 4 (Kaiser and
/// Schafer, "On the use of the I0-sinh window for spectrum analysis", 1980): twelve samples of an
/// even side. What lies beyond an edge is taken by `edge`.
[[nodiscard]] AxisTaps axis_taps(MipFilter filter, EdgeRule edge, std::uint32_t size);

}  // namespace galley::texel
