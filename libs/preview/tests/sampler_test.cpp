#include "sampler.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "studio.h"

namespace galley::preview {
namespace {

/// Two by one, red channel 0 and 255, as data.
Texture two_texels() {
    Image image{2, 1, 3, SampleType::unorm8, Bytes(6)};
    image.pixels[3] = std::byte{255};
    return make_texture(image, false, 16);
}

float red(const TextureSlot& slot, Vec2 uv) { return sample(two_texels(), slot, {uv, {}, {}}).x; }

TEST(Sample, NearestTakesTheTexelThatHoldsThePoint) {
    TextureSlot slot;
    slot.mag_filter = FilterMode::nearest;
    EXPECT_EQ(red(slot, {0.49F, 0.5F}), 0);
    EXPECT_EQ(red(slot, {0.51F, 0.5F}), 1);
}

TEST(Sample, LinearMixesBetweenTexelCentres) {
    TextureSlot slot;
    slot.wrap_u = WrapMode::clamp;
    EXPECT_FLOAT_EQ(red(slot, {0.25F, 0.5F}), 0);
    EXPECT_FLOAT_EQ(red(slot, {0.5F, 0.5F}), 0.5F);
    EXPECT_FLOAT_EQ(red(slot, {0.75F, 0.5F}), 1);
}

TEST(Sample, WrapsAsTheSlotSays) {
    TextureSlot slot;
    slot.mag_filter = FilterMode::nearest;
    const auto at = [&](WrapMode mode, float u) {
        slot.wrap_u = mode;
        return red(slot, {u, 0.5F});
    };
    EXPECT_EQ(at(WrapMode::repeat, 1.25F), 0);
    EXPECT_EQ(at(WrapMode::repeat, -0.25F), 1);
    EXPECT_EQ(at(WrapMode::mirror, 1.25F), 1);
    EXPECT_EQ(at(WrapMode::mirror, 1.75F), 0);
    EXPECT_EQ(at(WrapMode::mirror, -0.25F), 0);
    EXPECT_EQ(at(WrapMode::clamp, 7.0F), 1);
    EXPECT_EQ(at(WrapMode::clamp, -7.0F), 0);
}

TEST(Sample, FarAndBrokenCoordinatesAreHarmless) {
    const TextureSlot slot;
    for (const float u : {1e30F, -1e30F, 3e38F * 10, -3e38F * 10, std::nanf("")}) {
        const float value = red(slot, {u, u});
        EXPECT_TRUE(value >= 0 && value <= 1) << u;
    }
}

TEST(Sample, AWideFootprintSeesTheAverage) {
    const Texture texture = two_texels();
    EXPECT_NEAR(sample(texture, {}, {{0.25F, 0.5F}, {4, 0}, {0, 4}}).x, 0.5, 0.01);
}

TEST(Transformed, ScalesThenTurnsCounterClockwiseThenMoves) {
    // KHR_texture_transform with v downward: a quarter turn takes (1, 0) to (0, -1).
    TextureSlot slot;
    slot.scale = {2, 3};
    slot.rotation = std::numbers::pi_v<float> / 2;
    slot.offset = {0.5F, 0.25F};
    const Footprint out = transformed(slot, {{1, 1}, {1, 0}, {0, 1}});
    EXPECT_NEAR(out.uv.x, 0.5 + 3, 1e-5);
    EXPECT_NEAR(out.uv.y, 0.25 - 2, 1e-5);
    EXPECT_NEAR(out.dx.x, 0, 1e-5);
    EXPECT_NEAR(out.dx.y, -2, 1e-5);
    EXPECT_NEAR(out.dy.x, 3, 1e-5);
}

TEST(MakeTexture, AveragesColourAsLightAndDataAsNumbers) {
    Image image{2, 1, 1, SampleType::unorm8, {std::byte{0}, std::byte{255}}};
    const Texture color = make_texture(image, true, 16);
    ASSERT_EQ(color.levels.size(), 2U);
    EXPECT_EQ(color.levels[1].rgba[0], 188);  // linear 0.5
    EXPECT_EQ(color.levels[1].rgba[3], 255);
    EXPECT_EQ(make_texture(image, false, 16).levels[1].rgba[0], 128);
}

TEST(MakeTexture, HalvesUntilItFits) {
    const Image image{100, 3, 4, SampleType::unorm16, Bytes(100 * 3 * 8)};
    const Texture texture = make_texture(image, false, 32);
    EXPECT_EQ(texture.levels.front().width, 25U);
    EXPECT_EQ(texture.levels.front().height, 1U);
    EXPECT_EQ(texture.levels.back().width, 1U);
}

TEST(ToneMap, LeavesOrdinaryValuesAloneAndStaysBelowOne) {
    const Vec3 plain{0.8F, 0.2F, 0};
    EXPECT_EQ(tone_map(plain), plain);
    float before = 0.8F;
    for (const float v : {1.0F, 2.0F, 10.0F, 1000.0F}) {
        const Vec3 out = tone_map({v, v, v});
        EXPECT_GT(out.x, before);
        EXPECT_LT(out.x, 1.0001F);
        before = out.x;
    }
    EXPECT_EQ(tone_map({-1, 0, 0}), (Vec3{0, 0, 0}));
}

}  // namespace
}  // namespace galley::preview
