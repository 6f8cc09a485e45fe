#pragma once

#include <optional>

#include "galley/import/model.h"

namespace galley::cli {

/// The box around the default scene (else the first, else every root) at rest; nothing when it
/// shows no triangle.
[[nodiscard]] std::optional<Aabb> model_bounds(const Model& model);

}  // namespace galley::cli
