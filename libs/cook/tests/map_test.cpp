#include <gmock/gmock.h>

#include "cook_fixture.h"
#include "galley/asset/cooked_file.h"
#include "galley/cook/errors.h"
#include "galley/cook/maintenance.h"
#include "galley/cook/why.h"
#include "galley/core/sha256.h"
#include "galley/vda/asset_file.h"
#include "galley/vda/seed_body.h"
#include "galley/vda_json/dump.h"

namespace galley::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr std::string_view kMap = "assets/levels/village.tilemap.json";

std::string tilemap(const std::string& terrains, const std::string& cells = "\"1 0\"") {
    return R"({"format": "galley-tilemap", "version": 1, "body": {"columns": 2, "rows": 1,
  "terrains": [)" +
           terrains + R"(], "layers": [{"name": "ground", "cells": [)" + cells + "]}]}}";
}

std::string terrain(const std::string& kind, const std::string& name) {
    return "{\"" + kind + "\": \"" + name + "\"}";
}

std::string world(const std::string& more) {
    return R"({"format": "galley-world", "version": 1, "body": {"biomes": [{"name": "moor"}])" +
           more + "}}";
}

class MapCook : public CookTest {
protected:
    std::optional<ManifestRow> row(std::string_view name) {
        const Manifest rows = manifest();
        const ManifestRow* found = rows.find_name(name);
        return found == nullptr ? std::nullopt : std::optional(*found);
    }
    Bytes stored(std::string_view name) {
        const auto found = row(name);
        EXPECT_TRUE(found) << name;
        return !found ? Bytes() : fs.read("p/cooked/" + store_path(found->key)).value();
    }
    /// Codes of what was told about a source.
    std::vector<std::string> codes(std::string_view source) {
        std::vector<std::string> out;
        for (const Diagnostic& d : told.sources[std::string(source)].diagnostics) {
            out.emplace_back(d.error.code.id);
        }
        return out;
    }
};

TEST_F(MapCook, ATileMapIsTheFileThatEncodeMakesOfTheSameData) {
    put(std::string(kMap), tilemap(terrain("texture", "grass")));
    put("assets/art/grass.tga", tga(2, 2, 10));
    EXPECT_TRUE(cook_all().ok());
    EXPECT_THAT(told.sources[std::string(kMap)].diagnostics, IsEmpty());
    const Bytes file = stored(kMap);
    // printf 'veduta-cook/1\ngalley-map/1.1\nsource levels/village.tilemap.json <size>\n<bytes>'
    const std::string text = tilemap(terrain("texture", "grass"));
    const std::string hashed =
        "veduta-cook/1\ngalley-map/1.1\nsource levels/village.tilemap.json " +
        std::to_string(text.size()) + "\n" + text;
    const std::string dump =
        R"({"format": "galley-vda", "version": 1, "chunks": [{"type": "META", "meta": {
  "compiler": "galley-map/1.1", "deps": [], "kind": "map", "name": "village",
  "source": "levels/village.tilemap.json", "source_hash": ")" +
        sha256(as_byte_span(hashed)).to_hex() + R"("}},
  {"type": "TMAP", "body": {"name": "village", "columns": 2, "rows": 1, "tile": 1,
   "origin": [0, 0, 0], "terrains": [{"key": 0, "name": "", "texture": "grass", "material": "",
   "tileset": false, "tile_column": 0, "tile_row": 0, "variants": 1, "flip": 0, "tags": []}],
   "layers": [{"name": "ground", "z": 0, "layer": 0, "ysort": false, "cells": ["1 0"]}],
   "objects": []}}]})";
    const auto encoded = encode_vda_dump(parse_json(dump, "dump").value());
    ASSERT_TRUE(encoded) << encoded.error().to_string();
    EXPECT_EQ(file, *encoded);
}

TEST_F(MapCook, AWorldKeepsItsDataAndVerifies) {
    put("assets/isle.world.json",
        world(R"(, "seed": 18446744073709551615, "places": [{"name": "port", "x": -4, "z": 3}])"));
    EXPECT_TRUE(cook_all().ok());
    const Bytes file = stored("assets/isle.world.json");
    const auto asset = vda::read_asset_file(file);
    ASSERT_TRUE(asset);
    EXPECT_EQ(asset->meta.name, "isle");
    EXPECT_EQ(asset->meta.source, "isle.world.json");
    const auto body = vda::decode_world(asset->body.payload);
    ASSERT_TRUE(body);
    EXPECT_EQ(body->seed, 18446744073709551615U);
    EXPECT_EQ(body->places.at(0).x, -4);
    for (const VerifyItem& item : verify_path(fs, "p/cooked")) {
        EXPECT_TRUE(item.good) << item.path << ": " << item.error.to_string();
    }
    EXPECT_EQ(row("assets/isle.world.json")->kind, Kind::world);
}

