#pragma once

#include "galley/base/result.h"

namespace galley {

inline constexpr ErrorCode kImageUnknown{"G2201", "not a picture of a known format"};
inline constexpr ErrorCode kImageNotReadYet{"G2202", "picture format not read yet"};
inline constexpr ErrorCode kImageDamaged{"G2203", "damaged picture"};
inline constexpr ErrorCode kImageTooLarge{"G2204", "picture larger than the limit"};
inline constexpr ErrorCode kImageImplausible{"G2205", "picture larger than its bytes can hold"};
inline constexpr ErrorCode kImageUnsupported{"G2206",
                                             "variant of a picture format that is not read"};
inline constexpr ErrorCode kImageBasis{"G2207", "Basis texture"};

}  // namespace galley
