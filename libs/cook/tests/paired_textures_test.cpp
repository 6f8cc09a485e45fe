#include <gmock/gmock.h>

#include "cook_fixture.h"
#include "galley/asset/cooked_file.h"
#include "galley/asset/texture.h"
#include "galley/cook/errors.h"
#include "galley/project/recipe.h"

namespace galley::test {
namespace {

using ::testing::ElementsAre;

/// Normals that lean to the right and to the left in turn, by `lean` of 255 from upright.
std::string bumps(std::uint8_t lean) {
    std::string file = tga(4, 4, 0, 0, 255);
    for (std::size_t i = 0; i < 16; ++i) {
        file[18 + 3 * i + 1] = static_cast<char>(128);
        file[18 + 3 * i + 2] = static_cast<char>(i % 2 == 0 ? 128 + lean : 127 - lean);
    }
    return file;
}

class PairedTextures : public CookTest {
protected:
    PairedTextures() {
        put("assets/tri.bin", triangle_buffer(1));
        put("assets/rough.tga", tga(4, 4, 255, 128, 0));
        put("assets/bumps.tga", bumps(60));
        put("assets/a.gltf", triangle_gltf({{"metallicRoughnessTexture", "rough.tga"},
                                            {"normalTexture", "bumps.tga"}}));
        // Plain pixels can be read off.
        put("project.json",
            R"({"import": [{"match": "*.tga", "settings": {"compression": "none"}}]})");
    }

    TextureInfo info(const std::string& name) { return view(name).info; }

    /// The green of the first pixel of a level.
    int roughness(std::size_t level) {
        return static_cast<int>(view("assets/rough.tga").levels[level][1]);
    }

    Recipe recipe(const std::string& source) {
        const auto text = fs.read("p/library/" + source + ".json", 1 << 20).value();
        return parse_recipe(as_text(text), "r").value();
    }

    void keep_record(const std::string& what) {
        Recipe kept = recipe("assets/rough.tga");
        kept.settings.set("roughness_normals", Json(what));
        put("library/assets/rough.tga.json", recipe_text(kept));
    }

private:
    TextureView view(const std::string& name) {
        const auto* row = manifest_.emplace(manifest()).find_name(name);
        EXPECT_NE(row, nullptr) << name;
        file_ = fs.read("p/cooked/" + store_path(row->key), 1 << 20).value();
        return view_texture(open_cooked_file(file_).value().body).value();
    }

