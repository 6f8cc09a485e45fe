#include "galley/texel/picture_look.h"

#include <cmath>

#include <gtest/gtest.h>

#include "pictures.h"

namespace galley::texel {
namespace {

using U8 = std::uint8_t;

/// The normals of round bumps in rows, green up or down.
Image bumps(bool green_down) {
    constexpr std::uint32_t kSize = 64;
    std::vector<U8> samples;
    for (std::uint32_t y = 0; y < kSize; ++y) {
        for (std::uint32_t x = 0; x < kSize; ++x) {
            // height = cos(u) cos(v) / 2, u and v in half turns of 8 pixels; y is down
            const double u = x * 3.14159265 / 8;
            const double v = y * 3.14159265 / 8;
            const double across = -std::sin(u) * std::cos(v) / 2;
            const double down = -std::cos(u) * std::sin(v) / 2;
            const double length = std::sqrt(across * across + down * down + 1);
            const double green = green_down ? -down : down;
            for (const double value : {-across / length, green / length, 1 / length})
                samples.push_back(static_cast<U8>(std::lround((value + 1) * 127.5)));
        }
    }
    return picture8(kSize, kSize, 3, samples);
}

TEST(PictureLook, NormalsLookLikeNormals) {
    EXPECT_TRUE(look_of(bumps(false)).like_normals);
    EXPECT_TRUE(look_of(picture8(4, 4, 3,
                                 [] {
                                     std::vector<U8> flat;
                                     for (int i = 0; i < 16; ++i)
                                         flat.insert(flat.end(), {128, 128, 255});
                                     return flat;
                                 }()))
                    .like_normals);
}

TEST(PictureLook, NormalsOfSixteenBitsAndOfFloatsDoToo) {
    const Image eight = bumps(true);
    std::vector<std::uint16_t> sixteen;
    std::vector<float> floats;
    for (const std::byte code : eight.pixels) {
        sixteen.push_back(static_cast<std::uint16_t>(std::to_integer<unsigned>(code) * 257));
        floats.push_back(static_cast<float>(code) / 255.0f);
    }
    for (const Image& image : {picture(eight.width, eight.height, 3, sixteen),
                               picture(eight.width, eight.height, 3, floats)}) {
        EXPECT_TRUE(look_of(image).like_normals);
        EXPECT_TRUE(look_of(image).green_down);
    }
    // Vectors of -1 to 1 as they are: not how a picture holds them.
    for (float& value : floats) value = value * 2 - 1;
    EXPECT_FALSE(look_of(picture(eight.width, eight.height, 3, floats)).like_normals);
}

TEST(PictureLook, OtherPicturesDoNot) {
    EXPECT_FALSE(look_of(noise<U8>(64, 64, 3)).like_normals);
    EXPECT_FALSE(look_of(picture8(4, 4, 3, std::vector<U8>(48, 255))).like_normals);
    EXPECT_FALSE(look_of(picture8(4, 4, 3, std::vector<U8>(48, 128))).like_normals);
    EXPECT_FALSE(look_of(noise<float>(8, 8, 3)).like_normals);
    EXPECT_FALSE(look_of(picture8(1, 1, 3, {9, 9, 9})).like_normals);
}

TEST(PictureLook, GreenThatPointsDownShowsInTheSlopes) {
    EXPECT_FALSE(look_of(bumps(false)).green_down);
    EXPECT_TRUE(look_of(bumps(true)).green_down);
}

Image without_blue(Image image) {
    for (std::size_t i = 2; i < image.pixels.size(); i += 3) image.pixels[i] = std::byte{0};
    return image;
}

TEST(PictureLook, NormalsOfTwoChannelsAreNormalsWithoutZ) {
    for (const bool down : {false, true}) {
        const PictureLook look = look_of(without_blue(bumps(down)));
        EXPECT_FALSE(look.like_normals);
        EXPECT_TRUE(look.two_channels);
        EXPECT_EQ(look.green_down, down);
        EXPECT_FALSE(look_of(bumps(down)).two_channels);
    }
    // Black and yellow are longer than a unit vector.
    EXPECT_FALSE(look_of(picture8(4, 4, 3, std::vector<U8>(48, 0))).two_channels);
    EXPECT_FALSE(look_of(without_blue(picture8(4, 4, 3, std::vector<U8>(48, 255)))).two_channels);
}

TEST(PictureLook, AlphaThatIsFullIsSaid) {
    EXPECT_TRUE(look_of(picture8(2, 1, 4, {1, 2, 3, 255, 4, 5, 6, 255})).alpha_full);
    EXPECT_FALSE(look_of(picture8(2, 1, 4, {1, 2, 3, 255, 4, 5, 6, 254})).alpha_full);
    EXPECT_FALSE(look_of(picture8(1, 1, 3, {1, 2, 3})).alpha_full);
    EXPECT_TRUE(look_of(picture8(1, 1, 2, {1, 255})).alpha_full);
}

}  // namespace
}  // namespace galley::texel
