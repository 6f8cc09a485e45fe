#pragma once

#include <cstddef>

#include "bc7/bc7_kernels.h"

namespace galley::texel {

/// Writes the 16 bytes of a block: Khronos Data Format Specification 1.3, section 20.1.
void pack_bc7(const Bc7Encoding& encoding, std::byte* out);

}  // namespace galley::texel
