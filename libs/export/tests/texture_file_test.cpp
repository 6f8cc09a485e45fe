#include "galley/export/texture_file.h"

#include <algorithm>

#include <gmock/gmock.h>

#include "galley/export/errors.h"
#include "galley/test/bytes.h"

namespace galley {
namespace {

using ::testing::HasSubstr;

struct Made {
    TextureInfo info;
    std::vector<Bytes> levels;

    std::vector<ByteSpan> spans() const { return {levels.begin(), levels.end()}; }
};

/// Levels whose bytes are numbered through, so that a byte tells where it stood.
Made made_texture(PixelFormat format, TextureShape shape, std::uint32_t layers,
                  std::uint32_t levels) {
    Made made;
    made.info.format = format;
    made.info.usage = TextureUsage::data;
    if (find_pixel_format(format)->is_srgb) made.info.usage = TextureUsage::color;
    made.info.shape = shape;
    made.info.width = made.info.height = 8;
    made.info.layers = layers;
    made.info.levels = levels;
    std::uint8_t next = 0;
    for (std::uint32_t i = 0; i < levels; ++i) {
        Bytes& level = made.levels.emplace_back(level_bytes(made.info, i));
        std::ranges::generate(level, [&] { return std::byte{next++}; });
    }
    return made;
}

std::uint32_t u32_at(const Bytes& file, std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i)
        value |= std::to_integer<std::uint32_t>(file[at + i]) << (8 * i);
    return value;
}

// Offsets from Microsoft's "Programming guide for DDS": DDS_HEADER at 4, DDS_HEADER_DXT10 at 128.
TEST(WriteDds, HeaderFieldsStandWhereTheGuideSays) {
    const Made made = made_texture(PixelFormat::bc7_srgb, TextureShape::flat, 1, 4);
    const Bytes file = write_dds(made.info, made.spans()).value();
    EXPECT_EQ(as_text(ByteSpan(file).first(4)), "DDS ");
    EXPECT_EQ(u32_at(file, 4), 124u);
    EXPECT_EQ(u32_at(file, 8), 0xa1007u);
    EXPECT_EQ(u32_at(file, 12), 8u);
    EXPECT_EQ(u32_at(file, 20), 64u);  // four blocks of 16 bytes
    EXPECT_EQ(u32_at(file, 28), 4u);
    EXPECT_EQ(as_text(ByteSpan(file).subspan(84, 4)), "DX10");
    EXPECT_EQ(u32_at(file, 108), 0x401008u);
    EXPECT_EQ(u32_at(file, 128), 99u);  // DXGI_FORMAT_BC7_UNORM_SRGB
    EXPECT_EQ(u32_at(file, 132), 3u);
    EXPECT_EQ(u32_at(file, 140), 1u);
    EXPECT_EQ(file.size(), 148u + 64 + 16 + 16 + 16);
}

TEST(WriteDds, EachFaceHasItsLevelsTogether) {
    const Made made = made_texture(PixelFormat::r8_unorm, TextureShape::cube, 6, 2);
    const Bytes file = write_dds(made.info, made.spans()).value();
    EXPECT_EQ(u32_at(file, 112), 0xfe00u);
    EXPECT_EQ(u32_at(file, 136), 4u);
    EXPECT_EQ(u32_at(file, 140), 1u);
    ASSERT_EQ(file.size(), 148u + 6 * (64 + 16));
    for (std::size_t face = 0; face < 6; ++face) {
        EXPECT_EQ(file[148 + face * 80], made.levels[0][face * 64]);
        EXPECT_EQ(file[148 + face * 80 + 64], made.levels[1][face * 16]);
    }
}

// KTX 2.0, sections 3 to 3.13.
TEST(WriteKtx2, LevelsStandFromSmallToLargeOnTheirBlocks) {
    const Made made = made_texture(PixelFormat::bc4_unorm, TextureShape::array, 3, 4);
    const Bytes file = write_ktx2(made.info, made.spans()).value();
    EXPECT_EQ(u32_at(file, 12), 139u);  // VK_FORMAT_BC4_UNORM_BLOCK
    EXPECT_EQ(u32_at(file, 16), 1u);
    EXPECT_EQ(u32_at(file, 32), 3u);
    EXPECT_EQ(u32_at(file, 36), 1u);
    EXPECT_EQ(u32_at(file, 40), 4u);
    std::uint32_t end = static_cast<std::uint32_t>(file.size());
    for (std::uint32_t level = 0; level < 4; ++level) {
        const std::size_t row = 80 + 24 * level;
        const std::uint32_t at = u32_at(file, row);
        EXPECT_EQ(at % 8, 0u);
        EXPECT_EQ(u32_at(file, row + 8), made.levels[level].size());
        EXPECT_EQ(u32_at(file, row + 16), made.levels[level].size());
        ASSERT_LE(at + made.levels[level].size(), end);
        EXPECT_TRUE(std::ranges::equal(ByteSpan(file).subspan(at, made.levels[level].size()),
                                       made.levels[level]));
        end = at;
    }
}

// Khronos Data Format Specification 1.3: BC3 is alpha (15), then colour (0); of sRGB alpha is
// marked as linear (0x10).
TEST(WriteKtx2, TheDescriptorSaysWhatTheBlocksHold) {
    const Made made = made_texture(PixelFormat::bc3_srgb, TextureShape::flat, 1, 1);
    const Bytes file = write_ktx2(made.info, made.spans()).value();
    const std::size_t at = u32_at(file, 48);
    EXPECT_EQ(u32_at(file, 52), 4u + 24 + 32);
    EXPECT_EQ(u32_at(file, at), 60u);
    EXPECT_EQ(u32_at(file, at + 8), 2u | 56u << 16);
    EXPECT_EQ(u32_at(file, at + 12), 130u | 1u << 8 | 2u << 16);  // BC3, BT.709, sRGB
    EXPECT_EQ(u32_at(file, at + 16), 3u | 3u << 8);
    EXPECT_EQ(u32_at(file, at + 20), 16u);
    EXPECT_EQ(u32_at(file, at + 28), 63u << 16 | 0x1fu << 24);
    EXPECT_EQ(u32_at(file, at + 44), 64u | 63u << 16);
}

TEST(WriteKtx2, ASwizzleIsAKey) {
    Made made = made_texture(PixelFormat::r8_unorm, TextureShape::flat, 1, 1);
    made.info.swizzle = {Swizzle::r, Swizzle::r, Swizzle::r, Swizzle::one};
    const Bytes file = write_ktx2(made.info, made.spans()).value();
    EXPECT_THAT(std::string(as_text(file)), HasSubstr(std::string("KTXswizzle\0rrr1\0", 16)));
}

TEST(WriteTexture, EveryFormatIsWritten) {
    for (std::uint16_t number = 1; find_pixel_format(static_cast<PixelFormat>(number)) != nullptr;
         ++number) {
        const Made made = made_texture(static_cast<PixelFormat>(number), TextureShape::flat, 1, 4);
        EXPECT_TRUE(write_dds(made.info, made.spans())) << number;
        EXPECT_TRUE(write_ktx2(made.info, made.spans())) << number;
    }
}

TEST(WriteTexture, LevelsThatDoNotFitAreRefused) {
    Made made = made_texture(PixelFormat::r8_unorm, TextureShape::flat, 1, 2);
    made.levels[1].pop_back();
    EXPECT_EQ(write_dds(made.info, made.spans()).error().code, kTextureWrite);
    EXPECT_EQ(write_ktx2(made.info, made.spans()).error().code, kTextureWrite);
    made.levels.pop_back();
    EXPECT_EQ(write_dds(made.info, made.spans()).error().code, kTextureWrite);
    made.info.width = 0;
    EXPECT_EQ(write_ktx2(made.info, made.spans()).error().code, kTextureWrite);
}

}  // namespace
}  // namespace galley
