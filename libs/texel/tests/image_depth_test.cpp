#include "galley/texel/image_depth.h"

#include <gmock/gmock.h>

#include "pictures.h"

namespace galley::texel {
namespace {

// 65535 / 255 = 257 steps of 16 bits a code, so code k begins at 257 k - 128.
TEST(ImageDepth, SixteenBitsAreRoundedToTheNearestCode) {
    const Image image = picture<std::uint16_t>(3, 2, 1, {0, 128, 129, 65406, 65407, 65535});
    const Image eight = to_eight_bits(image);
    EXPECT_EQ(eight.type, SampleType::unorm8);
    EXPECT_EQ(eight.width, 3u);
    EXPECT_THAT(samples_of<std::uint8_t>(eight.pixels),
                ::testing::ElementsAre(0, 0, 1, 254, 255, 255));
}

TEST(ImageDepth, APictureThatIsGivenAwayIsRoundedInPlace) {
    Image image = noise<std::uint16_t>(61, 37, 4);
    const Image eight = to_eight_bits(image);
    const std::byte* const place = image.pixels.data();
    const Image same = to_eight_bits(std::move(image));
    EXPECT_EQ(same.pixels, eight.pixels);
    EXPECT_EQ(same.type, SampleType::unorm8);
    EXPECT_EQ(same.pixels.data(), place);
}

TEST(ImageDepth, EightBitsStay) {
    const Image image = noise<std::uint8_t>(5, 3, 3);
    EXPECT_EQ(to_eight_bits(image).pixels, image.pixels);
}

}  // namespace
}  // namespace galley::texel
