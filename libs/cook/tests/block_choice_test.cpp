#include "kinds/texture/block_choice.h"

#include <gtest/gtest.h>

#include "galley/cook/errors.h"

namespace galley {
namespace {

Image image_of(std::uint8_t channels, SampleType type = SampleType::unorm8,
               std::uint32_t size = 16) {
    return {.width = size, .height = size, .channels = channels, .type = type, .pixels = {}};
}

TextureSettings settings_of(TextureUsage usage,
                            std::optional<TextureCompression> compression = std::nullopt) {
    TextureSettings settings;
    settings.usage = usage;
    settings.compression = compression;
    return settings;
}

std::optional<PixelFormat> chosen(const TextureSettings& settings, const Image& image,
                                  bool eight_bits = false) {
    return choose_blocks(settings, image, eight_bits).value();
}

// L165: R8 to BC4, RG8 to BC5, RGB8 and RGBA8 to BC7, sRGB to BC7 sRGB.
TEST(BlockChoice, OfEightBitsIsByUsageAndChannels) {
    for (std::uint8_t channels = 1; channels <= 4; ++channels) {
        EXPECT_EQ(chosen(settings_of(TextureUsage::color), image_of(channels)),
                  PixelFormat::bc7_srgb);
        EXPECT_EQ(chosen(settings_of(TextureUsage::normal), image_of(channels)),
                  PixelFormat::bc5_unorm);
        EXPECT_EQ(chosen(settings_of(TextureUsage::data), image_of(channels)),
                  channels == 1 ? PixelFormat::bc4_unorm : PixelFormat::bc7_unorm);
    }
}

TEST(BlockChoice, OfDeepNearestAndTinyPicturesIsPlain) {
    EXPECT_EQ(chosen(settings_of(TextureUsage::color), image_of(3, SampleType::unorm16)),
              std::nullopt);
    EXPECT_EQ(chosen(settings_of(TextureUsage::color), image_of(3, SampleType::float32)),
              std::nullopt);
    EXPECT_EQ(chosen(settings_of(TextureUsage::color), image_of(3, SampleType::unorm8, 3)),
              std::nullopt);
    TextureSettings nearest = settings_of(TextureUsage::color);
    nearest.filter = FilterMode::nearest;
    EXPECT_EQ(chosen(nearest, image_of(3)), std::nullopt);
}

TEST(BlockChoice, OfFilesOfEightBitsIsTheSameHoweverDeepTheyAreDecoded) {
    const auto deep = SampleType::unorm16;
    EXPECT_EQ(chosen(settings_of(TextureUsage::data), image_of(1, deep), true),
              PixelFormat::bc4_unorm);
    EXPECT_EQ(chosen(settings_of(TextureUsage::normal), image_of(3, deep), true),
              PixelFormat::bc5_unorm);
    EXPECT_EQ(chosen(settings_of(TextureUsage::data), image_of(3, deep), true),
              PixelFormat::bc7_unorm);
    EXPECT_EQ(chosen(settings_of(TextureUsage::normal, TextureCompression::none), image_of(3, deep),
                     true),
              std::nullopt);
    EXPECT_EQ(chosen(settings_of(TextureUsage::color), image_of(3, SampleType::float32), true),
              std::nullopt);
}

TEST(BlockChoice, ANamedFormatIsTakenWhereItFits) {
    using enum TextureCompression;
    EXPECT_EQ(chosen(settings_of(TextureUsage::color, bc1), image_of(3)), PixelFormat::bc1_srgb);
    EXPECT_EQ(chosen(settings_of(TextureUsage::data, bc3), image_of(4)), PixelFormat::bc3_unorm);
    EXPECT_EQ(chosen(settings_of(TextureUsage::data, bc4), image_of(1, SampleType::unorm16)),
              PixelFormat::bc4_unorm);
    EXPECT_EQ(chosen(settings_of(TextureUsage::color, bc7), image_of(3, SampleType::unorm16, 2)),
              PixelFormat::bc7_srgb);
    EXPECT_EQ(chosen(settings_of(TextureUsage::color, none), image_of(3)), std::nullopt);
}

TEST(BlockChoice, ANamedFormatThatDoesNotFitIsRefused) {
    using enum TextureCompression;
    for (const auto& [settings, image] :
         {std::pair{settings_of(TextureUsage::color, bc4), image_of(3)},
          {settings_of(TextureUsage::color, bc5), image_of(3)},
          {settings_of(TextureUsage::normal, bc7), image_of(3)},
          {settings_of(TextureUsage::data, bc7), image_of(1)},
          {settings_of(TextureUsage::data, bc4), image_of(2)},
          {settings_of(TextureUsage::color, bc7), image_of(3, SampleType::float32)}}) {
        const auto refused = choose_blocks(settings, image, false);
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().code, kCompressionUnfit);
        EXPECT_NE(refused.error().hint, "");
    }
}

}  // namespace
}  // namespace galley
