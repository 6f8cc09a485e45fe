#include "bc7/encode_bc7.h"

#include <cmath>
#include <cstring>
#include <vector>

#include <gtest/gtest.h>

#include "bc7/bc7_kernels.h"
#include "bc7/bc7_modes.h"
#include "bc7/pack_bc7.h"
#include "blocks/bptc_tables.h"
#include "blocks/decode.h"

namespace galley::texel {
namespace {

/// The same numbers everywhere.
class Noise {
public:
    std::uint32_t below(std::uint32_t limit) {
        state_ = state_ * 6364136223846793005U + 1442695040888963407U;
        return static_cast<std::uint32_t>(state_ >> 33) % limit;
    }

private:
    std::uint64_t state_ = 1;
};

std::uint32_t rgba(std::uint32_t r, std::uint32_t g, std::uint32_t b, std::uint32_t a) {
    return r | g << 8 | b << 16 | a << 24;
}

std::uint32_t channel(std::uint32_t pixel, unsigned which) { return pixel >> (8 * which) & 255; }

PixelBlock decoded(const std::byte* block) {
    PixelBlock pixels{};
    decode_bc7(block, 1, reinterpret_cast<std::byte*>(pixels.pixels.data()), 16);
    return pixels;
}

std::int64_t squared_error(const PixelBlock& a, const PixelBlock& b,
                           const std::array<std::uint8_t, 4>& weights = {1, 1, 1, 1}) {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < 16; ++i)
        for (unsigned c = 0; c < 4; ++c) {
            const std::int64_t off =
                std::int64_t{channel(a.pixels[i], c)} - std::int64_t{channel(b.pixels[i], c)};
            sum += off * off * weights[c];
        }
    return sum;
}

/// Blocks of every kind: smooth, two colours, three, noise, with and without alpha.
std::vector<PixelBlock> mixed_blocks(std::size_t count) {
    Noise noise;
    std::vector<PixelBlock> blocks(count);
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t kind = noise.below(6);
        const bool alpha = noise.below(3) == 0;
        std::array<std::uint32_t, 4> start{};
        std::array<std::int32_t, 4> dx{};
        std::array<std::int32_t, 4> dy{};
        const auto step = static_cast<std::uint32_t>(2 + noise.below(40));
        for (std::size_t c = 0; c < 4; ++c) {
            start[c] = noise.below(256);
            dx[c] = static_cast<std::int32_t>(noise.below(step)) - static_cast<int>(step / 2);
            dy[c] = static_cast<std::int32_t>(noise.below(step)) - static_cast<int>(step / 2);
        }
        const std::uint32_t shape = noise.below(65536);
        for (std::uint32_t p = 0; p < 16; ++p) {
            std::array<std::uint32_t, 4> value{};
            for (std::size_t c = 0; c < 4; ++c) {
                std::int32_t v = static_cast<std::int32_t>(start[c]);
                if (kind != 0)
                    v += dx[c] * static_cast<int>(p % 4) + dy[c] * static_cast<int>(p / 4);
                if (kind == 2 && (shape >> p & 1) != 0) v = 255 - v;
                if (kind == 3 && p % 3 == shape % 3) v = v / 2 + 20;
                if (kind == 4) v += static_cast<std::int32_t>(noise.below(30));
                if (kind == 5) v = static_cast<std::int32_t>(noise.below(256));
                value[c] = static_cast<std::uint32_t>(v < 0 ? 0 : v > 255 ? 255 : v);
            }
            if (!alpha) value[3] = 255;
            blocks[i].pixels[p] = rgba(value[0], value[1], value[2], value[3]);
        }
    }
    return blocks;
}

std::vector<std::byte> encoded(const std::vector<PixelBlock>& blocks, const Bc7Settings& settings,
                               InstructionSet set = best_instruction_set()) {
    std::vector<std::byte> out(16 * blocks.size());
    encode_bc7(blocks, settings, out, set);
    return out;
}

double psnr(const std::vector<PixelBlock>& blocks, const std::vector<std::byte>& out) {
    double sum = 0;
    for (std::size_t i = 0; i < blocks.size(); ++i)
        sum += static_cast<double>(squared_error(blocks[i], decoded(out.data() + 16 * i)));
    return 10.0 * std::log10(255.0 * 255.0 * static_cast<double>(64 * blocks.size()) / sum);
}

Bc7Settings at_level(Bc7Level level) {
    Bc7Settings settings;
    settings.level = level;
    return settings;
}

constexpr std::array kLevels{Bc7Level::fast, Bc7Level::normal, Bc7Level::high};

Bc7Shape shape_of(int way) {
    const int subsets = kBc7Modes[bc7_way::mode(way)].subsets;
    const auto partition = static_cast<std::size_t>(subsets == 1 ? 0 : bc7_way::partition(way));
    Bc7Shape shape{};
    std::uint8_t at = 0;
    for (unsigned subset = 0; subset < 3; ++subset)
        for (unsigned pixel = 0; pixel < 16; ++pixel) {
            unsigned of = 0;
            if (subsets == 2) of = kTwoSubsets[partition] >> pixel & 1;
            if (subsets == 3) of = kThreeSubsets[partition] >> (2 * pixel) & 3;
            if (of != subset) continue;
            shape.position[pixel] = at++;
            ++shape.counts[subset];
        }
    return shape;
}

