#include "galley/preview/texture_quality.h"

#include <cmath>

#include <gtest/gtest.h>

#include "galley/preview/errors.h"

namespace galley::preview {
namespace {

Image grey(std::uint32_t size, std::uint8_t value) {
    Image image{size, size, 1, SampleType::unorm8, {}};
    image.pixels.assign(std::size_t{size} * size, std::byte{value});
    return image;
}

TextureView view_of(const std::vector<Bytes>& levels, std::uint32_t size) {
    TextureView view;
    view.info.format = PixelFormat::r8_unorm;
    view.info.usage = TextureUsage::data;
    view.info.width = view.info.height = size;
    view.info.levels = static_cast<std::uint32_t>(levels.size());
    view.levels.assign(levels.begin(), levels.end());
    return view;
}

// 10 log10(255² / 5²) = 34.15 dB for five steps everywhere.
TEST(TextureQuality, IsMeasuredLevelByLevel) {
    JobPool pool(1);
    const std::vector<Bytes> levels = {grey(16, 100).pixels, grey(8, 105).pixels};
    const auto quality =
        measure_texture(view_of(levels, 16), grey(16, 100), texel::MipFilter::box, pool);
    ASSERT_TRUE(quality);
    ASSERT_EQ(quality->size(), 2U);
    EXPECT_TRUE(std::isinf((*quality)[0].psnr_db));
    EXPECT_NEAR((*quality)[0].ssim, 1, 1e-6);
    EXPECT_EQ((*quality)[1].width, 8U);
    EXPECT_NEAR((*quality)[1].psnr_db, 34.15, 0.01);
}

TEST(TextureQuality, OfACappedTextureStartsAtItsOwnLevel) {
    JobPool pool(1);
    const std::vector<Bytes> levels = {grey(4, 7).pixels};
    EXPECT_TRUE(
        std::isinf(measure_texture(view_of(levels, 4), grey(16, 7), texel::MipFilter::box, pool)
                       .value()
                       .front()
                       .psnr_db));
}

TEST(TextureQuality, AgainstAnotherPictureIsRefused) {
    JobPool pool(1);
    const std::vector<Bytes> levels = {grey(16, 7).pixels};
    const auto refused =
        measure_texture(view_of(levels, 16), grey(12, 7), texel::MipFilter::box, pool);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, kQualityNoLevel);
}

}  // namespace
}  // namespace galley::preview
