#include <gmock/gmock.h>

#include "galley/export/errors.h"
#include "galley/export/texture_encode.h"
#include "galley/export/texture_file.h"
#include "galley/test/bytes.h"
#include "galley/texel/block_decode.h"
#include "galley/texel/block_encode.h"
#include "galley/texel/view_image.h"

// Textures whose channels a swizzle orders, as formats without one hold them.
namespace galley {
namespace {

using test::from_hex;
using enum Swizzle;
using Map = std::array<Swizzle, 4>;

constexpr Map kSame = {r, g, b, a};

OwnTexture texture_of(PixelFormat format, const Map& swizzle, Bytes pixels) {
    TextureInfo info;
    info.format = format;
    info.swizzle = swizzle;
    info.usage = find_pixel_format(format)->is_srgb ? TextureUsage::color : TextureUsage::data;
    if (find_pixel_format(format)->block_width > 1) info.width = info.height = 4;
    return {info, in_one_piece(std::move(pixels))};
}

Converted<OwnTexture> in_order(const OwnTexture& texture, TextureEncodeOptions options = {}) {
    options.swizzle = false;
    JobPool pool(1);
    auto made =
        encode_again({texture.info, {texture.levels.begin(), texture.levels.end()}}, options, pool);
    EXPECT_TRUE(made) << made.error().to_string();
    return made ? *std::move(made) : Converted<OwnTexture>();
}

Image seen(const OwnTexture& texture) {
    return texel::view_level(texture.levels[0], texture.info.width, texture.info.height,
                             layout_of(texture.info), texel::ChannelUse::data)
        .value();
}

Bytes bytes_of(const OwnTexture& texture) {
    return {texture.levels[0].begin(), texture.levels[0].end()};
}

TEST(ChannelOrder, PixelsArePutInTheOrderOfAFormatThatHoldsThem) {
    struct Case {
        PixelFormat from;
        Map swizzle;
        const char* pixel;
        PixelFormat to;
        const char* ordered;
    };
    using enum PixelFormat;
    for (const Case& one : {
             Case{rgba8_unorm, {b, g, r, a}, "01020304", rgba8_unorm, "03020104"},
             Case{rgba8_srgb, {b, g, r, a}, "01020304", rgba8_srgb, "03020104"},
             Case{rgba8_unorm, {b, g, r, one}, "01020304", rgba8_unorm, "030201ff"},
             Case{rgba8_srgb, {r, g, b, one}, "01020304", rgba8_srgb, "010203ff"},
             Case{rgba8_unorm, {a, a, a, a}, "01020304", rgba8_unorm, "04040404"},
             Case{r8_unorm, {r, r, r, r}, "07", rgba8_unorm, "07070707"},
             Case{r8_unorm, {zero, zero, zero, r}, "07", rgba8_unorm, "00000007"},
             Case{rg8_unorm, {r, r, r, g}, "0708", rgba8_unorm, "07070708"},
             Case{rg8_unorm, {g, r, zero, one}, "0708", rgba8_unorm, "080700ff"},
             Case{rg16_unorm, {r, r, r, g}, "01020304", rgba16_unorm, "0102010201020304"},
             Case{rgba16_float,
                  {b, g, r, one},
                  "0102030405060708",
                  rgba16_float,
                  "050603040102003c"},
             Case{r16_float, {zero, r, one, a}, "0102", rgba16_float, "00000102003c003c"},
         }) {
        const OwnTexture made =
            in_order(texture_of(one.from, one.swizzle, from_hex(one.pixel))).value;
        EXPECT_EQ(made.info.format, one.to) << one.pixel;
        EXPECT_EQ(made.info.swizzle, kSame);
        EXPECT_EQ(bytes_of(made), from_hex(one.ordered)) << one.pixel;
    }
}

// A reader of one channel takes it for grey or for red; of two, blue is 0 and alpha 1.
TEST(ChannelOrder, WhatAFormatSaysByItselfStays) {
    using enum PixelFormat;
    const std::pair<PixelFormat, Map> unchanged[] = {
        {r8_unorm, {r, r, r, one}},
        {r8_unorm, {r, zero, zero, one}},
        {r8_unorm, kSame},
        {rg8_unorm, {r, g, zero, one}},
        {rg16_float, kSame},
        {rgba8_srgb, kSame},
        {bc4_unorm, {r, r, r, one}},
        {bc5_snorm, {r, g, zero, one}},
        {bc6h_ufloat, {r, g, b, one}},
        {bc7_srgb, kSame},
    };
    for (const auto& [format, swizzle] : unchanged) {
        const std::uint32_t side = find_pixel_format(format)->block_width;
        const OwnTexture texture =
            texture_of(format, swizzle, Bytes(image_bytes(format, side, side), std::byte{1}));
        const auto made = in_order(texture);
        EXPECT_EQ(made.value.info, texture.info);
        EXPECT_EQ(bytes_of(made.value), bytes_of(texture));
        EXPECT_TRUE(made.losses.empty());
    }
}

TEST(ChannelOrder, EverySwizzleOfEveryPlainFormatLooksTheSameInADds) {
    constexpr PixelFormat kPlain[] = {
        PixelFormat::r8_unorm,  PixelFormat::rg8_unorm,  PixelFormat::rgba8_unorm,
        PixelFormat::r16_unorm, PixelFormat::rg16_unorm, PixelFormat::rgba16_unorm,
        PixelFormat::r16_float, PixelFormat::rg16_float, PixelFormat::rgba16_float};
    const Bytes pixel = from_hex("1038203430302038");
    for (const PixelFormat format : kPlain) {
        for (unsigned i = 0; i < 6 * 6 * 6 * 6; ++i) {
            const auto from = [&](unsigned part) { return static_cast<Swizzle>(part % 6); };
            const OwnTexture texture = texture_of(
                format, {from(i), from(i / 6), from(i / 36), from(i / 216)},
                Bytes(pixel.begin(),
                      pixel.begin() + static_cast<std::ptrdiff_t>(image_bytes(format, 1, 1))));
            const OwnTexture made = in_order(texture).value;
            ASSERT_EQ(seen(made).pixels, seen(texture).pixels) << i;
            const ByteSpan level = made.levels[0];
            ASSERT_TRUE(write_dds(made.info, {&level, 1})) << i;
        }
    }
}

/// One block of one colour.
Bytes block_of(PixelFormat format, std::string_view rgba) {
    Bytes pixels;
    for (int i = 0; i < 16; ++i) {
        const Bytes pixel = from_hex(rgba);
        pixels.insert(pixels.end(), pixel.begin(), pixel.end());
    }
    return texel::encode_blocks({pixels, PixelFormat::rgba8_unorm, 4, 4}, format, {}).value();
}

// Each of these colours is exact in its blocks.
TEST(ChannelOrder, BlocksInAnotherOrderAreMadeAgainAndTold) {
    struct Case {
        PixelFormat from;
        Map swizzle;
        PixelFormat to;
        const char* pixel;
    };
    using enum PixelFormat;
    for (const Case& one : {Case{bc1_srgb, {b, g, r, a}, bc1_srgb, "ff0000ff"},
                            Case{bc3_unorm, {b, g, r, one}, bc3_unorm, "0000ffff"},
                            Case{bc7_unorm, {r, r, r, one}, bc7_unorm, "00ff00ff"},
                            Case{bc4_unorm, {zero, zero, zero, r}, bc7_unorm, "ff000000"},
                            Case{bc5_unorm, {r, r, r, g}, bc7_unorm, "ff000000"}}) {
        const OwnTexture texture = texture_of(one.from, one.swizzle, block_of(one.from, one.pixel));
        const auto made = in_order(texture);
        EXPECT_EQ(made.value.info.format, one.to);
        EXPECT_EQ(made.value.info.swizzle, kSame);
        EXPECT_EQ(seen(made.value).pixels, seen(texture).pixels);
        ASSERT_EQ(made.losses.size(), 1u);
        EXPECT_EQ(made.losses[0].what, "blocks");
    }
    const OwnTexture halves = texture_of(bc6h_ufloat, {b, g, r, one}, Bytes(16));
    EXPECT_EQ(in_order(halves).value.info.format, rgba16_float);
}

TEST(ChannelOrder, BlocksWhoseAlphaIsOneStayAndTheDdsSaysSo) {
    const OwnTexture texture = texture_of(PixelFormat::bc1_srgb, {r, g, b, one}, Bytes(8));
    const auto made = in_order(texture);
    EXPECT_EQ(bytes_of(made.value), bytes_of(texture));
    const ByteSpan level = made.value.levels[0];
    const Bytes file = write_dds(made.value.info, {&level, 1}).value();
    EXPECT_EQ(file[144], std::byte{3});  // DDS_ALPHA_MODE_OPAQUE
}

TEST(ChannelOrder, AnotherCodingIsMadeOfTheChannelsThatAreSeen) {
    const OwnTexture bgra =
        texture_of(PixelFormat::rgba8_unorm, {b, g, r, a}, from_hex("0000ffff"));
    for (const TextureCoding coding :
         {TextureCoding::bc1, TextureCoding::bc3, TextureCoding::bc7}) {
        JobPool pool(1);
        const TextureView view{bgra.info, {bgra.levels.begin(), bgra.levels.end()}};
        const OwnTexture made = encode_again(view, {.coding = coding}, pool).value().value;
        EXPECT_EQ(made.info.swizzle, kSame);
        EXPECT_EQ(seen(made).pixels, from_hex("ff0000ff"));
    }
    const OwnTexture red = in_order(bgra, {.coding = TextureCoding::bc4}).value;
    EXPECT_EQ(red.info.swizzle, (Map{r, r, r, one}));
    EXPECT_EQ(seen(red).pixels, from_hex("ffffffff"));
    const OwnTexture two = in_order(bgra, {.coding = TextureCoding::bc5}).value;
    EXPECT_EQ(seen(two).pixels, from_hex("ff0000ff"));
}

TEST(ChannelOrder, ADdsOfAnotherOrderIsRefused) {
    const OwnTexture bgra =
        texture_of(PixelFormat::rgba8_unorm, {b, g, r, a}, from_hex("01020304"));
    const ByteSpan level = bgra.levels[0];
    EXPECT_EQ(write_dds(bgra.info, {&level, 1}).error().code, kTextureWrite);
    EXPECT_TRUE(write_ktx2(bgra.info, {&level, 1}));
}

}  // namespace
}  // namespace galley
