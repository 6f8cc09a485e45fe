#pragma once

#include "galley/base/result.h"

namespace galley {

inline constexpr ErrorCode kPngWrite{"G4050", "picture that PNG cannot hold"};

}  // namespace galley
