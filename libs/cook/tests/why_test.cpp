#include "galley/cook/why.h"

#include <gmock/gmock.h>

#include "cook_fixture.h"
#include "galley/project/recipe.h"

namespace galley::test {
namespace {

using ::testing::Contains;
using ::testing::Field;
using ::testing::IsEmpty;

class WhyTest : public CookTest {
protected:
    WhyTest() {
        put("assets/tri.bin", triangle_buffer(1));
        put("assets/red.tga", tga(4, 4, 255));
        put("assets/a.gltf", triangle_gltf({{"baseColorTexture", "red.tga"}}));
        cook_all();
    }

    WhyReport ask(const std::string& asset) {
        const auto reports = galley::why(fs, project(), importers, asset, cookers, options);
        EXPECT_TRUE(reports) << reports.error().to_string();
        EXPECT_EQ(reports ? reports->size() : 0, 1U);
        return reports && !reports->empty() ? reports->front() : WhyReport{};
    }

    /// Before and after the cook that follows, the change is named.
    void expect_named(const std::string& asset, const std::string& input) {
        const WhyReport before = ask(asset);
        EXPECT_TRUE(before.stale);
        EXPECT_THAT(before.pending, Contains(Field(&Change::input, input)));
        cook_all();
        const WhyReport after = ask(asset);
        EXPECT_FALSE(after.stale);
        EXPECT_THAT(after.last, Contains(Field(&Change::input, input)));
    }
};

TEST_F(WhyTest, a_fresh_asset_tells_what_its_key_is_made_from) {
    const WhyReport report = ask("assets/red.tga");
    EXPECT_FALSE(report.stale);
    EXPECT_THAT(report.pending, IsEmpty());
    EXPECT_THAT(report.inputs,
                Contains(std::pair<std::string, std::string>("setting usage", "color")));
}

TEST_F(WhyTest, names_a_changed_texture) {
    put("assets/red.tga", tga(4, 4, 250));
    expect_named("assets/red.tga", "source assets/red.tga");
}

TEST_F(WhyTest, names_a_changed_setting) {
    auto recipe =
        parse_recipe(as_text(fs.read("p/library/assets/red.tga.json", 1 << 20).value()), "r")
            .value();
    recipe.settings.set("filter", Json("nearest"));
    put("library/assets/red.tga.json", recipe_text(recipe));
    expect_named("assets/red.tga", "setting filter");
}

TEST_F(WhyTest, names_a_changed_buffer) {
    put("assets/tri.bin", triangle_buffer(3));
    expect_named("assets/a.gltf:mesh/Tri", "file assets/tri.bin");
}

TEST_F(WhyTest, names_the_cookers_version) {
    std::vector<Cooker> newer(cookers.begin(), cookers.end());
    for (Cooker& cooker : newer) {
        ++cooker.version;
    }
    cookers = newer;
    expect_named("assets/red.tga", "cooker version");
}

TEST_F(WhyTest, names_a_file_whose_absence_was_noted) {
    put("assets/b.gltf", triangle_gltf({{"normalTexture", "late.tga"}}));
    cook_all();
    put("assets/late.tga", tga(4, 4, 128, 128, 255));
    expect_named("assets/b.gltf:material/Mat", "file assets/late.tga");
}

TEST_F(WhyTest, the_end_of_a_name_is_enough_when_it_is_unique) {
    EXPECT_EQ(ask("red.tga").name, "assets/red.tga");
    put("assets/other/red.tga", tga(2, 2, 1));
    cook_all();
    const auto both = galley::why(fs, project(), importers, "red.tga", cookers, options);
    ASSERT_FALSE(both);
    EXPECT_EQ(both.error().code.id, "G3008");
    const auto none = galley::why(fs, project(), importers, "green.tga", cookers, options);
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().code.id, "G3007");
}

TEST_F(WhyTest, a_source_that_fails_gives_its_error) {
    put("assets/broken.gltf", "{");
    cook_all();
    for (const char* name : {"assets/broken.gltf", "broken.gltf"}) {
        const auto reports = galley::why(fs, project(), importers, name, cookers, options);
        ASSERT_FALSE(reports);
        EXPECT_EQ(reports.error().place.file, "assets/broken.gltf");
    }
}

TEST_F(WhyTest, asking_writes_nothing) {
    put("assets/red.tga", tga(4, 4, 250));
    (void)fs.take_log();
    (void)ask("assets/red.tga");
    for (const auto& access : fs.take_log()) {
        EXPECT_NE(access.operation, MemoryFileSystem::Operation::write) << access.path;
    }
}

}  // namespace
}  // namespace galley::test
