#include <gmock/gmock.h>

#include "galley/test/corpus.h"
#include "image_test_support.h"

namespace galley {
namespace {

using namespace test;
using ::testing::ElementsAre;
using ::testing::ElementsAreArray;

Bytes hdr_file(std::string_view resolution, std::string_view pixels,
               std::string_view header = "FORMAT=32-bit_rle_rgbe\n") {
    Bytes file =
        to_bytes("#?RADIANCE\n" + std::string(header) + "\n" + std::string(resolution) + "\n");
    const Bytes tail = from_hex(pixels);
    file.insert(file.end(), tail.begin(), tail.end());
    return file;
}

std::vector<float> values(const Decoded& decoded) { return samples<float>(decoded.image); }

// Ward: value = mantissa / 256 * 2^(exponent - 128).
TEST(HdrImage, MantissasTimesTheSharedPowerOfTwo) {
    const Decoded decoded = decode_ok(hdr_file("-Y 1 +X 4", "80808081 ff400180 01020388 10101000"));
    EXPECT_EQ(decoded.image.type, SampleType::float32);
    EXPECT_THAT(values(decoded),
                ElementsAre(1, 1, 1, 255 / 256.0f, 0.25f, 1 / 256.0f, 1, 2, 3, 0, 0, 0));
}

TEST(HdrImage, TheWholeRangeOfExponentsIsExact) {
    const std::vector<float> ends = values(decode_ok(hdr_file("-Y 1 +X 2", "ff0100ff ff010001")));
    EXPECT_THAT(ends, ElementsAre(255 * 0x1p119f, 0x1p119f, 0, 255 * 0x1p-135f, 0x1p-135f, 0));
}

TEST(HdrImage, TheHeaderTellsBytesThatBecomeFloats) {
    const auto info = probe_image(hdr_file("-Y 1 +X 1", "80808081"), "hdr");
    ASSERT_TRUE(info);
    EXPECT_EQ(info->stored_as, "RGBE");
    EXPECT_EQ(info->source_bits, 8);
    EXPECT_EQ(info->type, SampleType::float32);
    EXPECT_EQ(info->levels, 0U);
}

// Red of each pixel of a 2 x 3 picture (or 3 x 2) whose stored pixels are 1 to 6.
std::vector<float> reds(std::string_view resolution) {
    const Decoded decoded =
        decode_ok(hdr_file(resolution, "01000088 02000088 03000088 04000088 05000088 06000088"));
    std::vector<float> red;
    const auto all = values(decoded);
    for (std::size_t i = 0; i < all.size(); i += 3) red.push_back(all[i]);
    return red;
}

TEST(HdrImage, AllEightOrientations) {
    EXPECT_THAT(reds("-Y 2 +X 3"), ElementsAre(1, 2, 3, 4, 5, 6));
    EXPECT_THAT(reds("-Y 2 -X 3"), ElementsAre(3, 2, 1, 6, 5, 4));
    EXPECT_THAT(reds("+Y 2 +X 3"), ElementsAre(4, 5, 6, 1, 2, 3));
    EXPECT_THAT(reds("+Y 2 -X 3"), ElementsAre(6, 5, 4, 3, 2, 1));
    // Columns follow one another: 1 2 3 is the first column from the top.
    EXPECT_THAT(reds("+X 2 -Y 3"), ElementsAre(1, 4, 2, 5, 3, 6));
    EXPECT_THAT(reds("+X 2 +Y 3"), ElementsAre(3, 6, 2, 5, 1, 4));
    EXPECT_THAT(reds("-X 2 -Y 3"), ElementsAre(4, 1, 5, 2, 6, 3));
    EXPECT_THAT(reds("-X 2 +Y 3"), ElementsAre(6, 3, 5, 2, 4, 1));
}

TEST(HdrImage, OldRunsRepeatThePixelBefore) {
    std::vector<float> expected(3 * 4, 1);
    EXPECT_THAT(values(decode_ok(hdr_file("-Y 1 +X 4", "80808081 01010103"))),
                ElementsAreArray(expected));
    // Runs that follow one another count in powers of 256: 2 + 1 * 256.
    expected.assign(3 * 259, 1);
    EXPECT_THAT(values(decode_ok(hdr_file("-Y 1 +X 259", "80808081 01010102 01010101"))),
                ElementsAreArray(expected));
}

TEST(HdrImage, NewRunsPackEachChannelApart) {
    // Eight pixels: red a run of 8, green literals, blue two runs, exponents a run.
    const Decoded decoded =
        decode_ok(hdr_file("-Y 1 +X 8", "02020008 88 80 08 0102030405060708 84 10 84 20 88 88"));
    std::vector<float> expected;
    for (int x = 0; x < 8; ++x)
        for (const int value : {128, x + 1, x < 4 ? 16 : 32})
            expected.push_back(static_cast<float>(value));
    EXPECT_THAT(values(decoded), ElementsAreArray(expected));
}

TEST(HdrImage, ExposureAndPrimariesAreNoted) {
    const Decoded decoded = decode_ok(hdr_file(
        "-Y 1 +X 1", "80808081", "# made by hand\nEXPOSURE=2.5\nPRIMARIES=0 0 0 0 0 0 0 0\n"));
    EXPECT_THAT(values(decoded), ElementsAre(1, 1, 1));
    EXPECT_NE(find_entry(decoded.ledger, "EXPOSURE"), nullptr);
    EXPECT_NE(find_entry(decoded.ledger, "PRIMARIES"), nullptr);
}

TEST(HdrImage, WhatIsNotRgbeOrMakesNoSenseIsRefused) {
    EXPECT_EQ(decode_error(hdr_file("-Y 1 +X 1", "80808081", "FORMAT=32-bit_rle_xyze\n")), "G2206");
    EXPECT_EQ(decode_error(hdr_file("-Y 1 +X 1", "80808081", "FORMAT=other\n")), "G2206");
    for (const char* resolution : {"-Y 1 +Y 1", "-X 1 +X 1", "-Y 0 +X 1", "-Y 1", "Y 1 X 1",
                                   "-Y -1 +X 1", "-Y 1 +X 1 +Z 1", "-Y 99999999999 +X 1"})
        EXPECT_EQ(decode_error(hdr_file(resolution, "80808081")), "G2203") << resolution;
    EXPECT_EQ(decode_error(hdr_file("-Y 1 +X 4", "01010103 80808081")), "G2203");  // run of nothing
    EXPECT_EQ(decode_error(hdr_file("-Y 1 +X 2", "80808081 01010102")), "G2203");  // past the end
    EXPECT_EQ(decode_error(hdr_file("-Y 1 +X 8", "02020009 00000000 00000000")), "G2203");
    EXPECT_EQ(decode_error(hdr_file("-Y 9999 +X 9999", "80808081")), "G2205");
}

TEST(HdrImage, CutsAreErrorsAndFlipsAreSound) {
    for (const Bytes& file :
         {hdr_file("-Y 1 +X 8", "02020008 88 80 08 0102030405060708 84 10 84 20 88 88"),
          hdr_file("-Y 2 +X 4", "80808081 01010103 80808081 01010103"),
          read_file(source_dir() / "tests/golden/images/rgbe.hdr")}) {
        expect_cuts_are_refused_or_partial(file, "hdr");
        expect_flips_are_sound(file, "hdr");
    }
}

}  // namespace
}  // namespace galley
