#pragma once

#include "galley/base/result.h"

namespace galley {

inline constexpr ErrorCode kImageShape{"G1650", "picture of an impossible shape"};
inline constexpr ErrorCode kImageMismatch{"G1651", "pictures that cannot be compared"};
inline constexpr ErrorCode kBlockSource{"G1652", "pixels that a block format is not made from"};

}  // namespace galley
