#include "galley/project/recipe.h"

#include <gtest/gtest.h>

#include "galley/core/errors.h"
#include "galley/project/errors.h"
#include "galley/test/bytes.h"
#include "galley/test/corpus.h"

namespace galley {
namespace {

std::string golden(std::string_view name) {
    return test::read_text(test::source_dir() / "tests/golden/recipe" / name);
}

Recipe parsed(std::string_view text) {
    auto recipe = parse_recipe(text, "library/a.json");
    EXPECT_TRUE(recipe) << recipe.error().to_string();
    return recipe ? *std::move(recipe) : Recipe();
}

Digest filled(std::uint8_t byte) {
    Digest digest;
    digest.bytes.fill(byte);
    return digest;
}

TEST(RecipePath, IsTheSourcesPathWithJsonBehindIt) {
    EXPECT_EQ(recipe_path("assets/props/crate.glb"), "assets/props/crate.glb.json");
}

TEST(Recipe, EveryFieldIsRead) {
    const Recipe recipe = parsed(golden("full.json"));
    EXPECT_EQ(recipe.id->to_string(), "8fd2c159-ba7b-5cf5-b8d7-63656f75dd88");
    EXPECT_EQ(recipe.content_size, 1234U);
    EXPECT_EQ(recipe.content.to_hex(),
              "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    ASSERT_NE(recipe.settings.find("max_uv_sets"), nullptr);
    ASSERT_EQ(recipe.parts.size(), 3U);
    EXPECT_EQ(recipe.parts[0].part, "material/Wood");
    EXPECT_EQ(recipe.parts[0].content, filled(1));
    EXPECT_FALSE(recipe.parts[0].id);
    EXPECT_TRUE(recipe.parts[0].settings.is_null());
    EXPECT_EQ(recipe.parts[1].part, "mesh/Lid");
    EXPECT_EQ(recipe.parts[1].index, 3U);
    EXPECT_EQ(recipe.parts[1].id->to_string(), "79e9d17a-e20f-54be-8c5f-5d442c0d561f");
    EXPECT_EQ(*recipe.parts[1].settings.find("keep_colors")->if_bool(), false);
    EXPECT_FALSE(recipe.parts[1].gone);
    EXPECT_TRUE(recipe.parts[2].gone);
}

TEST(Recipe, EmptyOneHoldsNothing) { EXPECT_EQ(parsed(golden("minimal.json")), Recipe{}); }

TEST(Recipe, CanonicalTextIsAFixedPoint) {
    for (const std::string_view name :
         {"full.json", "unknown_keys.json", "minimal.json", "loose.canonical.json"}) {
        EXPECT_EQ(recipe_text(parsed(golden(name))), golden(name)) << name;
    }
    EXPECT_EQ(recipe_text(parsed(golden("loose.json"))), golden("loose.canonical.json"));
}

TEST(Recipe, NewOneIsWrittenInCanonicalOrder) {
    Recipe recipe;
    const Recipe full = parsed(golden("full.json"));
    recipe.id = full.id;
    recipe.content = full.content;
    recipe.content_size = full.content_size;
    recipe.settings = full.settings;
    for (auto part = full.parts.rbegin(); part != full.parts.rend(); ++part) {
        recipe.parts.push_back(*part);
        recipe.parts.back().record = {};
    }
    EXPECT_EQ(recipe_text(recipe), golden("full.json"));
    EXPECT_EQ(recipe_text(Recipe{}), golden("minimal.json"));
}

TEST(Recipe, ChangedOneKeepsUnknownKeysAndOrder) {
    Recipe recipe = parsed(golden("unknown_keys.json"));
    recipe.id = Uuid::parse("8fd2c159-ba7b-5cf5-b8d7-63656f75dd88");
    recipe.content_size = 99;
    recipe.settings = Json::object();
    recipe.settings.set("max_uv_sets", 1);
    recipe.parts[0].index = 7;
    recipe.parts[0].settings = recipe.settings;

    std::string wanted = golden("unknown_keys.json");
    const auto replace = [&](std::string_view from, std::string_view to) {
        const std::size_t at = wanted.find(from);
        ASSERT_NE(at, std::string::npos) << from;
        wanted.replace(at, from.size(), to);
    };
    replace("\"version\": 1,\n",
            "\"version\": 1,\n  \"id\": \"8fd2c159-ba7b-5cf5-b8d7-63656f75dd88\",\n");
    replace("\"size\": 1234", "\"size\": 99");
    replace("852b855\"\n  },\n",
            "852b855\"\n  },\n  \"settings\": {\n    \"max_uv_sets\": 1\n  },\n");
    replace("\"index\": 0", "\"index\": 7");
    replace("0202\"\n", "0202\",\n      \"settings\": {\n        \"max_uv_sets\": 1\n      }\n");
    EXPECT_EQ(recipe_text(recipe), wanted);
}

TEST(Recipe, WhatIsTakenBackLeavesTheText) {
    Recipe recipe = parsed(golden("full.json"));
    recipe.id.reset();
    recipe.settings = {};
    recipe.content = {};
    recipe.content_size = 0;
    recipe.parts.clear();
    EXPECT_EQ(recipe_text(recipe), golden("minimal.json"));
}

TEST(Recipe, TextReadsAsTheSameRecipe) {
    const Recipe recipe = parsed(golden("full.json"));
    EXPECT_EQ(parsed(recipe_text(recipe)), recipe);
}

struct BadCase {
    std::string_view text;
    ErrorCode code;
    std::string_view place;
    std::string_view message;
};

TEST(Recipe, WhatIsWrongHasAPlace) {
    const BadCase cases[] = {
        {"[]", kRecipeInvalid, "r.json:1:1", "a recipe is an object, not an array"},
        {"{}", kRecipeInvalid, "r.json:1:1, field /version",
         "'/version' must be a whole number from 1"},
        {R"({"version": 0})", kRecipeInvalid, "r.json:1:13, field /version",
         "'/version' must be a whole number from 1"},
        {R"({"version": "1"})", kRecipeInvalid, "r.json:1:13, field /version",
         "'/version' must be a whole number from 1"},
        {R"({"version": 2})", kRecipeOtherVersion, "r.json:1:13, field /version",
         "the recipe has version 2, this program reads 1"},
        {"{\"version\": 1,\n \"id\": \"x\"}", kRecipeInvalid, "r.json:2:8, field /id",
         "'/id' must be an id such as 8fd2c159-ba7b-5cf5-b8d7-63656f75dd88"},
        {R"({"version": 1, "content": 1})", kRecipeInvalid, "r.json:1:27, field /content",
         "'/content' must be an object"},
        {R"({"version": 1, "content": {"size": -1}})", kRecipeInvalid,
         "r.json:1:36, field /content/size",
         "'/content/size' must be a whole number from 0 to 18446744073709551615"},
        {R"({"version": 1, "content": {"sha256": "12"}})", kRecipeInvalid,
         "r.json:1:38, field /content/sha256",
         "'/content/sha256' must be a SHA-256 of 64 hex digits"},
        {R"({"version": 1, "content": {"size": 1}})", kRecipeInvalid, "r.json:1:27, field /content",
         "'/content' must be an object with 'size' and 'sha256'"},
        {R"({"version": 1, "settings": null})", kRecipeInvalid, "r.json:1:28, field /settings",
         "'/settings' must be an object"},
        {R"({"version": 1, "parts": []})", kRecipeInvalid, "r.json:1:25, field /parts",
         "'/parts' must be an object"},
        {R"({"version": 1, "parts": {"mesh/Lid": 1}})", kRecipeInvalid,
         "r.json:1:38, field /parts/mesh~1Lid", "'/parts/mesh~1Lid' must be an object"},
        {R"({"version": 1, "parts": {"lid": {}}})", kRecipeInvalid, "r.json:1:33, field /parts/lid",
         "'lid' is no part: a kind and a name, as in mesh/Lid"},
        {R"({"version": 1, "parts": {"mesh/": {}}})", kRecipeInvalid,
         "r.json:1:35, field /parts/mesh~1",
         "'mesh/' is no part: a kind and a name, as in mesh/Lid"},
        {R"({"version": 1, "parts": {"mesh/L": {"index": 4294967296}}})", kRecipeInvalid,
         "r.json:1:46, field /parts/mesh~1L/index",
         "'/parts/mesh~1L/index' must be a whole number from 0 to 4294967295"},
        {R"({"version": 1, "parts": {"mesh/L": {"gone": 1}}})", kRecipeInvalid,
         "r.json:1:45, field /parts/mesh~1L/gone", "'/parts/mesh~1L/gone' must be true or false"},
    };
    for (const BadCase& bad : cases) {
        const auto recipe = parse_recipe(bad.text, "r.json");
        ASSERT_FALSE(recipe) << bad.text;
        EXPECT_EQ(recipe.error().code, bad.code) << bad.text;
        EXPECT_EQ(recipe.error().place.to_string(), bad.place);
        EXPECT_EQ(recipe.error().message, bad.message);
    }
}

TEST(Recipe, MergeConflictSaysSo) {
    const auto recipe = parse_recipe(golden("conflict.json"), "r.json");
    ASSERT_FALSE(recipe);
    EXPECT_EQ(recipe.error().code, kJsonSyntax);
    EXPECT_EQ(recipe.error().place.line, 3U);
    EXPECT_EQ(recipe.error().hint, "the file holds the conflict markers of a merge; resolve them");
}

TEST(Recipe, EveryTruncationIsAnError) {
    const std::string text = golden("full.json");
    for (std::size_t size = 0; size + 2 < text.size(); ++size) {  // not the last brace and newline
        EXPECT_FALSE(parse_recipe(std::string_view(text).substr(0, size), "r.json")) << size;
    }
}

TEST(Recipe, EveryFlippedByteGivesAnErrorOrARecipeThatIsAFixedPoint) {
    test::for_each_byte_flip(test::to_bytes(golden("full.json")),
                             [&](std::span<const std::byte> bytes, std::size_t at) {
                                 const auto recipe = parse_recipe(as_text(bytes), "r.json");
                                 if (recipe) {
                                     const std::string once = recipe_text(*recipe);
                                     EXPECT_EQ(recipe_text(parsed(once)), once) << at;
                                 }
                             });
}

TEST(RecipePage, StatesTheVersionThatTheReaderReads) {
    const std::string page = test::read_text(test::source_dir() / "docs/formats/recipe.md");
    EXPECT_NE(page.find("Version " + std::to_string(kRecipeVersion) + "."), std::string::npos);
}

}  // namespace
}  // namespace galley
