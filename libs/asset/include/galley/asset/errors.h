#pragma once

#include "galley/base/result.h"

namespace galley {

inline constexpr ErrorCode kForeignKind{"G1401", "not a file of one of Galley's kinds"};
inline constexpr ErrorCode kTextureInvalid{"G1402", "texture breaks a rule"};
inline constexpr ErrorCode kTextureBody{"G1403", "texture's segments do not fit its head"};
inline constexpr ErrorCode kMeshInvalid{"G1404", "mesh breaks a rule"};
inline constexpr ErrorCode kMeshBody{"G1405", "mesh's segments do not fit its head"};
inline constexpr ErrorCode kMaterialInvalid{"G1406", "material breaks a rule"};
inline constexpr ErrorCode kMaterialBody{"G1407", "material with segments"};

}  // namespace galley
