#pragma once

#include <cstdint>

#include "galley/vda/fields.h"
#include "galley/vda/tilemap.h"

namespace galley::vda {

template <class A, Like<TilemapTerrain> T>
void fields(A& a, T& terrain) {
    const Mark key = a("key", terrain.key);
    const bool surrogate = terrain.key >= 0xd800 && terrain.key <= 0xdfff;
    a.check(terrain.key <= 0x10ffff && !surrogate, "TM6", key, "{:#x} is no Unicode scalar value",
            terrain.key);
    a("name", terrain.name);
    const Mark texture = a("texture", terrain.texture);
    a("material", terrain.material);
    a.check(terrain.texture.empty() != terrain.material.empty(), "TM3", texture,
            "not exactly one of texture and material is named");
    a("tileset", terrain.tileset);
    a("tile_column", terrain.tile_column);
    a("tile_row", terrain.tile_row);
    a("variants", terrain.variants, Within{"TM4", 1, 64});
    a("flip", terrain.flip, Within{"TM5", 0, 3});
    a.strings("tags", terrain.tags);
}

template <class A, Like<TilemapLayer> T, class M>
void fields(A& a, T& layer, M& map) {
    a("name", layer.name);
    a("z", layer.z);
    a("layer", layer.layer);
    a("ysort", layer.ysort);
    const Mark cells = a.rows("cells", layer.cells, map.columns, map.rows, "P1");
    a.check_below("TM7", cells, layer.cells, map.terrains.size() + 1, "terrains, and empty");
}

template <class A, Like<TilemapProp> T>
void fields(A& a, T& prop) {
    a("name", prop.name);
    a.choice("type", "value", prop.value, "TM9");
}

template <class A>
void check_extent(A& a, const Mark& mark, std::uint32_t at, std::uint32_t size, std::uint32_t limit,
                  std::string_view what) {
    a.check(at <= limit && size <= limit - at, "TM8", mark,
            "{} {} from {} on are not on a map of {}", size, what, at, limit);
}

template <class A, Like<TilemapObject> T, class M>
void fields(A& a, T& object, M& map) {
    a("name", object.name);
    const Mark x = a("x", object.x);
    const Mark y = a("y", object.y);
    a("columns", object.columns, Within{.rule = "TM8", .min = 1});
    check_extent(a, x, object.x, object.columns, map.columns, "columns");
    a("rows", object.rows, Within{.rule = "TM8", .min = 1});
    check_extent(a, y, object.y, object.rows, map.rows, "rows");
    a("prefab", object.prefab);
    a.strings("tags", object.tags);
    a.list("props", object.props, [](auto& in, auto& prop, std::size_t) { fields(in, prop); });
}

template <class A, Like<Tilemap> T>
void fields(A& a, T& map) {
    a("name", map.name);
    a("columns", map.columns, Within{"TM1", 1, 1024});
    a("rows", map.rows, Within{"TM1", 1, 1024});
    a("tile", map.tile, above("TM2", 0));
    a("origin", map.origin);
    a.list("terrains", map.terrains,
           [](auto& in, auto& terrain, std::size_t) { fields(in, terrain); });
    a.list("layers", map.layers,
           [&](auto& in, auto& layer, std::size_t) { fields(in, layer, map); });
    a.list("objects", map.objects,
           [&](auto& in, auto& object, std::size_t) { fields(in, object, map); });
}

}  // namespace galley::vda
