#include "galley/cook/cook.h"

#include <gmock/gmock.h>

#include "cook_fixture.h"
#include "galley/asset/cooked_file.h"
#include "galley/asset/material.h"
#include "galley/asset/mesh.h"
#include "galley/asset/texture.h"
#include "galley/cook/errors.h"
#include "galley/project/recipe.h"

namespace galley::test {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST_F(CookTest, cooks_every_part_of_a_model_and_its_images) {
    put("assets/tri.bin", triangle_buffer(1));
    put("assets/red.tga", tga(4, 4, 255));
    put("assets/a.gltf", triangle_gltf({{"baseColorTexture", "red.tga"}}));
    const CookReport report = cook_all();
    EXPECT_TRUE(report.ok());
    EXPECT_EQ(report.sources, 2U);
    EXPECT_EQ(report.cooked, 3U);
    EXPECT_EQ(report.unclaimed, 1U);
    const Manifest rows = manifest();
    ASSERT_NE(rows.find_name("assets/a.gltf:mesh/Tri"), nullptr);
    ASSERT_NE(rows.find_name("assets/a.gltf:material/Mat"), nullptr);
    const ManifestRow* texture = rows.find_name("assets/red.tga");
    ASSERT_NE(texture, nullptr);
    EXPECT_THAT(rows.find_name("assets/a.gltf:material/Mat")->dependencies,
                ElementsAre(texture->id));
    for (const ManifestRow& row : rows.rows()) {
        const auto bytes = fs.read("p/cooked/" + store_path(row.key), 1 << 20).value();
        EXPECT_EQ(bytes.size(), row.size);
        const auto file = open_cooked_file(bytes);
        ASSERT_TRUE(file) << file.error().to_string();
        EXPECT_EQ(file->key, row.key);
        EXPECT_EQ(output_hash(file->kind, file->body), row.output);
    }
}

TEST_F(CookTest, a_second_cook_reads_no_source_and_writes_nothing) {
    put("assets/tri.bin", triangle_buffer(1));
    put("assets/red.tga", tga(4, 4, 255));
    put("assets/a.gltf", triangle_gltf({{"baseColorTexture", "red.tga"}}));
    cook_all();
    cook_all();  // recipes that the first one wrote have settled
    (void)fs.take_log();
    const CookReport report = cook_all();
    EXPECT_EQ(report.fresh, 3U);
    EXPECT_EQ(report.cooked + report.imported + report.restored, 0U);
    EXPECT_EQ(report.bytes_written, 0U);
    for (const auto& access : fs.take_log()) {
        const bool reads_source = access.operation == MemoryFileSystem::Operation::read &&
                                  access.path.find("assets/") != std::string::npos;
        EXPECT_FALSE(reads_source) << access.path;
        EXPECT_NE(access.operation, MemoryFileSystem::Operation::rename) << access.path;
    }
}

TEST_F(CookTest, a_touched_file_with_the_same_bytes_cooks_nothing) {
    put("assets/red.tga", tga(4, 4, 255));
    cook_all();
    put("assets/red.tga", tga(4, 4, 255));
    const CookReport report = cook_all();
    EXPECT_EQ(report.cooked + report.imported, 0U);
    EXPECT_EQ(report.fresh, 1U);
}

TEST_F(CookTest, only_what_changed_is_cooked_again_and_the_reason_names_the_file) {
    put("assets/red.tga", tga(4, 4, 255));
    put("assets/blue.tga", tga(4, 4, 0, 0, 255));
    cook_all();
    put("assets/red.tga", tga(4, 4, 254));
    const CookReport report = cook_all();
    EXPECT_EQ(report.cooked, 1U);
    EXPECT_EQ(report.fresh, 1U);
    EXPECT_THAT(why("assets/red.tga"), ElementsAre("source assets/red.tga", "content"));
}

TEST_F(CookTest, a_changed_buffer_of_a_gltf_cooks_its_mesh_alone) {
    put("assets/tri.bin", triangle_buffer(1));
    put("assets/a.gltf", triangle_gltf());
    cook_all();
    put("assets/tri.bin", triangle_buffer(2));
    const CookReport report = cook_all();
    EXPECT_EQ(report.cooked, 1U);
    EXPECT_THAT(why("assets/a.gltf:mesh/Tri"), ElementsAre("file assets/tri.bin", "content"));
}

TEST_F(CookTest, adding_a_file_whose_absence_was_noted_cooks_the_material_again) {
    put("assets/tri.bin", triangle_buffer(1));
    put("assets/a.gltf", triangle_gltf({{"baseColorTexture", "red.tga"}}));
    const CookReport first = cook_all();
    EXPECT_TRUE(first.ok());
    EXPECT_FALSE(told.sources["assets/a.gltf"].diagnostics.empty());
    EXPECT_THAT(manifest().find_name("assets/a.gltf:material/Mat")->dependencies, IsEmpty());
    put("assets/red.tga", tga(4, 4, 255));
    const CookReport second = cook_all();
    EXPECT_EQ(second.cooked, 2U);
    const auto& changes = told.assets["assets/a.gltf:material/Mat"].why;
    ASSERT_FALSE(changes.empty());
    EXPECT_EQ(changes.front().input, "file assets/red.tga");
    EXPECT_EQ(changes.front().from, "absent");
    EXPECT_EQ(manifest().find_name("assets/a.gltf:material/Mat")->dependencies.size(), 1U);
}

TEST_F(CookTest, a_changed_setting_is_named) {
    put("assets/red.tga", tga(4, 4, 255));
    cook_all();
    auto recipe =
        parse_recipe(as_text(fs.read("p/library/assets/red.tga.json", 1 << 20).value()), "r")
            .value();
    recipe.settings = Json::object();
    recipe.settings.set("mipmaps", Json(false));
    put("library/assets/red.tga.json", recipe_text(recipe));
    const CookReport report = cook_all();
    EXPECT_EQ(report.cooked, 1U);
    EXPECT_EQ(report.imported, 0U);
    EXPECT_THAT(why("assets/red.tga"), ElementsAre("setting mipmaps"));
}

TEST_F(CookTest, another_cooker_version_cooks_its_kind_alone_and_is_named) {
    put("assets/tri.bin", triangle_buffer(1));
    put("assets/red.tga", tga(4, 4, 255));
    put("assets/a.gltf", triangle_gltf({{"baseColorTexture", "red.tga"}}));
    cook_all();
    std::vector<Cooker> newer(cookers.begin(), cookers.end());
    for (Cooker& cooker : newer) {
        cooker.version += cooker.kind == Kind::texture ? 1 : 0;
    }
    cookers = newer;
    const CookReport report = cook_all();
    EXPECT_EQ(report.cooked, 1U);
    EXPECT_EQ(report.imported, 0U);
    EXPECT_EQ(report.fresh, 2U);
    EXPECT_THAT(why("assets/red.tga"), ElementsAre("cooker version"));
}

TEST_F(CookTest, slots_decide_the_usage_and_the_recipe_records_it) {
    put("assets/tri.bin", triangle_buffer(1));
    put("assets/bumps.tga", tga(4, 4, 128, 128, 255));
    put("assets/a.gltf", triangle_gltf({{"normalTexture", "bumps.tga"}}));
    cook_all();
    const auto row = *manifest().find_name("assets/bumps.tga");
    const Bytes bytes = fs.read("p/cooked/" + store_path(row.key), 1 << 20).value();
    const auto file = open_cooked_file(bytes).value();
    EXPECT_EQ(view_texture(file.body).value().info.usage, TextureUsage::normal);
    const auto recipe =
        parse_recipe(as_text(fs.read("p/library/assets/bumps.tga.json", 1 << 20).value()), "r")
            .value();
    EXPECT_EQ(*recipe.settings.find("usage")->if_string(), "normal");
}

TEST_F(CookTest, a_second_usage_of_one_image_is_a_second_asset) {
    put("assets/tri.bin", triangle_buffer(1));
    put("assets/rock.tga", tga(4, 4, 200, 100, 50));
    put("assets/a.gltf", triangle_gltf({{"baseColorTexture", "rock.tga"},
                                        {"metallicRoughnessTexture", "rock.tga"}}));
    cook_all();
    const Manifest rows = manifest();
    ASSERT_NE(rows.find_name("assets/rock.tga"), nullptr);
    ASSERT_NE(rows.find_name("assets/rock.tga:texture/data"), nullptr);
    EXPECT_THAT(rows.find_name("assets/a.gltf:material/Mat")->dependencies,
                ElementsAre(rows.find_name("assets/rock.tga")->id,
                            rows.find_name("assets/rock.tga:texture/data")->id));
    EXPECT_THAT(told.sources, Contains(::testing::Key("assets/a.gltf")));
}

TEST_F(CookTest, a_usage_that_was_recorded_stays_when_another_model_comes_first_in_name_order) {
    put("assets/tri.bin", triangle_buffer(1));
    put("assets/rock.tga", tga(4, 4, 200, 100, 50));
    put("assets/b.gltf", triangle_gltf({{"baseColorTexture", "rock.tga"}}));
    cook_all();
    const Digest key = manifest().find_name("assets/rock.tga")->key;
    put("assets/a.gltf", triangle_gltf({{"metallicRoughnessTexture", "rock.tga"}}));
    cook_all();
    EXPECT_EQ(manifest().find_name("assets/rock.tga")->key, key);
    EXPECT_NE(manifest().find_name("assets/rock.tga:texture/data"), nullptr);
}

TEST_F(CookTest, a_renamed_source_cooks_nothing) {
    put("assets/red.tga", tga(4, 4, 255));
    cook_all();
    const std::string file = tga(4, 4, 255);
    fs.remove_file("p/assets/red.tga").value();
    put("assets/props/crimson.tga", file);
    const CookReport report = cook_all();
    EXPECT_EQ(report.cooked, 0U);
    EXPECT_EQ(report.restored, 1U);
    EXPECT_EQ(report.removed, 1U);
    EXPECT_EQ(manifest().rows().size(), 1U);
    EXPECT_EQ(manifest().rows().front().name, "assets/props/crimson.tga");
}

TEST_F(CookTest, equal_content_is_cooked_and_stored_once) {
    put("assets/one.tga", tga(4, 4, 255));
    put("assets/two.tga", tga(4, 4, 255));
    const CookReport report = cook_all();
    EXPECT_EQ(report.cooked, 1U);
    EXPECT_EQ(report.restored, 1U);
    const Manifest rows = manifest();
    EXPECT_EQ(rows.find_name("assets/one.tga")->key, rows.find_name("assets/two.tga")->key);
}

TEST_F(CookTest, a_failed_source_is_reported_every_time_and_tried_once) {
    put("assets/bad.gltf", "{ \"asset\": ");
    put("assets/red.tga", tga(4, 4, 255));
    const CookReport first = cook_all();
    EXPECT_FALSE(first.ok());
    EXPECT_EQ(first.cooked, 1U);
    ASSERT_EQ(first.failures.size(), 1U);
    EXPECT_FALSE(first.failures.front().known_failure);
    const Error error = first.failures.front().diagnostics.front().error;
    EXPECT_EQ(error.place.line, 1U);
    cook_all();
    (void)fs.take_log();
    const CookReport third = cook_all();
    EXPECT_FALSE(third.ok());
    ASSERT_EQ(third.failures.size(), 1U);
    EXPECT_TRUE(third.failures.front().known_failure);
    EXPECT_EQ(third.failures.front().diagnostics.front().error.to_string(), error.to_string());
    for (const auto& access : fs.take_log()) {
        EXPECT_FALSE(access.operation == MemoryFileSystem::Operation::read &&
                     access.path == "p/assets/bad.gltf");
    }
    put("assets/bad.gltf", triangle_gltf());
    put("assets/tri.bin", triangle_buffer(1));
    EXPECT_TRUE(cook_all().ok());
}

TEST_F(CookTest, a_file_whose_name_cannot_be_an_assets_fails_alone) {
    const std::vector<std::string> names = {"nl\nx.tga", "back\\slash.tga", "bad\xff.tga",
                                            "e\xcc\x81.tga"};
    for (const std::string& name : names) {
        put("assets/" + name, tga(4, 4, 255));
    }
    put("assets/red.tga", tga(4, 4, 255));
    for (int round = 0; round < 2; ++round) {
        const CookReport report = cook_all();
        EXPECT_EQ(report.failed_sources, names.size());
        ASSERT_EQ(report.failures.size(), names.size());
        for (const SourceOutcome& failure : report.failures) {
            EXPECT_TRUE(failure.diagnostics.front().error.code.id.starts_with("G12"));
        }
        ASSERT_EQ(manifest().rows().size(), 1U);
        EXPECT_EQ(manifest().rows().front().name, "assets/red.tga");
    }
}

TEST_F(CookTest, a_picture_that_does_not_decode_fails_alone) {
    put("assets/cut.tga", tga(4, 4, 255).substr(0, 30));
    put("assets/red.tga", tga(4, 4, 255));
    const CookReport report = cook_all();
    EXPECT_EQ(report.failed_assets + report.failed_sources, 1U);
    EXPECT_NE(manifest().find_name("assets/red.tga"), nullptr);
    EXPECT_EQ(manifest().find_name("assets/cut.tga"), nullptr);
}

TEST_F(CookTest, a_picture_that_failed_by_the_limit_is_tried_again_under_another) {
    put("assets/big.tga", tga(16, 16, 255));
    options.max_decoded = 100;
    EXPECT_EQ(cook_all().failed_assets, 1U);
    EXPECT_EQ(cook_all().failed_assets, 1U);
    cook_all();
    cook_all();  // now the trees are known so well that they are not listed
    options.max_decoded = std::uint64_t{1} << 20;
    const CookReport again = cook_all();
    EXPECT_TRUE(again.ok());
    EXPECT_EQ(again.cooked, 1U);
    EXPECT_EQ(cook_all().fresh, 1U);
}

TEST_F(CookTest, cooked_can_be_deleted_at_any_time) {
    put("assets/red.tga", tga(4, 4, 255));
    cook_all();
    const Manifest before = manifest();
    const std::string store = "p/cooked/" + store_path(before.rows().front().key);
    fs.remove_file(store).value();
    const CookReport report = cook_all();
    EXPECT_EQ(report.cooked, 1U);
    EXPECT_THAT(why("assets/red.tga"), ElementsAre("store file"));
    fs.remove_file("p/cooked/desktop.manifest").value();
    cook_all();
    EXPECT_EQ(manifest().rows(), before.rows());
}

TEST_F(CookTest, a_dry_run_says_what_it_would_do_and_writes_nothing) {
    put("assets/red.tga", tga(4, 4, 255));
    options.dry_run = true;
    const CookReport report = cook_all();
    EXPECT_EQ(report.cooked, 1U);
    EXPECT_FALSE(fs.exists("p/cooked"));
    EXPECT_FALSE(fs.exists("p/library/assets/red.tga.json"));
}

TEST_F(CookTest, what_a_frozen_cook_did_not_write_down_the_next_cook_does) {
    put("assets/a.tga", tga(4, 4, 1));
    cook_all();
    const Bytes before = fs.read("p/library/assets/a.tga.json").value();
    put("assets/a.tga", tga(4, 4, 2));
    options.frozen = true;
    EXPECT_EQ(cook_all().cooked, 1U);
    cook_all();
    EXPECT_EQ(fs.read("p/library/assets/a.tga.json").value(), before);
    options.frozen = false;
    EXPECT_EQ(cook_all().fresh, 1U);
    EXPECT_NE(fs.read("p/library/assets/a.tga.json").value(), before) << "the content";
}

TEST_F(CookTest, a_source_whose_settings_are_wrong_is_imported_once) {
    put("assets/a.tga", tga(4, 4, 1));
    put("library/assets/a.tga.json", R"({"version": 1, "settings": {"mipmaps": 3}})");
    const CookReport report = cook_all();
    EXPECT_EQ(report.imported, 1U);
    EXPECT_EQ(report.failed_sources, 1U);
}

TEST_F(CookTest, a_broken_recipe_is_told_alone) {
    put("assets/a.tga", "no picture");
    EXPECT_EQ(cook_all().failed_sources, 1U);
    put("library/assets/a.tga.json", "{");
    put("assets/a.tga", tga(4, 4, 1));
    const CookReport report = cook_all();
    EXPECT_EQ(report.failed_sources, 1U);
    ASSERT_EQ(report.failures.size(), 1U);
    EXPECT_EQ(report.failures[0].diagnostics.size(), 1U);
}

TEST_F(CookTest, a_map_that_names_no_picture_is_told_and_left_out) {
    put("assets/w.txt", "text");
    put("assets/m.material.json", R"({"version": 1, "maps": {"base_color": "w.txt"}})");
    cook_all();
    const auto& diagnostics = told.sources["assets/m.material.json"].diagnostics;
    ASSERT_EQ(diagnostics.size(), 1U);
    EXPECT_EQ(diagnostics[0].error.code, kTextureOutside);
}

TEST_F(CookTest, a_directory_where_a_file_was_missed_changes_nothing) {
    put("assets/m.material.json", R"({"version": 1, "maps": {"base_color": "w.png"}})");
    fs.make_directories("p/assets/w.png").value();
    fs.advance(10'000'000'000);
    for (int i = 0; i < 2; ++i) cook_all();
    EXPECT_EQ(cook_all().imported, 0U);
}

TEST_F(CookTest, a_frozen_cook_fails_on_a_missing_recipe_and_writes_none) {
    put("assets/red.tga", tga(4, 4, 255));
    options.frozen = true;
    const CookReport report = cook_all();
    EXPECT_FALSE(report.ok());
    EXPECT_EQ(report.failures.front().diagnostics.front().error.code.id, "G3001");
    EXPECT_FALSE(fs.exists("p/library/assets/red.tga.json"));
    options.frozen = false;
    cook_all();
    options.frozen = true;
    EXPECT_TRUE(cook_all().ok());
}

TEST_F(CookTest, unknown_keys_of_a_recipe_survive_a_cook) {
    put("library/assets/red.tga.json",
        "{\n  \"version\": 1,\n  \"note\": \"by hand\",\n  \"settings\": {\n    \"mipmaps\": "
        "false\n  }\n}\n");
    put("assets/red.tga", tga(4, 4, 255));
    EXPECT_TRUE(cook_all().ok());
    const Bytes text = fs.read("p/library/assets/red.tga.json", 1 << 20).value();
    EXPECT_NE(as_text(text).find("\"note\": \"by hand\""), std::string::npos);
    EXPECT_NE(as_text(text).find("\"mipmaps\": false"), std::string::npos);
}

TEST_F(CookTest, a_new_source_that_fails_for_the_moment_fails_every_cook_until_it_is_mended) {
    put("assets/blue.tga", tga(4, 4, 0, 0, 255));
    put("library/assets/red.tga.json", "{ \"version\": 1,\n");
    cook_all();
    put("assets/red.tga", tga(4, 4, 255));
    for (int round = 0; round < 3; ++round) {
        EXPECT_EQ(cook_all().failed_sources, 1U);
    }
    put("library/assets/red.tga.json", "{\n  \"version\": 1\n}\n");
    EXPECT_EQ(cook_all().cooked, 1U);
    put("assets/new.tga", tga(4, 4, 7));
    options.frozen = true;
    for (int round = 0; round < 3; ++round) {
        EXPECT_EQ(cook_all().failed_sources, 1U);
    }
}

TEST_F(CookTest, rules_that_changed_while_a_recipe_was_unreadable_reach_the_source_later) {
    put("assets/red.tga", tga(4, 4, 255));
    cook_all();
    cook_all();
    const std::string recipe = "p/library/assets/red.tga.json";
    fs.rename(recipe, "p/aside").value();
    put("library/assets/red.tga.json", "{ \"version\": 1,\n");
    put("project.json", R"({"import": [{"match": "*.tga", "settings": {"mipmaps": false}}]})");
    const CookReport broken = cook_all();
    EXPECT_FALSE(broken.ok());
    EXPECT_EQ(broken.removed, 0U);
    EXPECT_EQ(manifest().rows().size(), 1U);
    fs.rename("p/aside", recipe).value();  // with the stamp that it had
    const CookReport mended = cook_all();
    EXPECT_TRUE(mended.ok());
    EXPECT_EQ(mended.cooked, 1U);
    EXPECT_EQ(why("assets/red.tga"), std::vector<std::string>{"setting mipmaps"});
}

TEST_F(CookTest, an_unreadable_recipe_is_an_error_with_a_place_and_is_not_overwritten) {
    put("library/assets/red.tga.json", "{ \"version\": 1,\n");
    put("assets/red.tga", tga(4, 4, 255));
    const CookReport report = cook_all();
    EXPECT_FALSE(report.ok());
    EXPECT_GT(report.failures.front().diagnostics.front().error.place.line, 0U);
    EXPECT_EQ(as_text(fs.read("p/library/assets/red.tga.json", 1 << 20).value()),
              "{ \"version\": 1,\n");
}

TEST_F(CookTest, force_cooks_everything_to_the_same_bytes) {
    put("assets/red.tga", tga(4, 4, 255));
    cook_all();
    const auto rows = manifest().rows();
    options.force = true;
    const CookReport report = cook_all();
    EXPECT_EQ(report.cooked, 1U);
    EXPECT_EQ(manifest().rows(), rows);
}

TEST_F(CookTest, a_recipe_copied_with_its_id_is_reported_by_every_cook_until_it_is_mended) {
    const std::string recipe =
        "{\n  \"version\": 1,\n  \"id\": \"11111111-2222-4333-8444-555555555555\"\n}\n";
    put("library/assets/a.tga.json", recipe);
    put("assets/a.tga", tga(4, 4, 1));
    EXPECT_TRUE(cook_all().ok());
    put("library/assets/b.tga.json", recipe);
    put("assets/b.tga", tga(4, 4, 2));
    for (int round = 0; round < 3; ++round) {
        const CookReport report = cook_all();
        ASSERT_EQ(report.failures.size(), 1U);
        EXPECT_EQ(report.failures.front().source, "assets/b.tga");
        EXPECT_EQ(report.failures.front().diagnostics.front().error.code.id, "G3005");
        EXPECT_EQ(manifest().rows().front().name, "assets/a.tga");
    }
    fs.remove_file("p/library/assets/b.tga.json").value();
    EXPECT_TRUE(cook_all().ok());
    EXPECT_EQ(manifest().rows().size(), 2U);
}

TEST_F(CookTest, when_an_image_changes_its_own_usage_materials_that_name_it_follow) {
    put("assets/tri.bin", triangle_buffer(1));
    put("assets/rock.tga", tga(4, 4, 200, 100, 50));
    put("assets/a.gltf", triangle_gltf({{"baseColorTexture", "rock.tga"}}));
    cook_all();
    cook_all();
    const Uuid own = manifest().find_name("assets/rock.tga")->id;
    auto recipe =
        parse_recipe(as_text(fs.read("p/library/assets/rock.tga.json", 1 << 20).value()), "r")
            .value();
    recipe.settings.set("usage", Json("data"));
    put("library/assets/rock.tga.json", recipe_text(recipe));
    cook_all();
    const ManifestRow second = *manifest().find_name("assets/rock.tga:texture/color");
    EXPECT_NE(second.id, own);
    EXPECT_THAT(manifest().find_name("assets/a.gltf:material/Mat")->dependencies,
                ElementsAre(second.id));
}

TEST_F(CookTest, a_mesh_of_degenerate_triangles_alone_is_still_a_mesh) {
    put("assets/tri.bin", triangle_buffer(0));
    put("assets/a.gltf", triangle_gltf());
    EXPECT_TRUE(cook_all().ok());
    EXPECT_NE(manifest().find_name("assets/a.gltf:mesh/Tri"), nullptr);
}

TEST_F(CookTest, an_embedded_image_that_no_slot_names_is_dropped_and_said_so) {
    std::string gltf = triangle_gltf();
    gltf.insert(gltf.size() - 1,
                R"(,"images":[{"uri":"data:image/png;base64,bm90IGEgcGljdHVyZQ=="}])");
    put("assets/tri.bin", triangle_buffer(1));
    put("assets/a.gltf", gltf);
    EXPECT_TRUE(cook_all().ok());
    const auto& entries = told.sources["assets/a.gltf"].ledger.entries();
    EXPECT_TRUE(std::any_of(entries.begin(), entries.end(), [](const LedgerEntry& entry) {
        return entry.what == "embedded image" && entry.verdict == Verdict::dropped;
    }));
}

TEST_F(CookTest, one_and_eight_jobs_give_the_same_store_and_manifest) {
    put("assets/tri.bin", triangle_buffer(1));
    for (int i = 0; i < 40; ++i) {
        const std::string n = std::to_string(i);
        put("assets/t" + n + ".tga",
            tga(static_cast<std::uint8_t>(3 + i), 5, static_cast<std::uint8_t>(i)));
        put("assets/m" + n + ".gltf",
            triangle_gltf({{i % 2 == 0 ? "baseColorTexture" : "normalTexture",
                            "t" + std::to_string(i / 2) + ".tga"}},
                          "Mesh" + n));
    }
    cook_all();
    const auto one = manifest().rows();
    auto other = std::make_unique<MemoryFileSystem>();
    const ScannedTree files = fs.scan("p/assets", 1).value();
    for (const ScannedFile& file : files) {
        const std::string path = "p/assets/" + std::string(file.path);
        other->put(path, fs.read(path, 1 << 20).value());
    }
    other->put("p/project.json", std::string_view("{}"));
    Diagnostics diagnostics;
    const Project second = open_project(*other, "p", "", diagnostics).value();
    options.jobs = 8;
    Recorder recorder;
    ASSERT_TRUE(cook_with(*other, second, importers, cookers, options, recorder));
    const Bytes bytes = other->read("p/cooked/desktop.manifest", 1 << 22).value();
    const auto eight = Manifest::read(bytes).value().rows();
    ASSERT_EQ(eight.size(), one.size());
    for (std::size_t i = 0; i < one.size(); ++i) {
        EXPECT_EQ(eight[i], one[i])
            << one[i].name << ", key " << one[i].key.to_hex() << " and " << eight[i].key.to_hex();
    }
    for (const ManifestRow& row : one) {
        const std::string path = "p/cooked/" + store_path(row.key);
        EXPECT_EQ(other->read(path, 1 << 22).value(), fs.read(path, 1 << 22).value());
    }
}

}  // namespace
}  // namespace galley::test
