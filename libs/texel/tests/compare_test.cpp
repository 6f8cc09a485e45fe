#include "galley/texel/compare.h"

#include <cmath>

#include <gtest/gtest.h>

#include "galley/texel/errors.h"
#include "pictures.h"

namespace galley::texel {
namespace {

TEST(CompareImages, EqualPicturesDifferByNothing) {
    const Image image = noise<std::uint8_t>(5, 4, 3);
    const ImageDifference difference = compare_images(image, image).value();
    EXPECT_EQ(difference.different_pixels, 0u);
    EXPECT_TRUE(std::isinf(difference.psnr_db));
}

// One of four samples is off by 51/255 = 0.2: mean square 0.01, 20 dB.
TEST(CompareImages, TheMeasuresAreThoseOfTheirDefinitions) {
    const ImageDifference difference =
        compare_images(picture8(2, 1, 2, {0, 10, 20, 30}), picture8(2, 1, 2, {0, 10, 71, 30}))
            .value();
    EXPECT_EQ(difference.different_pixels, 1u);
    EXPECT_NEAR(difference.largest, 0.2, 1e-12);
    EXPECT_NEAR(difference.mean_square, 0.01, 1e-12);
    EXPECT_NEAR(difference.psnr_db, 20, 1e-9);
}

TEST(CompareImages, PicturesOfOtherShapesAreRefused) {
    EXPECT_EQ(
        compare_images(noise<std::uint8_t>(2, 2, 3), noise<std::uint8_t>(2, 2, 4)).error().code,
        kImageMismatch);
    EXPECT_EQ(
        compare_images(noise<std::uint8_t>(2, 2, 3), noise<std::uint16_t>(2, 2, 3)).error().code,
        kImageMismatch);
}

}  // namespace
}  // namespace galley::texel
