#pragma once

#include <string>

#include "galley/asset/material.h"
#include "galley/core/json.h"

namespace galley::cli {

/// Every parameter and map. `texture` of a map is an index: into the model's images, or the cooked
/// material's dependencies.
[[nodiscard]] Json material_json(const Material& material);
/// `opaque, double-sided, metallic 0, roughness 0.5; maps: base_color normal`.
[[nodiscard]] std::string material_text(const Material& material);

[[nodiscard]] std::string_view material_type_word(MaterialType type);

}  // namespace galley::cli
