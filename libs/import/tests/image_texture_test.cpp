#include "galley/import/image_texture.h"

#include <gmock/gmock.h>
#include <zstd.h>

#include "image_test_support.h"
#include "image_texture_builders.h"

namespace galley {
namespace {

using namespace test;

Bytes filled(std::size_t size, int value) { return Bytes(size, static_cast<std::byte>(value)); }

/// Levels of 8, 4, 2 and 1 pixels a side of BC7, each of another byte.
std::vector<Bytes> bc7_levels(std::size_t layers = 1) {
    return {filled(layers * 64, 1), filled(layers * 16, 2), filled(layers * 16, 3),
            filled(layers * 16, 4)};
}

ImageTexture read_ok(const Bytes& file, std::string_view extension) {
    Ledger ledger;
    auto texture = read_image_texture(file, extension, {}, ledger);
    EXPECT_TRUE(texture) << texture.error().to_string();
    EXPECT_TRUE(texture && *texture);
    return texture && *texture ? **std::move(texture) : ImageTexture();
}

TEST(ImageTexture, LevelsOfKtx2AreThoseThatAreStored) {
    const Ktx2Parts spec{.format = 146, .width = 8, .height = 8, .levels = bc7_levels()};
    const ImageTexture texture = read_ok(ktx2_file(spec), "ktx2");
    EXPECT_EQ(texture.info.format, PixelFormat::bc7_srgb);
    EXPECT_EQ(texture.info.usage, TextureUsage::color);
    EXPECT_EQ(texture.info.levels, 4u);
    EXPECT_EQ(texture.levels, bc7_levels());
}

TEST(ImageTexture, LevelsOfZstdAreExpanded) {
    std::vector<Bytes> stored;
    std::vector<std::uint64_t> sizes;
    for (const Bytes& level : bc7_levels()) {
        Bytes packed(ZSTD_compressBound(level.size()));
        packed.resize(ZSTD_compress(packed.data(), packed.size(), level.data(), level.size(), 3));
        stored.push_back(std::move(packed));
        sizes.push_back(level.size());
    }
    const Bytes file = ktx2_file(
        {.format = 145, .width = 8, .height = 8, .scheme = 2, .levels = stored, .expanded = sizes});
    EXPECT_EQ(read_ok(file, "ktx2").levels, bc7_levels());
}

// A DDS has each layer's levels together, a texture each level's layers.
TEST(ImageTexture, LayersOfDdsComeTogetherInEachLevel) {
    const ImageTexture texture = read_ok(dds_file({.width = 2,
                                                   .height = 1,
                                                   .levels = 2,
                                                   .dxgi = 61,
                                                   .layers = 2,
                                                   .pixels = "0102"
                                                             "03"
                                                             "0405"
                                                             "06"}),
                                         "dds");
    EXPECT_EQ(texture.info.shape, TextureShape::array);
    EXPECT_EQ(texture.info.layers, 2u);
    ASSERT_EQ(texture.levels.size(), 2u);
    EXPECT_EQ(texture.levels[0], from_hex("01020405"));
    EXPECT_EQ(texture.levels[1], from_hex("0306"));
}

TEST(ImageTexture, VolumesAndOtherFilesAreLeftToTheDecoder) {
    Ledger ledger;
    const auto volume = read_image_texture(
        ktx2_file({.format = 37, .depth = 2, .levels = {filled(8, 1)}}), "ktx2", {}, ledger);
    ASSERT_TRUE(volume) << volume.error().to_string();
    EXPECT_FALSE(*volume);
    const auto png = read_image_texture(from_hex("89504e470d0a1a0a"), "png", {}, ledger);
    ASSERT_TRUE(png);
    EXPECT_FALSE(*png);
}

// Three bytes a pixel, blue first: each level gets its own colours and full alpha.
TEST(ImageTexture, LevelsOfThreeSamplesBecomeFour) {
    const ImageTexture texture =
        read_ok(ktx2_file({.format = 36,
                           .width = 2,
                           .height = 1,
                           .levels = {from_hex("010203040506"), from_hex("070809")}}),
                "ktx2");
    EXPECT_EQ(texture.info.format, PixelFormat::rgba8_srgb);
    ASSERT_EQ(texture.levels.size(), 2u);
    EXPECT_EQ(texture.levels[0], from_hex("030201ff060504ff"));
    EXPECT_EQ(texture.levels[1], from_hex("090807ff"));
}

// 5 bits of 31 are 255, 6 of 32 are (32 * 255 + 31) / 63 = 130.
TEST(ImageTexture, LevelsOfMasksBecomeEightBits) {
    const ImageTexture texture =
        read_ok(ktx2_file({.format = 4,
                           .width = 2,
                           .height = 1,
                           .levels = {from_hex("00f80004"), from_hex("1f00")}}),
                "ktx2");
    EXPECT_EQ(texture.info.format, PixelFormat::rgba8_unorm);
    EXPECT_EQ(texture.levels[0], from_hex("ff0000ff008200ff"));
    EXPECT_EQ(texture.levels[1], from_hex("0000ffff"));
}

TEST(ImageTexture, EachLevelIsTurnedToRowsFromTheTop) {
    const ImageTexture texture =
        read_ok(ktx2_file({.format = 9,
                           .width = 1,
                           .height = 4,
                           .keys = {{"KTXorientation", "ru"}},
                           .levels = {from_hex("01020304"), from_hex("0506"), from_hex("07")}}),
                "ktx2");
    EXPECT_EQ(texture.info.format, PixelFormat::r8_unorm);
    EXPECT_EQ(texture.levels[0], from_hex("04030201"));
    EXPECT_EQ(texture.levels[1], from_hex("0605"));
    EXPECT_EQ(texture.levels[2], from_hex("07"));
}

// 1.0, 1e6 (beyond 65504) and a NaN as 32-bit floats; 3c00 and 7bff are 1 and 65504 as halves.
TEST(ImageTexture, FloatsOf32BitsBecomeHalvesAndWhatTheseCannotHoldIsTold) {
    Ledger ledger;
    const auto texture = read_image_texture(ktx2_file({.format = 100,
                                                       .width = 3,
                                                       .height = 1,
                                                       .levels = {from_hex("0000803f00247449"
                                                                           "0000c07f")}}),
                                            "ktx2", {}, ledger);
    ASSERT_TRUE(texture && *texture);
    EXPECT_EQ((*texture)->info.format, PixelFormat::r16_float);
    EXPECT_EQ((*texture)->levels[0], from_hex("003cff7b0000"));
    EXPECT_TRUE(ledger.lossy());
    EXPECT_THAT(ledger.entries(),
                testing::Contains(testing::Field(
                    &LedgerEntry::detail, "1 clamped to 65504, 1 that were no number became 0")));
}

TEST(ImageTexture, ALevelThatIsCutIsAnError) {
    const Ktx2Parts spec{.format = 146, .width = 8, .height = 8, .levels = bc7_levels()};
    const Bytes whole = ktx2_file(spec);
    Ledger ledger;
    for (std::size_t size = 0; size < whole.size(); ++size)
        EXPECT_FALSE(read_image_texture(ByteSpan(whole).first(size), "ktx2", {}, ledger)) << size;
}

TEST(ImageTexture, NoMoreIsTakenThanIsAllowed) {
    const Ktx2Parts spec{.format = 146, .width = 8, .height = 8, .levels = bc7_levels()};
    Ledger ledger;
    const auto texture =
        read_image_texture(ktx2_file(spec), "ktx2", {.max_decoded = 64 + 3 * 16 - 1}, ledger);
    ASSERT_FALSE(texture);
    EXPECT_EQ(texture.error().code, kImageTooLarge);
}

}  // namespace
}  // namespace galley
