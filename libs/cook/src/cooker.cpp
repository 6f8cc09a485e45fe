#include "galley/cook/cooker.h"

#include <array>

#include "kinds/cookers.h"

namespace galley {

std::span<const Cooker> builtin_cookers() {
    static const std::array<Cooker, 5> kCookers = {mesh_cooker(), texture_cooker(),
                                                   material_cooker(), map_cooker(Kind::world),
                                                   map_cooker(Kind::tilemap)};
    return kCookers;
}

}  // namespace galley
