#include "galley/vda_json/dump.h"

#include <gmock/gmock.h>

#include "galley/test/bytes.h"
#include "galley/test/corpus.h"
#include "galley/test/tsv.h"
#include "galley/vda/asset_file.h"
#include "galley/vda/errors.h"
#include "galley/vda/material.h"
#include "galley/vda/model.h"
#include "galley/vda/seed_body.h"
#include "galley/vda/tilemap.h"
#include "galley/vda/world.h"

namespace galley {
namespace {

using ::testing::HasSubstr;

vda::Meta meta_of(std::string kind) {
    return {.compiler = "veduta-asset/0.8.0",
            .deps = {},
            .kind = std::move(kind),
            .name = "a",
            .source = "a.json",
            .source_hash = std::string(64, '0')};
}

std::string dump_text(ByteSpan file) {
    const auto dump = dump_vda(file);
    if (!dump) return dump.error().to_string();
    return write_json(*dump);
}

Result<Bytes> encode_text(const std::string& text) {
    const auto document = parse_json(text, "dump.json");
    if (!document) return std::unexpected(document.error());
    return encode_vda_dump(*document);
}

std::string encode_error(const std::string& text) {
    const auto bytes = encode_text(text);
    return bytes ? "none" : bytes.error().to_string();
}

/// Empty when container, META and body are good.
std::string refusal(const Bytes& file) {
    const auto asset = vda::read_asset_file(file);
    if (!asset) return asset.error().to_string();
    const auto body = vda::decode_seed_body(*asset);
    return body ? std::string() : body.error().to_string();
}

void expect_identity(const Bytes& file, const std::string& name) {
    const auto dump = dump_vda(file);
    ASSERT_TRUE(dump) << name << ": " << dump.error().to_string();
    // Through text, which is what a person edits.
    const auto again = encode_text(write_json(*dump));
    ASSERT_TRUE(again) << name << ": " << again.error().to_string();
    EXPECT_TRUE(*again == file) << name;
}

TEST(VdaJson, DumpAndEncodeAreTheIdentityOnEveryGoodFile) {
    const auto golden = test::source_dir() / "tests/golden";
    std::size_t count = 0;
    for (const auto& row : test::read_tsv(golden / "vda_kinds/index.tsv")) {
        if (row[2] != "good") continue;
        expect_identity(test::read_file(golden / "vda_kinds" / row[0]), row[0]);
        ++count;
    }
    EXPECT_GE(count, 250U);
    for (const char* dir : {"vda", "bodies"}) {
        for (const auto& entry : std::filesystem::directory_iterator(golden / dir)) {
            if (entry.path().extension() != ".vda" || entry.path().stem() == "matl_hi" ||
                entry.path().stem() == "empty_payload" ||
                entry.path().stem().string().starts_with("model")) {
                continue;  // bodies of a few letters, which show the container alone
            }
            expect_identity(test::read_file(entry.path()), entry.path());
        }
    }
}

TEST(VdaJson, WhatVerifyRefusesIsNotDumpedEither) {
    const auto golden = test::source_dir() / "tests/golden/vda_kinds";
    for (const auto& row : test::read_tsv(golden / "index.tsv")) {
        if (row[2] != "bad") continue;
        const Bytes file = test::read_file(golden / row[0]);
        if (row[3][0] == 'F') continue;  // about files, not about chunks
        const auto dump = dump_vda(file);
        ASSERT_FALSE(dump) << row[0];
        EXPECT_EQ(dump.error().to_string(), refusal(file)) << row[0];
    }
}

TEST(VdaJson, FieldsAreWhatThePageCallsThem) {
    const vda::Material material{.name = "wood",
                                 .albedo = {0xff204060},
                                 .texture = "\xff",
                                 .unlit = true,
                                 .alpha = "cutout",
                                 .cutoff = 0.1F,
                                 .cull = 1,
                                 .filter = 0,
                                 .grid = {2, 3}};
    const auto file =
        vda::write_asset_file(meta_of("material"), vda::encode_material(material).value());
    EXPECT_EQ(dump_text(*file), R"({
  "format": "galley-vda",
  "version": 1,
  "chunks": [
    {
      "type": "META",
      "meta": {
        "compiler": "veduta-asset/0.8.0",
        "deps": [],
        "kind": "material",
        "name": "a",
        "source": "a.json",
        "source_hash": "0000000000000000000000000000000000000000000000000000000000000000"
      }
    },
    {
      "type": "MATL",
      "body": {
        "name": "wood",
        "albedo": "#ff204060",
        "texture": {
          "hex": "ff"
        },
        "unlit": true,
        "alpha": "cutout",
        "cutoff": 0.1,
        "cull": 1,
        "filter": 0,
        "grid": [2, 3]
      }
    }
  ]
}
)");
}

TEST(VdaJson, NumbersThatJsonLacksKeepTheirBits) {
    vda::World world;
    world.seed = 18446744073709551615U;
    world.biomes = {{"a", "", 1}};
    world.camera.fov_deg = std::bit_cast<float>(0x7fc00001U);
    world.camera.near = std::bit_cast<float>(0xff800000U);
    world.camera.far = -0.0F;
    const auto file = vda::write_asset_file(meta_of("world"), vda::encode_world(world).value());
    const std::string text = dump_text(*file);
    EXPECT_THAT(text, HasSubstr(R"("seed": 18446744073709551615)"));
    EXPECT_THAT(text, HasSubstr(R"("f32": "7fc00001")"));
    EXPECT_THAT(text, HasSubstr(R"("f32": "ff800000")"));
    EXPECT_THAT(text, HasSubstr(R"("far": -0.0)"));
    expect_identity(*file, "world");
}

TEST(VdaJson, RowsOfCellsAndTypedProps) {
    vda::Tilemap map;
    map.columns = 3;
    map.rows = 2;
    map.terrains = {{.key = 'g', .name = "grass", .texture = "g", .material = "", .tags = {}}};
    map.layers.emplace_back().cells = {0, 1, 1, 1, 0, 0};
    map.objects = {{.name = "o",
                    .prefab = "",
                    .tags = {"t"},
                    .props = {{"a", "text"}, {"b", 1.5}, {"c", true}}}};
    const auto file = vda::write_asset_file(meta_of("map"), vda::encode_tilemap(map).value());
    const std::string text = dump_text(*file);
    EXPECT_THAT(text, HasSubstr("\"0 1 1\",\n"));
    EXPECT_THAT(text, HasSubstr("\"type\": 1,\n"));
    EXPECT_THAT(text, HasSubstr("\"value\": 1.5"));
    expect_identity(*file, "map");
}

std::string material_dump() {
    vda::Material material;
    material.name = "m";
    const auto file =
        vda::write_asset_file(meta_of("material"), vda::encode_material(material).value());
    return dump_text(*file);
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, text.npos) << from;
    return text.replace(at, from.size(), to);
}