bool is_way(int way) {
    return way == bc7_way::kMode6 || way >= bc7_way::kMode1 ||
           (way >= bc7_way::kMode5 && way < bc7_way::kMode0 + 16);
}

// Every mode, partition, rotation and index selection, solved and packed, decodes to pixels whose
// error is the one that the solver took it for.
TEST(EncodeBc7, EveryWayDecodesToTheErrorItClaims) {
    std::vector<PixelBlock> blocks = mixed_blocks(24);
    std::vector<std::uint32_t> every;
    std::vector<std::uint32_t> opaque;
    for (std::uint32_t i = 0; i < blocks.size(); ++i) {
        every.push_back(i);
        bool solid_alpha = true;
        for (const std::uint32_t pixel : blocks[i].pixels) solid_alpha &= pixel >> 24 == 255;
        if (solid_alpha) opaque.push_back(i);
    }
    const std::array<std::uint8_t, 4> weights = {3, 5, 1, 2};
    for (int way = 0; way < bc7_way::kCount; ++way) {
        if (!is_way(way)) continue;
        const auto& list = bc7_way::mode(way) < 4 ? opaque : every;
        std::vector<Bc7Encoding> encodings(list.size());
        std::vector<std::int32_t> errors(list.size());
        const Bc7Shape shape = shape_of(way);
        const Bc7Jobs jobs{.pixels = blocks.front().pixels.data(),
                           .blocks = list.data(),
                           .count = static_cast<int>(list.size()),
                           .way = way,
                           .shape = &shape,
                           .weights = {3, 5, 1, 2},
                           .search = {way % 3, way % 2, way % 4 == 1},
                           .errors = errors.data(),
                           .encodings = encodings.data()};
        GALLEY_SIMD_CHOOSE(best_instruction_set(), solve_bc7)(jobs);
        for (std::size_t i = 0; i < list.size(); ++i) {
            std::array<std::byte, 16> packed;
            pack_bc7(encodings[i], packed.data());
            ASSERT_EQ(encodings[i].error, errors[i]);
            ASSERT_EQ(squared_error(blocks[list[i]], decoded(packed.data()), weights), errors[i])
                << "way " << way << " block " << list[i];
        }
    }
}

TEST(EncodeBc7, InstructionSetsGiveTheSameBytes) {
    const std::vector<PixelBlock> blocks = mixed_blocks(700);
    for (const Bc7Level level : kLevels) {
        const Bc7Settings settings = at_level(level);
        const std::vector<std::byte> expected = encoded(blocks, settings, InstructionSet::baseline);
        for (const InstructionSet set : kInstructionSets) {
            if (!instruction_set_available(set)) continue;
            EXPECT_EQ(encoded(blocks, settings, set), expected) << instruction_set_name(set);
        }
    }
}

TEST(EncodeBc7, BlockDoesNotDependOnItsNeighbours) {
    const std::vector<PixelBlock> blocks = mixed_blocks(200);
    const Bc7Settings settings;
    const std::vector<std::byte> together = encoded(blocks, settings);
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        const std::vector<std::byte> alone = encoded({blocks[i]}, settings);
        ASSERT_EQ(std::memcmp(alone.data(), together.data() + 16 * i, 16), 0) << i;
    }
}

TEST(EncodeBc7, SolidColoursAreExact) {
    Noise noise;
    std::vector<PixelBlock> blocks;
    for (std::uint32_t grey = 0; grey < 256; ++grey) {
        blocks.emplace_back().pixels.fill(rgba(grey, grey, grey, 255));
        blocks.emplace_back().pixels.fill(
            rgba(noise.below(256), noise.below(256), noise.below(256), noise.below(256)));
    }
    for (const Bc7Level level : kLevels) {
        const std::vector<std::byte> out = encoded(blocks, at_level(level));
        for (std::size_t i = 0; i < blocks.size(); ++i)
            ASSERT_EQ(decoded(out.data() + 16 * i).pixels, blocks[i].pixels) << i;
    }
}

TEST(EncodeBc7, TwoColoursInAnyPatternOfAPartitionAreNearlyExact) {
    Noise noise;
    std::vector<PixelBlock> blocks;
    for (const std::uint16_t partition : kTwoSubsets) {
        const std::uint32_t a = rgba(noise.below(256), noise.below(256), noise.below(256), 255);
        const std::uint32_t b = rgba(noise.below(256), noise.below(256), noise.below(256), 255);
        PixelBlock& block = blocks.emplace_back();
        for (unsigned pixel = 0; pixel < 16; ++pixel)
            block.pixels[pixel] = (partition >> pixel & 1) != 0 ? a : b;
    }
    const std::vector<std::byte> out = encoded(blocks, {});
    for (std::size_t i = 0; i < blocks.size(); ++i)
        EXPECT_LE(squared_error(blocks[i], decoded(out.data() + 16 * i)), 2 * 16) << i;
}

