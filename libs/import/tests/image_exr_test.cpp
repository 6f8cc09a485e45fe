#include <cmath>
#include <cstring>
#include <limits>
#include <sstream>

#include <gmock/gmock.h>

#include "galley/core/sha256.h"
#include "galley/test/corpus.h"
#include "image_exr_builder.h"
#include "image_test_support.h"

namespace galley {
namespace {

using namespace test;

Bytes golden(std::string_view name) {
    return read_file(source_dir() / "tests/golden/images" / name);
}

std::vector<float> floats(const Image& image) { return samples<float>(image); }

/// Rows of expected_exr.tsv whose names begin so: what oiiotool reads, or arithmetic.
void expect_rows(std::string_view prefix, const std::filesystem::path& directory, int fewest) {
    const Bytes table = golden("expected_exr.tsv");
    std::istringstream lines{std::string(as_text(table))};
    int compared = 0;
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with(prefix)) continue;
        std::istringstream fields(line);
        std::string name, digest;
        std::uint32_t width = 0, height = 0, channels = 0;
        fields >> name >> width >> height >> channels >> digest;
        const std::string_view file = std::string_view(name).substr(prefix.size());
        const Image image = decode_ok(read_file(directory / file), "exr").image;
        EXPECT_EQ(image.width, width) << name;
        EXPECT_EQ(image.height, height) << name;
        EXPECT_EQ(image.channels, channels) << name;
        EXPECT_EQ(image.type, SampleType::float32) << name;
        EXPECT_EQ(sha256(image.pixels).to_hex(), digest) << name;
        ++compared;
    }
    EXPECT_GE(compared, fewest);
}

TEST(ExrImage, EveryCompressionAndShapeHasThePixelsOfTheOracle) {
    expect_rows("golden/", source_dir() / "tests/golden/images", 28);
}

TEST(ExrImage, FilesOfTheCorpusHaveThePixelsOfTheOracle) {
    GALLEY_NEEDS_CORPUS();
    expect_rows("image/exr/", corpus_dir() / "image/exr", 12);
}

TEST(ExrImage, AHeaderSaysWhatThePictureWillBe) {
    const auto info = probe_image(golden("exr_windows.exr"), "exr");
    ASSERT_TRUE(info);
    EXPECT_EQ(info->format, ImageFormat::exr);
    EXPECT_EQ(info->width, 8u);
    EXPECT_EQ(info->height, 7u);
    EXPECT_EQ(info->channels, 3);
    EXPECT_EQ(info->source_bits, 16);
    EXPECT_EQ(info->stored_as, "16-bit floats");
    EXPECT_EQ(probe_image(golden("exr_whole.exr"), "exr")->stored_as, "32-bit whole numbers");
    EXPECT_EQ(probe_image(golden("exr_rgb_float_none.exr"), "exr")->source_bits, 32);
}

// One colour of Y = 0.5, RY = 1 and BY = -0.5 is red (1 + 1) Y and blue (1 - 0.5) Y; green follows
// from the weights of Rec. 709: Y = 0.2126 R + 0.7152 G + 0.0722 B.
TEST(ExrImage, LuminanceAndChromaBecomeRgb) {
    const Decoded decoded = decode_ok(golden("exr_chroma.exr"), "exr");
    ASSERT_EQ(decoded.image.channels, 3);
    const auto values = floats(decoded.image);
    const float green = (0.5f - 0.2126f * 1.0f - 0.0722f * 0.25f) / 0.7152f;
    for (std::size_t i = 0; i < values.size(); i += 3) {
        EXPECT_NEAR(values[i], 1.0f, 0.002f);
        EXPECT_NEAR(values[i + 1], green, 0.002f);
        EXPECT_NEAR(values[i + 2], 0.25f, 0.002f);
    }
    EXPECT_EQ(find_entry(decoded.ledger, "luminance and chroma")->verdict, Verdict::converted);
}

