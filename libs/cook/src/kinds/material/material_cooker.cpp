#include "../cookers.h"

namespace galley {

Cooker material_cooker() {
    return {Kind::material, 1, "none", [](const CookInput& input, const CookContext&) {
                return encode_material(*std::get<MaterialInput>(input).material);
            }};
}

}  // namespace galley
