#include "galley/asset/texture.h"

#include <gmock/gmock.h>
#include <sys/mman.h>

#include "galley/asset/errors.h"
#include "galley/test/vda_repair.h"
#include "galley/vda/errors.h"
#include "samples.h"

namespace galley {
namespace {

// Every level filled with a pattern of its own.
std::vector<Bytes> pattern_levels(const TextureInfo& info) {
    std::vector<Bytes> levels(info.levels);
    for (std::uint32_t level = 0; level < info.levels; ++level) {
        levels[level].resize(level_bytes(info, level));
        for (std::size_t i = 0; i < levels[level].size(); ++i) {
            levels[level][i] = static_cast<std::byte>((i * 7 + level * 31 + 1) & 0xffU);
        }
    }
    return levels;
}

TextureInfo flat(PixelFormat format, std::uint32_t width, std::uint32_t height,
                 std::uint32_t levels) {
    TextureInfo info;
    info.format = format;
    info.usage = TextureUsage::data;
    info.width = width;
    info.height = height;
    info.levels = levels;
    return info;
}

void expect_round_trip(const TextureInfo& info) {
    const std::vector<Bytes> levels = pattern_levels(info);
    const auto body = encode_texture(info, test::spans(levels));
    ASSERT_TRUE(body) << body.error().to_string();
    const auto view = view_texture(*body);
    ASSERT_TRUE(view) << view.error().to_string();
    EXPECT_EQ(view->info, info);
    ASSERT_EQ(view->levels.size(), levels.size());
    for (std::size_t level = 0; level < levels.size(); ++level) {
        EXPECT_TRUE(std::ranges::equal(view->levels[level], levels[level])) << level;
        EXPECT_EQ((view->levels[level].data() - body->data()) % 16, 0) << level;
    }
    const auto again = encode_texture(view->info, view->levels);
    ASSERT_TRUE(again);
    EXPECT_EQ(*again, *body);
}

void expect_refused(const TextureInfo& info, std::string_view field) {
    const auto checked = check_texture(info);
    ASSERT_FALSE(checked) << field;
    EXPECT_EQ(checked.error().code, kTextureInvalid);
    EXPECT_EQ(checked.error().place.field, field) << checked.error().to_string();
    const auto encoded = encode_texture(info, {});
    ASSERT_FALSE(encoded);
    EXPECT_EQ(encoded.error().place.chunk, "GTEX");
}

TEST(Texture, ComesBackInEveryFormat) {
    for (std::uint16_t number = 1; number <= 22; ++number) {
        TextureInfo info = flat(static_cast<PixelFormat>(number), 5, 3, 3);
        if (find_pixel_format(info.format)->is_srgb) info.usage = TextureUsage::color;
        expect_round_trip(info);
    }
}

TEST(Texture, ComesBackWithAnyNumberOfLevels) {
    for (std::uint32_t levels = 1; levels <= 10; ++levels) {
        expect_round_trip(flat(PixelFormat::rg8_unorm, 300, 513, levels));
    }
}

TEST(Texture, ComesBackAsArrayAndCube) {
    TextureInfo info = flat(PixelFormat::rgba16_float, 8, 8, 4);
    info.shape = TextureShape::cube;
    info.layers = 6;
    expect_round_trip(info);
    info = flat(PixelFormat::r8_unorm, 3, 1, 2);
    info.shape = TextureShape::array;
    info.layers = 2048;
    expect_round_trip(info);
    info.layers = 1;
    expect_round_trip(info);
}

TEST(Texture, LevelsStandFromSmallToLargeAndLargeOnesAreSegments) {
    // 512, 256 and 128 square at 4 bytes: 1 MiB, 256 KiB and exactly the tail's 64 KiB.
    const TextureInfo info = flat(PixelFormat::rgba8_unorm, 512, 512, 10);
    const std::vector<Bytes> levels = pattern_levels(info);
    const auto body = encode_texture(info, test::spans(levels));
    ASSERT_TRUE(body);
    ASSERT_EQ(test::load_little(*body, 8, 4), 3U);
    EXPECT_EQ(test::load_little(*body, 4, 4), 64U + 3 * 32U);
    // 1x1 and 2x2 take 16 bytes each with padding; 4x4 to 128x128 follow without.
    EXPECT_EQ(test::load_little(*body, 24, 8), 16U + 16 + 64 + 256 + 1024 + 4096 + 16384 + 65536);
    EXPECT_EQ(test::load_little(*body, 56, 8), 262144U);
    EXPECT_EQ(test::load_little(*body, 88, 8), 1048576U);
    const auto view = view_texture(*body);
    ASSERT_TRUE(view);
    for (std::size_t level = 1; level < view->levels.size(); ++level) {
        EXPECT_LT(view->levels[level].data(), view->levels[level - 1].data());
    }
    EXPECT_EQ(view->levels[0].data() + view->levels[0].size(), body->data() + body->size());
}

TEST(Texture, ALargeLastLevelIsTheTailAlone) {
    expect_round_trip(flat(PixelFormat::rgba8_unorm, 200, 200, 1));
    expect_round_trip(flat(PixelFormat::rgba8_unorm, 512, 512, 2));
}

BytePieces pieces_of(std::vector<Bytes> levels) {
    BytePieces pieces;
    for (Bytes& level : levels) pieces.emplace_back(std::move(level));
    return pieces;
}

TEST(Texture, OfLevelsThatAreGivenAwayHasTheSameBody) {
    const std::vector<Bytes> levels = test::golden_levels();
    EXPECT_EQ(
        joined(spans_of(encode_own_texture(test::golden_texture(), pieces_of(levels)).value())),
        encode_texture(test::golden_texture(), test::spans(levels)).value());
    EXPECT_FALSE(encode_own_texture(test::golden_texture(), {}));
}

TEST(Texture, OfLargeLevelsThatAreGivenAwayCopiesNoneAndPadsWhereTheyEndAnywhere) {
    const TextureInfo info = flat(PixelFormat::r8_unorm, 701, 503, 2);
    std::vector<Bytes> levels = pattern_levels(info);
    ASSERT_NE(levels[1].size() % 16, 0U);
    const Bytes whole = encode_texture(info, test::spans(levels)).value();
    const std::byte* const largest = levels[0].data();
    const BytePieces pieces = encode_own_texture(info, pieces_of(std::move(levels))).value();
    EXPECT_EQ(pieces.back().data(), largest);
    EXPECT_EQ(joined(spans_of(pieces)), whole);
}

TEST(Texture, LeavesOutTheHashesOnlyWhenAsked) {
    const std::vector<Bytes> levels = test::golden_levels();
    auto body = encode_texture(test::golden_texture(), test::spans(levels));
    ASSERT_TRUE(body);
    body->back() ^= std::byte{1};
    EXPECT_FALSE(view_texture(*body));
    EXPECT_TRUE(view_texture(*body, false));
}

TEST(Texture, LevelBytesCountLayersAndStopAtOnePixel) {
    TextureInfo info = flat(PixelFormat::rgba16_unorm, 5, 3, 3);
    EXPECT_EQ(level_bytes(info, 0), 5U * 3 * 8);
    EXPECT_EQ(level_bytes(info, 1), 2U * 1 * 8);
    EXPECT_EQ(level_bytes(info, 2), 8U);
    info.shape = TextureShape::array;
    info.width = info.height = 16384;
    info.layers = 2048;
    EXPECT_EQ(level_bytes(info, 0), std::uint64_t{1} << 42);
}

TEST(Texture, T3_LevelsHaveTheirSizes) {
    const TextureInfo info = test::golden_texture();
    std::vector<Bytes> levels = test::golden_levels();
    levels[1].pop_back();
    const auto wrong_size = encode_texture(info, test::spans(levels));
    ASSERT_FALSE(wrong_size);
    EXPECT_EQ(wrong_size.error().code, kTextureInvalid);
    EXPECT_EQ(wrong_size.error().place.field, "levels/1");
    levels.pop_back();
    const auto too_few = encode_texture(info, test::spans(levels));
    ASSERT_FALSE(too_few);
    EXPECT_EQ(too_few.error().place.field, "levels");
}

TEST(Texture, T1_T2_T4_RefusesWhatDoesNotFit) {
    const auto changed = [](auto&& change) {
        TextureInfo info = test::golden_texture();
        change(info);
        return info;
    };
    expect_refused(changed([](TextureInfo& i) { i.width = 0; }), "width");
    expect_refused(changed([](TextureInfo& i) { i.height = 16385; }), "height");
    expect_refused(changed([](TextureInfo& i) { i.layers = 2; }), "layers");
    expect_refused(changed([](TextureInfo& i) { i.levels = 4; }), "levels");
    expect_refused(changed([](TextureInfo& i) { i.levels = 0; }), "levels");
    expect_refused(changed([](TextureInfo& i) { i.format = PixelFormat{0}; }), "format");
    expect_refused(changed([](TextureInfo& i) { i.usage = TextureUsage::data; }), "format");
    expect_refused(changed([](TextureInfo& i) { i.coverage_cutoff = -0.1F; }), "coverage_cutoff");
    TextureInfo grey = flat(PixelFormat::r16_unorm, 4, 4, 1);
    grey.usage = TextureUsage::normal;
    expect_refused(grey, "format");
    grey.format = PixelFormat::rg8_unorm;
    EXPECT_TRUE(check_texture(grey));
}

TEST(Texture, V7_ABodyOverFourGigabytesIsRefusedBeforeItIsBuilt) {
    TextureInfo info = flat(PixelFormat::rgba16_unorm, 16384, 16384, 1);
    info.shape = TextureShape::array;
    info.layers = 2;
    const std::uint64_t size = level_bytes(info, 0);
    EXPECT_EQ(size, std::uint64_t{1} << 32);
    // Addresses without memory behind them: reading one byte would end the test.
    void* reserved =
        mmap(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    ASSERT_NE(reserved, MAP_FAILED);
    const ByteSpan level{static_cast<const std::byte*>(reserved), size};
    const auto body = encode_texture(info, std::span(&level, 1));
    ASSERT_FALSE(body);
    EXPECT_EQ(body.error().code, vda::kChunkTooLarge);
    EXPECT_EQ(body.error().hint, "cook it smaller or with fewer layers");
    munmap(reserved, size);
}

TEST(Texture, UsagesHaveWords) {
    EXPECT_EQ(usage_word(TextureUsage::color), "color");
    EXPECT_EQ(usage_word(TextureUsage::data), "data");
    EXPECT_EQ(usage_word(TextureUsage::normal), "normal");
    EXPECT_EQ(usage_named("normal"), TextureUsage::normal);
    EXPECT_FALSE(usage_named("Color"));
}

}  // namespace
}  // namespace galley