TEST(ExrImage, TheLedgerSaysWhatWasNotTaken) {
    const Ledger layers = decode_ok(golden("exr_layers.exr"), "exr").ledger;
    EXPECT_EQ(find_entry(layers, "layer")->detail, "the picture is diffuse");
    EXPECT_EQ(find_entry(layers, "channels")->detail, "Z, spec.B, spec.G, spec.R");
    EXPECT_EQ(find_entry(layers, "channels")->count, 4u);
    const Ledger parts = decode_ok(golden("exr_parts.exr"), "exr").ledger;
    EXPECT_EQ(find_entry(parts, "further parts")->detail, "right");
    const Ledger mip = decode_ok(golden("exr_mip.exr"), "exr").ledger;
    EXPECT_EQ(find_entry(mip, "smaller levels")->count, 5u);  // 11 x 37 to 1 x 1
    const Ledger windows = decode_ok(golden("exr_windows.exr"), "exr").ledger;
    EXPECT_EQ(find_entry(windows, "pixels outside the display window")->verdict, Verdict::dropped);
    EXPECT_EQ(find_entry(windows, "data window")->verdict, Verdict::kept);
    const Ledger sparse = decode_ok(golden("exr_sparse.exr"), "exr").ledger;
    EXPECT_EQ(find_entry(sparse, "channels with fewer samples than pixels")->verdict,
              Verdict::approximated);
    const Ledger alpha = decode_ok(golden("exr_rgba_half_zip.exr"), "exr").ledger;
    EXPECT_EQ(find_entry(alpha, "associated alpha")->verdict, Verdict::converted);
    EXPECT_TRUE(decode_ok(golden("exr_grey_half.exr"), "exr").ledger.entries().empty());
}

TEST(ExrImage, AlphaIsDividedOutAndColoursWithoutItStay) {
    // A, B, G, R of three pixels: half covered, light without a surface, nothing.
    const Decoded decoded =
        decode_ok(exr_file({.channels = "ABGR",
                            .data = {0, 0, 2, 0},
                            .display = {0, 0, 2, 0},
                            .values = {0.5f, 0, 0, 1, 2, 0, 0.25f, 4, 0, 0.125f, 8, 0}}));
    EXPECT_THAT(floats(decoded.image),
                testing::ElementsAre(0.25f, 0.5f, 2, 0.5f, 8, 4, 2, 0, 0, 0, 0, 0));
    EXPECT_EQ(find_entry(decoded.ledger, "colours where alpha is 0")->count, 1u);
}

TEST(ExrImage, InfinityAndNanStayForTheTextureToClamp) {
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    const auto values = floats(decode_ok(exr_file({.values = {kNan, -kInfinity, 70000}})).image);
    ASSERT_EQ(values.size(), 3u);
    EXPECT_EQ(values[0], 70000);
    EXPECT_EQ(values[1], -kInfinity);
    EXPECT_TRUE(std::isnan(values[2]));
}

TEST(ExrImage, ChannelsAreFoundByTheirNames) {
    const auto pixel = [](std::string names) {
        return floats(
            decode_ok(exr_file({.channels = std::move(names), .values = {1, 2, 3, 4}})).image);
    };
    EXPECT_THAT(pixel("R"), testing::ElementsAre(1));           // grey
    EXPECT_THAT(pixel("Z"), testing::ElementsAre(1));           // alone
    EXPECT_THAT(pixel("AZ"), testing::ElementsAre(2, 1));       // beside alpha of 1
    EXPECT_THAT(pixel("Yuv"), testing::ElementsAre(1));         // luminance
    EXPECT_THAT(pixel("XYZ"), testing::ElementsAre(1, 2, 3));   // vectors
    EXPECT_THAT(pixel("BGRZ"), testing::ElementsAre(3, 2, 1));  // depth is left out
    EXPECT_THAT(pixel("bgr"), testing::ElementsAre(3, 2, 1));
    EXPECT_THAT(pixel("GR"), testing::ElementsAre(2, 1, 0));
    EXPECT_EQ(decode_error(exr_file({.channels = "uv"})), "G2206");
}

TEST(ExrImage, ADataWindowBesideTheDisplayWindowShowsNothing) {
    const Image image = decode_ok(exr_file({.data = {5, 5, 6, 6},
                                            .display = {0, 0, 1, 1},
                                            .values = std::vector<float>(12, 1.0f)}))
                            .image;
    EXPECT_THAT(floats(image), testing::ElementsAreArray(std::vector<float>(12, 0.0f)));
}

TEST(ExrImage, DeepDataIsRefused) {
    const auto info = probe_image(golden("exr_deep.exr"), "exr");
    ASSERT_FALSE(info);
    EXPECT_EQ(info.error().code, kImageUnsupported);
    EXPECT_NE(info.error().message.find("deep"), std::string::npos);
}

