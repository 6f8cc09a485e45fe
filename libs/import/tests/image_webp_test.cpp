#include <gmock/gmock.h>

#include "galley/test/corpus.h"
#include "image/orientation.h"
#include "image_test_support.h"

namespace galley {
namespace {

using namespace test;

Bytes golden(std::string_view name) {
    return read_file(source_dir() / "tests/golden/images" / name);
}

// The pixels themselves are compared with ImageMagick's in image_file_test.cpp.
TEST(WebpImage, AlphaIsThereWhereTheHeaderSaysSo) {
    EXPECT_EQ(decode_ok(golden("lossless.webp"), "webp").image.channels, 3);
    EXPECT_EQ(decode_ok(golden("lossy.webp"), "webp").image.channels, 3);
    EXPECT_EQ(decode_ok(golden("lossless_alpha.webp"), "webp").image.channels, 4);
    EXPECT_EQ(decode_ok(golden("lossy_alpha.webp"), "webp").image.channels, 4);
}

// ImageMagick wrote the picture without loss: (i + j) / 30 of alpha at column i, row j.
TEST(WebpImage, LosslessPicturesKeepTheirSamples) {
    const Decoded decoded = decode_ok(golden("lossless_alpha.webp"), "webp");
    ASSERT_EQ(decoded.image.width, 19u);
    ASSERT_EQ(decoded.image.height, 13u);
    const auto samples = samples8(decoded.image);
    EXPECT_EQ(samples[3], 0);
    EXPECT_EQ(samples.back(), 255);
    EXPECT_EQ(samples[4 * 15 + 3], 128);
}

TEST(WebpImage, TheFirstFrameOfAnAnimationIsThePicture) {
    const Decoded decoded = decode_ok(golden("animated.webp"), "webp");
    EXPECT_EQ(decoded.image.width, 19u);
    EXPECT_EQ(find_entry(decoded.ledger, "further frames of an animation")->count, 1u);
}

/// A chunk of RIFF: sizes count without the byte that makes them even.
Bytes chunk(std::string_view type, ByteSpan data) {
    Bytes out = to_bytes(type);
    for (int shift = 0; shift < 32; shift += 8)
        out.push_back(static_cast<std::byte>(data.size() >> shift & 255));
    out.insert(out.end(), data.begin(), data.end());
    if (data.size() % 2 == 1) out.push_back({});
    return out;
}

/// lossless.webp (19 x 13) in the extended form (RFC 9649, 2.7), with chunks before and behind it.
Bytes extended(std::string_view flags_hex, const Bytes& before, const Bytes& behind) {
    const Bytes file = golden("lossless.webp");
    Bytes body = to_bytes("WEBP");
    for (const Bytes& part :
         {chunk("VP8X", from_hex(std::string(flags_hex) + "000000 120000 0c0000")), before,
          Bytes(file.begin() + 12, file.end()), behind})
        body.insert(body.end(), part.begin(), part.end());
    return chunk("RIFF", body);
}

TEST(WebpImage, AnExifOrientationIsApplied) {
    const Image upright = decode_ok(golden("lossless.webp"), "webp").image;
    for (const char* prefix : {"", "457869660000"}) {
        const Bytes exif = from_hex(std::string(prefix) +
                                    "49492a00 08000000 0100 1201 0300 01000000 0600 0000 00000000");
        const Bytes file = extended("08", {}, chunk("EXIF", exif));
        const Decoded decoded = decode_ok(file, "webp");
        EXPECT_EQ(decoded.image.width, 13u);
        EXPECT_EQ(decoded.image.height, 19u);
        EXPECT_EQ(decoded.image.pixels, image::oriented(upright, 6).pixels);
        EXPECT_EQ(probe_image(file, "webp")->width, 13u);
        EXPECT_EQ(find_entry(decoded.ledger, "EXIF orientation")->verdict, Verdict::converted);
        expect_cuts_are_refused_or_partial(file, "webp");
        expect_flips_are_sound(file, "webp");
    }
}

TEST(WebpImage, AProfileIsNotedAndNotApplied) {
    const Decoded decoded = decode_ok(extended("20", chunk("ICCP", from_hex("00")), {}), "webp");
    EXPECT_EQ(find_entry(decoded.ledger, "ICC profile")->verdict, Verdict::dropped);
    EXPECT_EQ(decoded.image.pixels, decode_ok(golden("lossless.webp"), "webp").image.pixels);
}

TEST(WebpImage, WhatMakesNoSenseIsRefused) {
    EXPECT_EQ(decode_error(from_hex("52494646 00000000 57454250"), "webp"), "G2203");
    EXPECT_EQ(decode_error(from_hex("52494646 0c000000 57454250 56503858 00000000"), "webp"),
              "G2203");
    EXPECT_EQ(decode_error(golden("lossy.webp"), "webp", {.max_decoded = 100}), "G2204");
    EXPECT_EQ(decode_error(golden("lossy.webp"), "webp", {.max_side = 18}), "G2204");
}

TEST(WebpImage, CutsAreErrorsAndFlipsAreSound) {
    for (const char* name : {"lossless.webp", "lossless_alpha.webp", "lossy.webp",
                             "lossy_alpha.webp", "animated.webp"}) {
        expect_cuts_are_refused_or_partial(golden(name), "webp");
        expect_flips_are_sound(golden(name), "webp");
    }
}

TEST(WebpImage, TheLogoOfTheCorpus) {
    GALLEY_NEEDS_CORPUS();
    const Image image =
        decode_ok(read_file(corpus_dir() / "gltf/box-webp-fallback/cesium logo.webp"), "webp")
            .image;
    EXPECT_EQ(image.width, 128u);
    EXPECT_EQ(image.height, 128u);
    EXPECT_EQ(image.channels, 3);
}

}  // namespace
}  // namespace galley
