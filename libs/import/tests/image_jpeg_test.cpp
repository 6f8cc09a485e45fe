#include <cstdlib>

#include <gmock/gmock.h>

#include "galley/test/corpus.h"
#include "image/jpeg_scan.h"
#include "image/orientation.h"
#include "image_test_support.h"

namespace galley {
namespace {

using namespace test;
using ::testing::ElementsAre;

Bytes golden(std::string_view name) {
    return read_file(source_dir() / "tests/golden/images" / name);
}

// The file with a marker segment behind its first marker.
Bytes with_segment(const Bytes& file, std::string_view marker_hex, std::string_view data_hex) {
    Bytes out(file.begin(), file.begin() + 2);
    const Bytes marker = from_hex(marker_hex);
    const Bytes data = from_hex(data_hex);
    out.insert(out.end(), marker.begin(), marker.end());
    const std::size_t length = data.size() + 2;
    out.push_back(static_cast<std::byte>(length >> 8));
    out.push_back(static_cast<std::byte>(length & 255));
    out.insert(out.end(), data.begin(), data.end());
    out.insert(out.end(), file.begin() + 2, file.end());
    return out;
}

TEST(JpegImage, ProgressiveAndBaselineAreToldApart) {
    EXPECT_FALSE(probe_image(golden("baseline_420.jpg"), "jpg")->interlaced);
    EXPECT_TRUE(probe_image(golden("progressive_422.jpg"), "jpg")->interlaced);
}

TEST(JpegImage, GreyStaysGrey) { EXPECT_EQ(decode_ok(golden("grey.jpg")).image.channels, 1); }

// EXIF 2.32, table 6, on rows 1 2 3 / 4 5 6.
TEST(JpegImage, EveryOrientationPutsTheFirstRowAndColumnWhereItSays) {
    const auto seen = [](std::uint8_t orientation) {
        Image stored{.width = 3,
                     .height = 2,
                     .channels = 1,
                     .type = SampleType::unorm8,
                     .pixels = from_hex("010203040506")};
        const Image image = image::oriented(std::move(stored), orientation);
        EXPECT_EQ(image.width, orientation >= 5 ? 2u : 3u);
        return samples8(image);
    };
    EXPECT_THAT(seen(1), ElementsAre(1, 2, 3, 4, 5, 6));
    EXPECT_THAT(seen(2), ElementsAre(3, 2, 1, 6, 5, 4));  // row top, column right
    EXPECT_THAT(seen(3), ElementsAre(6, 5, 4, 3, 2, 1));  // bottom, right
    EXPECT_THAT(seen(4), ElementsAre(4, 5, 6, 1, 2, 3));  // bottom, left
    EXPECT_THAT(seen(5), ElementsAre(1, 4, 2, 5, 3, 6));  // row left, column top
    EXPECT_THAT(seen(6), ElementsAre(4, 1, 5, 2, 6, 3));  // right, top
    EXPECT_THAT(seen(7), ElementsAre(6, 3, 5, 2, 4, 1));  // right, bottom
    EXPECT_THAT(seen(8), ElementsAre(3, 6, 2, 5, 1, 4));  // left, bottom
}

constexpr std::string_view kBigEndianExif = "4d4d002a 00000008 0001 0112 0003 00000001 0006 0000";

TEST(JpegImage, TheOrientationIsReadInBothByteOrders) {
    EXPECT_EQ(image::exif_orientation(from_hex(kBigEndianExif)), 6);
    EXPECT_EQ(
        image::exif_orientation(from_hex("49492a00 08000000 0100 1201 0300 01000000 0300 0000")),
        3);
}

TEST(JpegImage, AnOrientationThatMakesNoSenseIsUpright) {
    for (const char* tiff : {"", "4d4d002a", "5858002a 00000008 0001 0112 0003 00000001 0006 0000",
                             "4d4d002a 000000ff 0001 0112 0003 00000001 0006 0000",
                             "4d4d002a ffffffff 0001 0112 0003 00000001 0006 0000",
                             "4d4d002a 00000008 0001 0112 0003 00000001 0009 0000",
                             "4d4d002a 00000008 0001 0112 0004 00000001 0006 0000",
                             "4d4d002a 00000008 0001 0112 0003 00000002 0006 0000"})
        EXPECT_EQ(image::exif_orientation(from_hex(tiff)), 1) << tiff;
    for_each_truncation(from_hex(kBigEndianExif),
                        [](std::span<const std::byte> bytes, std::size_t) {
                            EXPECT_EQ(image::exif_orientation(bytes), 1);
                        });
}

TEST(JpegImage, TheOrientationIsAppliedAndNoted) {
    const Bytes file = golden("baseline_420.jpg");
    const Bytes turned = with_segment(file, "ffe1", "457869660000" + std::string(kBigEndianExif));
    const Decoded decoded = decode_ok(turned);
    EXPECT_EQ(decoded.image.width, 16u);
    EXPECT_EQ(decoded.image.height, 24u);
    EXPECT_EQ(probe_image(turned, "jpg")->width, 16u);
    const Image upright = decode_ok(file).image;
    EXPECT_EQ(decoded.image.pixels, image::oriented(upright, 6).pixels);
    const LedgerEntry* entry = find_entry(decoded.ledger, "EXIF orientation");
    ASSERT_NE(entry, nullptr);
    EXPECT_EQ(entry->verdict, Verdict::converted);
}

TEST(JpegImage, ProfilesAndFurtherPicturesAreNoted) {
    const Bytes file = golden("baseline_420.jpg");
    const Decoded profile =
        decode_ok(with_segment(file, "ffe2", "4943435f50524f46494c4500 0101 00"));
    EXPECT_NE(find_entry(profile.ledger, "colour profile"), nullptr);
    const Decoded more = decode_ok(with_segment(file, "ffe2", "4d504600 00"));
    EXPECT_NE(find_entry(more.ledger, "further pictures in the file"), nullptr);
}

// The corpus's cmyk.jpg as ImageMagick reads it: (1,58,49,31) (55,0,137,0) (0,57,48,32) over
// (52,0,137,1) (0,57,48,32) (52,0,137,1). Red is (255 - C)(255 - K) / 255.
TEST(JpegImage, CmykBecomesTheLightOfIdealInks) {
    GALLEY_NEEDS_CORPUS();
    const Decoded decoded = decode_ok(read_file(corpus_dir() / "image/jpeg/cmyk.jpg"));
    EXPECT_THAT(samples8(decoded.image), ElementsAre(223, 173, 181, 200, 255, 118, 223, 173, 181,
                                                     202, 254, 118, 223, 173, 181, 202, 254, 118));
    EXPECT_EQ(find_entry(decoded.ledger, "CMYK colours")->verdict, Verdict::approximated);
}

TEST(JpegImage, FramesThatAreNotReadSayWhich) {
    const auto frame = [](std::string_view marker, std::string_view header) {
        return decode_error(with_segment(from_hex("ffd8ffd9"), marker, header));
    };
    EXPECT_EQ(frame("ffc3", "08 0001 0001 01 011100"), "G2206");         // lossless
    EXPECT_EQ(frame("ffc9", "08 0001 0001 01 011100"), "G2206");         // arithmetic
    EXPECT_EQ(frame("ffc1", "0c 0001 0001 01 011100"), "G2206");         // 12 bits
    EXPECT_EQ(frame("ffc0", "08 0001 0001 02 011100 021100"), "G2206");  // two components
    EXPECT_EQ(frame("ffc0", "08 0000 0001 01 011100"), "G2203");         // no height
    EXPECT_EQ(frame("ffc0", "08 0001 0001 01 015100"), "G2203");         // factor 5
    EXPECT_EQ(frame("ffc0", "08 0001 0001 01"), "G2203");                // cut
    EXPECT_EQ(frame("ffe0", "00"), "G2203");                             // no frame
}

TEST(JpegImage, AHeaderThatPromisesMoreThanABitABlockIsImplausible) {
    // 16384 x 16384 in 4:2:0: 6.3 million blocks, which need 0.8 MB.
    const Bytes file =
        with_segment(from_hex("ffd8ffd9"), "ffc0", "08 4000 4000 03 012200 021100 031100");
    EXPECT_EQ(decode_error(file), "G2205");
}

TEST(JpegImage, TooManyScansAreRefused) {
    Bytes file = golden("progressive_444.jpg");
    file.resize(file.size() - 2);
    const Bytes scan = from_hex("ffda 0008 01 01 00 00 00 00");
    for (int i = 0; i < 100; ++i) file.insert(file.end(), scan.begin(), scan.end());
    EXPECT_EQ(decode_error(file), "G2206");
}

TEST(JpegImage, CutsAreErrorsOrPartialAndFlipsAreSound) {
    for (const char* name : {"baseline_420.jpg", "progressive_422.jpg", "cmyk.jpg", "grey.jpg"}) {
        expect_cuts_are_refused_or_partial(golden(name), "jpg");
        expect_flips_are_sound(golden(name), "jpg");
    }
}

TEST(JpegImage, ACutFileIsPartialAndSaysSo) {
    Bytes file = golden("baseline_420.jpg");
    file.resize(file.size() - 40);
    const Decoded decoded = decode_ok(file);
    EXPECT_TRUE(decoded.ledger.partial());
    EXPECT_NE(decoded.ledger.partial_reason().find("Premature end"), std::string::npos);
    const Error warning = damage_of(decoded.ledger);
    EXPECT_EQ(warning.code, kImageDamaged);
    EXPECT_NE(warning.message.find("Premature end"), std::string::npos);
    EXPECT_TRUE(warning.place.empty());
}

// The decoder chooses its SIMD path at run time; cooked bytes may not depend on it.
TEST(JpegImage, PixelsAreTheSameWithoutSimd) {
    const char* const names[] = {"baseline_420.jpg", "progressive_422.jpg", "progressive_444.jpg",
                                 "cmyk.jpg", "grey.jpg"};
    std::vector<Bytes> with;
    for (const char* name : names) with.push_back(decode_ok(golden(name)).image.pixels);
    ::setenv("JSIMD_FORCENONE", "1", 1);
    for (std::size_t i = 0; i < with.size(); ++i)
        EXPECT_EQ(decode_ok(golden(names[i])).image.pixels, with[i]) << names[i];
    ::unsetenv("JSIMD_FORCENONE");
}

}  // namespace
}  // namespace galley
