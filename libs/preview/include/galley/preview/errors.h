#pragma once

#include "galley/base/result.h"

namespace galley {

inline constexpr ErrorCode kPreviewEmpty{"G4101", "nothing to draw"};
inline constexpr ErrorCode kPreviewTooLarge{"G4102", "picture or scene too large to draw"};
inline constexpr ErrorCode kPreviewNoSuchLevel{"G4103", "texture has no such level"};
inline constexpr ErrorCode kPreviewSizesDiffer{"G4104", "pictures of different sizes"};
inline constexpr ErrorCode kQualityNoLevel{"G4105", "not the picture of this texture"};

}  // namespace galley
