#pragma once

#include "galley/base/result.h"

namespace galley {

inline constexpr ErrorCode kImporterClaim{"G1901", "two importers claim one extension"};
inline constexpr ErrorCode kImportTooLarge{"G1902", "import larger than the limit"};

}  // namespace galley
