#pragma once

#include "plane_kernels.h"

namespace galley::texel {

/// Made once, any thread.
[[nodiscard]] const FixedLight& fixed_light();

}  // namespace galley::texel
