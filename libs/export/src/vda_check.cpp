#include "galley/export/vda_check.h"

#include <fmt/format.h>

#include "galley/asset/cooked_file.h"
#include "galley/asset/kinds.h"
#include "galley/base/try.h"
#include "galley/vda/seed_body.h"

namespace galley {

Result<std::string> check_vda(ByteSpan file) {
    TRY_ASSIGN(const vda::AssetFile asset, vda::read_asset_file(file));
    std::string words = fmt::format("{} {}, {} bytes of {}", asset.meta.kind, asset.meta.name,
                                    asset.body.payload.size(), asset.body.type);
    if (vda::is_seed_body_type(asset.body.type)) {
        TRY(vda::decode_seed_body(asset));
        return words;
    }
    if (!kind_of_chunk(asset.body.type)) {
        return words + ", a kind that this version does not look into";
    }
    TRY_ASSIGN(const CookedFile cooked, open_cooked_file(file, false));
    auto checked = check_body(cooked.kind, cooked.body);
    if (!checked) {
        Error error = std::move(checked).error();
        if (error.place.offset != Place::kNoOffset) error.place.offset += cooked.body_offset;
        return std::unexpected(std::move(error));
    }
    return words;
}

}  // namespace galley
