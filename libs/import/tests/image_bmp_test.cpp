#include <limits>

#include <gmock/gmock.h>

#include "galley/test/corpus.h"
#include "image_test_support.h"

namespace galley {
namespace {

using namespace test;
using ::testing::ElementsAre;

struct BmpParts {
    std::uint32_t header = 40;  ///< 12, 40, 52, 56, 108 or 124
    std::int32_t width = 1, height = 1;
    std::uint16_t bits = 24;
    std::uint32_t compression = 0, colors = 0;
    std::string_view masks = {};    ///< hex behind the first 40 bytes
    std::string_view palette = {};  ///< hex
    std::string_view pixels = {};   ///< hex
};

Bytes bmp_file(const BmpParts& parts) {
    Bytes body;
    const auto u16 = [&](std::uint32_t value) {
        body.push_back(static_cast<std::byte>(value & 255));
        body.push_back(static_cast<std::byte>(value >> 8 & 255));
    };
    const auto u32 = [&](std::uint32_t value) { u16(value & 0xffff), u16(value >> 16); };
    u32(parts.header);
    if (parts.header == 12) {
        u16(static_cast<std::uint32_t>(parts.width)), u16(static_cast<std::uint32_t>(parts.height));
        u16(1), u16(parts.bits);
    } else {
        u32(static_cast<std::uint32_t>(parts.width)), u32(static_cast<std::uint32_t>(parts.height));
        u16(1), u16(parts.bits), u32(parts.compression);
        u32(0), u32(0), u32(0), u32(parts.colors), u32(0);
    }
    const auto append = [&](const Bytes& bytes) {
        body.insert(body.end(), bytes.begin(), bytes.end());
    };
    append(from_hex(parts.masks));
    if (body.size() < parts.header) body.resize(parts.header);
    append(from_hex(parts.palette));
    const auto pixels_at = static_cast<std::uint32_t>(14 + body.size());
    append(from_hex(parts.pixels));
    Bytes file = from_hex("424d 00000000 00000000");
    for (unsigned shift = 0; shift < 32; shift += 8)
        file.push_back(static_cast<std::byte>(pixels_at >> shift & 255));
    file.insert(file.end(), body.begin(), body.end());
    return file;
}

Decoded bmp(const BmpParts& parts) { return decode_ok(bmp_file(parts), "bmp"); }

TEST(BmpImage, RowsGoUpUnlessTheHeightIsNegative) {
    EXPECT_THAT(samples8(bmp({.height = 2, .pixels = "030201 00 060504 00"}).image),
                ElementsAre(4, 5, 6, 1, 2, 3));
    EXPECT_THAT(samples8(bmp({.height = -2, .pixels = "030201 00 060504 00"}).image),
                ElementsAre(1, 2, 3, 4, 5, 6));
}

TEST(BmpImage, PalettesOfEveryDepthGiveColours) {
    EXPECT_THAT(
        samples8(bmp({.width = 2, .bits = 1, .palette = "03020100 06050400", .pixels = "40000000"})
                     .image),
        ElementsAre(1, 2, 3, 4, 5, 6));
    EXPECT_THAT(samples8(bmp({.width = 2,
                              .bits = 4,
                              .colors = 2,
                              .palette = "03020100 06050400",
                              .pixels = "10000000"})
                             .image),
                ElementsAre(4, 5, 6, 1, 2, 3));
    EXPECT_THAT(
        samples8(
            bmp({.width = 2, .bits = 8, .colors = 1, .palette = "03020100", .pixels = "0000 0000"})
                .image),
        ElementsAre(1, 2, 3, 1, 2, 3));
}

TEST(BmpImage, TheOldestHeaderHasThreeByteColours) {
    EXPECT_THAT(samples8(bmp({.header = 12,
                              .width = 2,
                              .bits = 1,
                              .palette = "030201 060504",
                              .pixels = "40000000"})
                             .image),
                ElementsAre(1, 2, 3, 4, 5, 6));
}

TEST(BmpImage, IndicesOutsideThePaletteAreBlackAndCounted) {
    const Decoded decoded =
        bmp({.width = 2, .bits = 8, .colors = 1, .palette = "03020100", .pixels = "0009 0000"});
    EXPECT_THAT(samples8(decoded.image), ElementsAre(1, 2, 3, 0, 0, 0));
    EXPECT_EQ(find_entry(decoded.ledger, "indices outside the palette")->count, 1u);
}

TEST(BmpImage, SixteenBitsAreFiveEachUnlessMasksSayOtherwise) {
    EXPECT_THAT(samples8(bmp({.width = 2, .bits = 16, .pixels = "007c 1f00"}).image),
                ElementsAre(255, 0, 0, 0, 0, 255));
    // 5-6-5: 0x0400 is 32 of 63 in green, 129.5 of 255.
    const Decoded decoded = bmp({.width = 2,
                                 .bits = 16,
                                 .compression = 3,
                                 .masks = "00f80000 e0070000 1f000000",
                                 .pixels = "00f8 0004"});
    EXPECT_THAT(samples8(decoded.image), ElementsAre(255, 0, 0, 0, 130, 0));
    EXPECT_NE(find_entry(decoded.ledger, "6-bit samples"), nullptr);
}

TEST(BmpImage, ThirtyTwoBitsHaveAlphaOnlyWithAMask) {
    EXPECT_THAT(samples8(bmp({.bits = 32, .pixels = "03020104"}).image), ElementsAre(1, 2, 3));
    constexpr std::string_view kMasks = "0000ff00 00ff0000 ff000000 000000ff";
    for (const std::uint32_t header : {56u, 108u, 124u})
        EXPECT_THAT(samples8(bmp({.header = header,
                                  .bits = 32,
                                  .compression = 3,
                                  .masks = kMasks,
                                  .pixels = "03020104"})
                                 .image),
                    ElementsAre(1, 2, 3, 4));
    EXPECT_THAT(
        samples8(bmp({.bits = 32, .compression = 6, .masks = kMasks, .pixels = "03020104"}).image),
        ElementsAre(1, 2, 3, 4));
    EXPECT_THAT(samples8(bmp({.header = 52,
                              .bits = 32,
                              .compression = 3,
                              .masks = "0000ff00 00ff0000 ff000000",
                              .pixels = "03020104"})
                             .image),
                ElementsAre(1, 2, 3));
}

TEST(BmpImage, SamplesOfMoreThanEightBitsLoseSome) {
    // 10-10-10-2: 512 of 1023 is 127.6.
    const Decoded decoded = bmp({.header = 56,
                                 .bits = 32,
                                 .compression = 3,
                                 .masks = "0000f03f 00fc0f00 ff030000 000000c0",
                                 .pixels = "00020000"});
    EXPECT_THAT(samples8(decoded.image), ElementsAre(0, 0, 128, 0));
    EXPECT_EQ(find_entry(decoded.ledger, "10-bit samples")->verdict, Verdict::approximated);
}

constexpr std::string_view kThreeGreys = "00000000 01010100 02020200";

// Red of each pixel, as the palette is grey.
std::vector<unsigned> greys(const Decoded& decoded) {
    std::vector<unsigned> values;
    const auto all = samples8(decoded.image);
    for (std::size_t i = 0; i < all.size(); i += 3) values.push_back(all[i]);
    return values;
}

TEST(BmpImage, EightBitRunsLiteralsAndMoves) {
    // Bottom row: run of two 1s, end of row. Top row: literals 1 2 1 and padding, end.
    const Decoded decoded = bmp({.width = 3,
                                 .height = 2,
                                 .bits = 8,
                                 .compression = 1,
                                 .colors = 3,
                                 .palette = kThreeGreys,
                                 .pixels = "02 01 00 00 00 03 010201 00 00 01"});
    EXPECT_THAT(greys(decoded), ElementsAre(1, 2, 1, 1, 1, 0));
    const LedgerEntry* entry = find_entry(decoded.ledger, "pixels that no run covers");
    ASSERT_NE(entry, nullptr);
    EXPECT_EQ(entry->count, 1u);
    // A move by 1 right and 1 up, then one pixel.
    EXPECT_THAT(greys(bmp({.width = 3,
                           .height = 2,
                           .bits = 8,
                           .compression = 1,
                           .colors = 3,
                           .palette = kThreeGreys,
                           .pixels = "00 02 01 01 01 02 00 01"})),
                ElementsAre(0, 2, 0, 0, 0, 0));
}

TEST(BmpImage, FourBitRunsAlternateTheirTwoPixels) {
    EXPECT_THAT(greys(bmp({.width = 5,
                           .bits = 4,
                           .compression = 2,
                           .colors = 3,
                           .palette = kThreeGreys,
                           .pixels = "05 12 00 01"})),
                ElementsAre(1, 2, 1, 2, 1));
    EXPECT_THAT(greys(bmp({.width = 5,
                           .bits = 4,
                           .compression = 2,
                           .colors = 3,
                           .palette = kThreeGreys,
                           .pixels = "00 05 12 12 10 00 00 01"})),
                ElementsAre(1, 2, 1, 2, 1));
}

TEST(BmpImage, WhatDoesNotFitIsRefused) {
    const auto error = [](const BmpParts& parts) { return decode_error(bmp_file(parts), "bmp"); };
    EXPECT_EQ(error({.header = 64, .pixels = "03020100"}), "G2206");
    EXPECT_EQ(error({.bits = 2, .pixels = "00000000"}), "G2206");
    EXPECT_EQ(error({.bits = 24, .compression = 4, .pixels = "03020100"}), "G2206");  // JPEG inside
    EXPECT_EQ(error({.width = -1, .pixels = "03020100"}), "G2203");
    EXPECT_EQ(error({.height = 0, .pixels = "03020100"}), "G2203");
    EXPECT_EQ(error({.height = std::numeric_limits<std::int32_t>::min(), .pixels = "03020100"}),
              "G2204");
    EXPECT_EQ(error({.height = 2, .pixels = "03020100"}), "G2205");
    EXPECT_EQ(error({.bits = 8, .colors = 257, .palette = "03020100", .pixels = "00"}), "G2203");
    EXPECT_EQ(error({.bits = 8, .pixels = "00"}), "G2203");  // no palette
    EXPECT_EQ(error({.bits = 32,
                     .compression = 3,
                     .masks = "05000000 00ff0000 ff000000",
                     .pixels = "03020104"}),
              "G2203");  // a mask with gaps
    constexpr std::string_view kRun = "05 01 00 01";
    EXPECT_EQ(error({.width = 3,
                     .bits = 8,
                     .compression = 1,
                     .colors = 3,
                     .palette = kThreeGreys,
                     .pixels = kRun}),
              "G2203");  // past the row and its padding
    EXPECT_EQ(error({.width = 4096,
                     .height = 4096,
                     .bits = 8,
                     .compression = 1,
                     .colors = 3,
                     .palette = kThreeGreys,
                     .pixels = kRun}),
              "G2205");
}

TEST(BmpImage, CutsAreErrorsAndFlipsAreSound) {
    const Bytes file = bmp_file({.width = 3,
                                 .height = 2,
                                 .bits = 8,
                                 .compression = 1,
                                 .colors = 3,
                                 .palette = kThreeGreys,
                                 .pixels = "02 01 00 00 00 03 010201 00 00 01"});
    expect_cuts_are_refused_or_partial(file, "bmp");
    expect_flips_are_sound(file, "bmp");
    for (const char* name : {"core.bmp", "palette.bmp", "v5_alpha.bmp"})
        expect_flips_are_sound(read_file(source_dir() / "tests/golden/images" / name), "bmp");
}

}  // namespace
}  // namespace galley
