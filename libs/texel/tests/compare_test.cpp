#include "galley/texel/compare.h"

#include <algorithm>
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

TEST(Similarity, OfEqualPicturesIsOne) {
    const Image image = noise<std::uint8_t>(40, 30, 3);
    EXPECT_NEAR(structural_similarity(image, image).value(), 1, 1e-6);
}

// Constant pictures of a and b: (2ab + C1) / (a² + b² + C1), with C1 = 0.0001.
TEST(Similarity, OfConstantPicturesIsThatOfTheirLight) {
    const Image a = picture8(16, 16, 1, std::vector<std::uint8_t>(256, 51));   // 0.2
    const Image b = picture8(16, 16, 1, std::vector<std::uint8_t>(256, 153));  // 0.6
    EXPECT_NEAR(structural_similarity(a, b).value(), (2 * 0.2 * 0.6 + 1e-4) / (0.4 + 1e-4), 1e-4);
}

TEST(Similarity, OfUnrelatedNoiseIsNearNothing) {
    Image other = noise<std::uint8_t>(64, 64, 1);
    std::reverse(other.pixels.begin(), other.pixels.end());
    EXPECT_LT(structural_similarity(noise<std::uint8_t>(64, 64, 1), other).value(), 0.1);
}

TEST(Similarity, FallsWithTheDifference) {
    const Image image = noise<std::uint8_t>(64, 64, 1);
    Image near = image;
    Image far = image;
    for (std::size_t i = 0; i < near.pixels.size(); ++i) {
        near.pixels[i] ^= std::byte{4};
        far.pixels[i] ^= std::byte{64};
    }
    const double similar = structural_similarity(image, near).value();
    EXPECT_LT(structural_similarity(image, far).value(), similar);
    EXPECT_LT(similar, 1);
}

TEST(Similarity, OfPicturesThatAreNotAlikeIsRefused) {
    EXPECT_EQ(structural_similarity(noise<std::uint8_t>(4, 4, 1), noise<std::uint8_t>(4, 5, 1))
                  .error()
                  .code,
              kImageMismatch);
}

}  // namespace
}  // namespace galley::texel
