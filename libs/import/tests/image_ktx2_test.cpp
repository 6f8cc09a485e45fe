#include <gmock/gmock.h>
#include <zstd.h>

#include "galley/test/corpus.h"
#include "image_test_support.h"
#include "image_texture_builders.h"

namespace galley {
namespace {

using namespace test;
using ::testing::ElementsAre;
using ::testing::ElementsAreArray;

Bytes zstd_of(ByteSpan bytes) {
    Bytes out(ZSTD_compressBound(bytes.size()));
    out.resize(ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), 3));
    return out;
}

TEST(Ktx2Image, PlainFormats) {
    struct Case {
        std::uint32_t format;
        std::string_view pixels;
        std::vector<std::uint8_t> samples;
    };
    const Case cases[] = {
        {9, "07", {7}},
        {15, "07", {7}},
        {16, "0102", {1, 2, 0}},
        {23, "010203", {1, 2, 3}},
        {29, "010203", {1, 2, 3}},
        {30, "010203", {3, 2, 1}},
        {37, "01020304", {1, 2, 3, 4}},
        {43, "01020304", {1, 2, 3, 4}},
        {44, "01020304", {3, 2, 1, 4}},
        {50, "01020304", {3, 2, 1, 4}},
        {2, "34f1", {255, 17, 51, 68}},  // R in the highest bits
        {4, "1ff8", {255, 0, 255}},
        {8, "0080", {0, 0, 0, 255}},
    };
    for (const Case& one : cases) {
        const Bytes file = ktx2_file({.format = one.format, .levels = {from_hex(one.pixels)}});
        EXPECT_THAT(samples8(decode_ok(file).image), ElementsAreArray(one.samples)) << one.format;
    }
    EXPECT_THAT(
        samples<float>(decode_ok(ktx2_file({.format = 76, .levels = {from_hex("003c")}})).image),
        ElementsAre(1));
    EXPECT_THAT(samples<std::uint16_t>(
                    decode_ok(ktx2_file({.format = 64, .levels = {from_hex("ff030080")}})).image),
                ElementsAre(65535, 0, 0, 43690));
}

TEST(Ktx2Image, SrgbIsToldByTheFormat) {
    const auto info = probe_image(
        ktx2_file({.format = 146, .width = 4, .height = 4, .levels = {Bytes(16)}}), "ktx2");
    ASSERT_TRUE(info) << info.error().to_string();
    EXPECT_EQ(info->stored_as, "BC7");
    EXPECT_TRUE(info->srgb);
    EXPECT_EQ(info->levels, 1U);
    EXPECT_EQ(info->layers, 1U);
    EXPECT_EQ(info->faces, 1U);
    EXPECT_EQ(info->source_bits, 0);
    const Decoded decoded = decode_ok(ktx2_file({.format = 43, .levels = {from_hex("01020304")}}));
    EXPECT_EQ(find_entry(decoded.ledger, "stored format")->detail, "RGBA8 sRGB");
}

TEST(Ktx2Image, SwizzleAndOrientationAreApplied) {
    const Decoded grey = decode_ok(
        ktx2_file({.format = 16, .keys = {{"KTXswizzle", "rrrg"}}, .levels = {from_hex("0102")}}));
    EXPECT_EQ(grey.image.channels, 2);
    EXPECT_THAT(samples8(grey.image), ElementsAre(1, 2));
    const Decoded blue = decode_ok(ktx2_file(
        {.format = 44, .keys = {{"KTXswizzle", "b0r1"}}, .levels = {from_hex("01020304")}}));
    EXPECT_THAT(samples8(blue.image), ElementsAre(1, 0, 3));
    const auto turned = [](std::string_view orientation) {
        return samples8(decode_ok(ktx2_file({.format = 9,
                                             .width = 2,
                                             .height = 2,
                                             .keys = {{"KTXorientation", orientation}},
                                             .levels = {from_hex("01020304")}}))
                            .image);
    };
    EXPECT_THAT(turned("rd"), ElementsAre(1, 2, 3, 4));
    EXPECT_THAT(turned("ru"), ElementsAre(3, 4, 1, 2));
    EXPECT_THAT(turned("ld"), ElementsAre(2, 1, 4, 3));
    EXPECT_THAT(turned("lu"), ElementsAre(4, 3, 2, 1));
}

