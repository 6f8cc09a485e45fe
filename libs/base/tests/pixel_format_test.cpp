#include "galley/base/pixel_format.h"

#include <gtest/gtest.h>

namespace galley {
namespace {

TEST(PixelFormat, EveryFormatHasARowAndANameOfItsOwn) {
    for (std::uint16_t number = 1; number <= 22; ++number) {
        const auto format = static_cast<PixelFormat>(number);
        const PixelFormatInfo* info = find_pixel_format(format);
        ASSERT_NE(info, nullptr) << number;
        EXPECT_EQ(info->format, format);
        EXPECT_EQ(pixel_format_named(info->name), format);
        if (info->block_width == 1) {
            EXPECT_EQ(info->block_bytes, info->channels * info->bits_per_channel / 8);
        }
    }
}

TEST(PixelFormat, OtherNumbersAndNamesAreNoFormat) {
    EXPECT_EQ(find_pixel_format(static_cast<PixelFormat>(0)), nullptr);
    EXPECT_EQ(find_pixel_format(static_cast<PixelFormat>(23)), nullptr);
    EXPECT_EQ(find_pixel_format(static_cast<PixelFormat>(65535)), nullptr);
    EXPECT_EQ(pixel_format_named("rgba8"), std::nullopt);
    EXPECT_EQ(pixel_format_named(""), std::nullopt);
}

TEST(PixelFormat, NumbersAreThoseOnDisk) {
    EXPECT_EQ(pixel_format_named("r8_unorm"), static_cast<PixelFormat>(1));
    EXPECT_EQ(pixel_format_named("rgba8_srgb"), static_cast<PixelFormat>(4));
    EXPECT_EQ(pixel_format_named("rgba16_float"), static_cast<PixelFormat>(10));
    EXPECT_EQ(pixel_format_named("bc1_unorm"), static_cast<PixelFormat>(11));
    EXPECT_EQ(pixel_format_named("bc7_srgb"), static_cast<PixelFormat>(22));
}

TEST(PixelFormat, ImageBytesArePackedRows) {
    EXPECT_EQ(image_bytes(PixelFormat::r8_unorm, 3, 5), 15U);
    EXPECT_EQ(image_bytes(PixelFormat::rgba8_srgb, 3, 5), 60U);
    EXPECT_EQ(image_bytes(PixelFormat::rgba16_float, 1, 1), 8U);
    EXPECT_EQ(image_bytes(PixelFormat::rgba16_unorm, 65536, 65536), std::uint64_t{1} << 35);
    EXPECT_EQ(image_bytes(PixelFormat::rg8_unorm, 0, 7), 0U);
    EXPECT_EQ(image_bytes(PixelFormat::bc1_srgb, 1, 1), 8U);
    EXPECT_EQ(image_bytes(PixelFormat::bc7_unorm, 5, 9), 2U * 3U * 16U);
}

TEST(MipLevels, HalveRoundingDownToOne) {
    EXPECT_EQ(mip_size(5, 0), 5U);
    EXPECT_EQ(mip_size(5, 1), 2U);
    EXPECT_EQ(mip_size(5, 2), 1U);
    EXPECT_EQ(mip_size(5, 3), 1U);
    EXPECT_EQ(mip_size(5, 40), 1U);
}

TEST(MipLevels, AFullChainEndsAtOnePixel) {
    EXPECT_EQ(full_mip_levels(1, 1), 1U);
    EXPECT_EQ(full_mip_levels(2, 1), 2U);
    EXPECT_EQ(full_mip_levels(3, 3), 2U);
    EXPECT_EQ(full_mip_levels(1, 256), 9U);
    EXPECT_EQ(full_mip_levels(255, 4), 8U);
    EXPECT_EQ(full_mip_levels(65536, 1), 17U);
}

}  // namespace
}  // namespace galley
