#pragma once

#include "galley/cook/cooker.h"

namespace galley {

[[nodiscard]] Cooker mesh_cooker();
[[nodiscard]] Cooker texture_cooker();
[[nodiscard]] Cooker material_cooker();

}  // namespace galley
