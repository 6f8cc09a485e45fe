#include "galley/import/map_source.h"

#include <gmock/gmock.h>

#include "galley/core/memory_file_system.h"
#include "galley/import/importer.h"
#include "galley/import/map_errors.h"
#include "galley/test/bytes.h"
#include "galley/vda/errors.h"

namespace galley {
namespace {

using ::testing::HasSubstr;

VirtualPath at(std::string_view path) { return VirtualPath::parse(path).value(); }

Result<ImportedMap> read_world(std::string_view text,
                               std::string_view path = "assets/isle.world.json") {
    return read_map_source(Kind::world, text, at(path));
}
Result<ImportedMap> read_tilemap(std::string_view text,
                                 std::string_view path = "assets/hut.tilemap.json") {
    return read_map_source(Kind::tilemap, text, at(path));
}

/// The body with `format` and `version` around it.
std::string tilemap(const std::string& body) {
    return R"({"format": "galley-tilemap", "version": 1, "body": )" + body + "}";
}
std::string world(const std::string& body) {
    return R"({"format": "galley-world", "version": 1, "body": )" + body + "}";
}

/// `line:column field CODE`
template <class T>
std::string refusal(const Result<T>& result) {
    if (result) return "accepted";
    const Place& place = result.error().place;
    return std::to_string(place.line) + ":" + std::to_string(place.column) + " " + place.field +
           " " + std::string(result.error().code.id);
}

const std::string kTilemap = tilemap(R"({
  "columns": 2, "rows": 2, "tile": 0.5,
  "terrains": [
    {"key": 46, "name": "grass", "texture": "grass"},
    {"name": "wall", "material": "stone", "tags": ["solid"]}
  ],
  "layers": [{"name": "ground", "cells": ["1 2", "0 1"]}],
  "objects": [{"name": "door", "x": 1, "y": 1, "prefab": "door",
    "props": [{"name": "locked", "value": true}, {"name": "price", "value": 2.5},
              {"name": "sign", "value": "mind the step"}]}]
})");

const std::string kWorld = world(R"({
  "seed": 7, "cell": 2, "chunk": 16, "extent": 8,
  "biomes": [{"name": "moor", "ground": "peat", "weight": 3}, {"name": "wood"}],
  "scatter": [{"prefab": "rock", "biomes": ["moor", "wood"], "density": 0.5}],
  "sites": [{"tag": "farm", "prefabs": ["barn", "rock"], "biomes": ["wood"]}],
  "places": [{"name": "port", "prefab": "dock", "x": -128, "z": 127, "rotation": 270}],
  "entities": [{"name": "e", "model": "gull", "material": "feather"}],
  "water": "brine",
  "features": [{"name": "bay", "kind": "sea", "x": 10, "z": 10, "radius": 5}],
  "vegetation": [{"name": "v", "model": "fern", "biomes": ["wood"]}]
})");

TEST(MapSource, WhatIsLeftOutHasItsDefaultAndTheNameIsTheFiles) {
    const auto read = read_tilemap(kTilemap);
    ASSERT_TRUE(read) << read.error().to_string();
    const auto& map = std::get<vda::Tilemap>(read->body);
    EXPECT_EQ(map.name, "hut");
    EXPECT_EQ(map.tile, 0.5F);
    EXPECT_EQ(map.terrains.at(0).variants, 1);
    EXPECT_EQ(map.terrains.at(1).key, 0U);
    EXPECT_EQ(map.layers.at(0).cells, (std::vector<std::uint16_t>{1, 2, 0, 1}));
    const vda::TilemapObject& door = map.objects.at(0);
    EXPECT_EQ(door.columns, 1U);
    EXPECT_EQ(std::get<bool>(door.props.at(0).value), true);
    EXPECT_EQ(std::get<double>(door.props.at(1).value), 2.5);
    EXPECT_EQ(std::get<std::string>(door.props.at(2).value), "mind the step");
}

TEST(MapSource, ASourceOfEveryFieldIsTheBodyThatWasDumped) {
    const auto first = read_world(kWorld);
    ASSERT_TRUE(first) << first.error().to_string();
    const auto& isle = std::get<vda::World>(first->body);
    EXPECT_EQ(isle.name, "isle");
    EXPECT_EQ(isle.biomes.at(1).weight, 1);
    EXPECT_EQ(isle.sites.at(0).spacing, 2);
    EXPECT_EQ(isle.features.at(0).depth, 1.0F);
    EXPECT_TRUE(vda::encode_seed_body(first->body));
}

