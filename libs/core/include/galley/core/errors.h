#pragma once

#include "galley/base/result.h"

namespace galley {

inline constexpr ErrorCode kJsonSyntax{"G1101", "JSON syntax"};
inline constexpr ErrorCode kJsonDuplicateKey{"G1102", "JSON key given twice"};
inline constexpr ErrorCode kJsonTooDeep{"G1103", "JSON nested too deeply"};
inline constexpr ErrorCode kJsonNonFinite{"G1104", "number not finite"};
inline constexpr ErrorCode kJsonTooLarge{"G1105", "JSON text too large"};
inline constexpr ErrorCode kJsonType{"G1106", "JSON value of the wrong type"};

inline constexpr ErrorCode kBadUtf8{"G1201", "text is not UTF-8"};
inline constexpr ErrorCode kPathEscapes{"G1202", "path leaves its root"};
inline constexpr ErrorCode kPathInvalid{"G1203", "path not allowed"};
inline constexpr ErrorCode kBadPercentEncoding{"G1204", "broken percent encoding"};

}  // namespace galley
