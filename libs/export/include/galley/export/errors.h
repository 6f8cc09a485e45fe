#pragma once

#include "galley/base/result.h"

namespace galley {

inline constexpr ErrorCode kPngWrite{"G4050", "picture that PNG cannot hold"};
inline constexpr ErrorCode kNotConvertible{"G4051", "no counterpart in the other kind"};
inline constexpr ErrorCode kTextureWrite{"G4052", "texture that the file cannot hold"};
inline constexpr ErrorCode kTextureCoding{"G4053", "pixels that the format cannot hold"};
inline constexpr ErrorCode kExrWrite{"G4054", "picture that OpenEXR cannot hold"};

}  // namespace galley
