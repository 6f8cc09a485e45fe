#include <fstream>

#include <gmock/gmock.h>

#include "art.h"
#include "child_process.h"
#include "galley/test/bytes.h"
#include "galley/test/corpus.h"
#include "galley/test/temp_dir.h"

namespace galley::test {
namespace {

using testing::HasSubstr;
using Path = std::filesystem::path;

void write_text(const Path& path, std::string_view text) {
    create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
}

constexpr std::string_view kMap = R"({"format": "galley-tilemap", "version": 1, "body": {
  "columns": 2, "rows": 1,
  "terrains": [{"name": "grass", "texture": "grass"}, {"name": "sand", "texture": "sand"}],
  "layers": [{"name": "ground", "cells": ["1 0"]}]}}
)";

constexpr std::string_view kWorld = R"({"format": "galley-world", "version": 1, "body": {
  "biomes": [{"name": "moor"}], "chunk": 16, "extent": 2,
  "features": [{"name": "bay", "kind": "sea", "x": 0, "z": 0, "radius": 8}],
  "places": [{"name": "inn", "prefab": "inn", "x": 12, "z": 12}]}}
)";

/// A project with a map, a world and one of the two pictures that the map names.
class Maps : public testing::Test {
protected:
    Maps() : project_(dir_ / "game") {
        EXPECT_EQ(run_galley({"new", project_.string()}).exit_code, 0);
        write_text(map(), kMap);
        write_text(world(), kWorld);
        write_picture(project_ / "assets/grass.png");
    }

    [[nodiscard]] Path map() const { return project_ / "assets/levels/yard.tilemap.json"; }
    [[nodiscard]] Path world() const { return project_ / "assets/levels/isle.world.json"; }
    ChildResult cook(const std::vector<std::string>& more = {}) {
        std::vector<std::string> arguments = {"cook", project_.string()};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run_galley(arguments);
    }
    /// The file in the store of an asset, by the manifest.
    std::string stored(const std::string& name) {
        const Json manifest = parse(
            run_galley({"inspect", "--json", (project_ / "cooked/desktop.manifest").string()}).out);
        const Json records = at(manifest, "records");
        for (const Json& record : *records.if_array()) {
            if (at(record, "name") != Json(name)) continue;
            const std::string key = *at(record, "key").if_string();
            return (project_ / "cooked/store" / key.substr(0, 2) / (key + ".vda")).string();
        }
        ADD_FAILURE() << name << " is not in the manifest";
        return {};
    }

    TempDir dir_;
    Path project_;
};

TEST_F(Maps, AreCookedInspectedVerifiedDumpedAndExplained) {
    const ChildResult cooked = cook();
    EXPECT_EQ(cooked.exit_code, 0) << cooked.error;
    EXPECT_THAT(cooked.out, HasSubstr("3 assets: 3 cooked"));
    EXPECT_THAT(cooked.error, HasSubstr("yard.tilemap.json:3:83, field /body/terrains/1/texture: "
                                        "warning G3011: the project has no texture 'sand'"));
    EXPECT_THAT(cook().out, HasSubstr("0 cooked, 3 fresh"));

    const std::string file = stored("assets/levels/yard.tilemap.json");
    EXPECT_THAT(run_galley({"inspect", file}).out, HasSubstr("tile map: 2 x 1 cells, 2 terrains"));
    EXPECT_THAT(run_galley({"vda", "verify", file}).out, HasSubstr("map yard,"));
    EXPECT_EQ(run_galley({"verify", project_.string()}).exit_code, 0);
    const std::string dump = (dir_ / "yard.json").string();
    const std::string again = (dir_ / "yard.vda").string();
    EXPECT_EQ(run_galley({"vda", "dump", file, "-o", dump}).exit_code, 0);
    EXPECT_EQ(run_galley({"vda", "encode", dump, "-o", again}).exit_code, 0);
    EXPECT_TRUE(read_file(again) == read_file(file));
    EXPECT_THAT(run_galley({"inspect", world().string()}).out, HasSubstr("    prefab inn\n"));

    write_text(map(), std::string(kMap) + "\n");
    const ChildResult why = run_galley({"why", project_.string(), "yard.tilemap.json"});
    EXPECT_THAT(why.out, HasSubstr("source assets/levels/yard.tilemap.json"));
    EXPECT_THAT(why.out, HasSubstr("source path: levels/yard.tilemap.json"));
}

