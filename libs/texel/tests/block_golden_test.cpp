// Against OpenImageIO's decoder: tests/oracles/block_pixels.py wrote the files.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>

#include <gtest/gtest.h>

#include "galley/test/bytes.h"
#include "galley/test/corpus.h"
#include "galley/texel/block_decode.h"

namespace galley::texel {
namespace {

struct Pair {
    Bytes expected;
    Bytes decoded;
};

Bytes golden(const std::string& file) {
    return test::read_file(test::source_dir() / "tests/golden/blocks" / file);
}

Pair decoded_golden(const std::string& name, BlockCoding coding) {
    const Bytes blocks = golden(name + ".blocks");
    const auto height = static_cast<std::uint32_t>(blocks.size() / block_bytes(coding) * 4);
    return {golden(name + ".pixels"),
            decode_blocks(coding, blocks, 4, height, DecodedDepth::eight_bits).value()};
}

int largest_difference(const Pair& pair) {
    int largest = 0;
    for (std::size_t i = 0; i < pair.expected.size(); ++i)
        largest = std::max(largest, std::abs(std::to_integer<int>(pair.expected[i]) -
                                             std::to_integer<int>(pair.decoded[i])));
    return largest;
}

}  // namespace

// OpenImageIO widens the endpoints of colours to 8 bits before it takes thirds and halves; ours are
// taken exactly, and differ by one step at most.
TEST(BlockGolden, ColoursOfBc1AreOpenImageIosToOneStep) {
    const Pair pair = decoded_golden("bc1", BlockCoding::bc1);
    ASSERT_EQ(pair.expected.size(), pair.decoded.size());
    EXPECT_LE(largest_difference(pair), 1);
    for (std::size_t i = 3; i < pair.expected.size(); i += 4)
        ASSERT_EQ(pair.expected[i], pair.decoded[i]) << "alpha of pixel " << i / 4;
}

TEST(BlockGolden, Bc2AndBc3AreOpenImageIosToOneStep) {
    for (const auto& [name, coding] :
         {std::pair{"bc2", BlockCoding::bc2}, std::pair{"bc3", BlockCoding::bc3}}) {
        const Pair pair = decoded_golden(name, coding);
        ASSERT_EQ(pair.expected.size(), pair.decoded.size());
        EXPECT_LE(largest_difference(pair), 1) << name;
    }
}

TEST(BlockGolden, Bc4AndBc5AreOpenImageIosToOneStep) {
    for (const auto& [name, coding] :
         {std::pair{"bc4", BlockCoding::bc4_unorm}, std::pair{"bc5", BlockCoding::bc5_unorm}}) {
        const Pair pair = decoded_golden(name, coding);
        ASSERT_EQ(pair.expected.size(), pair.decoded.size());
        EXPECT_LE(largest_difference(pair), 1) << name;
    }
}

TEST(BlockGolden, EveryModeAndPartitionOfBc7IsOpenImageIos) {
    const Pair pair = decoded_golden("bc7", BlockCoding::bc7);
    ASSERT_EQ(pair.expected.size(), pair.decoded.size());
    for (std::size_t i = 0; i < pair.expected.size(); ++i)
        ASSERT_EQ(pair.expected[i], pair.decoded[i]) << "block " << i / 64 << ", byte " << i % 64;
}

TEST(BlockGolden, EveryModeAndPartitionOfBc6hIsOpenImageIos) {
    for (const auto& [name, coding] : {std::pair{"bc6h_ufloat", BlockCoding::bc6h_ufloat},
                                       std::pair{"bc6h_sfloat", BlockCoding::bc6h_sfloat}}) {
        const Pair pair = decoded_golden(name, coding);
        ASSERT_EQ(pair.expected.size() / 6, pair.decoded.size() / 8);
        for (std::size_t i = 0; i < pair.expected.size() / 6; ++i)
            ASSERT_EQ(std::memcmp(&pair.expected[6 * i], &pair.decoded[8 * i], 6), 0)
                << name << ", block " << i / 16 << ", pixel " << i % 16;
    }
}

}  // namespace galley::texel
