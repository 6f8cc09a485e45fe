#pragma once

#include <string>
#include <string_view>

#include "galley/base/result.h"

// Where things are outside a project: the only code that asks the process for its directory or its
// environment.
namespace galley {

/// The path without `.` and `..` parts and without a slash at the end; symbolic links are not
/// looked at.
[[nodiscard]] std::string normal_path(std::string_view path);
[[nodiscard]] std::string absolute_path(std::string_view path);

/// `$XDG_CACHE_HOME/galley` or `~/.cache/galley` (XDG base directory specification 0.8: a value
/// that isn't absolute is ignored); kNoCacheDirectory when there is neither.
[[nodiscard]] Result<std::string> user_cache_directory();

}  // namespace galley
