#pragma once

#include <cstdint>
#include <span>

#include "axis_taps.h"

namespace galley::texel {

/// A row of the smaller level's width from one of the larger's; four floats a pixel.
void filter_along_row(const float* row, const AxisTaps& taps, std::uint32_t width, float* out);

/// The weighted sum of rows of `width` pixels.
void sum_rows(std::span<const float* const> rows, std::span<const float> weights,
              std::uint32_t width, float* out);

}  // namespace galley::texel
