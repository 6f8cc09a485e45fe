#include "../cookers.h"
#include "galley/base/try.h"
#include "galley/import/map_source.h"

namespace galley {

Cooker map_cooker(Kind kind) {
    return {kind, 1, "none",
            [kind](const CookInput& input, const CookContext&) -> Result<BytePieces> {
                const auto& source = std::get<MapInput>(input);
                TRY_ASSIGN(const ImportedMap map,
                           read_map_source(kind, as_text(source.source), source.path));
                TRY_ASSIGN(Bytes body, vda::encode_seed_body(map.body));
                return in_one_piece(std::move(body));
            }};
}

}  // namespace galley
