#include "galley/texel/block_encode.h"

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "bc1/bc1_kernels.h"
#include "bc4/bc4_kernels.h"
#include "blocks/encode.h"
#include "galley/texel/block_decode.h"
#include "galley/texel/errors.h"
#include "galley/texel/half.h"
#include "pictures.h"
#include "simd/instruction_set.h"

namespace galley::texel {
namespace {

using enum PixelFormat;

constexpr PixelFormat kTargets[] = {bc1_unorm, bc3_unorm, bc4_unorm, bc5_unorm, bc7_unorm};
constexpr BlockQuality kQualities[] = {BlockQuality::fast, BlockQuality::normal,
                                       BlockQuality::high};
constexpr BlockAlpha kAlphas[] = {BlockAlpha::ignored, BlockAlpha::straight,
                                  BlockAlpha::weighs_color, BlockAlpha::one_bit};

Bytes decoded(PixelFormat format, const Bytes& blocks, std::uint32_t width, std::uint32_t height,
              DecodedDepth depth = DecodedDepth::eight_bits) {
    return decode_blocks(block_coding(format), blocks, width, height, depth).value();
}

/// RGBA that is flat here, smooth there, noisy elsewhere, with edges and all kinds of alpha.
Bytes mixed_pixels(std::uint32_t width, std::uint32_t height) {
    Bytes pixels(std::size_t{width} * height * 4);
    std::uint32_t noise = 7;
    for (std::uint32_t y = 0; y < height; ++y) {
        for (std::uint32_t x = 0; x < width; ++x) {
            noise = noise * 1664525u + 1013904223u;
            const std::uint32_t kind = (x / 8 + y / 8) % 5;
            std::uint32_t c[4] = {40, 90, 200, 255};
            if (kind == 1) c[0] = x * 3, c[1] = y * 5, c[2] = 255 - x, c[3] = 128 + y;
            if (kind == 2) c[0] = noise >> 24, c[1] = noise >> 16, c[2] = noise >> 8, c[3] = noise;
            if (kind == 3) c[0] = c[1] = c[2] = (x + y) % 7 < 3 ? 250 : 10;
            if (kind == 4) c[0] = 128 + (noise >> 29), c[3] = (x % 3 == 0) ? 0 : 255;
            for (std::size_t i = 0; i < 4; ++i)
                pixels[(std::size_t{y} * width + x) * 4 + i] = static_cast<std::byte>(c[i]);
        }
    }
    return pixels;
}

int error_of(const std::byte* a, const std::byte* b, std::size_t channels) {
    int sum = 0;
    for (std::size_t c = 0; c < channels; ++c) {
        const int off = std::to_integer<int>(a[c]) - std::to_integer<int>(b[c]);
        sum += off * off;
    }
    return sum;
}

}  // namespace

TEST(BlockEncode, EveryInstructionSetGivesTheSameBytes) {
    constexpr std::uint32_t kWidth = 150;
    constexpr std::uint32_t kHeight = 66;
    const Bytes pixels = mixed_pixels(kWidth, kHeight);
    for (const PixelFormat target : kTargets) {
        for (const BlockQuality quality : kQualities) {
            for (const BlockAlpha alpha : kAlphas) {
                for (const BlockMetric metric : {BlockMetric::linear, BlockMetric::perceptual}) {
                    const BlockEncodeOptions options{quality, metric, alpha};
                    const PlainPixels plain{pixels, rgba8_unorm, kWidth, kHeight};
                    const Bytes expected = encode_blocks(plain, target, options).value();
                    for (const InstructionSet set : kInstructionSets) {
                        if (!instruction_set_available(set)) continue;
                        Bytes blocks(expected.size());
                        ASSERT_TRUE(
                            encode_blocks_for(set, plain, target, options, blocks, nullptr));
                        ASSERT_EQ(blocks, expected)
                            << find_pixel_format(target)->name << ", quality "
                            << static_cast<int>(quality) << ", alpha " << static_cast<int>(alpha)
                            << ", " << instruction_set_name(set);
                    }
                }
            }
        }
    }
}

TEST(BlockEncode, EveryInstructionSetGivesTheSameBytesFromSixteenBits) {
    const Image image = noise<std::uint16_t>(70, 9, 2);
    Bytes halves = image.pixels;
    for (std::size_t i = 1; i < halves.size(); i += 2) halves[i] &= std::byte{0xbf};  // below 2
    for (const BlockQuality quality : kQualities) {
        for (const auto& [from, to] :
             {std::pair{rg16_unorm, bc5_unorm}, {rg16_float, bc5_snorm}, {rg16_float, bc5_unorm}}) {
            const PlainPixels plain{from == rg16_unorm ? image.pixels : halves, from, 70, 9};
            const Bytes expected = encode_blocks(plain, to, {.quality = quality}).value();
            for (const InstructionSet set : kInstructionSets) {
                if (!instruction_set_available(set)) continue;
                Bytes blocks(expected.size());
                ASSERT_TRUE(
                    encode_blocks_for(set, plain, to, {.quality = quality}, blocks, nullptr));
                ASSERT_EQ(blocks, expected) << instruction_set_name(set);
            }
        }
    }
}

TEST(BlockEncode, EveryNumberOfThreadsGivesTheSameBytes) {
    constexpr std::uint32_t kSide = 260;
    const Bytes pixels = mixed_pixels(kSide, kSide);
    JobPool pool(3);
    for (const PixelFormat target : kTargets) {
        const PlainPixels plain{pixels, rgba8_unorm, kSide, kSide};
        EXPECT_EQ(encode_blocks(plain, target, {}).value(),
                  encode_blocks(plain, target, {}, &pool).value());
    }
}

// The kernel's own errors against those of the decoder.
TEST(BlockEncode, TheErrorOfBc1IsWhatTheEncoderSays) {
    constexpr std::uint32_t kWidth = 4 * 61;
    constexpr std::uint32_t kHeight = 4;
    const Bytes pixels = mixed_pixels(kWidth, 64);
    for (const bool three : {false, true}) {
        for (int effort = 0; effort < 3; ++effort) {
            for (std::size_t y = 0; y < 64; y += 4) {
                const std::byte* top = pixels.data() + y * kWidth * 4;
                Bytes blocks(std::size_t{61} * 8);
                std::vector<std::int32_t> errors(61);
                Bc1Row row{.rows = {},
                           .count = 61,
                           .out = reinterpret_cast<std::uint8_t*>(blocks.data()),
                           .out_stride = 8,
                           .errors = errors.data(),
                           .effort = effort,
                           .three_colors = three,
                           .cutoff = 0,
                           .alpha_weighs = false,
                           .weights = {1, 1, 1}};
                for (std::size_t i = 0; i < 4; ++i)
                    row.rows[i] = reinterpret_cast<const std::uint32_t*>(top + i * kWidth * 4);
                GALLEY_SIMD_CHOOSE(best_instruction_set(), encode_bc1)(row);
                const Bytes back = decoded(bc1_unorm, blocks, kWidth, kHeight);
                for (std::size_t block = 0; block < 61; ++block) {
                    int error = 0;
                    for (std::size_t i = 0; i < 16; ++i) {
                        const std::size_t at = ((i / 4) * kWidth + block * 4 + i % 4) * 4;
                        error += error_of(top + at, &back[at], 3);
                        ASSERT_EQ(back[at + 3], std::byte{255});
                    }
                    ASSERT_EQ(error, errors[block]) << "row " << y << ", block " << block;
                }
            }
        }
    }
}

TEST(BlockEncode, TheErrorOfBc4IsWhatTheEncoderSays) {
    constexpr std::uint32_t kWidth = 4 * 61;
    const Bytes pixels = mixed_pixels(kWidth, 64);
    for (const std::size_t channel : {0, 3}) {
        for (int effort = 0; effort < 3; ++effort) {
            for (std::size_t y = 0; y < 64; y += 4) {
                const std::byte* top = pixels.data() + y * kWidth * 4;
                Bytes blocks(std::size_t{61} * 8);
                std::vector<std::int32_t> errors(61);
                Bc4Row row{.rows = {},
                           .pixel_bytes = 4,
                           .shift = static_cast<int>(8 * channel),
                           .sample_bits = 8,
                           .is_signed = false,
                           .count = 61,
                           .out = reinterpret_cast<std::uint8_t*>(blocks.data()),
                           .out_stride = 8,
                           .errors = errors.data(),
                           .effort = effort};
                for (std::size_t i = 0; i < 4; ++i)
                    row.rows[i] = reinterpret_cast<const std::uint8_t*>(top + i * kWidth * 4);
                GALLEY_SIMD_CHOOSE(best_instruction_set(), encode_bc4)(row);
                const Bytes back = decoded(bc4_unorm, blocks, kWidth, 4);
                for (std::size_t block = 0; block < 61; ++block) {
                    int error = 0;
                    for (std::size_t i = 0; i < 16; ++i) {
                        const std::size_t at = (i / 4) * kWidth + block * 4 + i % 4;
                        error += error_of(top + 4 * at + channel, &back[at], 1);
                    }
                    ASSERT_EQ(error, errors[block]) << "row " << y << ", block " << block;
                }
            }
        }
    }
}

// A single colour is as near as two interpolated endpoints can come: one step in 5 and 6 bits.
TEST(BlockEncode, SolidColoursAreWithinOneStep) {
    for (std::uint32_t value = 0; value < 256; ++value) {
        Bytes pixels;
        for (int i = 0; i < 16; ++i)
            for (const std::uint32_t c : {value, 255 - value, value * 7 % 256, value})
                pixels.push_back(static_cast<std::byte>(c));
        for (const BlockQuality quality : kQualities) {
            const PlainPixels plain{pixels, rgba8_unorm, 4, 4};
            for (const PixelFormat target : {bc1_unorm, bc3_unorm}) {
                const Bytes back = decoded(
                    target, encode_blocks(plain, target, {.quality = quality}).value(), 4, 4);
                for (std::size_t i = 0; i < 64; ++i) {
                    const bool alpha = i % 4 == 3;
                    const int expected =
                        alpha && target == bc1_unorm ? 255 : std::to_integer<int>(pixels[i]);
                    ASSERT_LE(std::abs(std::to_integer<int>(back[i]) - expected), alpha ? 0 : 1)
                        << "value " << value << ", byte " << i;
                }
            }
            const Bytes back = decoded(
                bc4_unorm, encode_blocks(plain, bc4_unorm, {.quality = quality}).value(), 4, 4);
            EXPECT_EQ(back, Bytes(16, static_cast<std::byte>(value)));
        }
    }
}

TEST(BlockEncode, OneBitAlphaIsTransparentBelowTheCutoffAndOpaqueAbove) {
    constexpr std::uint32_t kSide = 64;
    const Bytes pixels = mixed_pixels(kSide, kSide);
    for (const BlockQuality quality : kQualities) {
        for (const int cutoff : {1, 128, 255}) {
            const Bytes back = decoded(bc1_unorm,
                                       encode_blocks({pixels, rgba8_unorm, kSide, kSide}, bc1_unorm,
                                                     {.quality = quality,
                                                      .alpha = BlockAlpha::one_bit,
                                                      .cutoff = static_cast<std::uint8_t>(cutoff)})
                                           .value(),
                                       kSide, kSide);
            for (std::size_t i = 0; i < back.size(); i += 4) {
                const bool opaque = std::to_integer<int>(pixels[i + 3]) >= cutoff;
                ASSERT_EQ(std::to_integer<int>(back[i + 3]), opaque ? 255 : 0) << "pixel " << i / 4;
            }
        }
    }
}

TEST(BlockEncode, ColoursThatAlphaHidesCountLess) {
    // Eight opaque pixels in four greys, eight in other colours under alpha 0.
    Bytes pixels;
    for (std::uint32_t i = 0; i < 16; ++i) {
        const bool hidden = i % 2 == 1;
        const std::uint32_t grey = 40 * (i / 4);
        const std::uint32_t c[4] = {hidden ? 255 - i : grey, hidden ? i * 3 : grey,
                                    hidden ? 40 : grey, hidden ? 0u : 255u};
        for (const std::uint32_t channel : c) pixels.push_back(static_cast<std::byte>(channel));
    }
    const auto visible_error = [&](BlockAlpha alpha) {
        const Bytes back = decoded(
            bc3_unorm,
            encode_blocks({pixels, rgba8_unorm, 4, 4}, bc3_unorm, {.alpha = alpha}).value(), 4, 4);
        int sum = 0;
        for (std::size_t i = 0; i < 16; i += 2) sum += error_of(&pixels[4 * i], &back[4 * i], 3);
        return sum;
    };
    EXPECT_LT(visible_error(BlockAlpha::weighs_color), visible_error(BlockAlpha::straight) / 2);
}

TEST(BlockEncode, EdgesAreFilledUpWithTheLastColumnAndRow) {
    const Bytes pixels = mixed_pixels(12, 12);
    for (const PixelFormat target : kTargets) {
        for (std::uint32_t width = 1; width <= 9; ++width) {
            for (std::uint32_t height = 1; height <= 9; ++height) {
                Bytes small;
                Bytes filled;
                const std::uint32_t across = (width + 3) / 4 * 4;
                const std::uint32_t down = (height + 3) / 4 * 4;
                for (std::uint32_t y = 0; y < down; ++y) {
                    for (std::uint32_t x = 0; x < across; ++x) {
                        const std::size_t at =
                            std::min(y, height - 1) * 12 + std::min(x, width - 1);
                        for (std::size_t c = 0; c < 4; ++c) {
                            filled.push_back(pixels[4 * at + c]);
                            if (x < width && y < height) small.push_back(pixels[4 * at + c]);
                        }
                    }
                }
                ASSERT_EQ(encode_blocks({small, rgba8_unorm, width, height}, target, {}).value(),
                          encode_blocks({filled, rgba8_unorm, across, down}, target, {}).value())
                    << find_pixel_format(target)->name << ", " << width << " x " << height;
            }
        }
    }
}

// Values a seventh of a step apart: 8 bits hold one or two of the eight.
TEST(BlockEncode, SixteenBitsKeepWhatTheirBlocksCanSay) {
    std::vector<std::uint16_t> samples;
    for (int i = 0; i < 16; ++i)
        samples.push_back(static_cast<std::uint16_t>(100 * 257 + i % 8 * 257 / 7));
    const Image image = picture<std::uint16_t>(4, 4, 1, samples);
    for (const BlockQuality quality : kQualities) {
        const Bytes blocks =
            encode_blocks({image.pixels, r16_unorm, 4, 4}, bc4_unorm, {.quality = quality}).value();
        const auto back =
            samples_of<std::uint16_t>(decoded(bc4_unorm, blocks, 4, 4, DecodedDepth::full));
        for (std::size_t i = 0; i < 16; ++i) EXPECT_NEAR(back[i], samples[i], 1) << "pixel " << i;
    }
}

TEST(BlockEncode, SignedBlocksHoldMinusOneToOne) {
    std::vector<std::uint16_t> halves;
    const float values[8] = {-1, -0.75f, -0.5f, -0.25f, 0, 0.25f, 0.5f, 1};
    for (int i = 0; i < 16; ++i) {
        halves.push_back(float_to_half(values[i % 8]));
        halves.push_back(float_to_half(i == 5 ? std::nanf("") : i == 6 ? -7.0f : 0.5f));
    }
    const Image image = picture<std::uint16_t>(4, 4, 2, halves);
    const Bytes blocks =
        encode_blocks({image.pixels, rg16_float, 4, 4}, bc5_snorm, {.quality = BlockQuality::high})
            .value();
    const auto back =
        samples_of<std::uint16_t>(decoded(bc5_snorm, blocks, 4, 4, DecodedDepth::full));
    for (std::size_t i = 0; i < 16; ++i) {
        // Half the distance of eighths of the range.
        EXPECT_NEAR(half_to_float(back[2 * i]), values[i % 8], 1 / 7.0f) << "pixel " << i;
        EXPECT_NEAR(half_to_float(back[2 * i + 1]), i == 5 ? 0.0f : i == 6 ? -1.0f : 0.5f, 0.15f);
    }
}

TEST(BlockEncode, RefusesOtherPixelsAndSizes) {
    const Bytes pixels(64);
    const auto code = [&](PixelFormat from, std::uint32_t width, std::uint32_t height,
                          PixelFormat to) {
        return encode_blocks({pixels, from, width, height}, to, {}).error().code;
    };
    EXPECT_EQ(code(r8_unorm, 8, 8, bc1_unorm), kBlockSource);
    EXPECT_EQ(code(rgba16_unorm, 2, 4, bc7_unorm), kBlockSource);
    EXPECT_EQ(code(r8_unorm, 8, 8, bc4_snorm), kBlockSource);
    EXPECT_EQ(code(rgba8_unorm, 4, 4, rgba8_unorm), kBlockSource);
    EXPECT_EQ(code(rgba8_unorm, 4, 4, bc6h_ufloat), kBlockSource);
    EXPECT_EQ(code(rgba8_unorm, 4, 5, bc1_unorm), kImageShape);
    EXPECT_EQ(code(rgba8_unorm, 0, 4, bc1_unorm), kImageShape);
    EXPECT_EQ(code(rgba8_unorm, 65537, 4, bc7_unorm), kImageShape);
}

}  // namespace galley::texel
