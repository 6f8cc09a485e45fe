#include <gmock/gmock.h>

#include "cook_fixture.h"
#include "galley/asset/cooked_file.h"
#include "galley/asset/texture.h"
#include "galley/cook/errors.h"

namespace galley::test {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;

class Channels : public CookTest {
protected:
    Channels() {
        put("assets/ao.tga", tga(4, 4, 10, 10, 10));
        put("assets/gloss.tga", tga(4, 4, 55, 66, 77));
        put("assets/metal.tga", tga(4, 4, 30, 30, 30));
        put("project.json",
            R"({"import": [{"match": "*.tga", "settings": {"compression": "none", "usage": "data"}}]})");
        cook_all();
        set(R"(["assets/ao.tga:r", "1-g", "assets/metal.tga:r"])");
    }

    void set(const std::string& channels) {
        put("library/assets/gloss.tga.json",
            R"({"version": 1, "settings": {"channels": )" + channels + "}}");
    }

    /// The first pixel of level 0 of `assets/gloss.tga`.
    std::vector<int> pixel() {
        const auto manifest_now = manifest();
        const auto* row = manifest_now.find_name("assets/gloss.tga");
        EXPECT_NE(row, nullptr);
        const Bytes file = fs.read("p/cooked/" + store_path(row->key), 1 << 20).value();
        const TextureView texture = view_texture(open_cooked_file(file).value().body).value();
        std::vector<int> samples;
        for (std::size_t i = 0; i < 4; ++i) {
            samples.push_back(static_cast<int>(texture.levels[0][i]));
        }
        return samples;
    }
};

TEST_F(Channels, of_several_pictures_are_packed_into_one_and_the_ledger_says_so) {
    EXPECT_EQ(cook_all().cooked, 1U);
    EXPECT_THAT(pixel(), ElementsAre(10, 255 - 66, 30, 255));
    EXPECT_THAT(why("assets/gloss.tga"), Contains("setting channels"));
    EXPECT_EQ(cook_all().fresh, 3U);
}

TEST_F(Channels, are_cooked_again_when_another_picture_changes) {
    cook_all();
    cook_all();
    put("assets/metal.tga", tga(4, 4, 99, 99, 99));
    EXPECT_EQ(cook_all().cooked, 2U);
    EXPECT_THAT(pixel(), ElementsAre(10, 255 - 66, 99, 255));
    EXPECT_THAT(why("assets/gloss.tga"), ElementsAre("picture assets/metal.tga"));
}

TEST_F(Channels, of_a_picture_that_is_missing_are_an_error_until_it_comes) {
    cook_all();
    fs.remove_file("p/assets/metal.tga").value();
    EXPECT_EQ(cook_all().failed_assets, 1U);
    const auto& outcome = told.assets["assets/gloss.tga"];
    ASSERT_TRUE(outcome.error);
    EXPECT_EQ(outcome.error->code, kNameUnknown);
    EXPECT_EQ(outcome.error->place.file, "assets/gloss.tga");
    EXPECT_EQ(cook_all().failed_assets, 1U) << "told again";
    put("assets/metal.tga", tga(4, 4, 7, 7, 7));
    EXPECT_TRUE(cook_all().ok());
    EXPECT_THAT(pixel(), ElementsAre(10, 255 - 66, 7, 255));
}

TEST_F(Channels, of_another_picture_that_is_missing_name_that_one) {
    for (const char* name : {"assets/x.tga", "assets/y.tga"}) {
        set(std::string("[\"") + name + ":r\"]");
        cook_all();
        ASSERT_TRUE(told.assets["assets/gloss.tga"].error);
        EXPECT_NE(told.assets["assets/gloss.tga"].error->message.find(name), std::string::npos);
    }
}

TEST_F(Channels, of_a_broken_picture_fail_at_that_picture) {
    put("assets/metal.png", std::string("\x89PNG\r\n\x1a\nbroken"));
    put("assets/metal.tga", tga(4, 4, 1).substr(0, 40));
    EXPECT_EQ(cook_all().failed_assets, 2U);
    ASSERT_TRUE(told.assets["assets/gloss.tga"].error);
    EXPECT_EQ(told.assets["assets/gloss.tga"].error->place.file, "assets/metal.tga");
}

TEST_F(Channels, of_pictures_of_other_sizes_are_an_error) {
    put("assets/metal.tga", tga(8, 4, 30, 30, 30));
    EXPECT_EQ(cook_all().failed_assets, 1U);
    ASSERT_TRUE(told.assets["assets/gloss.tga"].error);
    EXPECT_EQ(told.assets["assets/gloss.tga"].error->code, kChannelSizes);
}

TEST_F(Channels, have_one_key_whatever_the_other_pictures_are_called) {
    cook_all();
    const Digest before = manifest().find_name("assets/gloss.tga")->key;
    put("assets/other.tga", tga(4, 4, 30, 30, 30));
    set(R"(["assets/ao.tga:r", "1-g", "assets/other.tga:r"])");
    cook_all();
    EXPECT_EQ(manifest().find_name("assets/gloss.tga")->key, before);
}

TEST_F(Channels, that_are_no_channels_are_an_error_with_its_place) {
    for (const char* channels :
         {R"("r")", R"([])", R"(["r", "g"])", R"(["x"])", "[1]", R"(["r", "g", "b", "a", "1"])"}) {
        set(channels);
        const CookReport report = cook_all();
        EXPECT_EQ(report.failed_sources, 1U) << channels;
    }
}

}  // namespace
}  // namespace galley::test
