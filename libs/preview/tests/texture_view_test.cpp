#include "galley/preview/texture_view.h"

#include <cstring>

#include <gtest/gtest.h>

#include "galley/preview/errors.h"
#include "scenes.h"

namespace galley::preview::test {
namespace {

using Pixel = std::array<int, 4>;

Image bytes_image(std::uint32_t width, std::uint32_t height, std::uint8_t channels,
                  std::initializer_list<int> values) {
    Image image{width, height, channels, SampleType::unorm8, {}};
    for (const int v : values) image.pixels.push_back(static_cast<std::byte>(v));
    return image;
}

TEST(ViewImage, ASmallPictureGrowsByWholePixelsWithItsOwnBytes) {
    const auto view = view_image(bytes_image(2, 1, 3, {1, 2, 3, 250, 251, 252}), {});
    ASSERT_TRUE(view);
    EXPECT_EQ(view->width, 256U);
    EXPECT_EQ(view->height, 128U);
    EXPECT_EQ(pixel(*view, 127, 127), (Pixel{1, 2, 3, 255}));
    EXPECT_EQ(pixel(*view, 128, 0), (Pixel{250, 251, 252, 255}));
}

TEST(ViewImage, ALargePictureShrinksByAveragingLight) {
    Image image{4096, 2, 1, SampleType::unorm8, Bytes(8192)};
    for (std::size_t i = 0; i < image.pixels.size(); i += 2) image.pixels[i] = std::byte{255};
    const auto view = view_image(image, {});
    ASSERT_TRUE(view);
    EXPECT_EQ(view->width, 1024U);
    EXPECT_EQ(pixel(*view, 500, 0), (Pixel{188, 188, 188, 255}));  // linear 0.5
}

TEST(ViewImage, TransparencyShowsACheckerboard) {
    const auto view = view_image(bytes_image(1, 1, 2, {255, 0}), {});
    ASSERT_TRUE(view);
    EXPECT_NE(pixel(*view, 0, 0), pixel(*view, 8, 0));
    EXPECT_EQ(pixel(*view, 0, 0), pixel(*view, 8, 8));
    EXPECT_EQ(pixel(*view, 0, 0)[3], 255);
}

TEST(ViewImage, ARequestedSizeIsKeptWithThePictureInItsMiddle) {
    TextureViewOptions options;
    options.width = 100;
    options.height = 50;
    const auto view = view_image(bytes_image(1, 1, 1, {200}), options);
    ASSERT_TRUE(view);
    EXPECT_EQ(view->width, 100U);
    EXPECT_EQ(view->height, 50U);
    EXPECT_EQ(pixel(*view, 50, 25), (Pixel{200, 200, 200, 255}));
    EXPECT_NE(pixel(*view, 2, 25), (Pixel{200, 200, 200, 255}));
}

TEST(ViewImage, FloatsAreLightAndExposureCountsStops) {
    Image image{1, 1, 3, SampleType::float32, Bytes(12)};
    const float value = 0.125F;
    for (std::size_t i = 0; i < 3; ++i) std::memcpy(image.pixels.data() + i * 4, &value, 4);
    TextureViewOptions options;
    options.exposure = 2;
    const auto view = view_image(image, options);
    ASSERT_TRUE(view);
    EXPECT_EQ(pixel(*view, 0, 0), (Pixel{188, 188, 188, 255}));
}

TEST(ViewTexture, ShowsALevelWithItsSwizzle) {
    TextureInfo info;
    info.format = PixelFormat::r8_unorm;
    info.usage = TextureUsage::data;
    info.width = 2;
    info.height = 2;
    info.levels = 2;
    info.swizzle = {Swizzle::r, Swizzle::r, Swizzle::zero, Swizzle::one};
    const Bytes top(4, std::byte{10});
    const Bytes small(1, std::byte{77});
    TextureViewOptions options;
    options.level = 1;
    const auto view = view_texture_level({info, {top, small}}, options);
    ASSERT_TRUE(view);
    EXPECT_EQ(pixel(*view, 0, 0), (Pixel{77, 77, 0, 255}));
    options.level = 2;
    EXPECT_EQ(view_texture_level({info, {top, small}}, options).error().code, kPreviewNoSuchLevel);
}

TEST(ViewTexture, FacesOfACubeStandInAGrid) {
    TextureInfo info;
    info.shape = TextureShape::cube;
    info.layers = 6;
    info.width = 1;
    info.height = 1;
    Bytes faces;
    for (int face = 0; face < 6; ++face) {
        for (const int v : {face * 40, 0, 0, 255}) faces.push_back(static_cast<std::byte>(v));
    }
    const auto view = view_texture_level({info, {faces}}, {});
    ASSERT_TRUE(view);
    EXPECT_EQ(view->width, 256U * 3 + 4);
    EXPECT_EQ(view->height, 256U * 2 + 2);
    EXPECT_EQ(pixel(*view, 700, 400)[0], 200);
}

// BC3: alpha 255, colours white and black with a third between as the third pixel.
TEST(ViewTexture, BlocksAreSeenAsTheirPixels) {
    TextureInfo info;
    info.format = PixelFormat::bc3_srgb;
    info.width = 4;
    info.height = 1;
    Bytes block;
    for (const int v : {255, 255, 0, 0, 0, 0, 0, 0, 255, 255, 0, 0, 0xe4, 0, 0, 0})
        block.push_back(static_cast<std::byte>(v));
    const auto view = view_texture_level({info, {block}}, {});
    ASSERT_TRUE(view);
    EXPECT_EQ(view->width, 256U);
    EXPECT_EQ(pixel(*view, 0, 0), (Pixel{255, 255, 255, 255}));
    EXPECT_EQ(pixel(*view, 64, 0), (Pixel{0, 0, 0, 255}));
    EXPECT_EQ(pixel(*view, 128, 0), (Pixel{170, 170, 170, 255}));
}

TEST(ViewImage, ABadShapeIsAnError) {
    EXPECT_FALSE(view_image(bytes_image(2, 2, 3, {1, 2, 3}), {}));
}

}  // namespace
}  // namespace galley::preview::test