TEST_F(MapCook, ANameMeansTheOneAssetWithThatTitleWhichTheManifestListsInOrder) {
    put(std::string(kMap),
        tilemap(terrain("texture", "grass") + "," + terrain("material", "Mat") + "," +
                terrain("texture", "water") + "," + terrain("texture", "grass")));
    put("assets/a/grass.tga", tga(2, 2, 10));
    put("assets/tri.bin", triangle_buffer(1));
    put("assets/tri.gltf", triangle_gltf());
    EXPECT_TRUE(cook_all().ok());
    const Uuid grass = row("assets/a/grass.tga")->id;
    const Uuid material = row("assets/tri.gltf:material/Mat")->id;
    EXPECT_THAT(row(kMap)->dependencies, ElementsAre(grass, material, Uuid{}));
    EXPECT_THAT(codes(kMap), ElementsAre("G3011"));
    const Diagnostic& told_of = told.sources[std::string(kMap)].diagnostics.front();
    EXPECT_EQ(told_of.severity, Severity::warning);
    EXPECT_EQ(told_of.error.place.line, 2U);
    EXPECT_EQ(told_of.error.place.field, "/body/terrains/2/texture");
    EXPECT_THAT(told_of.error.message, HasSubstr("texture 'water'"));
}

TEST_F(MapCook, ATextureThatComesOrGoesIsSeenWithoutCookingTheMapAgain) {
    put(std::string(kMap), tilemap(terrain("texture", "grass")));
    EXPECT_TRUE(cook_all().ok());
    EXPECT_THAT(codes(kMap), ElementsAre("G3011"));
    const Digest key = row(kMap)->key;

    cook_all();
    EXPECT_THAT(told.sources, IsEmpty());

    put("assets/grass.tga", tga(2, 2, 10));
    EXPECT_TRUE(cook_all().ok());
    EXPECT_THAT(codes(kMap), IsEmpty());
    EXPECT_THAT(told.sources[std::string(kMap)].why,
                ElementsAre(Change{"texture 'grass'", "nothing", "assets/grass.tga"}));
    EXPECT_FALSE(told.assets.contains(std::string(kMap)));
    EXPECT_EQ(row(kMap)->key, key);
    EXPECT_THAT(row(kMap)->dependencies, ElementsAre(row("assets/grass.tga")->id));

    fs.remove_file("p/assets/grass.tga").value();
    fs.advance(10'000'000'000);
    EXPECT_TRUE(cook_all().ok());
    EXPECT_THAT(codes(kMap), ElementsAre("G3011"));
    EXPECT_THAT(row(kMap)->dependencies, ElementsAre(Uuid{}));
}

TEST_F(MapCook, ANameOfTwoAssetsFailsTheMapUntilOneIsGone) {
    put(std::string(kMap), tilemap(terrain("texture", "grass")));
    put("assets/a/grass.tga", tga(2, 2, 10));
    EXPECT_TRUE(cook_all().ok());
    put("assets/b/grass.tga", tga(2, 2, 20));
    for (int run = 0; run < 2; ++run) {  // told, and told again
        const CookReport report = cook_all();
        EXPECT_EQ(report.failed_assets, 1U);
        ASSERT_EQ(report.failures.size(), 1U);
        const Error& error = report.failures.front().diagnostics.front().error;
        EXPECT_EQ(error.code, kNameAmbiguous);
        EXPECT_THAT(error.message, HasSubstr("assets/a/grass.tga or assets/b/grass.tga"));
        EXPECT_EQ(error.place.file, kMap);
        EXPECT_EQ(error.place.line, 2U);
    }
    EXPECT_FALSE(row(kMap));

    fs.remove_file("p/assets/a/grass.tga").value();
    fs.advance(10'000'000'000);
    EXPECT_TRUE(cook_all().ok());
    EXPECT_THAT(row(kMap)->dependencies, ElementsAre(row("assets/b/grass.tga")->id));
    EXPECT_THAT(why(std::string(kMap)), ElementsAre("texture 'grass'"));
}

TEST_F(MapCook, APictureOfATerrainIsCookedAsColour) {
    options.strict = true;
    put(std::string(kMap), tilemap(terrain("texture", "wall_n")));
    put("assets/wall_n.tga", tga(2, 2, 128, 128, 255));  // a normal map by the default rules
    put("project.json",
        R"({"name": "p", "import": [{"match": "*_n.*", "settings": {"usage": "normal"}}]})");
    EXPECT_TRUE(cook_all().ok());
    ASSERT_TRUE(row("assets/wall_n.tga:texture/color"));
    EXPECT_THAT(row(kMap)->dependencies, ElementsAre(row("assets/wall_n.tga:texture/color")->id));
}

TEST_F(MapCook, WhatMeansNothingIsALossThatAStrictCookRefuses) {
    options.strict = true;
    put("assets/isle.world.json", world(R"(, "scatter": [{"prefab": "tree", "biomes": ["bog"]}])"));
    const CookReport report = cook_all();
    EXPECT_FALSE(report.ok());
    EXPECT_THAT(codes("assets/isle.world.json"), ElementsAre("G3011"));
    const Ledger& ledger = told.sources["assets/isle.world.json"].ledger;
    ASSERT_EQ(ledger.entries().size(), 2U);
    EXPECT_EQ(ledger.entries()[0].verdict, Verdict::kept);
    EXPECT_EQ(ledger.entries()[0].what, "prefab names");
    EXPECT_EQ(ledger.entries()[1].verdict, Verdict::dropped);
    EXPECT_EQ(ledger.entries()[1].what, "biome 'bog'");
    put("assets/isle.world.json",
        world(R"(, "scatter": [{"prefab": "tree", "biomes": ["moor"]}])"));
    EXPECT_TRUE(cook_all().ok());
}

TEST_F(MapCook, ChangedBytesAndAnotherPathCookAgainAndSayWhy) {
    put(std::string(kMap), tilemap(""));
    EXPECT_FALSE(cook_all().ok());  // cell 1 of no terrains
    EXPECT_THAT(codes(kMap), ElementsAre("G1318"));
    put(std::string(kMap), tilemap("", "\"0 0\""));
    EXPECT_TRUE(cook_all().ok());
    EXPECT_THAT(why(std::string(kMap)), ElementsAre("asset", "source " + std::string(kMap)));
    put(std::string(kMap), tilemap(terrain("material", "m"), "\"1 1\""));
    cook_all();
    EXPECT_THAT(why(std::string(kMap)), ElementsAre("source " + std::string(kMap), "content"));

    Diagnostics diagnostics;
    const auto reports = galley::why(fs, project(), importers, kMap, cookers, options);
    ASSERT_TRUE(reports);
    EXPECT_EQ(reports->front().kind, Kind::tilemap);
    EXPECT_EQ(reports->front().inputs.back(),
              (std::pair<std::string, std::string>("source path", "levels/village.tilemap.json")));

    // The same bytes under another name are another file: META holds the name.
    put("assets/town.tilemap.json", tilemap(terrain("material", "m"), "\"1 1\""));
    const CookReport report = cook_all();
    EXPECT_EQ(report.cooked, 1U);
    EXPECT_NE(row("assets/town.tilemap.json")->key, row(kMap)->key);
}

TEST_F(MapCook, AStoredMapIsTakenBackAndGarbageGoes) {
    put(std::string(kMap), tilemap(terrain("material", "m")));
    cook_all();
    const std::string path = "p/cooked/" + store_path(row(kMap)->key);
    fs.remove_file("p/cooked/desktop.manifest").value();
    fs.remove_file("p/cooked/state/desktop.log").value();
    EXPECT_EQ(cook_all().restored, 1U);
    fs.remove_file(path).value();
    fs.advance(10'000'000'000);
    EXPECT_EQ(cook_all().cooked, 1U);
    fs.remove_file("p/" + std::string(kMap)).value();
    fs.advance(10'000'000'000);
    EXPECT_EQ(cook_all().removed, 1U);
    const auto collected = collect_garbage(fs, project(), 0, false);
    ASSERT_TRUE(collected);
    EXPECT_EQ(collected->removed_files, 1U);
    EXPECT_FALSE(fs.stat(path));
}

TEST_F(MapCook, AModelsNewMaterialIsSeenByAnUnchangedMap) {
    put(std::string(kMap), tilemap(terrain("material", "Mat")));
    EXPECT_TRUE(cook_all().ok());
    EXPECT_THAT(row(kMap)->dependencies, ElementsAre(Uuid{}));
    put("assets/tri.bin", triangle_buffer(1));
    put("assets/tri.gltf", triangle_gltf());
    EXPECT_TRUE(cook_all().ok());
    EXPECT_THAT(row(kMap)->dependencies, ElementsAre(row("assets/tri.gltf:material/Mat")->id));
}

TEST_F(MapCook, ManyThreadsGiveTheSameFile) {
    put(std::string(kMap), tilemap(terrain("texture", "grass")));
    put("assets/grass.tga", tga(2, 2, 10));
    cook_all();
    const Bytes one = stored(kMap);
    options.jobs = 4;
    options.force = true;
    cook_all();
    EXPECT_EQ(stored(kMap), one);
}

}  // namespace
}  // namespace galley::test