TEST(MapSource, NamesAreListedOnceWithTheirFirstPlaceAndOwnBiomesAreNot) {
    const auto read = read_world(kWorld);
    ASSERT_TRUE(read);
    std::vector<std::string> names;
    for (const MapName& name : read->names) {
        names.push_back(std::string(map_name_word(name.kind)) + " " + name.name + " " +
                        std::to_string(name.line) + " " + std::to_string(name.count));
    }
    EXPECT_THAT(names,
                ::testing::ElementsAre("material peat 3 1", "prefab rock 4 2", "prefab barn 5 1",
                                       "prefab dock 6 1", "model gull 7 1", "material feather 7 1",
                                       "material brine 8 1", "model fern 10 1"));
    EXPECT_EQ(read->names.at(2).field, "/body/sites/0/prefabs/0");
    const auto map = read_tilemap(kTilemap);
    ASSERT_TRUE(map);
    EXPECT_EQ(map->names.size(), 3U);
    EXPECT_EQ(map->names.at(0), (MapName{.kind = MapNameKind::texture,
                                         .name = "grass",
                                         .field = "/body/terrains/0/texture",
                                         .line = 4,
                                         .column = 45,
                                         .count = 1}));
}

TEST(MapSource, ABiomeThatIsNotThereIsANameAndOneThatIsThereTwiceIsRefused) {
    const auto unknown = read_world(
        world(R"({"biomes": [{"name": "a"}], "scatter": [{"prefab": "p", "biomes": ["b"]}]})"));
    ASSERT_TRUE(unknown);
    EXPECT_EQ(unknown->names.back().kind, MapNameKind::biome);
    EXPECT_EQ(unknown->names.back().name, "b");
    const auto twice =
        read_world(world("{\"biomes\": [{\"name\": \"a\"}, {\"name\": \"a\"}],\n"
                         " \"scatter\": [{\"prefab\": \"p\", \"biomes\": [\"a\"]}]}"));
    EXPECT_EQ(refusal(twice), "2:41 /body/scatter/0/biomes/0 G2303");
    EXPECT_TRUE(read_world(world(R"({"biomes": [{"name": "a"}, {"name": "a"}]})")));
}

TEST(MapSource, WhatIsNoFormOfAMapIsRefusedWithItsPlace) {
    EXPECT_EQ(refusal(read_world("{}")), "1:1  G2301");
    EXPECT_EQ(refusal(read_world("[]")), "1:1  G2301");
    EXPECT_EQ(refusal(read_world(kTilemap)), "1:12 /format G2301");
    EXPECT_EQ(refusal(read_tilemap(R"({"format": "galley-tilemap", "version": 2, "body": {}})")),
              "1:41 /version G2301");
    EXPECT_THAT(
        read_tilemap(R"({"format": "galley-tilemap", "version": 2, "body": {}})").error().message,
        HasSubstr("version 2 is newer than 1"));
    EXPECT_EQ(refusal(read_tilemap(R"({"format": "galley-tilemap", "version": 1})")), "1:1  G2301");
    EXPECT_EQ(refusal(read_tilemap(
                  R"({"format": "galley-tilemap", "version": 1, "body": {}, "notes": 1})")),
              "1:65 /notes G2301");
    EXPECT_EQ(refusal(read_tilemap(tilemap("[]"))), "1:52 /body G2301");
    EXPECT_EQ(refusal(read_tilemap(tilemap(R"({"colums": 3})"))), "1:63 /body/colums G2301");
    EXPECT_EQ(refusal(read_tilemap(tilemap(R"({"columns": "3"})"))), "1:64 /body/columns G2301");
    EXPECT_EQ(refusal(read_tilemap(tilemap("{\n  \"layers\": [{\"name\": \"g\"}]}"))),
              "2:14 /body/layers/0/cells G2301");
    EXPECT_EQ(
        refusal(read_tilemap(tilemap("{\"columns\": 2,\n\"layers\": [{\"cells\": [\"1\"]}]}"))),
        "2:23 /body/layers/0/cells G2301");
    EXPECT_EQ(refusal(read_world("{\"format\":")), "1:11  G1101");
}

