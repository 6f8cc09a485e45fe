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
    auto texture = read_image_texture(file, extension, {});
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

TEST(ImageTexture, WhatNoTextureHoldsIsLeftToTheDecoder) {
    for (const std::uint32_t format : {30u, 106u, 2u}) {  // BGR8, RGB32 float, masks
        const auto texture = read_image_texture(ktx2_file({.format = format,
                                                           .levels = {filled(format == 30  ? 3
                                                                             : format == 2 ? 2
                                                                                           : 12,
                                                                             1)}}),
                                                "ktx2", {});
        ASSERT_TRUE(texture) << texture.error().to_string();
        EXPECT_FALSE(*texture) << format;
    }
    const auto png = read_image_texture(from_hex("89504e470d0a1a0a"), "png", {});
    ASSERT_TRUE(png);
    EXPECT_FALSE(*png);
}

TEST(ImageTexture, ALevelThatIsCutIsAnError) {
    const Ktx2Parts spec{.format = 146, .width = 8, .height = 8, .levels = bc7_levels()};
    const Bytes whole = ktx2_file(spec);
    for (std::size_t size = 0; size < whole.size(); ++size)
        EXPECT_FALSE(read_image_texture(ByteSpan(whole).first(size), "ktx2", {})) << size;
}

TEST(ImageTexture, NoMoreIsTakenThanIsAllowed) {
    const Ktx2Parts spec{.format = 146, .width = 8, .height = 8, .levels = bc7_levels()};
    const auto texture =
        read_image_texture(ktx2_file(spec), "ktx2", {.max_decoded = 64 + 3 * 16 - 1});
    ASSERT_FALSE(texture);
    EXPECT_EQ(texture.error().code, kImageTooLarge);
}

}  // namespace
}  // namespace galley
