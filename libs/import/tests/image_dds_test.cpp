#include <gmock/gmock.h>

#include "galley/test/corpus.h"
#include "galley/texel/block_decode.h"
#include "image_test_support.h"
#include "image_texture_builders.h"

namespace galley {
namespace {

using namespace test;
using ::testing::ElementsAre;
using ::testing::ElementsAreArray;

// Microsoft's "Programming guide for DDS": the common formats and their masks.
constexpr std::uint32_t kRgb = 0x40, kRgba = 0x41, kLuminance = 0x20000, kLuminanceAlpha = 0x20001;

TEST(DdsImage, MasksOfEveryWidthBecomeSamples) {
    EXPECT_THAT(samples8(decode_ok(dds_file({.pixel_flags = kRgb,
                                             .bits = 16,
                                             .masks = {0xf800, 0x7e0, 0x1f, 0},
                                             .pixels = "ff 07"}))
                             .image),
                ElementsAre(0, 255, 255));
    EXPECT_THAT(samples8(decode_ok(dds_file({.pixel_flags = kRgba,
                                             .bits = 16,
                                             .masks = {0xf00, 0xf0, 0xf, 0xf000},
                                             .pixels = "5a f1"}))
                             .image),
                ElementsAre(1 * 17, 5 * 17, 10 * 17, 255));
    EXPECT_THAT(samples8(decode_ok(dds_file({.pixel_flags = kRgb,
                                             .bits = 24,
                                             .masks = {0xff0000, 0xff00, 0xff, 0},
                                             .pixels = "010203"}))
                             .image),
                ElementsAre(3, 2, 1));
    EXPECT_THAT(samples8(decode_ok(dds_file({.pixel_flags = kRgb,
                                             .bits = 8,
                                             .masks = {0xe0, 0x1c, 3, 0},
                                             .pixels = "f5"}))
                             .image),
                ElementsAre(255, 182, 85));
    // More than 8 bits keep their precision.
    const Decoded wide = decode_ok(dds_file({.pixel_flags = kRgba,
                                             .bits = 32,
                                             .masks = {0x3ff, 0xffc00, 0x3ff00000, 0xc0000000},
                                             .pixels = "ff030080"}));
    EXPECT_THAT(samples<std::uint16_t>(wide.image), ElementsAre(65535, 0, 0, 43690));
    EXPECT_NE(find_entry(wide.ledger, "10-bit samples"), nullptr);
}

TEST(DdsImage, LuminanceAndAlphaAloneAreGrey) {
    const Decoded grey = decode_ok(
        dds_file({.pixel_flags = kLuminance, .bits = 8, .masks = {0xff, 0, 0, 0}, .pixels = "7f"}));
    EXPECT_EQ(grey.image.channels, 1);
    EXPECT_THAT(samples8(grey.image), ElementsAre(0x7f));
    const Decoded both = decode_ok(dds_file({.pixel_flags = kLuminanceAlpha,
                                             .bits = 16,
                                             .masks = {0xff, 0xff, 0xff, 0xff00},
                                             .pixels = "7f20"}));
    EXPECT_EQ(both.image.channels, 2);
    EXPECT_THAT(samples8(both.image), ElementsAre(0x7f, 0x20));
    EXPECT_THAT(
        samples8(
            decode_ok(
                dds_file({.pixel_flags = 2, .bits = 8, .masks = {0, 0, 0, 0xff}, .pixels = "33"}))
                .image),
        ElementsAre(0x33));
    EXPECT_THAT(samples<std::uint16_t>(decode_ok(dds_file({.pixel_flags = kLuminance,
                                                           .bits = 16,
                                                           .masks = {0xffff, 0, 0, 0},
                                                           .pixels = "3412"}))
                                           .image),
                ElementsAre(0x1234));
}

TEST(DdsImage, PlainFormatsOfDx10) {
    struct Case {
        std::uint32_t dxgi;
        std::string_view pixels;
        std::vector<std::uint8_t> samples;
        bool srgb = false;
    };
    const Case cases[] = {
        {28, "01020304", {1, 2, 3, 4}},
        {29, "01020304", {1, 2, 3, 4}, true},
        {49, "0102", {1, 2, 0}},
        {61, "07", {7}},
        {65, "07", {7}},
        {87, "01020304", {3, 2, 1, 4}},
        {88, "01020304", {3, 2, 1}},
        {91, "01020304", {3, 2, 1, 4}, true},
        {93, "01020304", {3, 2, 1}, true},
        {85, "1ff8", {255, 0, 255}},
        {86, "0080", {0, 0, 0, 255}},
        {115, "ff0f", {255, 255, 255, 0}},
    };
    for (const Case& one : cases) {
        const Bytes file = dds_file({.dxgi = one.dxgi, .pixels = one.pixels});
        EXPECT_THAT(samples8(decode_ok(file).image), ElementsAreArray(one.samples)) << one.dxgi;
        const auto info = probe_image(file, "dds");
        ASSERT_TRUE(info);
        EXPECT_EQ(info->srgb, one.srgb) << one.dxgi;
        EXPECT_FALSE(info->stored_as.empty());
    }
    const auto sixteen = decode_ok(dds_file({.dxgi = 11, .pixels = "0100 0200 0300 0400"}));
    EXPECT_THAT(samples<std::uint16_t>(sixteen.image), ElementsAre(1, 2, 3, 4));
    EXPECT_NE(find_entry(sixteen.ledger, "16-bit samples"), nullptr);
    EXPECT_THAT(
        samples<std::uint16_t>(decode_ok(dds_file({.dxgi = 35, .pixels = "0100 0200"})).image),
        ElementsAre(1, 2, 0));
    EXPECT_THAT(samples<std::uint16_t>(decode_ok(dds_file({.dxgi = 56, .pixels = "0100"})).image),
                ElementsAre(1));
}

TEST(DdsImage, HalvesAndFloatsBecomeFloats) {
    // 3c00 is 1, c000 is -2, 7bff is 65504, 7c00 is infinity.
    EXPECT_THAT(
        samples<float>(decode_ok(dds_file({.dxgi = 10, .pixels = "003c 00c0 ff7b 007c"})).image),
        ElementsAre(1, -2, 65504, std::numeric_limits<float>::infinity()));
    EXPECT_THAT(samples<float>(decode_ok(dds_file({.dxgi = 34, .pixels = "003c 00c0"})).image),
                ElementsAre(1, -2, 0));
    EXPECT_THAT(samples<float>(decode_ok(dds_file({.dxgi = 54, .pixels = "003c"})).image),
                ElementsAre(1));
    EXPECT_THAT(samples<float>(
                    decode_ok(dds_file({.dxgi = 6, .pixels = "0000803f 00000040 0000003f"})).image),
                ElementsAre(1, 2, 0.5f));
    EXPECT_THAT(samples<float>(decode_ok(dds_file({.dxgi = 41, .pixels = "000080bf"})).image),
                ElementsAre(-1));
    EXPECT_THAT(
        samples<float>(decode_ok(dds_file({.dxgi = 16, .pixels = "0000803f 00000040"})).image),
        ElementsAre(1, 2, 0));
    EXPECT_THAT(samples<float>(decode_ok(dds_file({.four_cc = std::string_view("\x6f\0\0\0", 4),
                                                   .pixels = "003c"}))
                                   .image),
                ElementsAre(1));
}

// A block of BC4 whose ends are 0 and 255 and whose indices are all 2: 6/7 of 0 and 1/7 of 255.
constexpr std::string_view kBc4 = "00ff 9224 4992 2449";

TEST(DdsImage, Bc4AndBc5KeepMoreThanEightBits) {
    // Ends 255 and 0; index 2 is (6 x 255 + 0) / 7 of 255: 65535 x 6 / 7 = 56172.9.
    constexpr std::string_view kBlock = "ff00 9224 4992 2449";
    for (const std::string_view name : {"ATI1", "BC4U"}) {
        const Decoded grey =
            decode_ok(dds_file({.width = 4, .height = 4, .four_cc = name, .pixels = kBlock}));
        EXPECT_EQ(grey.image.channels, 1);
        ASSERT_EQ(grey.image.type, SampleType::unorm16);
        EXPECT_EQ(samples<std::uint16_t>(grey.image)[5], 56173);
    }
    const std::string two = std::string(kBlock) + std::string(kBlock);
    for (const std::string_view name : {"ATI2", "BC5U"}) {
        const Decoded pair =
            decode_ok(dds_file({.width = 4, .height = 4, .four_cc = name, .pixels = two}));
        EXPECT_EQ(pair.image.channels, 3);
        EXPECT_EQ(samples<std::uint16_t>(pair.image)[0], 56173);
        EXPECT_EQ(samples<std::uint16_t>(pair.image)[1], 56173);
        EXPECT_EQ(samples<std::uint16_t>(pair.image)[2], 0);
        EXPECT_NE(find_entry(pair.ledger, "two channels"), nullptr);
    }
    // Signed: ends 127 and -127, index 0 is 1, which is stored as 65535.
    const Decoded signed_grey = decode_ok(
        dds_file({.width = 4, .height = 4, .four_cc = "BC4S", .pixels = "7f81 0000 0000 0000"}));
    EXPECT_EQ(samples<std::uint16_t>(signed_grey.image)[0], 65535);
    EXPECT_NE(find_entry(signed_grey.ledger, "signed samples"), nullptr);
}

TEST(DdsImage, BlocksAreThoseThatTexelDecodes) {
    struct Golden {
        const char* name;
        texel::BlockCoding coding;
    };
    for (const Golden& golden : {Golden{"dxt1_mips.dds", texel::BlockCoding::bc1},
                                 Golden{"dxt5.dds", texel::BlockCoding::bc3}}) {
        const Bytes file = read_file(source_dir() / "tests/golden/images" / golden.name);
        const Decoded decoded = decode_ok(file, "dds");
        ASSERT_EQ(decoded.image.width, 20u);
        ASSERT_EQ(decoded.image.height, 12u);
        const std::size_t size = 5 * 3 * texel::block_bytes(golden.coding);
        const auto expected = texel::decode_blocks(golden.coding, ByteSpan(file).subspan(128, size),
                                                   20, 12, texel::DecodedDepth::full);
        ASSERT_TRUE(expected);
        EXPECT_EQ(decoded.image.pixels, *expected) << golden.name;
    }
}

TEST(DdsImage, EveryBlockFormatOfDx10IsRead) {
    const std::string zeros(32, '0');
    for (std::uint32_t dxgi = 70; dxgi <= 99; ++dxgi) {
        if (dxgi >= 85 && dxgi <= 93) continue;
        const Bytes file = dds_file({.width = 4, .height = 4, .dxgi = dxgi, .pixels = zeros});
        const Decoded decoded = decode_ok(file, "dds");
        EXPECT_EQ(decoded.image.width, 4u) << dxgi;
        const auto info = probe_image(file, "dds");
        ASSERT_TRUE(info);
        EXPECT_EQ(info->srgb, dxgi == 72 || dxgi == 75 || dxgi == 78 || dxgi == 99) << dxgi;
        EXPECT_EQ(decoded.image.type, info->type);
        const bool light = dxgi >= 94 && dxgi <= 96;
        EXPECT_EQ(info->type == SampleType::float32, light) << dxgi;
    }
}

TEST(DdsImage, TheFirstPictureIsTakenAndTheRestIsCounted) {
    const Decoded cube = decode_ok(dds_file({.width = 1,
                                             .height = 1,
                                             .dxgi = 61,
                                             .misc = 4,
                                             .layers = 2,
                                             .pixels = "010203040506 0708090a0b0c"}));
    EXPECT_THAT(samples8(cube.image), ElementsAre(1));
    EXPECT_FALSE(cube.ledger.partial());
    EXPECT_EQ(find_entry(cube.ledger, "further faces of a cube")->count, 5u);
    EXPECT_EQ(find_entry(cube.ledger, "further layers")->count, 1u);
    const Decoded mips = decode_ok(
        dds_file({.width = 2, .height = 2, .levels = 2, .dxgi = 61, .pixels = "01020304 05"}));
    EXPECT_EQ(find_entry(mips.ledger, "smaller levels")->count, 1u);
    const Decoded volume = decode_ok(dds_file(
        {.width = 1, .height = 1, .depth = 3, .dxgi = 61, .dimension = 4, .pixels = "010203"}));
    EXPECT_EQ(find_entry(volume.ledger, "further slices of a volume")->count, 2u);
    const Decoded legacy = decode_ok(dds_file({.pixel_flags = kLuminance,
                                               .bits = 8,
                                               .masks = {0xff, 0, 0, 0},
                                               .caps2 = 0xfe00,
                                               .pixels = "010203040506"}));
    EXPECT_EQ(find_entry(legacy.ledger, "further faces of a cube")->count, 5u);
}

TEST(DdsImage, TheHeaderTellsHowManyPicturesThereAreAndHowTheyAreStored) {
    const auto cubes = probe_image(
        dds_file({.width = 4, .height = 4, .levels = 3, .dxgi = 80, .misc = 4, .layers = 2}),
        "dds");
    ASSERT_TRUE(cubes) << cubes.error().to_string();
    EXPECT_EQ(cubes->levels, 3U);
    EXPECT_EQ(cubes->layers, 2U);
    EXPECT_EQ(cubes->faces, 6U);
    EXPECT_EQ(cubes->slices, 1U);
    // A block has no bits a sample: BC4 decodes to 16.
    EXPECT_EQ(cubes->source_bits, 0);
    EXPECT_EQ(cubes->type, SampleType::unorm16);
    EXPECT_EQ(cubes->decoded_bytes(), 32U);
    const auto volume =
        probe_image(dds_file({.depth = 3, .dxgi = 61, .dimension = 4, .pixels = "010203"}), "dds");
    ASSERT_TRUE(volume) << volume.error().to_string();
    EXPECT_EQ(volume->slices, 3U);
    EXPECT_EQ(volume->levels, 1U);
    EXPECT_EQ(volume->source_bits, 8);
}

TEST(DdsImage, AFileThatEndsBehindItsFirstPictureIsPartial) {
    const Decoded cut = decode_ok(
        dds_file({.width = 2, .height = 2, .levels = 2, .dxgi = 61, .pixels = "01020304"}));
    EXPECT_TRUE(cut.ledger.partial());
    EXPECT_THAT(samples8(cut.image), ElementsAre(1, 2, 3, 4));
}

TEST(DdsImage, PremultipliedColoursAreDividedAndOpaqueAlphaIsLeftOut) {
    const Decoded divided = decode_ok(dds_file({.alpha = 2, .pixels = "20408080"}));
    // 0x20 / 0x80, 0x40 / 0x80 and 1.
    EXPECT_THAT(samples8(divided.image), ElementsAre(64, 128, 255, 0x80));
    EXPECT_NE(find_entry(divided.ledger, "premultiplied alpha"), nullptr);
    EXPECT_THAT(samples8(decode_ok(dds_file({.alpha = 3, .pixels = "20408080"})).image),
                ElementsAre(0x20, 0x40, 0x80));
}

TEST(DdsImage, WhatMakesNoSenseIsRefused) {
    const std::string_view pixel = "01020304";
    EXPECT_EQ(decode_error(dds_file({.width = 0, .pixels = pixel})), "G2203");
    EXPECT_EQ(decode_error(dds_file({.levels = 2, .pixels = pixel})), "G2203");
    EXPECT_EQ(decode_error(dds_file({.dxgi = 28, .layers = 0, .pixels = pixel})), "G2203");
    EXPECT_EQ(decode_error(dds_file({.dimension = 1, .pixels = pixel})), "G2203");
    EXPECT_EQ(decode_error(dds_file({.pixel_flags = kRgb, .bits = 12, .masks = {15, 0, 0, 0}})),
              "G2203");
    EXPECT_EQ(decode_error(dds_file({.pixel_flags = kRgb, .bits = 16, .masks = {0xf0f, 0, 0, 0}})),
              "G2203");
    EXPECT_EQ(decode_error(dds_file({.pixel_flags = kRgb, .bits = 8, .masks = {0xf00, 0, 0, 0}})),
              "G2203");
    EXPECT_EQ(decode_error(dds_file({.pixel_flags = kRgb, .bits = 8})), "G2203");
    EXPECT_EQ(decode_error(dds_file({.dxgi = 30, .pixels = pixel})), "G2206");
    EXPECT_EQ(decode_error(dds_file({.four_cc = "UYVY", .pixels = pixel})), "G2206");
    EXPECT_EQ(decode_error(dds_file({.pixel_flags = 0x20, .bits = 8, .pixels = pixel})), "G2206");
    EXPECT_EQ(decode_error(dds_file({.width = 99999, .pixels = pixel})), "G2204");
    EXPECT_EQ(decode_error(dds_file({.width = 9999, .height = 9999, .pixels = pixel})), "G2205");
    DecodeLimits tight;
    tight.max_decoded = 3;
    EXPECT_EQ(decode_error(dds_file({.pixels = pixel}), "dds", tight), "G2204");
    Bytes other_size = dds_file({.pixels = pixel});
    other_size[4] = std::byte{100};
    EXPECT_EQ(decode_error(other_size), "G2203");
}

TEST(DdsImage, CutsAreErrorsOrPartialAndFlipsAreSound) {
    std::vector<Bytes> files = {
        dds_file({.width = 4,
                  .height = 4,
                  .levels = 3,
                  .four_cc = "ATI1",
                  .pixels = std::string(kBc4) + std::string(kBc4) + std::string(kBc4)}),
        dds_file({.dxgi = 61, .misc = 4, .pixels = "010203040506"}),
        dds_file({.pixel_flags = kRgba,
                  .bits = 16,
                  .masks = {0xf00, 0xf0, 0xf, 0xf000},
                  .pixels = "5af1"})};
    for (const char* name : {"dxt1_mips.dds", "dxt5.dds"})
        files.push_back(read_file(source_dir() / "tests/golden/images" / name));
    for (const Bytes& file : files) {
        expect_cuts_are_refused_or_partial(file, "dds");
        expect_flips_are_sound(file, "dds");
    }
}

}  // namespace
}  // namespace galley
