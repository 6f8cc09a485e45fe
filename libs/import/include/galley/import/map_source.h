#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "galley/asset/kinds.h"
#include "galley/base/result.h"
#include "galley/core/virtual_path.h"
#include "galley/vda/seed_body.h"

/// Sources of worlds and tile maps, `*.world.json` and `*.tilemap.json`
/// (`docs/formats/map-json.md`): JSON of the form of dumps.
namespace galley {

/// What a name in a map is the name of.
enum class MapNameKind : std::uint8_t { texture, material, model, prefab, biome };
[[nodiscard]] std::string_view map_name_word(MapNameKind kind);

/// A name that a map's body holds, at the first place that holds it.
struct MapName {
    MapNameKind kind = MapNameKind::texture;
    std::string name;
    std::string field;       ///< `terrains/2/texture`; of a source, the JSON pointer in the file
    std::uint32_t line = 0;  ///< in a source, from 1; bytes as columns
    std::uint32_t column = 0;
    std::uint64_t count = 1;  ///< places that hold it

    friend bool operator==(const MapName&, const MapName&) = default;
};

/// The names of textures, materials, models, prefabs and biomes that a tile map or a world holds,
/// each once, in the order of the body. Empty names mean nothing and are left out.
[[nodiscard]] std::vector<MapName> map_names(const vda::SeedBody& body);

/// The world or tile map of a source file.
struct ImportedMap {
    Kind kind = Kind::tilemap;
    vda::SeedBody body;  ///< a `World` or a `Tilemap` that every rule of its kind accepts
    /// Those of `map_names` but the biomes that the world has.
    std::vector<MapName> names;
};

/// Kind::world or Kind::tilemap by the end of a file's name, in either case; else no value.
[[nodiscard]] std::optional<Kind> map_kind_of(std::string_view path);

/// The name that the asset of a map's source has: the file's name without `.world.json`.
[[nodiscard]] std::string map_stem(std::string_view path);

/// Reads a source; `path` names it in errors, all of which have line and column: those of JSON,
/// kMapForm, kMapName, kMapBiome, and the kinds' own rules (`G1318`).
[[nodiscard]] Result<ImportedMap> read_map_source(Kind kind, std::string_view text,
                                                  const VirtualPath& path);

/// Bytes that reading a source of this size needs at most, unless it is made to hurt: most of such
/// a file is rows of cells.
[[nodiscard]] std::uint64_t map_memory_estimate(std::uint64_t file_size);

}  // namespace galley