    std::optional<Manifest> manifest_;
    Bytes file_;
};

TEST_F(PairedTextures, roughness_is_raised_where_normals_spread) {
    EXPECT_TRUE(cook_all().ok());
    EXPECT_EQ(roughness(0), 128);
    EXPECT_GT(roughness(1), 128);
}

TEST_F(PairedTextures, another_normal_map_cooks_the_roughness_again) {
    cook_all();
    cook_all();
    const int before = roughness(1);
    put("assets/bumps.tga", bumps(100));
    const CookReport report = cook_all();
    EXPECT_EQ(report.cooked, 2U);
    EXPECT_THAT(why("assets/rough.tga"), ElementsAre("picture assets/bumps.tga"));
    EXPECT_GT(roughness(1), before);
    EXPECT_EQ(cook_all().fresh, 4U);
}

TEST_F(PairedTextures, without_its_normal_map_the_roughness_stays_and_a_warning_says_so) {
    cook_all();
    cook_all();
    fs.remove_file("p/assets/bumps.tga").value();
    cook_all();
    EXPECT_EQ(roughness(1), 128);
    EXPECT_THAT(why("assets/rough.tga"), ElementsAre("setting normals"));
    put("assets/bumps.tga", bumps(60));
    cook_all();
    EXPECT_GT(roughness(1), 128);
}

TEST_F(PairedTextures, a_normal_map_that_nobody_calls_one_is_told) {
    put("assets/alone.tga", bumps(60));
    cook_all();
    const auto& diagnostics = told.assets["assets/alone.tga"].diagnostics;
    ASSERT_EQ(diagnostics.size(), 1U);
    EXPECT_EQ(diagnostics[0].error.code, kLooksLikeNormals);
    EXPECT_EQ(diagnostics[0].error.place.file, "assets/alone.tga");
    EXPECT_TRUE(told.assets["assets/bumps.tga"].diagnostics.empty());
}

TEST_F(PairedTextures, a_height_map_that_is_called_a_normal_map_is_told) {
    std::string grey = tga(4, 4, 90, 90, 90);
    grey[2] = 3;   // an uncompressed picture without colour
    grey[16] = 8;  // bits a pixel
    put("assets/bumps.tga", grey.substr(0, 18 + 16));
    cook_all();
    const auto& diagnostics = told.assets["assets/bumps.tga"].diagnostics;
    ASSERT_EQ(diagnostics.size(), 1U);
    EXPECT_EQ(diagnostics[0].error.code, kNoNormals);
}

TEST_F(PairedTextures, roughness_that_is_raised_by_no_normal_map_says_so) {
    cook_all();
    EXPECT_FALSE(told.assets["assets/rough.tga"].ledger.lossy());
    put("assets/grey.tga", tga(4, 4, 90, 90, 90));
    keep_record("assets/grey.tga");
    cook_all();
    const Ledger& ledger = told.assets["assets/rough.tga"].ledger;
    ASSERT_EQ(ledger.entries().size(), 1U);
    EXPECT_EQ(ledger.entries()[0].detail, "raised by a picture that does not look like normals");
}

TEST_F(PairedTextures, a_normal_map_that_comes_later_is_noticed) {
    fs.remove_file("p/assets/bumps.tga").value();
    cook_all();
    keep_record("assets/bumps.tga");
    cook_all();
    cook_all();
    EXPECT_EQ(roughness(1), 128);
    put("assets/bumps.tga", bumps(60));
    cook_all();
    EXPECT_GT(roughness(1), 128);
}

TEST_F(PairedTextures,
       a_normal_map_that_a_limit_refuses_fails_its_roughness_map_until_it_is_lifted) {
    put("assets/rough.tga", tga(4, 4, 255, 128, 0));
    put("assets/bumps.tga", tga(64, 64, 128, 128, 255));
    options.max_decoded = 4096;
    EXPECT_EQ(cook_all().failed_assets, 2U);
    options.max_decoded = CookOptions().max_decoded;
    EXPECT_TRUE(cook_all().ok());
}

TEST_F(PairedTextures, what_a_cook_approximated_fails_a_strict_one_fresh_and_restored) {
    put("assets/bumps.tga", tga(8, 8, 128, 128, 255));
    EXPECT_TRUE(cook_all().ok());
    EXPECT_TRUE(told.assets["assets/rough.tga"].ledger.lossy()) << "of another size";
    options.strict = true;
    EXPECT_EQ(cook_all().failed_sources, 1U) << "fresh";
    keep_record("none");
    EXPECT_EQ(cook_all().failed_sources, 0U);
    keep_record("auto");
    const CookReport report = cook_all();
    EXPECT_EQ(report.restored, 1U);
    ASSERT_EQ(report.failures.size(), 1U);
    EXPECT_EQ(report.failures[0].source, "assets/rough.tga");
    EXPECT_EQ(report.failures[0].ledger.entries().size(), 1U);
}

TEST_F(PairedTextures, what_a_cook_approximated_is_found_out_again_when_the_state_is_lost) {
    put("assets/bumps.tga", tga(8, 8, 128, 128, 255));
    cook_all();
    for (const char* lost : {"ledgers.log", "desktop.log", "desktop.tree", ""}) {
        const ScannedTree state = fs.scan("p/cooked/state", 1).value();
        for (const ScannedFile& file : state) {
            if (std::string_view(lost).empty() || file.path == lost) {
                fs.remove_file("p/cooked/state/" + std::string(file.path)).value();
            }
        }
        options.strict = false;
        EXPECT_TRUE(cook_all().ok()) << lost;
        options.strict = true;
        EXPECT_EQ(cook_all().failed_sources, 1U) << lost;
        EXPECT_EQ(cook_all().failed_sources, 1U) << lost;
    }
}

TEST_F(PairedTextures, a_picture_used_in_two_ways_is_told) {
    put("assets/b.gltf", triangle_gltf({{"baseColorTexture", "rough.tga"}}));
    cook_all();
    const auto& diagnostics = told.assets["assets/rough.tga"].diagnostics;
    ASSERT_EQ(diagnostics.size(), 1U);
    EXPECT_EQ(diagnostics[0].severity, Severity::note);
    EXPECT_EQ(diagnostics[0].error.code, kUsageConflict);
    EXPECT_EQ(diagnostics[0].error.place.file, "assets/rough.tga");
}

TEST_F(PairedTextures, names_that_are_no_pictures_are_told_and_raise_nothing) {
    cook_all();
    for (const char* name : {"texture/", "assets/a.gltf", "../x.png", "texture/None"}) {
        keep_record(name);
        cook_all();
        const auto& diagnostics = told.assets["assets/rough.tga"].diagnostics;
        EXPECT_EQ(roughness(1), 128) << name;
        if (std::string_view(name) == "texture/") {  // later ones have the same key: fresh
            ASSERT_EQ(diagnostics.size(), 1U) << name;
            EXPECT_EQ(diagnostics[0].error.code, kNameUnknown) << name;
        }
    }
}

/// Edits a recipe when the first asset is told: in the middle of a cook.
class Meddler final : public CookObserver {
public:
    explicit Meddler(MemoryFileSystem& fs) : fs_(fs) {}
    void asset(const AssetOutcome&) override {
        if (done_) return;
        done_ = true;
        fs_.advance(1'000'000'000);
        fs_.put("p/library/assets/rough.tga.json",
                std::string_view(R"({"version": 1, "settings": {"max_size": 2}})"));
    }

private:
    MemoryFileSystem& fs_;
    bool done_ = false;
};

TEST_F(PairedTextures, a_recipe_that_is_edited_during_a_cook_is_kept_and_used_by_the_next) {
    cook_all();
    put("assets/rough.tga", tga(4, 4, 255, 100, 0));
    fs.remove_file("p/library/assets/rough.tga.json").value();
    Meddler meddler(fs);
    ASSERT_TRUE(cook_with(fs, project(), importers, cookers, options, meddler));
    fs.advance(10'000'000'000);
    EXPECT_NE(recipe("assets/rough.tga").settings.find("max_size"), nullptr);
    EXPECT_EQ(cook_all().cooked, 1U);
    EXPECT_EQ(info("assets/rough.tga").width, 2U);
}

TEST_F(PairedTextures, none_unpairs) {
    cook_all();
    keep_record("none");
    cook_all();
    EXPECT_EQ(roughness(1), 128);
}

TEST_F(PairedTextures, a_normal_map_of_another_size_is_not_used_and_the_ledger_says_so) {
    put("assets/bumps.tga", tga(8, 4, 128, 128, 255));
    cook_all();
    EXPECT_EQ(roughness(1), 128);
    EXPECT_EQ(cook_all().fresh, 4U);
}

TEST_F(PairedTextures, slots_that_lie_differently_do_not_pair) {
    std::string gltf =
        triangle_gltf({{"metallicRoughnessTexture", "rough.tga"}, {"normalTexture", "bumps.tga"}});
    const std::string slot = R"("normalTexture":{"index":1)";
    gltf.insert(gltf.find(slot) + slot.size(), R"(,"texCoord":1)");
    put("assets/a.gltf", gltf);
    cook_all();
    EXPECT_EQ(roughness(1), 128);
}

TEST_F(PairedTextures, a_masked_materials_cutoff_is_kept_by_its_colour) {
    std::string gltf = triangle_gltf({{"baseColorTexture", "leaf.tga"}});
    const std::string name = R"("name":"Mat",)";
    gltf.insert(gltf.find(name) + name.size(), R"("alphaMode":"MASK","alphaCutoff":0.25,)");
    put("assets/leaf.tga", tga(4, 4, 10, 200, 10));
    put("assets/b.gltf", gltf);
    cook_all();
    EXPECT_EQ(info("assets/leaf.tga").coverage_cutoff, 0.25f);
    EXPECT_EQ(info("assets/rough.tga").coverage_cutoff, 0.0f);
}

}  // namespace
}  // namespace galley::test
