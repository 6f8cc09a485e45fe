#include "galley/texel/texture_build.h"

#include <cmath>
#include <limits>
#include <tuple>

#include <gmock/gmock.h>

#include "galley/texel/errors.h"
#include "galley/texel/half.h"
#include "pictures.h"

namespace galley::texel {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using U8 = std::uint8_t;
using U16 = std::uint16_t;

BuiltTexture build(const Image& image, ChannelUse use, bool mips = true, unsigned threads = 1) {
    JobPool pool(threads);
    return build_texture(image, use, {.chain = mips}, pool).value();
}

TEST(TextureBuild, BlackAndWhiteAverageToTheGreyThatEmitsHalfTheLight) {
    const Image checker = picture8(2, 2, 3, {0, 0, 0, 255, 255, 255, 255, 255, 255, 0, 0, 0});
    const BuiltTexture built = build(checker, ChannelUse::color);
    ASSERT_EQ(built.levels.size(), 2u);
    EXPECT_EQ(built.layout.format, PixelFormat::rgba8_srgb);
    EXPECT_THAT(samples_of<U8>(built.levels[0]),
                ElementsAre(0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 255));
    // 255 (1.055 * 0.5^(1/2.4) - 0.055) = 187.5
    EXPECT_THAT(samples_of<U8>(built.levels[1]), ElementsAre(188, 188, 188, 255));
}

TEST(TextureBuild, DataAveragesAsNumbers) {
    const BuiltTexture built = build(picture8(2, 1, 1, {0, 200}), ChannelUse::data);
    EXPECT_THAT(samples_of<U8>(built.levels[1]), ElementsAre(100));
}

TEST(TextureBuild, GreyDataStaysOneChannelAndIsSampledAsGrey) {
    std::vector<U8> ramp(256);
    for (std::size_t i = 0; i < ramp.size(); ++i) ramp[i] = static_cast<U8>(i);
    const BuiltTexture built = build(picture8(256, 1, 1, ramp), ChannelUse::data, false);
    EXPECT_EQ(built.layout.format, PixelFormat::r8_unorm);
    EXPECT_THAT(built.layout.swizzle,
                ElementsAre(ChannelFrom::r, ChannelFrom::r, ChannelFrom::r, ChannelFrom::one));
    ASSERT_EQ(built.levels.size(), 1u);
    EXPECT_THAT(samples_of<U8>(built.levels[0]), ElementsAreArray(ramp));
}

TEST(TextureBuild, GreyColourAndGreyWithAlphaAreWidenedToFourChannels) {
    const BuiltTexture grey = build(picture8(1, 1, 1, {7}), ChannelUse::color);
    EXPECT_EQ(grey.layout.format, PixelFormat::rgba8_srgb);
    EXPECT_THAT(samples_of<U8>(grey.levels[0]), ElementsAre(7, 7, 7, 255));
    const BuiltTexture color = build(picture8(1, 1, 2, {7, 9}), ChannelUse::color);
    EXPECT_EQ(color.layout.format, PixelFormat::rgba8_srgb);
    EXPECT_THAT(samples_of<U8>(color.levels[0]), ElementsAre(7, 7, 7, 9));
    const BuiltTexture data = build(picture8(1, 1, 2, {7, 9}), ChannelUse::data);
    EXPECT_EQ(data.layout.format, PixelFormat::rgba8_unorm);
    EXPECT_THAT(samples_of<U8>(data.levels[0]), ElementsAre(7, 7, 7, 9));
}

TEST(TextureBuild, RgbGetsAFullAlpha) {
    const BuiltTexture data = build(picture8(1, 1, 3, {1, 2, 3}), ChannelUse::data);
    EXPECT_EQ(data.layout.format, PixelFormat::rgba8_unorm);
    EXPECT_THAT(samples_of<U8>(data.levels[0]), ElementsAre(1, 2, 3, 255));
    const BuiltTexture deep = build(picture<U16>(1, 1, 3, {1, 2, 3}), ChannelUse::data);
    EXPECT_EQ(deep.layout.format, PixelFormat::rgba16_unorm);
    EXPECT_THAT(samples_of<U16>(deep.levels[0]), ElementsAre(1, 2, 3, 65535));
}

TEST(TextureBuild, ColourIsWeightedByAlpha) {
    const Image image = picture8(2, 1, 4, {255, 0, 0, 255, 0, 255, 0, 0});
    EXPECT_THAT(samples_of<U8>(build(image, ChannelUse::color).levels[1]),
                ElementsAre(255, 0, 0, 128));
}

TEST(TextureBuild, ColourWithoutAnyAlphaKeepsItsAverage) {
    const Image image = picture8(2, 1, 4, {255, 0, 0, 0, 255, 255, 0, 0});
    EXPECT_THAT(samples_of<U8>(build(image, ChannelUse::color).levels[1]),
                ElementsAre(255, 188, 0, 0));
}

TEST(TextureBuild, DataChannelsAreFilteredApart) {
    const Image image = picture8(2, 1, 4, {254, 0, 10, 254, 0, 254, 20, 0});
    EXPECT_THAT(samples_of<U8>(build(image, ChannelUse::data).levels[1]),
                ElementsAre(127, 127, 15, 127));
}

// 3 samples become 1: a third of each.
TEST(TextureBuild, ThreeSamplesBecomeOneWithNothingDropped) {
    EXPECT_THAT(samples_of<U8>(build(picture8(3, 1, 1, {0, 90, 255}), ChannelUse::data).levels[1]),
                ElementsAre(115));
    EXPECT_THAT(samples_of<U8>(build(picture8(1, 3, 1, {0, 90, 255}), ChannelUse::data).levels[1]),
                ElementsAre(115));
}

// 5 columns become 2 of 2.5 each: weights 2/5 2/5 1/5 and 1/5 2/5 2/5; rows a third each. By hand
// the columns of the rows are 40 160, 70 190, 100 216, so the mean is 70 and 188.67.
TEST(TextureBuild, OddSizesAreFilteredByTheAreasCovered) {
    const Image image =
        picture8(5, 3, 1, {0, 50, 100, 150, 200, 30, 80, 130, 180, 230, 60, 110, 160, 210, 250});
    const BuiltTexture built = build(image, ChannelUse::data);
    ASSERT_EQ(built.levels.size(), 3u);
    EXPECT_THAT(samples_of<U8>(built.levels[1]), ElementsAre(70, 189));
    // (70 + 188.67) / 2 = 129.33; from the rounded 189 it would be 129.5 and give 130.
    EXPECT_THAT(samples_of<U8>(built.levels[2]), ElementsAre(129));
}

TEST(TextureBuild, SixteenBitDataKeepsItsPrecisionInEveryLevel) {
    const Image image = picture<U16>(2, 2, 1, {1000, 1002, 65533, 65535});
    const BuiltTexture built = build(image, ChannelUse::data);
    EXPECT_EQ(built.layout.format, PixelFormat::r16_unorm);
    EXPECT_THAT(samples_of<U16>(built.levels[0]), ElementsAre(1000, 1002, 65533, 65535));
    // (1000 + 1002 + 65533 + 65535) / 4 = 33267.5
    EXPECT_NEAR(samples_of<U16>(built.levels[1])[0], 33267.5, 0.5);
}

TEST(TextureBuild, SixteenBitColourIsStoredAsLinearLight) {
    const BuiltTexture built = build(picture<U16>(1, 1, 3, {0, 32768, 65535}), ChannelUse::color);
    EXPECT_EQ(built.layout.format, PixelFormat::rgba16_unorm);
    // 65535 ((32768/65535 + 0.055) / 1.055)^2.4 = 14027.98
    EXPECT_THAT(samples_of<U16>(built.levels[0]), ElementsAre(0, 14028, 65535, 65535));
}

TEST(TextureBuild, NormalsKeepTwoChannelsAndTheirBytes) {
    const BuiltTexture built = build(picture8(1, 1, 3, {10, 20, 30}), ChannelUse::normal);
    EXPECT_EQ(built.layout.format, PixelFormat::rg8_unorm);
    EXPECT_THAT(samples_of<U8>(built.levels[0]), ElementsAre(10, 20));
    EXPECT_EQ(build(picture<U16>(1, 1, 4, {1, 2, 3, 4}), ChannelUse::normal).layout.format,
              PixelFormat::rg16_unorm);
}

TEST(TextureBuild, GreyAsANormalMapGivesBothChannelsTheGrey) {
    EXPECT_THAT(samples_of<U8>(build(picture8(1, 1, 1, {10}), ChannelUse::normal).levels[0]),
                ElementsAre(10, 10));
    EXPECT_THAT(samples_of<U8>(build(picture8(1, 1, 2, {10, 99}), ChannelUse::normal).levels[0]),
                ElementsAre(10, 10));
}

// (1, 0.004, 0) and (0.004, 0.004, 1) average to (0.502, 0.004, 0.5), of length 0.7085: x 0.7085,
// y 0.0055, stored as 217.8 and 128.2. Without making it unit length x would be 191.5.
TEST(TextureBuild, NormalsAreMadeUnitLengthInEachLevel) {
    const Image image = picture8(2, 1, 3, {255, 128, 128, 128, 128, 255});
    EXPECT_THAT(samples_of<U8>(build(image, ChannelUse::normal).levels[1]), ElementsAre(218, 128));
}

TEST(TextureBuild, StoredNormalsNeverLeaveTheUnitDisc) {
    const BuiltTexture built = build(noise<U8>(37, 21, 3), ChannelUse::normal);
    for (std::size_t level = 1; level < built.levels.size(); ++level) {
        const std::vector<U8> samples = samples_of<U8>(built.levels[level]);
        for (std::size_t i = 0; i < samples.size(); i += 2) {
            const double x = samples[i] / 127.5 - 1;
            const double y = samples[i + 1] / 127.5 - 1;
            EXPECT_LE(std::sqrt(x * x + y * y), 1 + 1 / 127.5);
        }
    }
}

TEST(TextureBuild, OppositeNormalsBecomeStraightUp) {
    const Image image = picture<float>(2, 1, 3, {1, 0.5f, 0, 0, 0.5f, 0});
    const std::vector<U16> last = samples_of<U16>(build(image, ChannelUse::normal).levels[1]);
    EXPECT_EQ(half_to_float(last[0]), 0.5f);
    EXPECT_EQ(half_to_float(last[1]), 0.5f);
}

TEST(TextureBuild, FloatsBecomeHalvesAndWhatTheyCannotHoldIsCounted) {
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    const Image image = picture<float>(2, 1, 3, {70000, 1, kNan, -kInfinity, 0.25f, 65504});
    const BuiltTexture built = build(image, ChannelUse::color);
    EXPECT_EQ(built.layout.format, PixelFormat::rgba16_float);
    EXPECT_EQ(built.clamped, 2u);
    EXPECT_EQ(built.not_numbers, 1u);
    std::vector<float> stored;
    for (const U16 half : samples_of<U16>(built.levels[0])) stored.push_back(half_to_float(half));
    EXPECT_THAT(stored, ElementsAre(65504, 1, 0, 1, -65504, 0.25f, 65504, 1));
    stored.clear();
    for (const U16 half : samples_of<U16>(built.levels[1])) stored.push_back(half_to_float(half));
    EXPECT_THAT(stored, ElementsAre(0, 0.625f, 32752, 1));
}

TEST(TextureBuild, TheChainGoesDownToOnePixelForEveryShape) {
    for (const auto& [width, height, levels] : {std::tuple{1u, 1u, 1u},
                                                {2u, 1u, 2u},
                                                {3u, 7u, 3u},
                                                {16384u, 1u, 15u},
                                                {1u, 16384u, 15u},
                                                {100u, 60u, 7u}}) {
        const BuiltTexture built = build(noise<U8>(width, height, 3), ChannelUse::color);
        ASSERT_EQ(built.levels.size(), levels);
        for (std::uint32_t level = 0; level < levels; ++level)
            EXPECT_EQ(built.levels[level].size(),
                      std::size_t{mip_size(width, level)} * mip_size(height, level) * 4);
    }
}

TEST(TextureBuild, AnEvenPictureStaysEvenInEveryLevel) {
    for (const ChannelUse use : {ChannelUse::color, ChannelUse::data}) {
        const Image image = picture8(13, 9, 3, std::vector<U8>(13 * 9 * 3, 201));
        for (const ByteBlock& level : build(image, use).levels) {
            const std::vector<U8> samples = samples_of<U8>(level);
            for (std::size_t i = 0; i < samples.size(); ++i)
                EXPECT_EQ(samples[i], i % 4 == 3 ? 255 : 201);
        }
    }
}

template <class Sample>
void expect_same_bytes_for_any_thread_count() {
    for (std::uint8_t channels = 1; channels <= 4; ++channels) {
        const Image image = noise<Sample>(301, 203, channels);
        for (const ChannelUse use : {ChannelUse::color, ChannelUse::data, ChannelUse::normal}) {
            const BuiltTexture one = build(image, use, true, 1);
            const BuiltTexture eight = build(image, use, true, 8);
            EXPECT_EQ(one.levels, eight.levels);
            EXPECT_EQ(one.clamped, eight.clamped);
        }
    }
}

TEST(TextureBuild, TheBytesAreTheSameForOneAndEightThreads) {
    expect_same_bytes_for_any_thread_count<U8>();
    expect_same_bytes_for_any_thread_count<U16>();
    expect_same_bytes_for_any_thread_count<float>();
}

TEST(TextureBuild, AnImpossiblePictureIsRefused) {
    JobPool pool(1);
    Image image = picture8(2, 1, 1, {0, 0});
    image.width = 3;
    EXPECT_EQ(build_texture(image, ChannelUse::data, {}, pool).error().code, kImageShape);
    image.width = 0;
    EXPECT_EQ(build_texture(image, ChannelUse::data, {}, pool).error().code, kImageShape);
    image = picture8(1, 1, 5, {0, 0, 0, 0, 0});
    EXPECT_EQ(build_texture(image, ChannelUse::data, {}, pool).error().code, kImageShape);
}

}  // namespace
}  // namespace galley::texel
