#pragma once

#include "galley/base/result.h"

namespace galley::cli {

inline constexpr ErrorCode kUsage{"G5001", "wrong usage"};
inline constexpr ErrorCode kUnknownVerb{"G5002", "no such verb"};
inline constexpr ErrorCode kNotRead{"G5003", "not a file that galley reads"};
inline constexpr ErrorCode kImportCollision{"G5004", "another file stands there already"};
inline constexpr ErrorCode kNoSuchPart{"G5005", "the source has no such part"};
inline constexpr ErrorCode kNotAProject{"G5006", "not a project"};
inline constexpr ErrorCode kNoSuchCooked{"G5007", "asset that is not cooked"};
inline constexpr ErrorCode kOwnSource{"G5008", "would write over its own source"};

}  // namespace galley::cli
