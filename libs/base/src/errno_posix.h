#pragma once

#include <string>
#include <string_view>

#include "galley/base/errors.h"

namespace galley {

/// The error for a failed call: `action` says what was tried ("cannot open"), `otherwise` is the
/// code for an errno that has no code of its own.
[[nodiscard]] Error errno_error(int number, ErrorCode otherwise, std::string action,
                                std::string_view path);

}  // namespace galley