TEST(EncodeBc7, OpaqueStaysOpaque) {
    std::vector<PixelBlock> blocks = mixed_blocks(300);
    for (PixelBlock& block : blocks)
        for (std::uint32_t& pixel : block.pixels) pixel |= 0xff000000;
    for (const Bc7Level level : kLevels) {
        const std::vector<std::byte> out = encoded(blocks, at_level(level));
        for (std::size_t i = 0; i < blocks.size(); ++i)
            for (const std::uint32_t pixel : decoded(out.data() + 16 * i).pixels)
                ASSERT_EQ(pixel >> 24, 255U) << i;
    }
}

TEST(EncodeBc7, CutOutsKeepTheirAlphaExactly) {
    // Leaves: smooth colour, alpha 0 or 255 by a wandering edge.
    Noise noise;
    std::vector<PixelBlock> blocks(400);
    for (PixelBlock& block : blocks) {
        const std::uint32_t slope = noise.below(7);
        const std::uint32_t offset = noise.below(16);
        const std::uint32_t green = 60 + noise.below(100);
        for (std::uint32_t p = 0; p < 16; ++p) {
            const bool inside = (p % 4) * slope + (p / 4) * (6 - slope) > offset;
            block.pixels[p] =
                rgba(30 + 3 * (p % 4), green + 2 * (p / 4) + noise.below(3), 20, inside ? 255 : 0);
        }
    }
    for (const Bc7Level level : kLevels) {
        Bc7Settings settings = at_level(level);
        settings.alpha_is_opacity = true;
        const std::vector<std::byte> out = encoded(blocks, settings);
        for (std::size_t i = 0; i < blocks.size(); ++i) {
            const PixelBlock got = decoded(out.data() + 16 * i);
            for (std::size_t p = 0; p < 16; ++p)
                ASSERT_EQ(got.pixels[p] >> 24, blocks[i].pixels[p] >> 24) << i;
        }
    }
}

TEST(EncodeBc7, ColourThatIsNotSeenDoesNotMatter) {
    // Half of each block is transparent, with noise for a colour; what is seen spans 26 steps,
    // which indices of 2 bits cut into three.
    Noise noise;
    std::vector<PixelBlock> blocks(300);
    for (PixelBlock& block : blocks)
        for (std::uint32_t p = 0; p < 16; ++p)
            block.pixels[p] = p % 4 < 2
                                  ? rgba(100 + p, 90 + 2 * p, 80, 255)
                                  : rgba(noise.below(256), noise.below(256), noise.below(256), 0);
    Bc7Settings settings;
    settings.alpha_is_opacity = true;
    const std::vector<std::byte> out = encoded(blocks, settings);
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        const PixelBlock got = decoded(out.data() + 16 * i);
        for (std::size_t p = 0; p < 16; ++p) {
            if (blocks[i].pixels[p] >> 24 == 0) continue;
            for (unsigned c = 0; c < 4; ++c)
                EXPECT_NEAR(channel(got.pixels[p], c), channel(blocks[i].pixels[p], c), 5) << i;
        }
    }
}

TEST(EncodeBc7, HigherLevelsAreBetterAndKeepTheirFloors) {
    // A ramp of hues with soft noise: what pictures are made of.
    Noise noise;
    std::vector<PixelBlock> blocks(2048);
    for (std::uint32_t i = 0; i < blocks.size(); ++i)
        for (std::uint32_t p = 0; p < 16; ++p) {
            const std::uint32_t x = 4 * (i % 64) + p % 4;
            const std::uint32_t y = 4 * (i / 64) + p / 4;
            const std::uint32_t soft = noise.below(4);
            blocks[i].pixels[p] =
                rgba(x * 3 / 4 + soft, (x + y) / 2 + soft, 255 - y - noise.below(2), 255);
        }
    std::array<double, 3> db{};
    for (std::size_t i = 0; i < 3; ++i) db[i] = psnr(blocks, encoded(blocks, at_level(kLevels[i])));
    EXPECT_GT(db[0], 47.0);
    EXPECT_GT(db[1], db[0]);
    EXPECT_GT(db[2], db[1]);
}

TEST(EncodeBc7, WeightsMoveTheErrorToWhereItCountsLess) {
    const std::vector<PixelBlock> blocks = mixed_blocks(500);
    Bc7Settings perceptual;
    perceptual.weights = kBc7PerceptualWeights;
    const std::vector<std::byte> weighted = encoded(blocks, perceptual);
    const std::vector<std::byte> linear = encoded(blocks, {});
    std::int64_t by_weighted = 0;
    std::int64_t by_linear = 0;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        by_weighted +=
            squared_error(blocks[i], decoded(weighted.data() + 16 * i), kBc7PerceptualWeights);
        by_linear +=
            squared_error(blocks[i], decoded(linear.data() + 16 * i), kBc7PerceptualWeights);
    }
    EXPECT_LT(by_weighted, by_linear);
}

}  // namespace
}  // namespace galley::texel
