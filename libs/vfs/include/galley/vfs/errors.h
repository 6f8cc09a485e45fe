#pragma once

#include "galley/base/result.h"

namespace galley {

inline constexpr ErrorCode kNotAManifest{"G3015", "not a manifest"};
inline constexpr ErrorCode kManifestVersion{"G3016", "manifest of another version"};

}  // namespace galley
