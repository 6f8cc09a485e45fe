#include "galley/base/hash.h"

#include <galley/test/bytes.h>
#include <gtest/gtest.h>

namespace galley {
namespace {

// Values of the empty input from the xxHash specification and its command-line tool.
TEST(Xxh3, GivesThePublishedValuesOfTheEmptyInput) {
    EXPECT_EQ(xxh3_64({}), 0x2d06800538d394c2U);
    EXPECT_EQ(xxh3_128({}), (Hash128{0x6001c324468d497fU, 0x99aa06d3014798d8U}));
}

TEST(Xxh3, DiffersForEveryFlippedByte) {
    const auto bytes = test::to_bytes("a text of more than sixteen bytes");
    const auto hash = xxh3_128(bytes);
    test::for_each_byte_flip(
        bytes, [&](ByteSpan changed, std::size_t at) { EXPECT_NE(xxh3_128(changed), hash) << at; });
}

TEST(Digest, HexGoesBothWays) {
    const std::string text = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    const auto digest = Digest::from_hex(text);
    ASSERT_TRUE(digest);
    EXPECT_EQ(digest->to_hex(), text);
    EXPECT_EQ(digest->bytes[0], 0xba);
    EXPECT_FALSE(digest->is_zero());
    EXPECT_TRUE(Digest{}.is_zero());
}

TEST(Digest, RefusesOtherText) {
    EXPECT_FALSE(Digest::from_hex(""));
    EXPECT_FALSE(Digest::from_hex(std::string(63, '0')));
    EXPECT_FALSE(Digest::from_hex(std::string(65, '0')));
    EXPECT_FALSE(Digest::from_hex(std::string(63, '0') + "x"));
}

TEST(Hex, IsLowerCase) { EXPECT_EQ(to_hex(test::from_hex("00 0f A0 ff")), "000fa0ff"); }

}  // namespace
}  // namespace galley
