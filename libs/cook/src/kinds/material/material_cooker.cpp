#include "../cookers.h"
#include "galley/base/try.h"

namespace galley {

Cooker material_cooker() {
    return {Kind::material, 1, "none",
            [](const CookInput& input, const CookContext&) -> Result<BytePieces> {
                TRY_ASSIGN(Bytes body, encode_material(*std::get<MaterialInput>(input).material));
                return in_one_piece(std::move(body));
            }};
}

}  // namespace galley
