#pragma once

#include "galley/core/json.h"

namespace galley {

/// The `import` list of a new project, and the rules of a folder without a project: what the names
/// of the texture files of free libraries, of art tools and of engines mean.
[[nodiscard]] Json default_rules();

}  // namespace galley
