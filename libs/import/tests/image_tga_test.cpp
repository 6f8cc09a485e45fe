#include <gmock/gmock.h>

#include "galley/test/corpus.h"
#include "image_test_support.h"

namespace galley {
namespace {

using namespace test;
using ::testing::ElementsAre;
using ::testing::ElementsAreArray;

struct TgaParts {
    std::uint8_t id_length = 0, map_type = 0, type = 2;
    std::uint16_t map_first = 0, map_length = 0;
    std::uint8_t map_bits = 0;
    std::uint16_t width = 1, height = 1;
    std::uint8_t bits = 24, descriptor = 0;
    std::string_view rest = {};  ///< hex of everything behind the header
};

Bytes tga_file(const TgaParts& parts) {
    Bytes file;
    const auto u8 = [&](unsigned value) { file.push_back(static_cast<std::byte>(value)); };
    const auto u16 = [&](unsigned value) { u8(value & 255), u8(value >> 8); };
    u8(parts.id_length), u8(parts.map_type), u8(parts.type);
    u16(parts.map_first), u16(parts.map_length), u8(parts.map_bits);
    u16(0), u16(0), u16(parts.width), u16(parts.height), u8(parts.bits), u8(parts.descriptor);
    const Bytes rest = from_hex(parts.rest);
    file.insert(file.end(), rest.begin(), rest.end());
    return file;
}

Decoded tga(const TgaParts& parts) { return decode_ok(tga_file(parts), "tga"); }

TEST(TgaImage, TheFourOriginsPutTheFirstPixelWhereTheySay) {
    // Grey, 2 x 2, stored 1 2 / 3 4.
    const auto with = [](std::uint8_t descriptor) {
        return samples8(tga({.type = 3,
                             .width = 2,
                             .height = 2,
                             .bits = 8,
                             .descriptor = descriptor,
                             .rest = "01020304"})
                            .image);
    };
    EXPECT_THAT(with(0x00), ElementsAre(3, 4, 1, 2));  // bottom left
    EXPECT_THAT(with(0x10), ElementsAre(4, 3, 2, 1));  // bottom right
    EXPECT_THAT(with(0x20), ElementsAre(1, 2, 3, 4));  // top left
    EXPECT_THAT(with(0x30), ElementsAre(2, 1, 4, 3));  // top right
}

TEST(TgaImage, ColoursAreStoredBlueFirst) {
    EXPECT_THAT(samples8(tga({.rest = "030201"}).image), ElementsAre(1, 2, 3));
}

TEST(TgaImage, TheDescriptorDecidesAboutAlpha) {
    EXPECT_THAT(samples8(tga({.bits = 32, .descriptor = 8, .rest = "03020104"}).image),
                ElementsAre(1, 2, 3, 4));
    EXPECT_THAT(samples8(tga({.bits = 32, .rest = "03020104"}).image), ElementsAre(1, 2, 3));
    EXPECT_THAT(samples8(tga({.bits = 16, .descriptor = 1, .rest = "0080"}).image),
                ElementsAre(0, 0, 0, 255));
    EXPECT_THAT(samples8(tga({.bits = 16, .rest = "0080"}).image), ElementsAre(0, 0, 0));
}

// 0x7c00 red, 0x03e0 green, 0x001f blue; 16 of 31 is 131.6 of 255.
TEST(TgaImage, FiveBitSamplesAreSpreadOverTheWholeRange) {
    const Decoded decoded =
        tga({.width = 4, .bits = 15, .descriptor = 0x20, .rest = "007c e003 1f00 1042"});
    EXPECT_THAT(samples8(decoded.image),
                ElementsAre(255, 0, 0, 0, 255, 0, 0, 0, 255, 132, 132, 132));
    EXPECT_NE(find_entry(decoded.ledger, "5-bit samples"), nullptr);
}

TEST(TgaImage, ColourMapsOfEveryDepthGiveColours) {
    const auto with = [](std::uint8_t map_bits, std::string_view rest,
                         std::uint8_t descriptor = 0) {
        return samples8(tga({.map_type = 1,
                             .type = 1,
                             .map_length = 1,
                             .map_bits = map_bits,
                             .bits = 8,
                             .descriptor = descriptor,
                             .rest = rest})
                            .image);
    };
    EXPECT_THAT(with(15, "1f00 00"), ElementsAre(0, 0, 255));
    EXPECT_THAT(with(16, "1f80 00"), ElementsAre(0, 0, 255));
    EXPECT_THAT(with(16, "1f80 00", 1), ElementsAre(0, 0, 255, 255));
    EXPECT_THAT(with(24, "030201 00"), ElementsAre(1, 2, 3));
    EXPECT_THAT(with(32, "03020107 00", 8), ElementsAre(1, 2, 3, 7));
}

TEST(TgaImage, AColourMapMayBeginAtAnyIndexAndItsRestIsBlack) {
    const Decoded decoded = tga({.map_type = 1,
                                 .type = 1,
                                 .map_first = 5,
                                 .map_length = 2,
                                 .map_bits = 24,
                                 .width = 4,
                                 .bits = 8,
                                 .rest = "010101 020202 05060407"});
    EXPECT_THAT(samples8(decoded.image), ElementsAre(1, 1, 1, 2, 2, 2, 0, 0, 0, 0, 0, 0));
    EXPECT_EQ(find_entry(decoded.ledger, "indices outside the colour map")->count, 2u);
}

TEST(TgaImage, PacketsMayCrossRows) {
    // A run of 3, then 3 as they are, over rows of 2.
    EXPECT_THAT(samples8(tga({.type = 11,
                              .width = 2,
                              .height = 3,
                              .bits = 8,
                              .descriptor = 0x20,
                              .rest = "82 07 02 010203"})
                             .image),
                ElementsAre(7, 7, 7, 1, 2, 3));
    EXPECT_THAT(samples8(tga({.type = 10, .width = 2, .bits = 24, .rest = "81 030201"}).image),
                ElementsAre(1, 2, 3, 1, 2, 3));
    EXPECT_THAT(samples8(tga({.map_type = 1,
                              .type = 9,
                              .map_length = 1,
                              .map_bits = 24,
                              .width = 2,
                              .bits = 8,
                              .rest = "030201 81 00"})
                             .image),
                ElementsAre(1, 2, 3, 1, 2, 3));
}

TEST(TgaImage, TheIdAndAMapThatIsNotUsedAreSkipped) {
    EXPECT_THAT(samples8(tga({.id_length = 3,
                              .map_type = 1,
                              .type = 3,
                              .map_length = 1,
                              .map_bits = 16,
                              .bits = 8,
                              .rest = "aabbcc ffff 05"})
                             .image),
                ElementsAre(5));
}

TEST(TgaImage, GreyWithAlphaTakesTwoBytes) {
    EXPECT_THAT(samples8(tga({.type = 3, .bits = 16, .descriptor = 8, .rest = "0506"}).image),
                ElementsAre(5, 6));
}

TEST(TgaImage, WhatDoesNotFitIsRefused) {
    const auto error = [](const TgaParts& parts) { return decode_error(tga_file(parts), "tga"); };
    EXPECT_EQ(error({.type = 0, .rest = "010203"}), "G2206");
    EXPECT_EQ(error({.bits = 8, .rest = "010203"}), "G2206");
    EXPECT_EQ(error({.descriptor = 0x40, .rest = "010203"}), "G2206");  // interleaved
    EXPECT_EQ(error({.type = 1, .bits = 8, .rest = "00"}), "G2203");    // no map
    EXPECT_EQ(error({.width = 0, .rest = "010203"}), "G2203");
    EXPECT_EQ(error({.width = 2, .rest = "010203"}), "G2205");                 // one pixel of two
    EXPECT_EQ(error({.type = 10, .width = 1, .rest = "81 010203"}), "G2203");  // past the last
    EXPECT_EQ(error({.type = 10, .width = 4096, .height = 4096, .rest = "ff 010203"}), "G2205");
}

TEST(TgaImage, WithoutItsExtensionATgaIsUnknown) {
    EXPECT_EQ(decode_error(tga_file({.rest = "010203"}), "png"), "G2201");
}

TEST(TgaImage, CutsAreErrorsAndFlipsAreSound) {
    for (const TgaParts& parts :
         {TgaParts{.type = 11, .width = 2, .height = 3, .bits = 8, .rest = "82 07 02 010203"},
          TgaParts{.map_type = 1,
                   .type = 1,
                   .map_length = 2,
                   .map_bits = 15,
                   .width = 4,
                   .bits = 8,
                   .rest = "0100 0200 00010001"}}) {
        expect_cuts_are_refused_or_partial(tga_file(parts), "tga");
        expect_flips_are_sound(tga_file(parts), "tga");
    }
    for (const char* name : {"palette_rle.tga", "rgb_rle.tga"})
        expect_flips_are_sound(read_file(source_dir() / "tests/golden/images" / name), "tga");
}

}  // namespace
}  // namespace galley
