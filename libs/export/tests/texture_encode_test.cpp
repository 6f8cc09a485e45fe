#include "galley/export/texture_encode.h"

#include <array>
#include <cstring>
#include <limits>

#include <gtest/gtest.h>

#include "galley/export/errors.h"
#include "galley/test/bytes.h"
#include "galley/texel/block_decode.h"
#include "galley/texel/view_image.h"

namespace galley {
namespace {

Image checker(std::uint8_t channels, SampleType type) {
    Image image{.width = 8, .height = 8, .channels = channels, .type = type, .pixels = {}};
    image.pixels.resize(image.row_bytes() * image.height);
    if (type == SampleType::float32) return image;
    for (std::size_t y = 0; y < 8; ++y)
        for (std::size_t x = 0; x < 8; ++x)
            for (std::size_t i = 0; i < image.pixel_bytes(); ++i)
                image.pixels[y * image.row_bytes() + x * image.pixel_bytes() + i] =
                    (x + y) % 2 == 0 ? std::byte{255} : std::byte{0};
    return image;
}

TextureView view_of(const OwnTexture& texture) {
    return {texture.info, {texture.levels.begin(), texture.levels.end()}};
}

TEST(EncodePicture, DefaultsFollowTheDepth) {
    JobPool pool(1);
    const auto format = [&](std::uint8_t channels, SampleType type) {
        return encode_picture(checker(channels, type), {}, pool).value().value.info.format;
    };
    EXPECT_EQ(format(3, SampleType::unorm8), PixelFormat::bc7_srgb);
    EXPECT_EQ(format(4, SampleType::unorm16), PixelFormat::rgba16_unorm);
    EXPECT_EQ(format(3, SampleType::float32), PixelFormat::rgba16_float);
}

TEST(EncodePicture, FormatAndTransferFunctionAreThoseAskedFor) {
    JobPool pool(1);
    const Image image = checker(4, SampleType::unorm8);
    struct Case {
        TextureCoding coding;
        std::optional<bool> srgb;
        PixelFormat format;
    };
    for (const Case& one : {Case{TextureCoding::bc1, {}, PixelFormat::bc1_srgb},
                            Case{TextureCoding::bc1, false, PixelFormat::bc1_unorm},
                            Case{TextureCoding::bc3, true, PixelFormat::bc3_srgb},
                            Case{TextureCoding::bc4, {}, PixelFormat::bc4_unorm},
                            Case{TextureCoding::bc5, {}, PixelFormat::bc5_unorm},
                            Case{TextureCoding::bc5, false, PixelFormat::bc5_unorm},
                            Case{TextureCoding::bc7, false, PixelFormat::bc7_unorm},
                            Case{TextureCoding::plain, {}, PixelFormat::rgba8_srgb},
                            Case{TextureCoding::plain, false, PixelFormat::rgba8_unorm}}) {
        const auto made = encode_picture(image, {.coding = one.coding, .srgb = one.srgb}, pool);
        ASSERT_TRUE(made) << made.error().to_string();
        EXPECT_EQ(made->value.info.format, one.format);
        ASSERT_EQ(made->value.info.levels, 4u);
        for (std::uint32_t i = 0; i < 4; ++i)
            EXPECT_EQ(made->value.levels[i].size(), level_bytes(made->value.info, i));
        EXPECT_TRUE(check_texture(made->value.info));
    }
    const auto alone = encode_picture(image, {.mips = false}, pool);
    EXPECT_EQ(alone.value().value.info.levels, 1u);
}

// Half of the light of black and white is 188 in sRGB, and half of the numbers 128.
TEST(EncodePicture, LevelsAreFilteredInLightOrAsNumbers) {
    JobPool pool(1);
    const Image image = checker(3, SampleType::unorm8);
    const auto light = encode_picture(image, {.coding = TextureCoding::plain}, pool).value().value;
    EXPECT_EQ(light.levels[1].data()[0], std::byte{188});
    const auto numbers =
        encode_picture(image, {.coding = TextureCoding::plain, .srgb = false}, pool).value().value;
    EXPECT_EQ(numbers.levels[1].data()[0], std::byte{128});
}

TEST(EncodePicture, WhatAFormatCannotHoldIsRefused) {
    JobPool pool(1);
    const auto code = [&](const Image& image, const TextureEncodeOptions& options) {
        return encode_picture(image, options, pool).error().code;
    };
    EXPECT_EQ(code(checker(3, SampleType::float32), {.coding = TextureCoding::bc7}),
              kTextureCoding);
    EXPECT_EQ(code(checker(3, SampleType::unorm8), {.coding = TextureCoding::bc4, .srgb = true}),
              kTextureCoding);
}

Image filled(std::uint8_t channels, SampleType type, const std::vector<std::uint16_t>& pixel) {
    Image image{.width = 4, .height = 4, .channels = channels, .type = type, .pixels = {}};
    for (std::size_t i = 0; i < 16; ++i) {
        for (const std::uint16_t sample : pixel) {
            image.pixels.push_back(static_cast<std::byte>(sample & 255u));
            if (type == SampleType::unorm16)
                image.pixels.push_back(static_cast<std::byte>(sample >> 8u));
        }
    }
    return image;
}

/// The first pixel of the first level, in 8 bits.
std::array<int, 4> first_pixel(const OwnTexture& texture) {
    const Image seen = texel::view_level(texture.levels[0], texture.info.width, texture.info.height,
                                         layout_of(texture.info), texel::ChannelUse::data)
                           .value();
    std::array<int, 4> out;
    for (std::size_t i = 0; i < 4; ++i) out[i] = std::to_integer<int>(seen.pixels[i]);
    return out;
}

// 0x8080 of 16 bits is 0x80 of 8.
TEST(EncodePicture, GreyNumbersAreRepeatedInEveryFormat) {
    JobPool pool(1);
    for (const Image& grey :
         {filled(1, SampleType::unorm8, {0x80}), filled(1, SampleType::unorm16, {0x8080})}) {
        for (const TextureCoding coding :
             {TextureCoding::plain, TextureCoding::bc4, TextureCoding::bc7}) {
            const auto made = encode_picture(grey, {.coding = coding, .srgb = false}, pool);
            ASSERT_TRUE(made) << made.error().to_string();
            EXPECT_EQ(first_pixel(made->value), (std::array{128, 128, 128, 255}));
            EXPECT_TRUE(made->losses.empty());
        }
        for (const TextureCoding coding : {TextureCoding::bc1, TextureCoding::bc3}) {
            const auto made = encode_picture(grey, {.coding = coding, .srgb = false}, pool).value();
            for (std::size_t i = 0; i < 3; ++i)
                EXPECT_NEAR(first_pixel(made.value)[i], 128, 1);  // of five and six bits
        }
        const auto bc5 =
            encode_picture(grey, {.coding = TextureCoding::bc5, .srgb = false}, pool).value();
        EXPECT_EQ(first_pixel(bc5.value), (std::array{128, 128, 0, 255}));
    }
}

TEST(EncodePicture, NumbersOfManyChannelsGiveBc4TheFirstAndBc5TheFirstTwo) {
    JobPool pool(1);
    for (const Image& image : {filled(3, SampleType::unorm16, {0x4040, 0x8080, 0xc0c0}),
                               filled(4, SampleType::unorm16, {0x4040, 0x8080, 0xc0c0, 0x1010}),
                               filled(3, SampleType::unorm8, {0x40, 0x80, 0xc0})}) {
        const auto red = encode_picture(image, {.coding = TextureCoding::bc4}, pool).value();
        EXPECT_EQ(first_pixel(red.value), (std::array{64, 64, 64, 255}));
        ASSERT_EQ(red.losses.size(), 1u);
        EXPECT_EQ(red.losses[0].detail, "BC4 holds red alone");
        const auto two =
            encode_picture(image, {.coding = TextureCoding::bc5, .srgb = false}, pool).value();
        EXPECT_EQ(first_pixel(two.value), (std::array{64, 128, 0, 255}));
        ASSERT_EQ(two.losses.size(), 1u);
        EXPECT_EQ(two.losses[0].detail, "BC5 holds red and green alone");
    }
    const Image with_alpha = filled(2, SampleType::unorm16, {0x4040, 0x8080});
    const auto grey = encode_picture(with_alpha, {.coding = TextureCoding::bc4}, pool).value();
    EXPECT_EQ(first_pixel(grey.value)[0], 64);
    EXPECT_EQ(grey.losses.size(), 1u);
}

// 16 bits of 0x8000 lie between the codes 127 and 128 of 8 bits: blocks of BC4 keep steps between.
TEST(EncodePicture, SixteenBitsReachBc4Unrounded) {
    JobPool pool(1);
    std::vector<Bytes> blocks;
    for (const std::uint8_t channels : {std::uint8_t{1}, std::uint8_t{3}}) {
        const Image image =
            filled(channels, SampleType::unorm16, std::vector<std::uint16_t>(channels, 0x8000));
        const auto made = encode_picture(image, {.coding = TextureCoding::bc4}, pool).value();
        blocks.emplace_back(made.value.levels[0].begin(), made.value.levels[0].end());
    }
    EXPECT_EQ(blocks[0], blocks[1]);
}

TEST(EncodePicture, SmoothAlphaInBc1IsALoss) {
    JobPool pool(1);
    const auto losses = [&](std::uint16_t alpha, TextureCoding coding) {
        return encode_picture(filled(4, SampleType::unorm8, {1, 2, 3, alpha}), {.coding = coding},
                              pool)
            .value()
            .losses.size();
    };
    EXPECT_EQ(losses(100, TextureCoding::bc1), 1u);
    EXPECT_EQ(losses(255, TextureCoding::bc1), 0u);
    EXPECT_EQ(losses(0, TextureCoding::bc1), 0u);
    EXPECT_EQ(losses(100, TextureCoding::bc7), 0u);
}

TEST(EncodePicture, SamplesThatNoHalfHoldsAreALoss) {
    JobPool pool(1);
    Image image{
        .width = 2, .height = 1, .channels = 1, .type = SampleType::float32, .pixels = Bytes(8)};
    const float samples[] = {70000, std::numeric_limits<float>::quiet_NaN()};
    std::memcpy(image.pixels.data(), samples, sizeof samples);
    const auto made = encode_picture(image, {.srgb = false, .mips = false}, pool).value();
    EXPECT_EQ(made.value.levels[0], test::from_hex("ff7b0000"));  // 65504 and 0
    ASSERT_EQ(made.losses.size(), 1u);
    EXPECT_EQ(made.losses[0].detail, "1 clamped to 65504, 1 that were no number became 0");
}

TEST(EncodeAgain, FloatsGoIntoNoBlocks) {
    JobPool pool(1);
    for (const PixelFormat format : {PixelFormat::r16_float, PixelFormat::rg16_float,
                                     PixelFormat::rgba16_float, PixelFormat::bc6h_ufloat}) {
        TextureInfo info;
        info.format = format;
        info.usage = TextureUsage::data;
        info.width = info.height = 4;
        const OwnTexture floats{info, in_one_piece(Bytes(level_bytes(info, 0)))};
        for (const TextureCoding coding :
             {TextureCoding::bc1, TextureCoding::bc3, TextureCoding::bc4, TextureCoding::bc5,
              TextureCoding::bc7})
            for (const bool mips : {false, true})
                EXPECT_EQ(encode_again(view_of(floats), {.coding = coding, .mips = mips}, pool)
                              .error()
                              .code,
                          kTextureCoding);
    }
}

TEST(EncodeAgain, TheSameCodingKeepsTheBytes) {
    JobPool pool(1);
    const OwnTexture made = encode_picture(checker(4, SampleType::unorm8), {}, pool).value().value;
    for (const TextureEncodeOptions& options :
         {TextureEncodeOptions{}, TextureEncodeOptions{.coding = TextureCoding::bc7}}) {
        const OwnTexture again = encode_again(view_of(made), options, pool).value().value;
        EXPECT_EQ(again.levels, made.levels);
        EXPECT_EQ(again.info, made.info);
    }
    const OwnTexture retagged = encode_again(view_of(made), {.srgb = false}, pool).value().value;
    EXPECT_EQ(retagged.info.format, PixelFormat::bc7_unorm);
    EXPECT_EQ(retagged.levels, made.levels);
    EXPECT_EQ(encode_again(view_of(made), {.mips = false}, pool).value().value.levels.size(), 1u);
}

TEST(EncodeAgain, AnotherCodingIsMadeLevelByLevel) {
    JobPool pool(1);
    const OwnTexture made = encode_picture(checker(4, SampleType::unorm8), {}, pool).value().value;
    const OwnTexture plain =
        encode_again(view_of(made), {.coding = TextureCoding::plain}, pool).value().value;
    EXPECT_EQ(plain.info.format, PixelFormat::rgba8_srgb);
    ASSERT_EQ(plain.levels.size(), 4u);
    EXPECT_EQ(plain.levels[0].size(), 8u * 8 * 4);
    const OwnTexture bc1 =
        encode_again(view_of(made), {.coding = TextureCoding::bc1}, pool).value().value;
    EXPECT_EQ(bc1.info.format, PixelFormat::bc1_srgb);
    EXPECT_EQ(bc1.levels[0].size(), 4u * 8);
}

// Grey of 16 bits, 0x8000 of 0xffff, is 128 of 255; green and blue are red's, as a shader has it.
TEST(EncodeAgain, ChannelsThatACodingIsNotMadeFromAreTakenAsTheyAreSampled) {
    JobPool pool(1);
    TextureInfo info;
    info.format = PixelFormat::r16_unorm;
    info.usage = TextureUsage::data;
    info.width = info.height = 4;
    info.swizzle = {Swizzle::r, Swizzle::r, Swizzle::r, Swizzle::one};
    Bytes pixels(32);
    for (std::size_t i = 1; i < pixels.size(); i += 2) pixels[i] = std::byte{0x80};
    const OwnTexture grey{info, in_one_piece(pixels)};
    const OwnTexture bc7 =
        encode_again(view_of(grey), {.coding = TextureCoding::bc7}, pool).value().value;
    EXPECT_EQ(bc7.info.format, PixelFormat::bc7_unorm);
    const Bytes seen = texel::decode_blocks(texel::BlockCoding::bc7, bc7.levels[0], 4, 4,
                                            texel::DecodedDepth::eight_bits)
                           .value();
    for (std::size_t i = 0; i < seen.size(); ++i)
        EXPECT_EQ(std::to_integer<int>(seen[i]), i % 4 == 3 ? 255 : 128) << i;
    const OwnTexture plain =
        encode_again(view_of(bc7), {.coding = TextureCoding::plain}, pool).value().value;
    EXPECT_EQ(plain.info.swizzle, TextureInfo().swizzle);
}

}  // namespace
}  // namespace galley