TEST_F(Maps, ATextureThatComesIsToldAndTwoOfANameFailTheMap) {
    cook();
    write_picture(project_ / "assets/art/sand.png", 3);
    const ChildResult found = cook({"--json"});
    EXPECT_EQ(found.exit_code, 0);
    EXPECT_THAT(found.out, HasSubstr("\"input\": \"texture 'sand'\""));
    EXPECT_THAT(found.out, HasSubstr("\"to\": \"assets/art/sand.png\""));
    EXPECT_EQ(cook({"--strict"}).exit_code, 0);

    write_picture(project_ / "assets/beach/sand.png", 5);
    const ChildResult two = cook();
    EXPECT_EQ(two.exit_code, 1);
    EXPECT_THAT(two.error, HasSubstr("error G3012: texture 'sand' can be assets/art/sand.png or "
                                     "assets/beach/sand.png"));
}

TEST_F(Maps, BadSourcesFailWithTheirPlaceAndStopNothingElse) {
    write_text(project_ / "assets/bad.world.json",
               "{\"format\": \"galley-world\", \"version\": 1,\n \"body\": {\"biomes\": []}}");
    write_text(project_ / "assets/No Name.tilemap.json", kMap);
    const ChildResult cooked = cook();
    EXPECT_EQ(cooked.exit_code, 1);
    EXPECT_THAT(cooked.error, HasSubstr("assets/bad.world.json:2:21, field /body/biomes: error "
                                        "G1318: WR7"));
    EXPECT_THAT(cooked.error, HasSubstr("error G2302"));
    EXPECT_THAT(cooked.out, HasSubstr("3 cooked"));
}

TEST_F(Maps, ViewDrawsTheSourceAndTheCookedFileAlike) {
    write_text(project_ / "project.json",
               R"({"import": [{"match": "*.png", "settings": {"compression": "none"}}]})");
    cook();
    const std::string picture = (dir_ / "a.png").string();
    EXPECT_EQ(run_galley({"view", map().string(), "-o", picture}).exit_code, 0);
    const Image source = read_picture(picture);
    EXPECT_GT(count_colors(source), 50U);  // the picture's gradient, and letters
    EXPECT_EQ(
        run_galley({"view", stored("assets/levels/yard.tilemap.json"), "-o", picture}).exit_code,
        0);
    EXPECT_EQ(read_picture(picture).pixels, source.pixels);

    EXPECT_EQ(run_galley({"view", world().string(), "-o", picture, "--size", "320x320"}).exit_code,
              0);
    const Image isle = read_picture(picture);
    EXPECT_EQ(isle.width, 320U);
    const std::size_t middle = (std::size_t{163} * 320 + 163) * 4;  // of the bay, off the start
    EXPECT_EQ(std::to_integer<int>(isle.pixels[middle + 0]), 96);
    EXPECT_EQ(std::to_integer<int>(isle.pixels[middle + 1]), 146);
    EXPECT_EQ(std::to_integer<int>(isle.pixels[middle + 2]), 172);
    EXPECT_EQ(run_galley({"view", stored("assets/levels/isle.world.json"), "-o", picture, "--size",
                          "320x320"})
                  .exit_code,
              0);
    EXPECT_EQ(read_picture(picture).pixels, isle.pixels);
}

TEST_F(Maps, ViewSaysWhichOfVedutasKindsItDoesNotDraw) {
    const std::string scene = (source_dir() / "tests/golden/vda_kinds/scene-ok-rich.vda").string();
    const ChildResult result = run_galley({"view", scene, "-o", (dir_ / "a.png").string()});
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_THAT(result.error, HasSubstr("SCEN is not drawn"));
}

}  // namespace
}  // namespace galley::test
