#include <algorithm>
#include <array>

#include <gmock/gmock.h>

#include "galley/test/corpus.h"
#include "image_png_builder.h"
#include "image_test_support.h"

namespace galley {
namespace {

using namespace test;
using ::testing::ElementsAre;

TEST(PngImage, LowBitGreyIsSpreadOverTheWholeRange) {
    // 2 bits: 0, 1, 2, 3 become 0, 85, 170, 255 (PNG section 13.12: value * 255 / 3).
    const Decoded decoded = decode_ok(png_file({.width = 4, .bits = 2, .raw = from_hex("00 1b")}));
    EXPECT_EQ(decoded.image.channels, 1);
    EXPECT_THAT(samples8(decoded.image), ElementsAre(0, 85, 170, 255));
    EXPECT_NE(find_entry(decoded.ledger, "2-bit samples"), nullptr);
    EXPECT_THAT(
        samples8(decode_ok(png_file({.width = 3, .bits = 1, .raw = from_hex("00 a0")})).image),
        ElementsAre(255, 0, 255));
    EXPECT_THAT(
        samples8(decode_ok(png_file({.width = 2, .bits = 4, .raw = from_hex("00 1f")})).image),
        ElementsAre(17, 255));
}

TEST(PngImage, SixteenBitsStaySixteenInNativeOrder) {
    const Decoded decoded =
        decode_ok(png_file({.width = 2, .bits = 16, .raw = from_hex("00 1234 fffe")}));
    EXPECT_EQ(decoded.image.type, SampleType::unorm16);
    EXPECT_THAT(samples<std::uint16_t>(decoded.image), ElementsAre(0x1234, 0xfffe));
}

TEST(PngImage, EveryColourTypeKeepsItsChannels) {
    EXPECT_THAT(
        samples8(decode_ok(png_file({.color_type = 2, .raw = from_hex("00 010203")})).image),
        ElementsAre(1, 2, 3));
    EXPECT_THAT(samples8(decode_ok(png_file({.color_type = 4, .raw = from_hex("00 0102")})).image),
                ElementsAre(1, 2));
    EXPECT_THAT(
        samples8(decode_ok(png_file({.color_type = 6, .raw = from_hex("00 01020304")})).image),
        ElementsAre(1, 2, 3, 4));
    const Image deep =
        decode_ok(
            png_file({.bits = 16, .color_type = 6, .raw = from_hex("00 0001 0002 0003 0004")}))
            .image;
    EXPECT_THAT(samples<std::uint16_t>(deep), ElementsAre(1, 2, 3, 4));
}

// Section 9.2: sub adds the left pixel, up the one above, average their mean, Paeth the nearest.
TEST(PngImage, EveryFilterIsUndone) {
    const Bytes raw = from_hex("00 0a14 01 0a0a 02 0101 03 0505 04 0102");
    const Image image = decode_ok(png_file({.width = 2, .height = 5, .raw = raw})).image;
    EXPECT_THAT(samples8(image), ElementsAre(10, 20, 10, 20, 11, 21, 10, 20, 11, 22));
}

TEST(PngImage, RowsAreToldAsTheyAreDone) {
    const Bytes file = png_file(
        {.width = 2, .height = 5, .raw = from_hex("00 0a14 01 0a0a 02 0101 03 0505 04 0102")});
    Ledger ledger;
    Image image;
    std::vector<std::uint32_t> told;
    std::vector<int> last;
    const auto decoded = decode_image_rows(file, "png", {}, ledger, image, [&](std::uint32_t rows) {
        told.push_back(rows);
        last.push_back(std::to_integer<int>(image.pixels[2 * rows - 1]));
        EXPECT_EQ(image.height, 5U);
    });
    EXPECT_TRUE(decoded);
    EXPECT_TRUE(std::ranges::is_sorted(told));
    ASSERT_EQ(told.back(), 5U);
    const int expected[] = {20, 20, 21, 20, 22};
    for (std::size_t i = 0; i < told.size(); ++i) EXPECT_EQ(last[i], expected[told[i] - 1]);
    EXPECT_THAT(samples8(image), ElementsAre(10, 20, 10, 20, 11, 21, 10, 20, 11, 22));
}

TEST(PngImage, RowsAreToldUpToWhereTheFileIsDamaged) {
    // The fourth row has a filter that there is none of.
    const Bytes file = png_file(
        {.width = 2, .height = 5, .raw = from_hex("00 0a14 01 0a0a 02 0101 07 0505 04 0102")});
    Ledger ledger;
    Image image;
    std::uint32_t told = 0;
    const auto decoded =
        decode_image_rows(file, "png", {}, ledger, image, [&](std::uint32_t rows) { told = rows; });
    ASSERT_FALSE(decoded);
    EXPECT_EQ(decoded.error().code, kImageDamaged);
    EXPECT_LE(told, 3U);
    EXPECT_EQ(decode_image(file, "png", {}, ledger).error().message, decoded.error().message);
}

TEST(PngImage, OfPalettesNoRowsAreTold) {
    const Bytes file = png_file({.width = 3,
                                 .bits = 2,
                                 .color_type = 3,
                                 .before_data = png_chunk("PLTE", from_hex("0a0b0c 141516")),
                                 .raw = from_hex("00 10")});
    Ledger ledger;
    Image image;
    const auto decoded = decode_image_rows(file, "png", {}, ledger, image,
                                           [](std::uint32_t) { FAIL() << "a row was told"; });
    EXPECT_TRUE(decoded);
    EXPECT_EQ(image.channels, 3);
}

Bytes chunk(std::string_view type, std::string_view hex) { return png_chunk(type, from_hex(hex)); }

Bytes chunks(std::initializer_list<Bytes> parts) {
    Bytes all;
    for (const Bytes& part : parts) append(all, part);
    return all;
}

TEST(PngImage, PaletteIndicesBecomeColours) {
    const Decoded decoded = decode_ok(png_file({.width = 3,
                                                .bits = 2,
                                                .color_type = 3,
                                                .before_data = chunk("PLTE", "0a0b0c 141516"),
                                                .raw = from_hex("00 10")}));
    EXPECT_EQ(decoded.image.channels, 3);
    EXPECT_THAT(samples8(decoded.image), ElementsAre(10, 11, 12, 20, 21, 22, 10, 11, 12));
    EXPECT_NE(find_entry(decoded.ledger, "palette"), nullptr);
}

TEST(PngImage, ATransparentPaletteGivesAlpha) {
    const Decoded decoded = decode_ok(
        png_file({.width = 2,
                  .color_type = 3,
                  .before_data = chunks({chunk("PLTE", "0a0b0c 141516"), chunk("tRNS", "40")}),
                  .raw = from_hex("00 0001")}));
    EXPECT_THAT(samples8(decoded.image), ElementsAre(10, 11, 12, 64, 20, 21, 22, 255));
}

TEST(PngImage, IndicesOutsideThePaletteAreBlackAndCounted) {
    const Decoded decoded = decode_ok(png_file({.width = 2,
                                                .color_type = 3,
                                                .before_data = chunk("PLTE", "0a0b0c"),
                                                .raw = from_hex("00 00ff")}));
    EXPECT_THAT(samples8(decoded.image), ElementsAre(10, 11, 12, 0, 0, 0));
    const LedgerEntry* entry = find_entry(decoded.ledger, "indices outside the palette");
    ASSERT_NE(entry, nullptr);
    EXPECT_EQ(entry->verdict, Verdict::approximated);
    EXPECT_EQ(entry->count, 1u);
}

TEST(PngImage, TheTransparentColourBecomesAlpha) {
    const Image grey = decode_ok(png_file({.width = 2,
                                           .bits = 4,
                                           .before_data = chunk("tRNS", "fff3"),  // low bits count
                                           .raw = from_hex("00 34")}))
                           .image;
    EXPECT_EQ(grey.channels, 2);
    EXPECT_THAT(samples8(grey), ElementsAre(51, 0, 68, 255));
    const Image color = decode_ok(png_file({.width = 2,
                                            .color_type = 2,
                                            .before_data = chunk("tRNS", "0001 0002 0003"),
                                            .raw = from_hex("00 010203 010204")}))
                            .image;
    EXPECT_THAT(samples8(color), ElementsAre(1, 2, 3, 0, 1, 2, 4, 255));
    const Image deep = decode_ok(png_file({.width = 2,
                                           .bits = 16,
                                           .before_data = chunk("tRNS", "0102"),
                                           .raw = from_hex("00 0102 0103")}))
                           .image;
    EXPECT_THAT(samples<std::uint16_t>(deep), ElementsAre(0x102, 0, 0x103, 0xffff));
}

TEST(PngImage, WhatSaysHowColoursLookIsNotedAndNotApplied) {
    const PngParts plain{.raw = from_hex("00 80")};
    PngParts marked = plain;
    marked.before_data = chunks({chunk("gAMA", "000186a0"), chunk("iCCP", "6100 00 789c"),
                                 chunk("cHRM", "00000001 00000001 00000001 00000001 00000001 "
                                               "00000001 00000001 00000001")});
    const Decoded decoded = decode_ok(png_file(marked));
    EXPECT_EQ(decoded.image.pixels, decode_ok(png_file(plain)).image.pixels);
    for (const char* what : {"chunk gAMA", "chunk iCCP", "chunk cHRM"}) {
        const LedgerEntry* entry = find_entry(decoded.ledger, what);
        ASSERT_NE(entry, nullptr) << what;
        EXPECT_EQ(entry->verdict, Verdict::dropped);
    }
}

// Orientation 6: the first row is the right side, the first column the top (EXIF 2.32, table 6).
TEST(PngImage, AnExifOrientationIsAppliedBeforeTheDataOrBehindIt) {
    const Bytes exif =
        chunk("eXIf", "4d4d002a 00000008 0001 0112 0003 00000001 0006 0000 00000000");
    const PngParts plain{.width = 2, .height = 1, .raw = from_hex("00 10 20")};
    PngParts before = plain;
    before.before_data = exif;
    PngParts behind = plain;
    behind.after_data = exif;
    PngParts twelve = plain;
    twelve.bits = 1;
    twelve.raw = from_hex("00 40");
    twelve.after_data = exif;
    for (const PngParts& parts : {before, behind, twelve}) {
        const Decoded decoded = decode_ok(png_file(parts));
        EXPECT_EQ(decoded.image.width, 1u);
        EXPECT_EQ(decoded.image.height, 2u);
        EXPECT_EQ(probe_image(png_file(parts), "png")->height, 2u);
        EXPECT_EQ(find_entry(decoded.ledger, "EXIF orientation")->verdict, Verdict::converted);
    }
    EXPECT_THAT(samples8(decode_ok(png_file(before)).image), ElementsAre(0x10, 0x20));
    EXPECT_THAT(samples8(decode_ok(png_file(twelve)).image), ElementsAre(0, 255));
}

TEST(PngImage, WhatOnlyRepeatsSrgbIsNotWorthANote) {
    const Decoded decoded = decode_ok(png_file(
        {.before_data = chunks({chunk("sRGB", "00"), chunk("gAMA", "0000b18f"),
                                chunk("cHRM", "00007a26 00008084 0000fa00 000080e8 00007530 "
                                              "0000ea60 00003a98 00001770")}),
         .raw = from_hex("00 80")}));
    EXPECT_TRUE(decoded.ledger.entries().empty());
}

TEST(PngImage, FurtherFramesAreCountedAndTheStillPictureIsRead) {
    const std::string frame = "00000000 00000001 00000001 00000000 00000000 0001 0064 00 00";
    const Decoded decoded = decode_ok(
        png_file({.before_data = chunks({chunk("acTL", "00000003 00000000"), chunk("fcTL", frame)}),
                  .raw = from_hex("00 80"),
                  .after_data = chunks({chunk("fcTL", frame), chunk("fdAT", "00000001 00"),
                                        chunk("fcTL", frame), chunk("fdAT", "00000002 00")})}));
    EXPECT_THAT(samples8(decoded.image), ElementsAre(128));
    const LedgerEntry* entry = find_entry(decoded.ledger, "animation frames");
    ASSERT_NE(entry, nullptr);
    EXPECT_EQ(entry->count, 2u);
}

TEST(PngImage, BytesBehindTheEndAreNoted) {
    Bytes file = png_file({.raw = from_hex("00 80")});
    append(file, to_bytes("more"));
    const Decoded decoded = decode_ok(file);
    const LedgerEntry* entry = find_entry(decoded.ledger, "bytes after the end of the picture");
    ASSERT_NE(entry, nullptr);
    EXPECT_EQ(entry->count, 4u);
}

TEST(PngImage, ChunksThatDoNotFitAreDamage) {
    const PngParts grey{.raw = from_hex("00 80")};
    const auto with = [&](std::initializer_list<Bytes> before, std::initializer_list<Bytes> after,
                          std::uint8_t color_type = 0) {
        PngParts parts = grey;
        parts.color_type = color_type;
        parts.before_data = chunks(before);
        parts.after_data = chunks(after);
        return decode_error(png_file(parts));
    };
    EXPECT_EQ(with({}, {}), "none");
    EXPECT_EQ(with({}, {}, 3), "G2203");                       // no palette
    EXPECT_EQ(with({chunk("PLTE", "0102")}, {}, 3), "G2203");  // not in threes
    EXPECT_EQ(with({chunk("PLTE", "010203"), chunk("PLTE", "010203")}, {}, 3), "G2203");
    EXPECT_EQ(with({chunk("tRNS", "01")}, {}), "G2203");       // one byte of two
    EXPECT_EQ(with({chunk("tRNS", "0001")}, {}, 4), "G2203");  // alpha twice
    EXPECT_EQ(with({chunk("tRNS", "01"), chunk("PLTE", "010203")}, {}, 3), "G2203");
    EXPECT_EQ(with({}, {chunk("tRNS", "0001")}), "G2203");  // after the data
    EXPECT_EQ(with({}, {chunk("tEXt", "6100"), chunk("IDAT", "00")}), "G2203");
    EXPECT_EQ(with({chunk("a1cd", "")}, {}), "G2203");  // not four letters
    EXPECT_EQ(with({chunk("ABCD", "")}, {}), "G2206");  // critical and unknown
}

TEST(PngImage, TooFewRowsAreDamage) {
    EXPECT_EQ(decode_error(png_file({.height = 2, .raw = from_hex("00 80")})), "G2203");
    EXPECT_EQ(decode_error(png_file({.raw = from_hex("05 80")})), "G2203");  // no such filter
}

TEST(PngImage, AHeaderThatPromisesMoreThanDeflateCanHoldIsImplausible) {
    EXPECT_EQ(decode_error(png_file({.width = 16384, .height = 16384, .raw = from_hex("00 80")})),
              "G2205");
}

TEST(PngImage, LimitsAreCheckedBeforeDecoding) {
    const Bytes file = png_file({.width = 4, .height = 2, .raw = Bytes(10)});
    EXPECT_EQ(decode_error(file, "", {.max_decoded = 8, .max_side = 4}), "none");
    EXPECT_EQ(decode_error(file, "", {.max_decoded = 7, .max_side = 4}), "G2204");
    EXPECT_EQ(decode_error(file, "", {.max_decoded = 8, .max_side = 3}), "G2204");
}

TEST(PngImage, AnyCutIsAnError) {
    const Bytes file =
        png_file({.width = 2,
                  .color_type = 3,
                  .before_data = chunks({chunk("PLTE", "0a0b0c 141516"), chunk("tRNS", "40"),
                                         chunk("gAMA", "000186a0")}),
                  .raw = from_hex("00 0001")});
    for_each_truncation(file, [](std::span<const std::byte> bytes, std::size_t at) {
        EXPECT_NE(decode_error(bytes), "none") << at;
    });
}

TEST(PngImage, AnyFlippedByteIsAnErrorBecauseEveryChunkIsChecked) {
    const Bytes file =
        png_file({.width = 2,
                  .color_type = 3,
                  .before_data = chunks({chunk("PLTE", "0a0b0c 141516"), chunk("tRNS", "40")}),
                  .raw = from_hex("00 0001")});
    for_each_byte_flip(file, [](std::span<const std::byte> bytes, std::size_t at) {
        EXPECT_NE(decode_error(bytes, "png"), "none") << at;
    });
}

TEST(PngImage, GoldenFilesSurviveEveryFlip) {
    for (const char* name : {"palette4_interlaced.png", "rgba16_interlaced.png", "grey2.png"})
        expect_flips_are_sound(read_file(source_dir() / "tests/golden/images" / name), "png");
}

}  // namespace
}  // namespace galley
