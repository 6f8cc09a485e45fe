#pragma once

#include <cstdint>

#include "bc7/bc7_kernels.h"

namespace galley::texel {

/// A block of one colour, exactly: mode 5 with all indices of colour 1. Every 8-bit value lies a
/// third of the way between two values of 7 bits.
[[nodiscard]] Bc7Encoding solid_bc7(std::uint32_t rgba);

}  // namespace galley::texel
