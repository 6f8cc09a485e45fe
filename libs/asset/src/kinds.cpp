#include "galley/asset/kinds.h"

#include <algorithm>
#include <array>

#include "galley/base/assert.h"

namespace galley {

namespace {

constexpr std::array kKinds = {
    KindInfo{Kind::mesh, "mesh", "meshes", "GMSH", "gmsh", 1},
    KindInfo{Kind::texture, "texture", "textures", "GTEX", "gtex", 1},
    KindInfo{Kind::material, "material", "materials", "GMAT", "gmat", 1},
    KindInfo{Kind::world, "world", "worlds", "WRLD", "world", 1, true},
    KindInfo{Kind::tilemap, "tilemap", "tilemaps", "TMAP", "map", 1, true},
};

std::optional<Kind> find(std::string_view KindInfo::* member, std::string_view value) {
    const auto row = std::ranges::find(kKinds, value, member);
    if (row == kKinds.end()) return std::nullopt;
    return row->kind;
}

}  // namespace

std::span<const KindInfo> kinds() { return kKinds; }

const KindInfo& kind_info(Kind kind) {
    const auto row = std::ranges::find(kKinds, kind, &KindInfo::kind);
    GALLEY_ASSERT(row != kKinds.end());
    return *row;
}

std::optional<Kind> kind_named(std::string_view word) { return find(&KindInfo::word, word); }

std::optional<Kind> kind_of_chunk(std::string_view chunk) { return find(&KindInfo::chunk, chunk); }

}  // namespace galley
