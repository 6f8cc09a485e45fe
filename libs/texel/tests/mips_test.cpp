#include <cmath>

#include <gmock/gmock.h>

#include "galley/texel/errors.h"
#include "galley/texel/texture_build.h"
#include "pictures.h"

namespace galley::texel {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using U8 = std::uint8_t;
using U16 = std::uint16_t;

BuiltTexture build(const Image& image, ChannelUse use, const MipOptions& options,
                   unsigned threads = 1) {
    JobPool pool(threads);
    return build_texture(image, use, options, pool).value();
}

MipOptions kaiser(EdgeRule edge = EdgeRule::repeat) {
    return {.filter = MipFilter::kaiser, .edge_u = edge, .edge_v = edge};
}

TEST(Mips, ACapLeavesLargerLevelsOut) {
    const Image image = noise<U8>(64, 16, 3);
    const BuiltTexture whole = build(image, ChannelUse::color, {});
    const BuiltTexture capped = build(image, ChannelUse::color, {.max_size = 20});
    EXPECT_EQ(capped.width, 16u);
    EXPECT_EQ(capped.height, 4u);
    ASSERT_EQ(capped.levels.size(), 5u);
    for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(capped.levels[i], whole.levels[i + 2]);
}

TEST(Mips, ACapWithoutAChainGivesTheLargestLevelThatFits) {
    const BuiltTexture capped =
        build(noise<U8>(64, 16, 3), ChannelUse::color, {.chain = false, .max_size = 32});
    EXPECT_EQ(capped.width, 32u);
    EXPECT_EQ(capped.levels.size(), 1u);
    EXPECT_EQ(build(noise<U8>(1, 1, 3), ChannelUse::color, {.max_size = 1}).levels.size(), 1u);
}

TEST(Mips, OfAConstantPictureStayConstantUnderAnyFilterAndEdge) {
    for (const EdgeRule edge : {EdgeRule::repeat, EdgeRule::mirror, EdgeRule::clamp}) {
        const Image image = picture8(37, 22, 1, std::vector<U8>(37 * 22, 201));
        for (const ByteBlock& level : build(image, ChannelUse::data, kaiser(edge)).levels)
            EXPECT_THAT(samples_of<U8>(level), Each(201));
    }
}

// One bright sample at the left end of 8: the last of four pixels takes samples 1 to 12.
TEST(Mips, ReadBeyondAnEdgeByItsRule) {
    std::vector<float> row(8);
    row[0] = 1;
    const Image image = picture<float>(8, 1, 1, row);
    const auto first_level = [&](EdgeRule edge) {
        const BuiltTexture built = build(image, ChannelUse::data, kaiser(edge));
        EXPECT_EQ(built.layout.format, PixelFormat::r16_float);
        return samples_of<U16>(built.levels[1]);
    };
    const auto repeat = first_level(EdgeRule::repeat);
    const auto clamp = first_level(EdgeRule::clamp);
    EXPECT_EQ(clamp[3], 0);
    EXPECT_NE(repeat[3], 0) << "sample 8 is sample 0";
}

TEST(Mips, AKaiserFilterKeepsFineDetailThatABoxBlurs) {
    // A ramp of slow waves: the amplitude that is left after one level.
    std::vector<float> row(256);
    for (std::size_t x = 0; x < row.size(); ++x)
        row[x] = 0.5f + 0.5f * std::sin(static_cast<float>(x) * 2 * 3.14159265f / 8);
    const Image image = picture<float>(256, 1, 3, [&] {
        std::vector<float> rgb;
        for (const float v : row) rgb.insert(rgb.end(), 3, v);
        return rgb;
    }());
    const auto amplitude = [&](MipFilter filter) {
        const BuiltTexture built = build(image, ChannelUse::color, {.filter = filter});
        int lowest = 1 << 16;
        int highest = 0;
        for (const U16 half : samples_of<U16>(built.levels[1])) {
            if (half == 0x3c00) continue;  // alpha
            lowest = std::min<int>(lowest, half);
            highest = std::max<int>(highest, half);
        }
        return highest - lowest;
    };
    EXPECT_GT(amplitude(MipFilter::kaiser), amplitude(MipFilter::box));
}

/// A disc cut out of nothing, of soft edge, on colours that must not bleed in.
Image cut_out(std::uint32_t size) {
    std::vector<U8> samples;
    for (std::uint32_t y = 0; y < size; ++y) {
        for (std::uint32_t x = 0; x < size; ++x) {
            const int dx = static_cast<int>(x % 16) - 8;
            const int dy = static_cast<int>(y % 16) - 8;
            const bool inside = dx * dx + dy * dy < 12;
            const U8 color[] = {
                static_cast<U8>(inside ? 20 : 255), static_cast<U8>(inside ? 200 : 0),
                static_cast<U8>(inside ? 20 : 255), static_cast<U8>(inside ? 255 : 0)};
            samples.insert(samples.end(), color, color + 4);
        }
    }
    return picture8(size, size, 4, samples);
}

double covered_share(ByteSpan level, U8 cutoff) {
    const std::vector<U8> samples = samples_of<U8>(level);
    std::size_t covered = 0;
    for (std::size_t i = 3; i < samples.size(); i += 4) covered += samples[i] >= cutoff ? 1 : 0;
    const std::size_t pixels = samples.size() / 4;
    return static_cast<double>(covered) / static_cast<double>(pixels);
}

TEST(Mips, KeepTheCoverageOfACutOut) {
    const Image image = cut_out(256);
    const BuiltTexture kept = build(image, ChannelUse::color, {.coverage_cutoff = 0.5f});
    const BuiltTexture plain = build(image, ChannelUse::color, {});
    const double first = covered_share(kept.levels[0], 128);
    for (std::size_t i = 1; i < 4; ++i) {  // down to 32 x 32: four pixels for each disc
        const double share = covered_share(kept.levels[i], 128);
        EXPECT_LE(std::fabs(share - first), std::fabs(covered_share(plain.levels[i], 128) - first));
    }
    // Without it the discs are gone where one pixel covers one.
    EXPECT_EQ(covered_share(plain.levels[4], 128), 0);
    EXPECT_EQ(kept.levels[0], plain.levels[0]);
}

TEST(Mips, CutOutEdgesHaveNoHaloUnderAnyFilter) {
    for (const MipFilter filter : {MipFilter::box, MipFilter::kaiser}) {
        const BuiltTexture built = build(cut_out(64), ChannelUse::color, {.filter = filter});
        for (const ByteBlock& level : built.levels) {
            const std::vector<U8> samples = samples_of<U8>(level);
            for (std::size_t i = 0; i < samples.size(); i += 4) {
                if (samples[i + 3] == 0) continue;
                EXPECT_NEAR(samples[i], 20, 1);
                EXPECT_NEAR(samples[i + 1], 200, 1);
                EXPECT_NEAR(samples[i + 2], 20, 1);
            }
        }
    }
}

// Normals (±0.6, 0, 0.8) in turn average to 0.8 long: k = 0.8 (3 - 0.64) / 0.36 = 5.244, so
// 2 / k = 0.38136; from a roughness of 0.5, (0.5^4 + 0.38136)^(1/4) = 0.81642, stored as 208.
TEST(Mips, TheSpreadOfNormalsRaisesTheRoughness) {
    std::vector<float> normals;
    for (int i = 0; i < 16; ++i) {
        const float x = i % 2 == 0 ? 0.8f : 0.2f;
        normals.insert(normals.end(), {x, 0.5f, 1});
    }
    const Image normal_map = picture<float>(4, 4, 3, normals);
    const Image metal_rough = picture8(4, 4, 3, [] {
        std::vector<U8> samples;
        for (int i = 0; i < 16; ++i) samples.insert(samples.end(), {64, 128, 191});
        return samples;
    }());
    JobPool pool(1);
    const NormalSpread spread = NormalSpread::of(normal_map, pool).value();
    const BuiltTexture built =
        build(metal_rough, ChannelUse::data, {.spread = &spread, .roughness_channel = 1});
    EXPECT_THAT(samples_of<U8>(built.levels[0]), ::testing::Contains(128));
    const double rough = 128.0 / 255;
    const double expected = std::pow(std::pow(rough, 4) + 2 / (0.8 * (3 - 0.64) / 0.36), 0.25);
    const std::vector<U8> first = samples_of<U8>(built.levels[1]);
    EXPECT_EQ(first[0], 64);
    EXPECT_EQ(first[1], static_cast<U8>(expected * 255 + 0.5));
    EXPECT_EQ(first[2], 191);
}

TEST(Mips, FlatNormalsLeaveTheRoughnessAlone) {
    const Image flat = picture<float>(4, 4, 3, [] {
        std::vector<float> samples;
        for (int i = 0; i < 16; ++i) samples.insert(samples.end(), {0.5f, 0.5f, 1});
        return samples;
    }());
    const Image rough = noise<U8>(4, 4, 1);
    JobPool pool(1);
    const NormalSpread spread = NormalSpread::of(flat, pool).value();
    EXPECT_EQ(build(rough, ChannelUse::data, {.spread = &spread, .roughness_channel = 0}).levels,
              build(rough, ChannelUse::data, {}).levels);
}

TEST(Mips, AreTheSameBytesForAnyThreadCountUnderEveryOption) {
    JobPool pool(3);
    const NormalSpread spread = NormalSpread::of(noise<U8>(150, 70, 3), pool).value();
    for (const EdgeRule edge : {EdgeRule::repeat, EdgeRule::mirror, EdgeRule::clamp}) {
        MipOptions options = kaiser(edge);
        options.coverage_cutoff = 0.4f;
        const Image color = noise<U8>(150, 70, 4);
        EXPECT_EQ(build(color, ChannelUse::color, options, 1).levels,
                  build(color, ChannelUse::color, options, 8).levels);
        options.spread = &spread;
        EXPECT_EQ(build(color, ChannelUse::data, options, 1).levels,
                  build(color, ChannelUse::data, options, 8).levels);
    }
}

TEST(Mips, AnImpossibleNormalMapIsRefused) {
    JobPool pool(1);
    Image normals = noise<U8>(4, 4, 3);
    normals.width = 5;
    EXPECT_EQ(NormalSpread::of(normals, pool).error().code, kImageShape);
}

}  // namespace
}  // namespace galley::texel
