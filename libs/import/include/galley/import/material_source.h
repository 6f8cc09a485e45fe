#pragma once

#include <string_view>

#include "galley/base/result.h"
#include "galley/core/virtual_path.h"
#include "galley/import/model.h"

/// Sources of materials, `*.material.json` (`docs/formats/material-json.md`).
namespace galley {

inline constexpr ErrorCode kMaterialForm{"G2401", "JSON is not the form of a material"};

inline constexpr std::string_view kMaterialEnd = ".material.json";

/// Reads a source as a model of one material, named as the file without its end, and the images
/// that its maps name, each once, in the order of the maps. `path` names the file in errors, which
/// have line, column and field: those of JSON, kMaterialForm, and of the material's own rules
/// (`docs/formats/gmat.md`). Whether the images are there is not looked at.
[[nodiscard]] Result<Model> read_material_source(std::string_view text, const VirtualPath& path);

}  // namespace galley
