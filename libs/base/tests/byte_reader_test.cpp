#include "galley/base/byte_reader.h"

#include <bit>
#include <cmath>

#include <galley/test/bytes.h>
#include <gtest/gtest.h>

namespace galley {
namespace {

using test::from_hex;

TEST(ByteReader, ReadsLittleEndianValues) {
    const auto bytes = from_hex("01 0203 04050607 08090a0b0c0d0e0f ffffffff feffffffffffffff");
    ByteReader reader(bytes);
    EXPECT_EQ(reader.u8(), 0x01);
    EXPECT_EQ(reader.u16(), 0x0302);
    EXPECT_EQ(reader.u32(), 0x07060504U);
    EXPECT_EQ(reader.u64(), 0x0f0e0d0c0b0a0908U);
    EXPECT_EQ(reader.i32(), -1);
    EXPECT_EQ(reader.i64(), -2);
    EXPECT_TRUE(reader.finished());
}

TEST(ByteReader, KeepsTheBitsOfFloats) {
    const auto bytes = from_hex("000080bf 0100c07f 00000080 182d4454fb210940");
    ByteReader reader(bytes);
    EXPECT_EQ(reader.f32(), -1.0F);
    EXPECT_EQ(std::bit_cast<std::uint32_t>(reader.f32()), 0x7fc00001U);
    EXPECT_TRUE(std::signbit(reader.f32()));
    EXPECT_EQ(reader.f64(), 0x1.921fb54442d18p+1);
}

TEST(ByteReader, FailsForGoodAtTheReadThatDoesNotFit) {
    const auto bytes = from_hex("01020304 05");
    ByteReader reader(bytes);
    EXPECT_EQ(reader.u32(), 0x04030201U);
    EXPECT_EQ(reader.u16(), 0);
    EXPECT_TRUE(reader.failed());
    EXPECT_EQ(reader.failed_at(), 4U);
    EXPECT_EQ(reader.u8(), 0) << "a failed reader reads nothing, though a byte is left";
    EXPECT_TRUE(reader.bytes(1).empty());
    EXPECT_EQ(reader.failed_at(), 4U);
    EXPECT_FALSE(reader.finished());
}

TEST(ByteReader, RefusesSizesThatOverflow) {
    const auto bytes = from_hex("01020304");
    ByteReader reader(bytes);
    reader.skip(2);
    EXPECT_TRUE(reader.bytes(~std::uint64_t{0}).empty());
    EXPECT_TRUE(reader.failed());
}

TEST(ByteReader, BoundsACountByTheBytesLeft) {
    const auto bytes = from_hex("02000000 0000000000000000");
    ByteReader good(bytes);
    EXPECT_EQ(good.count(4), 2U);
    EXPECT_FALSE(good.failed());
    ByteReader bad(bytes);
    EXPECT_EQ(bad.count(5), 0U);
    EXPECT_TRUE(bad.failed());
    EXPECT_EQ(bad.failed_at(), 0U);
    const auto huge = from_hex("ffffffff 00");
    ByteReader reader(huge);
    EXPECT_EQ(reader.count(~std::uint64_t{0}), 0U);
    EXPECT_TRUE(reader.failed());
}

TEST(ByteReader, AlignsOverZerosOnly) {
    const auto bytes = from_hex("01 000000 02 000001");
    ByteReader reader(bytes);
    reader.align(4);
    EXPECT_EQ(reader.offset(), 0U);
    EXPECT_EQ(reader.u8(), 1);
    reader.align(4);
    EXPECT_EQ(reader.offset(), 4U);
    EXPECT_EQ(reader.u8(), 2);
    reader.align(4);
    EXPECT_TRUE(reader.failed());
    EXPECT_EQ(reader.failed_at(), 5U);
}

TEST(ByteReader, GivesTextAndSpansOfWhatItReads) {
    const auto bytes = test::to_bytes("hello");
    ByteReader reader(bytes);
    EXPECT_EQ(reader.text(4), "hell");
    EXPECT_EQ(reader.bytes(1).data(), bytes.data() + 4);
    EXPECT_TRUE(reader.finished());
}

TEST(ByteReader, FailsOnEveryTruncationOfAStructure) {
    const auto bytes = from_hex("02000000 aabb 0000 0102030405060708");
    const auto read = [](ByteSpan span) {
        ByteReader reader(span);
        static_cast<void>(reader.bytes(reader.count(1)));
        reader.align(8);
        static_cast<void>(reader.u64());
        return reader.finished();
    };
    EXPECT_TRUE(read(bytes));
    test::for_each_truncation(
        bytes, [&](ByteSpan cut, std::size_t size) { EXPECT_FALSE(read(cut)) << size; });
}

}  // namespace
}  // namespace galley
