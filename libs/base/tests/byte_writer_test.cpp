#include "galley/base/byte_writer.h"

#include <bit>

#include <galley/test/bytes.h>
#include <gtest/gtest.h>

#include "galley/base/byte_reader.h"

namespace galley {
namespace {

TEST(ByteWriter, WritesLittleEndianValues) {
    ByteWriter writer;
    writer.u8(1);
    writer.u16(0x0302);
    writer.u32(0x07060504);
    writer.u64(0x0f0e0d0c0b0a0908);
    writer.i32(-1);
    writer.i64(-2);
    writer.f32(-1.0F);
    writer.f64(0x1.921fb54442d18p+1);
    writer.text("ab");
    EXPECT_EQ(writer.take(), test::from_hex("01 0203 04050607 08090a0b0c0d0e0f ffffffff "
                                            "feffffffffffffff 000080bf 182d4454fb210940 6162"));
}

TEST(ByteWriter, AlignsWithZerosAndPatches) {
    ByteWriter writer;
    writer.u8(0xff);
    writer.align(8);
    EXPECT_EQ(writer.size(), 8U);
    writer.align(8);
    EXPECT_EQ(writer.size(), 8U);
    writer.zeros(1);
    writer.patch_u32(4, 0x04030201);
    EXPECT_EQ(writer.take(), test::from_hex("ff000000 01020304 00"));
    writer = {};
    writer.zeros(8);
    writer.patch_u64(0, 0x0807060504030201);
    EXPECT_EQ(writer.take(), test::from_hex("0102030405060708"));
}

TEST(ByteWriter, KeepsTheBitsOfANan) {
    ByteWriter writer;
    writer.f32(std::bit_cast<float>(0x7fc00001U));
    ByteReader reader(writer.view());
    EXPECT_EQ(reader.u32(), 0x7fc00001U);
}

TEST(ByteWriterDeathTest, RefusesAPatchPastTheEnd) {
    ByteWriter writer;
    writer.u32(0);
    EXPECT_DEATH(writer.patch_u32(1, 0), "contract broken");
    EXPECT_DEATH(writer.patch_u64(0, 0), "contract broken");
}

}  // namespace
}  // namespace galley
