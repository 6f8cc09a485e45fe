#include "galley/texel/view_image.h"

#include <gmock/gmock.h>

#include "galley/test/bytes.h"
#include "galley/texel/errors.h"
#include "galley/texel/half.h"
#include "pictures.h"

namespace galley::texel {
namespace {

using ::testing::ElementsAre;
using U8 = std::uint8_t;
using U16 = std::uint16_t;

std::vector<U8> seen(const Image& image, ChannelUse use, float exposure = 1) {
    JobPool pool(1);
    const BuiltTexture built = build_texture(image, use, {.chain = false}, pool).value();
    return samples_of<U8>(
        view_level(built.levels[0], built.width, built.height, built.layout, use, exposure)
            .value()
            .pixels);
}

TEST(ViewLevel, EightBitColourShowsExactlyTheFilesColours) {
    std::vector<U8> samples;
    for (unsigned i = 0; i < 256; ++i)
        samples.insert(samples.end(), {static_cast<U8>(i), static_cast<U8>(255 - i),
                                       static_cast<U8>(i ^ 0x55), static_cast<U8>(i * 3)});
    EXPECT_EQ(seen(picture8(256, 1, 4, samples), ChannelUse::color), samples);
    EXPECT_EQ(seen(picture8(256, 1, 4, samples), ChannelUse::data), samples);
}

TEST(ViewLevel, OneChannelIsSeenAsGrey) {
    EXPECT_THAT(seen(picture8(1, 1, 1, {77}), ChannelUse::data), ElementsAre(77, 77, 77, 255));
    EXPECT_THAT(seen(picture<U16>(1, 1, 1, {0x4d4d}), ChannelUse::data),
                ElementsAre(77, 77, 77, 255));
}

// Linear light that was made from 16-bit sRGB comes back as the upper byte of what it was made
// from.
TEST(ViewLevel, SixteenBitColourIsEncodedAgain) {
    EXPECT_THAT(seen(picture<U16>(1, 1, 3, {0x1010, 0x8080, 0xffff}), ChannelUse::color),
                ElementsAre(0x10, 0x80, 0xff, 255));
}

TEST(ViewLevel, FloatsAreExposedAndEncoded) {
    EXPECT_THAT(seen(picture<float>(1, 1, 3, {0.25f, 3, -1}), ChannelUse::color, 2),
                ElementsAre(188, 255, 0, 255));
}

TEST(ViewLevel, NormalsShowTheirThirdComponent) {
    // x = 0.6 and y = 0: z = 0.8, shown as 229.5 or so.
    EXPECT_THAT(seen(picture8(1, 1, 3, {204, 128, 0}), ChannelUse::normal),
                ElementsAre(204, 128, 229, 255));
}

TEST(ViewLevel, BytesOfAnotherSizeAreRefused) {
    const TextureLayout layout = plain_layout(ChannelUse::data, SampleType::unorm8, 1);
    const Bytes bytes(5);
    EXPECT_EQ(view_level(bytes, 2, 2, layout, ChannelUse::data).error().code, kImageShape);
    EXPECT_EQ(view_level(bytes, 0, 2, layout, ChannelUse::data).error().code, kImageShape);
}

// White, black, and the thirds between; see the decoder's tests.
TEST(ViewLevel, BlocksAreSeenAsTheirPixels) {
    const Bytes block = test::from_hex("ffff 0000 e4000000");
    const TextureLayout layout{PixelFormat::bc1_srgb};
    EXPECT_THAT(samples_of<U8>(view_level(block, 4, 1, layout, ChannelUse::color).value().pixels),
                ElementsAre(255, 255, 255, 255, 0, 0, 0, 255, 170, 170, 170, 255, 85, 85, 85, 255));
    EXPECT_EQ(view_level(block, 8, 1, layout, ChannelUse::color).error().code, kImageShape);
}

// x = 1 / 127 * 64 and y = 0: 0.5 + 0.5 x = 0.752, z = sqrt(1 - x²) = 0.864.
TEST(ViewLevel, SignedBlocksOfNormalsAreSeenAsUnsignedOnes) {
    const Bytes block = test::from_hex("4040 000000000000 0000 000000000000");
    const TextureLayout layout{PixelFormat::bc5_snorm};
    EXPECT_THAT(samples_of<U8>(view_level(block, 1, 1, layout, ChannelUse::normal).value().pixels),
                ElementsAre(192, 128, 238, 255));
}

}  // namespace
}  // namespace galley::texel