TEST(MapSource, ABrokenRuleOfTheKindHasTheLineOfItsField) {
    EXPECT_EQ(refusal(read_world(world("{}"))), "1:50 /body/biomes G1318");  // WR7
    EXPECT_EQ(refusal(read_world(world("{\"biomes\": [{\"name\": \"a\"},\n{\"weight\": 0}]}"))),
              "2:12 /body/biomes/1/weight G1318");
    const auto rule = read_world(world(R"({"biomes": [{"weight": 1001}]})"));
    EXPECT_THAT(rule.error().message, HasSubstr("WR8: 1001 is not 1..1000"));
    // TM7: a cell is shown by its row.
    EXPECT_EQ(
        refusal(read_tilemap(tilemap("{\"columns\": 2, \"rows\": 2, \"layers\": [{\"cells\": [\n"
                                     "\"0 0\",\n\"0 1\"]}]}"))),
        "3:1 /body/layers/0/cells/3 G1318");
    // TM3 about a field that was left out: its terrain.
    EXPECT_EQ(refusal(read_tilemap(tilemap("{\"terrains\": [\n{\"name\": \"a\"}]}"))),
              "2:1 /body/terrains/0/texture G1318");
}

TEST(MapSource, TheNameIsTheFilesAndValid) {
    EXPECT_TRUE(read_tilemap(kTilemap, "assets/2-old_hut.TileMap.json"));
    const auto spaced = read_tilemap(kTilemap, "assets/My Hut.tilemap.json");
    EXPECT_EQ(spaced.error().code, kMapName);
    EXPECT_EQ(spaced.error().place.file, "assets/My Hut.tilemap.json");
    EXPECT_EQ(spaced.error().hint, "rename it to my_hut.tilemap.json");
    EXPECT_EQ(read_tilemap(kTilemap, "assets/_a.tilemap.json").error().code, kMapName);
    EXPECT_EQ(refusal(read_tilemap(tilemap(R"({"name": "inn"})"))), "1:61 /body/name G2302");
    EXPECT_TRUE(read_tilemap(tilemap(R"({"name": "hut"})")));
    EXPECT_EQ(map_stem("a/b.c.world.json"), "b.c");
    EXPECT_EQ(map_kind_of("a/B.WORLD.json"), Kind::world);
    EXPECT_EQ(map_kind_of("a/b.json"), std::nullopt);
}

TEST(MapSource, EveryTruncationIsRefused) {
    for (std::size_t size = 0; size < kTilemap.size(); ++size) {
        EXPECT_FALSE(read_tilemap(std::string_view(kTilemap).substr(0, size))) << size;
    }
    for (std::size_t size = 0; size < kWorld.size(); ++size) {
        EXPECT_FALSE(read_world(std::string_view(kWorld).substr(0, size))) << size;
    }
}

TEST(MapSource, AFlippedByteIsRefusedOrReadsAsAMapThatEncodes) {
    std::size_t accepted = 0;
    for (const std::string& text : {kTilemap, kWorld}) {
        test::for_each_byte_flip(as_byte_span(text), [&](ByteSpan flipped, std::size_t at_byte) {
            const bool is_world = text.find("galley-world") != std::string::npos;
            const auto read =
                is_world ? read_world(as_text(flipped)) : read_tilemap(as_text(flipped));
            if (!read) {
                EXPECT_FALSE(read.error().place.file.empty()) << at_byte;
                return;
            }
            ++accepted;
            EXPECT_TRUE(vda::encode_seed_body(read->body)) << at_byte;
        });
    }
    EXPECT_GT(accepted, 0U);
}

TEST(MapSource, CountsAtTheirExtremesAreRefusedWithoutMemoryForThem) {
    for (const std::string number : {"0", "1025", "4294967295", "4294967296", "-1"}) {
        EXPECT_FALSE(read_tilemap(tilemap("{\"columns\": " + number + ", \"rows\": " + number +
                                          ", \"layers\": [{\"cells\": []}]}")))
            << number;
    }
    EXPECT_FALSE(read_world(world(R"({"extent": 9223372036854775807, "biomes": [{}]})")));
}

TEST(MapImporter, NamesThatNobodyCanCheckAreInTheLedger) {
    MemoryFileSystem fs;
    fs.put("/p/isle.world.json", kWorld);
    SourceFiles files(fs, "/p", 1 << 20);
    ImporterRegistry registry;
    register_builtin_importers(registry);
    const auto imported =
        registry.find_for("isle.world.json")->import(files, at("isle.world.json"), {});
    ASSERT_TRUE(imported) << imported.error().to_string();
    EXPECT_EQ(std::get<ImportedMap>(imported->content).kind, Kind::world);
    ASSERT_EQ(imported->ledger.entries().size(), 2U);
    EXPECT_EQ(imported->ledger.entries()[0].what, "prefab names");
    EXPECT_EQ(imported->ledger.entries()[0].count, 4U);
    EXPECT_EQ(imported->ledger.entries()[1].what, "model names");
    EXPECT_FALSE(imported->ledger.lossy());
}

}  // namespace
}  // namespace galley
