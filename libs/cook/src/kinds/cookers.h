#pragma once

#include "galley/cook/cooker.h"

namespace galley {

[[nodiscard]] Cooker mesh_cooker();
[[nodiscard]] Cooker texture_cooker();
[[nodiscard]] Cooker material_cooker();
[[nodiscard]] Cooker map_cooker(Kind kind);  ///< a world's or a tile map's

}  // namespace galley
