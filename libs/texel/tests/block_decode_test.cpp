#include "galley/texel/block_decode.h"

#include <array>
#include <cstring>
#include <vector>

#include <gtest/gtest.h>

#include "galley/test/bytes.h"
#include "galley/texel/errors.h"
#include "galley/texel/half.h"
#include "pictures.h"

namespace galley::texel {
namespace {

using test::from_hex;

// The first row of pixels of one block.
template <class Sample>
std::vector<Sample> first_row(BlockCoding coding, std::string_view hex,
                              DecodedDepth depth = DecodedDepth::eight_bits) {
    return samples_of<Sample>(decode_blocks(coding, from_hex(hex), 4, 1, depth).value());
}

using Codes = std::vector<std::uint8_t>;

}  // namespace

TEST(BlockDecode, Bc1WithTheLargerEndpointFirstHasThirds) {
    // White and black; indices 0, 1, 2, 3 from the lowest bits: 0b11100100.
    EXPECT_EQ(first_row<std::uint8_t>(BlockCoding::bc1, "ffff 0000 e4000000"),
              (Codes{255, 255, 255, 255, 0, 0, 0, 255, 170, 170, 170, 255, 85, 85, 85, 255}));
}

TEST(BlockDecode, Bc1WithTheSmallerEndpointFirstHasAHalfAndTransparentBlack) {
    EXPECT_EQ(first_row<std::uint8_t>(BlockCoding::bc1, "0000 ffff e4000000"),
              (Codes{0, 0, 0, 255, 255, 255, 255, 255, 128, 128, 128, 255, 0, 0, 0, 0}));
}

TEST(BlockDecode, EndpointsOfBc1AreThirtyFirstsAndSixtyThirds) {
    // Red 3/31 = 24.68/255 and green 11/63 = 44.52/255, which repeated bits make 24 and 44; blue
    // 28/31 = 230.3/255, where they make 231.
    const std::uint16_t color = 3 << 11 | 11 << 5 | 28;
    std::array<std::byte, 8> block{};
    std::memcpy(block.data(), &color, 2);
    const Bytes pixels =
        decode_blocks(BlockCoding::bc1, block, 1, 1, DecodedDepth::eight_bits).value();
    EXPECT_EQ(samples_of<std::uint8_t>(pixels), (Codes{25, 45, 230, 255}));
}

TEST(BlockDecode, Bc2HasSixteenAlphasAndAlwaysThirds) {
    EXPECT_EQ(first_row<std::uint8_t>(BlockCoding::bc2, "10f8 000000000000 0000 ffff e4000000"),
              (Codes{0, 0, 0, 0, 255, 255, 255, 17, 85, 85, 85, 136, 170, 170, 170, 255}));
}

TEST(BlockDecode, Bc3HasTheAlphaOfBc4AndAlwaysThirds) {
    // Alpha 255 and 0, indices 0, 1, 2, 7: 0b111'010'001'000.
    EXPECT_EQ(first_row<std::uint8_t>(BlockCoding::bc3, "ff00 880e00000000 0000 ffff e4000000"),
              (Codes{0, 0, 0, 255, 255, 255, 255, 0, 85, 85, 85, 219, 170, 170, 170, 36}));
}

TEST(BlockDecode, Bc4WithTheLargerEndpointFirstHasSevenths) {
    // Indices 0 to 7 in two rows: 76543210 in octal is 0xfac688.
    const Bytes block = from_hex("ff00 88c6fa 000000");
    const Bytes eight =
        decode_blocks(BlockCoding::bc4_unorm, block, 4, 2, DecodedDepth::eight_bits).value();
    EXPECT_EQ(samples_of<std::uint8_t>(eight), (Codes{255, 0, 219, 182, 146, 109, 73, 36}));
    const Bytes full =
        decode_blocks(BlockCoding::bc4_unorm, block, 4, 2, DecodedDepth::full).value();
    EXPECT_EQ(samples_of<std::uint16_t>(full),
              (std::vector<std::uint16_t>{65535, 0, 56173, 46811, 37449, 28086, 18724, 9362}));
}

TEST(BlockDecode, Bc4WithTheSmallerEndpointFirstHasFifthsAndTheEnds) {
    const Bytes block = from_hex("0a64 88c6fa 000000");  // 10 and 100
    const Bytes eight =
        decode_blocks(BlockCoding::bc4_unorm, block, 4, 2, DecodedDepth::eight_bits).value();
    EXPECT_EQ(samples_of<std::uint8_t>(eight), (Codes{10, 100, 28, 46, 64, 82, 0, 255}));
}

TEST(BlockDecode, SignedBc4IsMinusOneToOne) {
    const auto values = [](std::string_view hex) {
        const Bytes pixels =
            decode_blocks(BlockCoding::bc4_snorm, from_hex(hex), 4, 2, DecodedDepth::full).value();
        std::vector<float> floats;
        for (const std::uint16_t half : samples_of<std::uint16_t>(pixels))
            floats.push_back(half_to_float(half));
        return floats;
    };
    const auto half = [](float value) { return half_to_float(float_to_half(value)); };
    EXPECT_EQ(values("7f81 88c6fa 000000"),
              (std::vector<float>{1, -1, half(5 / 7.0f), half(3 / 7.0f), half(1 / 7.0f),
                                  half(-1 / 7.0f), half(-3 / 7.0f), half(-5 / 7.0f)}));
    // -128 is -1 as well; it is the smaller endpoint, so that the ends come with it.
    EXPECT_EQ(values("8000 88c6fa 000000"), (std::vector<float>{-1, 0, half(-0.8f), half(-0.6f),
                                                                half(-0.4f), half(-0.2f), -1, 1}));
}

TEST(BlockDecode, Bc5HasRedThenGreen) {
    EXPECT_EQ(
        first_row<std::uint8_t>(BlockCoding::bc5_unorm, "0a64 880000 000000 c832 490000 000000"),
        (Codes{10, 50, 100, 50, 28, 50, 10, 200}));
}

TEST(BlockDecode, ReservedModesAreBlack) {
    EXPECT_EQ(first_row<std::uint8_t>(BlockCoding::bc7, "00ffffffffffffffffffffffffffffff"),
              Codes(16, 0));
    for (const std::string_view bits : {"13", "17", "1b", "1f"}) {
        const auto row = first_row<std::uint16_t>(
            BlockCoding::bc6h_ufloat, std::string(bits) + "ffffffffffffffffffffffffffffff");
        EXPECT_EQ(row, (std::vector<std::uint16_t>{0, 0, 0, 0x3c00, 0, 0, 0, 0x3c00, 0, 0, 0,
                                                   0x3c00, 0, 0, 0, 0x3c00}));
    }
}

TEST(BlockDecode, EdgesOfAnySizeAreTheWholeBlocksCutOff) {
    const Image source = noise<std::uint8_t>(9, 9, 16);  // bytes enough for blocks of any kind
    for (const BlockCoding coding :
         {BlockCoding::bc1, BlockCoding::bc3, BlockCoding::bc4_unorm, BlockCoding::bc5_snorm,
          BlockCoding::bc6h_sfloat, BlockCoding::bc7}) {
        const std::size_t pixel =
            find_pixel_format(plain_format(coding, DecodedDepth::full))->block_bytes;
        for (std::uint32_t width = 1; width <= 9; ++width) {
            for (std::uint32_t height = 1; height <= 9; ++height) {
                const std::uint32_t across = (width + 3) / 4;
                const std::uint32_t down = (height + 3) / 4;
                const ByteSpan blocks =
                    ByteSpan(source.pixels).first(std::size_t{across} * down * block_bytes(coding));
                const Bytes cut =
                    decode_blocks(coding, blocks, width, height, DecodedDepth::full).value();
                const Bytes whole =
                    decode_blocks(coding, blocks, across * 4, down * 4, DecodedDepth::full).value();
                for (std::size_t y = 0; y < height; ++y)
                    ASSERT_EQ(std::memcmp(&cut[y * width * pixel], &whole[y * across * 4 * pixel],
                                          width * pixel),
                              0)
                        << width << " x " << height << ", row " << y;
            }
        }
    }
}

TEST(BlockDecode, ThreadsGiveTheSamePixels) {
    const Image source = noise<std::uint8_t>(256, 256, 1);
    const ByteSpan blocks = ByteSpan(source.pixels).first(63 * 64 * 16);
    JobPool pool(3);
    EXPECT_EQ(decode_blocks(BlockCoding::bc7, blocks, 250, 253, DecodedDepth::full).value(),
              decode_blocks(BlockCoding::bc7, blocks, 250, 253, DecodedDepth::full, &pool).value());
}

TEST(BlockDecode, RefusesBytesThatAreNotAsManyBlocks) {
    const Bytes blocks(64);
    for (const auto& [width, height] : {std::pair{0u, 4u},
                                        {4u, 0u},
                                        {65537u, 4u},
                                        {17u, 8u},
                                        {16u, 12u},
                                        {8u, 8u},
                                        {65536u, 65536u}}) {
        const auto decoded =
            decode_blocks(BlockCoding::bc1, blocks, width, height, DecodedDepth::eight_bits);
        ASSERT_FALSE(decoded) << width << " x " << height;
        EXPECT_EQ(decoded.error().code, kImageShape);
    }
}

}  // namespace galley::texel
