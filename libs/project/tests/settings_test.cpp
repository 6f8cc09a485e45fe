#include "galley/project/settings.h"

#include <gtest/gtest.h>

#include "galley/project/errors.h"
#include "nearest_word.h"

namespace galley {
namespace {

using Fields = std::vector<std::pair<std::string, std::string>>;

template <class Settings>
Result<Settings> applied(std::string_view text, Settings settings = {}) {
    const auto document = parse_json(text, "recipe.json");
    if (!document) {
        return std::unexpected(document.error());
    }
    if (auto done = apply_settings(*document, document->root, "/settings", settings); !done) {
        return std::unexpected(done.error());
    }
    return settings;
}

template <class Settings>
Error error_of(std::string_view text) {
    const auto result = applied<Settings>(text);
    EXPECT_FALSE(result);
    return result ? Error{} : result.error();
}

TEST(Settings, EveryFieldIsRead) {
    const auto texture = applied<TextureSettings>(
        R"({"usage": "normal", "mipmaps": false, "filter": "nearest", "wrap": "mirror"})");
    ASSERT_TRUE(texture);
    EXPECT_EQ(*texture, (TextureSettings{TextureUsage::normal, false, FilterMode::nearest,
                                         WrapMode::mirror}));
    const auto mesh = applied<MeshSettings>(R"({"keep_colors": false, "max_uv_sets": 2})");
    ASSERT_TRUE(mesh);
    EXPECT_EQ(*mesh, (MeshSettings{false, 2}));
}

TEST(Settings, WhatIsAbsentStays) {
    const TextureSettings before{TextureUsage::data, false, FilterMode::nearest, WrapMode::clamp};
    const auto after = applied(R"({"mipmaps": true})", before);
    ASSERT_TRUE(after);
    EXPECT_EQ(*after,
              (TextureSettings{TextureUsage::data, true, FilterMode::nearest, WrapMode::clamp}));
    EXPECT_EQ(*applied("{}", before), before);
}

TEST(Settings, AutoTakesADecisionBack) {
    const auto after = applied(R"({"usage": "auto", "wrap": "auto"})",
                               TextureSettings{TextureUsage::data, true, {}, WrapMode::clamp});
    ASSERT_TRUE(after);
    EXPECT_FALSE(after->usage);
    EXPECT_FALSE(after->wrap);
}

TEST(Settings, OneObjectMayHoldSettingsOfSeveralKinds) {
    constexpr std::string_view both = R"({"max_uv_sets": 1, "usage": "data"})";
    EXPECT_EQ(applied<MeshSettings>(both)->max_uv_sets, 1U);
    EXPECT_EQ(applied<TextureSettings>(both)->usage, TextureUsage::data);
}

TEST(Settings, UnknownKeyNamesTheKnownOnesAndTheNearest) {
    const Error error = error_of<TextureSettings>("{\n  \"mipmaps\": true,\n  \"usege\": 1\n}");
    EXPECT_EQ(error.code, kSettingUnknown);
    EXPECT_EQ(
        error.message,
        "unknown setting 'usege'; known are usage, mipmaps, filter, wrap, compression, "
        "quality, max_size, mipmap_filter, alpha_cutoff, roughness_normals, channels, keep_colors, "
        "max_uv_sets");
    EXPECT_EQ(error.hint, "did you mean 'usage'?");
    EXPECT_EQ(error.place.file, "recipe.json");
    EXPECT_EQ(error.place.line, 3U);
    EXPECT_EQ(error.place.column, 12U);
    EXPECT_EQ(error.place.field, "/settings/usege");
    EXPECT_EQ(error_of<MeshSettings>(R"({"squash": 1})").hint, "");
}

TEST(Settings, WrongValueSaysWhatIsWanted) {
    const Error word = error_of<TextureSettings>(R"({"usage": "colour"})");
    EXPECT_EQ(word.code, kSettingValue);
    EXPECT_EQ(word.message,
              "setting 'usage' must be one of color, data, normal, auto, not 'colour'");
    EXPECT_EQ(word.hint, "did you mean 'color'?");
    EXPECT_EQ(word.place.column, 11U);

    EXPECT_EQ(error_of<TextureSettings>(R"({"mipmaps": 1})").message,
              "setting 'mipmaps' must be true or false, not 1");
    for (const std::string_view value : {"9", "-1", "1.5", "true", "\"1\"", "null", "1e99"}) {
        const Error error = error_of<MeshSettings>("{\"max_uv_sets\": " + std::string(value) + "}");
        EXPECT_EQ(error.code, kSettingValue) << value;
        EXPECT_TRUE(error.message.starts_with(
            "setting 'max_uv_sets' must be a whole number from 0 to 8, not "))
            << error.message;
    }
}

TEST(Settings, NumbersWithAFractionHaveARange) {
    EXPECT_EQ(applied<TextureSettings>(R"({"alpha_cutoff": 0.5})")->alpha_cutoff, 0.5f);
    EXPECT_EQ(applied<TextureSettings>(R"({"alpha_cutoff": 1})")->alpha_cutoff, 1.0f);
    for (const std::string_view value : {"-0.1", "1.5", "true", "\"1\"", "null", "1e99"}) {
        const Error error =
            error_of<TextureSettings>("{\"alpha_cutoff\": " + std::string(value) + "}");
        EXPECT_EQ(error.code, kSettingValue) << value;
        EXPECT_TRUE(error.message.starts_with(
            "setting 'alpha_cutoff' must be a number from 0 to 1 or auto, not "))
            << error.message;
    }
}

TEST(Settings, ValuesOfOtherKindsAreCheckedToo) {
    EXPECT_EQ(error_of<TextureSettings>(R"({"max_uv_sets": 9})").code, kSettingValue);
}

TEST(Settings, FailureChangesNothing) {
    const auto document = parse_json(R"({"mipmaps": false, "usage": 3})", "r.json");
    TextureSettings settings;
    EXPECT_FALSE(apply_settings(*document, document->root, "", settings));
    EXPECT_EQ(settings, TextureSettings{});
}

TEST(Settings, MustBeAnObject) {
    const Error error = error_of<MeshSettings>("[]");
    EXPECT_EQ(error.code, kSettingValue);
    EXPECT_EQ(error.message, "settings must be an object, not an array");
}

// These texts are in cook keys: changing one recooks everything.
TEST(SettingsFields, AreEveryFieldAsStableText) {
    EXPECT_EQ(settings_fields(TextureSettings{}), (Fields{{"usage", "auto"},
                                                          {"mipmaps", "true"},
                                                          {"filter", "linear"},
                                                          {"wrap", "auto"},
                                                          {"compression", "auto"},
                                                          {"quality", "normal"},
                                                          {"max_size", "0"},
                                                          {"mipmap_filter", "box"},
                                                          {"alpha_cutoff", "auto"},
                                                          {"roughness_normals", "auto"},
                                                          {"channels", "auto"}}));
    EXPECT_EQ(settings_fields(TextureSettings{TextureUsage::data, false, FilterMode::nearest,
                                              WrapMode::repeat, TextureCompression::bc4,
                                              TextureQuality::high, 512, MipmapFilter::kaiser,
                                              0.25f, "assets/n.png"}),
              (Fields{{"usage", "data"},
                      {"mipmaps", "false"},
                      {"filter", "nearest"},
                      {"wrap", "repeat"},
                      {"compression", "bc4"},
                      {"quality", "high"},
                      {"max_size", "512"},
                      {"mipmap_filter", "kaiser"},
                      {"alpha_cutoff", "0.25"},
                      {"roughness_normals", "assets/n.png"},
                      {"channels", "auto"}}));
    EXPECT_EQ(settings_fields(MeshSettings{}),
              (Fields{{"keep_colors", "true"}, {"max_uv_sets", "8"}}));
}

TEST(SettingsFields, WordsAreTheKindsOwn) {
    for (const TextureUsage usage :
         {TextureUsage::color, TextureUsage::data, TextureUsage::normal}) {
        EXPECT_EQ(settings_fields(TextureSettings{.usage = usage, .wrap = {}})[0].second,
                  usage_word(usage));
    }
}

TEST(EditDistance, CountsInsertionsRemovalsAndReplacements) {
    EXPECT_EQ(edit_distance("", ""), 0U);
    EXPECT_EQ(edit_distance("abc", ""), 3U);
    EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
    EXPECT_EQ(edit_distance("flaw", "lawn"), 2U);
}

TEST(DidYouMean, NamesTheNearestOrNothing) {
    const std::vector<std::string_view> words{"usage", "mipmaps", "wrap"};
    EXPECT_EQ(did_you_mean("mipmap", words), "did you mean 'mipmaps'?");
    EXPECT_EQ(did_you_mean("warp", words), "");  // two of four letters
    EXPECT_EQ(did_you_mean("", words), "");
    EXPECT_EQ(did_you_mean(std::string(100'000, 'x'), words), "");
}

}  // namespace
}  // namespace galley