TEST(Ktx2Image, ZstdAndZlibAreExpanded) {
    Bytes pixels(64 * 64);
    for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<std::byte>(i / 7);
    const Decoded zstd = decode_ok(ktx2_file({.format = 9,
                                              .width = 64,
                                              .height = 64,
                                              .scheme = 2,
                                              .levels = {zstd_of(pixels)},
                                              .expanded = {pixels.size()}}));
    EXPECT_EQ(zstd.image.pixels, pixels);
    // RFC 1950 by hand: a stored block of the byte 2a.
    const Decoded zlib = decode_ok(ktx2_file({.format = 9,
                                              .scheme = 3,
                                              .levels = {from_hex("7801 01 0100 feff 2a 002b002b")},
                                              .expanded = {1}}));
    EXPECT_THAT(samples8(zlib.image), ElementsAre(42));
}

TEST(Ktx2Image, TheFirstPictureIsTakenAndTheRestIsCounted) {
    const Decoded many = decode_ok(ktx2_file({.format = 9,
                                              .width = 2,
                                              .height = 2,
                                              .layers = 2,
                                              .faces = 6,
                                              .levels = {Bytes(48, std::byte{9}), Bytes(12)}}));
    EXPECT_THAT(samples8(many.image), ElementsAre(9, 9, 9, 9));
    EXPECT_EQ(find_entry(many.ledger, "further layers")->count, 1u);
    EXPECT_EQ(find_entry(many.ledger, "further faces of a cube")->count, 5u);
    EXPECT_EQ(find_entry(many.ledger, "smaller levels")->count, 1u);
}

TEST(Ktx2Image, BasisHasACodeOfItsOwn) {
    const std::vector<Bytes> level = {Bytes(16)};
    EXPECT_EQ(decode_error(ktx2_file({.format = 0, .scheme = 1, .levels = level})), "G2207");
    EXPECT_EQ(decode_error(ktx2_file({.format = 0, .model = 163, .levels = level})), "G2207");
    EXPECT_EQ(decode_error(ktx2_file({.format = 0, .scheme = 2, .model = 166, .levels = level})),
              "G2207");
}

TEST(Ktx2Image, WhatMakesNoSenseIsRefused) {
    const std::vector<Bytes> pixel = {from_hex("01020304")};
    EXPECT_EQ(decode_error(ktx2_file({.width = 0, .levels = pixel})), "G2203");
    EXPECT_EQ(decode_error(ktx2_file({.faces = 2, .levels = pixel})), "G2203");
    EXPECT_EQ(decode_error(ktx2_file({.width = 2, .faces = 6, .levels = pixel})), "G2203");
    EXPECT_EQ(decode_error(ktx2_file({.levels = {pixel[0], pixel[0]}})), "G2203");
    EXPECT_EQ(decode_error(ktx2_file({.keys = {{"KTXswizzle", "rgbx"}}, .levels = pixel})),
              "G2203");
    EXPECT_EQ(decode_error(ktx2_file({.keys = {{"KTXorientation", "up"}}, .levels = pixel})),
              "G2203");
    EXPECT_EQ(decode_error(ktx2_file({.levels = pixel, .expanded = {8}})), "G2203");
    EXPECT_EQ(decode_error(ktx2_file({.format = 0, .levels = pixel})), "G2206");
    EXPECT_EQ(decode_error(ktx2_file({.format = 157, .levels = pixel})), "G2206");
    EXPECT_EQ(decode_error(ktx2_file({.format = 147, .levels = pixel})), "G2206");
    EXPECT_EQ(decode_error(ktx2_file({.scheme = 4, .levels = pixel})), "G2206");
    EXPECT_EQ(decode_error(ktx2_file({.width = 99999, .levels = pixel})), "G2204");
    EXPECT_EQ(decode_error(ktx2_file({.width = 9999, .height = 9999, .levels = pixel})), "G2205");
    EXPECT_EQ(decode_error(ktx2_file({.layers = 0xffffffff, .levels = pixel})), "G2205");
    EXPECT_EQ(decode_error(ktx2_file({.layers = 0xffffffff, .scheme = 2, .levels = pixel})),
              "G2204");
    EXPECT_EQ(decode_error(ktx2_file({.scheme = 2, .levels = pixel, .expanded = {4}})), "G2203");
    // A frame that makes fewer bytes, or more.
    EXPECT_EQ(decode_error(ktx2_file(
                  {.scheme = 2, .levels = {zstd_of(from_hex("010203"))}, .expanded = {4}})),
              "G2203");
    EXPECT_EQ(decode_error(ktx2_file(
                  {.scheme = 2, .levels = {zstd_of(from_hex("0102030405"))}, .expanded = {4}})),
              "G2203");
}