TEST(ExrImage, WhatMakesNoSenseIsRefused) {
    EXPECT_EQ(decode_error(from_hex("762f3101")), "G2203");
    EXPECT_EQ(decode_error(from_hex("762f3101 02000000")), "G2203");
    EXPECT_EQ(decode_error(from_hex("762f3101 02000000 00")), "G2203");
    EXPECT_EQ(decode_error(exr_file({.version = 3})), "G2206");
    EXPECT_EQ(decode_error(exr_file({.version = 0x4002})), "G2206");
    EXPECT_EQ(decode_error(exr_file({.compression = 10})), "G2206");
    EXPECT_EQ(decode_error(exr_file({.channels = "RR"})), "G2203");
    EXPECT_EQ(decode_error(exr_file({.channels = ""})), "G2203");
    EXPECT_EQ(decode_error(exr_file({.sample = 3})), "G2203");
    EXPECT_EQ(decode_error(exr_file({.display = {0, 0, -1, 0}})), "G2203");
    EXPECT_EQ(decode_error(exr_file({.data = {0, 5, 0, 4}, .chunks = false})), "G2203");
    EXPECT_EQ(decode_error(exr_file({.version = 0x202})), "G2203");  // tiles without sides
    EXPECT_EQ(decode_error(exr_file({.version = 0x202, .tile = {1, 1}, .tile_mode = 3})), "G2203");
    EXPECT_EQ(decode_error(exr_file({.data = {0x7fffffff, 0, 0x7fffffff, 0}})), "G2203");
}

TEST(ExrImage, BoundsAreCheckedBeforeTheLibraryIsAsked) {
    const std::array<std::int32_t, 4> large = {0, 0, 16383, 16383};
    const std::array<std::int32_t, 4> wide = {0, 0, 16384, 0};
    EXPECT_EQ(decode_error(exr_file({.data = large, .display = large, .chunks = false})), "G2204");
    EXPECT_EQ(decode_error(exr_file({.data = wide, .display = wide, .chunks = false})), "G2204");
    EXPECT_EQ(decode_error(exr_file({.data = wide, .chunks = false})), "G2204");
    EXPECT_EQ(decode_error(exr_file({.data = large, .chunks = false})), "G2204");  // stored alone
    EXPECT_EQ(decode_error(exr_file({.data = large, .display = large, .chunks = false}), "exr",
                           {.max_decoded = std::uint64_t{8} << 30}),
              "G2205");
    // A table of 2^28 tiles, with as many levels as there can be.
    EXPECT_EQ(decode_error(exr_file({.data = large,
                                     .version = 0x202,
                                     .sample = 1,
                                     .tile = {1, 1},
                                     .tile_mode = 2,
                                     .chunks = false})),
              "G2205");
    // Every chunk has a byte, where RLE takes one for 64 of samples.
    Bytes file = exr_file({.data = {0, 0, 99, 0}, .display = {0, 0, 99, 0}, .compression = 1});
    EXPECT_EQ(decode_error(file), "none");
    file[file.size() - 1204] = std::byte{1};
    file[file.size() - 1203] = std::byte{0};
    EXPECT_EQ(decode_error(file), "G2205");
}

TEST(ExrImage, AChunkOfAnotherRowIsDamage) {
    Bytes file = exr_file({.data = {0, 0, 0, 1}, .display = {0, 0, 0, 1}});
    EXPECT_EQ(decode_error(file), "none");
    const std::size_t table = file.size() - 2 * (8 + 12) - 2 * 8;
    std::memcpy(file.data() + table + 8, file.data() + table, 8);
    EXPECT_EQ(decode_error(file), "G2203");
}

TEST(ExrImage, CutsAreErrors) {
    for (const char* name : {"windows", "parts", "rip", "sparse", "chroma", "deep", "rgba_half_zip",
                             "tiled_zip", "rgba_half_dwab", "rgba_half_b44a", "mip", "grey_half"})
        expect_cuts_are_refused_or_partial(golden(std::string("exr_") + name + ".exr"), "exr");
}

TEST(ExrImage, FlipsAreSound) {
    for (const char* name : {"windows", "parts", "rip", "sparse", "chroma", "rgba_half_zip",
                             "rgba_half_pxr24", "rgba_float_piz"})
        expect_flips_are_sound(golden(std::string("exr_") + name + ".exr"), "exr");
}

}  // namespace
}  // namespace galley
