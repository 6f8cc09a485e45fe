#pragma once

#include "galley/base/result.h"

namespace galley {

inline constexpr ErrorCode kPreviewEmpty{"G4101", "nothing to draw"};
inline constexpr ErrorCode kPreviewTooLarge{"G4102", "picture or scene too large to draw"};
inline constexpr ErrorCode kPreviewNoSuchLevel{"G4103", "texture has no such level"};

}  // namespace galley