TEST(VdaJson, EncodeNamesThePlaceOfWhatIsNoDump) {
    const std::string good = material_dump();
    EXPECT_EQ(encode_error(good), "none");
    EXPECT_THAT(encode_error(replaced(good, "\"unlit\": false", "\"unlit\": 0")),
                HasSubstr("field /chunks/1/body/unlit: error G1319: expected true or false"));
    EXPECT_THAT(encode_error(replaced(good, "\"unlit\": false,", "")),
                HasSubstr("field /chunks/1/body/unlit: error G1319: this field is missing"));
    EXPECT_THAT(encode_error(replaced(good, "\"unlit\"", "\"glow\": 1, \"unlit\"")),
                HasSubstr("field /chunks/1/body/glow: error G1319: there is no field"));
    EXPECT_THAT(encode_error(replaced(good, "\"cutoff\": 0.5", "\"cutoff\": 1e39")),
                HasSubstr("field /chunks/1/body/cutoff: error G1319"));
    EXPECT_THAT(encode_error(replaced(good, "#ffffffff", "#ffffff")), HasSubstr("a colour"));
    EXPECT_THAT(encode_error(replaced(good, "\"cull\": 0", "\"cull\": 256")),
                HasSubstr("0 to 255"));
    EXPECT_THAT(encode_error(replaced(good, "galley-vda", "galley")), HasSubstr("G1319"));
    EXPECT_THAT(encode_error(replaced(good, "\"version\": 1", "\"version\": 2")),
                HasSubstr("G1319"));
    EXPECT_THAT(encode_error(replaced(good, "\"body\"", "\"hex\"")), HasSubstr("type and body"));
    EXPECT_THAT(encode_error("[]"), HasSubstr("G1319"));
    EXPECT_THAT(encode_error("{\"format\": \"galley-vda\", \"version\": 1, \"chunks\": [{\"type\": "
                             "\"NOTE\", \"hex\": \"0\"}]}"),
                HasSubstr("hex digits"));
}

TEST(VdaJson, EncodeRefusesWhatTheRulesRefuse) {
    const std::string good = material_dump();
    EXPECT_THAT(encode_error(replaced(good, "\"cull\": 0", "\"cull\": 2")),
                HasSubstr("field cull: error G1318: MT2: "));
    EXPECT_THAT(encode_error(replaced(good, "\"name\": \"a\"", "\"name\": \"A\"")),
                HasSubstr("(M7)"));
}

TEST(VdaJson, AHandMadeDumpMakesAGoodFile) {
    const auto file = encode_text(R"({"format": "galley-vda", "version": 1, "chunks": [
        {"type": "NOTE", "hex": ""},
        {"type": "PRFB", "body": {"name": "hut", "footprint": [2, 3.5], "tags": ["a", {"hex": "ff"}],
            "biomes": [], "distances": [{"tag": "hut", "metres": 0}], "entities": [
                {"name": "e", "kind": "static", "model": "hut", "material": "",
                 "position": [0, 0, 0], "rotation_deg": [0, 90, 0], "scale": [1, 1, 1], "tags": [],
                 "parent": "", "visible": true, "has_hitbox": true,
                 "hitbox": {"min": [-1, 0, -1], "max": [1, 2, 1]},
                 "layer": -3, "frame": 0, "anim": ""}]}},
        {"type": "META", "meta": {"compiler": "x", "deps": ["a"], "kind": "prefab", "name": "hut",
            "source": "hut.json", "source_hash":
            "0000000000000000000000000000000000000000000000000000000000000000"}}]})");
    ASSERT_TRUE(file) << file.error().to_string();
    EXPECT_EQ(refusal(*file), "");
    EXPECT_EQ(vda::read_asset_file(*file)->body.payload.size(), 164U);
    expect_identity(*file, "hut");
}

}  // namespace
}  // namespace galley
