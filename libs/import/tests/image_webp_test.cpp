#include <gmock/gmock.h>

#include "galley/test/corpus.h"
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