TEST(Ktx2Image, CutsAreErrorsAndFlipsAreSound) {
    const Bytes pixels(64, std::byte{3});
    for (const Bytes& file :
         {ktx2_file({.format = 16,
                     .width = 2,
                     .height = 2,
                     .keys = {{"KTXswizzle", "rrrg"}, {"KTXorientation", "ru"}},
                     .levels = {from_hex("0102030405060708"), from_hex("0102")}}),
          ktx2_file({.format = 9,
                     .width = 8,
                     .height = 8,
                     .scheme = 2,
                     .levels = {zstd_of(pixels)},
                     .expanded = {64}}),
          ktx2_file({.format = 9,
                     .scheme = 3,
                     .levels = {from_hex("7801 01 0100 feff 2a 002b002b")},
                     .expanded = {1}})}) {
        expect_cuts_are_refused_or_partial(file, "ktx2");
        expect_flips_are_sound(file, "ktx2");
    }
}

// First and last pixels as the files' own bytes have them.
TEST(Ktx2Image, TheReferenceFilesOfKhronos) {
    GALLEY_NEEDS_CORPUS();
    const auto decode = [](std::string_view name) {
        return decode_ok(read_file(corpus_dir() / "image/ktx2" / name), "ktx2").image;
    };
    const Image rgb = decode("rgb-mipmap-reference-u.ktx2");
    const auto reds = samples8(rgb);
    EXPECT_THAT(std::vector(reds.begin(), reds.begin() + 3), ElementsAre(255, 0, 0));
    EXPECT_THAT(std::vector(reds.end() - 3, reds.end()), ElementsAre(255, 0, 0));
    const Image grey = decode("luminance_alpha_reference_u.ktx2");
    EXPECT_EQ(grey.channels, 2);
    EXPECT_EQ(samples8(grey)[3], 8);
    const Image slice = decode("3dtex_7_reference_u.ktx2");
    EXPECT_EQ(slice.width, 16u);
    const Image blocks = decode("texturearray_bc3_unorm.ktx2");
    // The first alpha block has ends 255 and 255 and indices of 0.
    EXPECT_EQ(samples8(blocks)[3], 255);
    for (const char* name : {"alpha_simple_basis", "kodim17_basis", "rg_reference_uastc",
                             "rgba-mipmap-reference-basis", "ktx_document_uastc_rdo4_zstd5"})
        EXPECT_EQ(
            decode_error(read_file(corpus_dir() / "image/ktx2" / (std::string(name) + ".ktx2")),
                         "ktx2"),
            "G2207")
            << name;
}

}  // namespace
}  // namespace galley
