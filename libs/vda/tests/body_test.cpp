#include "galley/vda/body.h"

#include <gmock/gmock.h>

#include "galley/test/bytes.h"
#include "galley/test/vda_repair.h"
#include "galley/vda/container.h"
#include "galley/vda/errors.h"

namespace galley::vda {
namespace {

using test::to_bytes;

constexpr std::uint32_t kVersion = 7;

// Head: 16 fixed, two segments of 32, one section of 5 bytes, the hash: 112 bytes.
Bytes two_segments() {
    BodyWriter writer(kVersion, 2);
    writer.bytes().u32(0x01020304);
    writer.bytes().u8(9);
    writer.end_head();
    writer.begin_segment();
    writer.bytes().text("abc");
    writer.end_segment();
    writer.begin_segment();
    writer.bytes().text("0123456789abcdefg");
    writer.end_segment();
    return writer.finish();
}

Result<BodyReader> open(ByteSpan body) { return BodyReader::open(body, "TEST", kVersion); }

Result<void> read_all(ByteSpan body) {
    auto reader = open(body);
    if (!reader) return std::unexpected(reader.error());
    static_cast<void>(reader->fields().u32());
    static_cast<void>(reader->fields().u8());
    if (auto ended = reader->end_fields(); !ended) return ended;
    return reader->verify_segments();
}

TEST(Body, PlacesHeadAndSegmentsAsThePageSays) {
    const Bytes body = two_segments();
    EXPECT_EQ(body.size(), 145U);
    EXPECT_EQ(test::load_little(body, 0, 4), kVersion);
    EXPECT_EQ(test::load_little(body, 4, 4), 112U);
    EXPECT_EQ(test::load_little(body, 8, 4), 2U);
    EXPECT_EQ(test::load_little(body, 12, 4), 0U);
    EXPECT_EQ(test::load_little(body, 16, 8), 112U);
    EXPECT_EQ(test::load_little(body, 24, 8), 3U);
    EXPECT_EQ(test::load_little(body, 48, 8), 128U);
    EXPECT_EQ(test::load_little(body, 56, 8), 17U);
    EXPECT_EQ(two_segments(), body);
}

TEST(Body, ReadsWhatWasWritten) {
    const Bytes body = two_segments();
    auto reader = open(body);
    ASSERT_TRUE(reader) << reader.error().to_string();
    EXPECT_EQ(reader->fields().u32(), 0x01020304U);
    EXPECT_EQ(reader->fields().u8(), 9U);
    EXPECT_TRUE(reader->end_fields());
    EXPECT_TRUE(reader->verify_segments());
    EXPECT_EQ(as_text(reader->segment(0)), "abc");
    EXPECT_EQ(as_text(reader->segment(1)), "0123456789abcdefg");
}

TEST(Body, IsTheSameWhereLastSegmentsStayWithTheCaller) {
    const Bytes abc = to_bytes("abc");
    const Bytes digits = to_bytes("0123456789abcdefg");
    BodyWriter writer(kVersion, 2);
    writer.bytes().u32(0x01020304);
    writer.bytes().u8(9);
    writer.end_head();
    writer.add_segment_behind(abc);
    writer.add_segment_behind(digits);
    Bytes body = writer.finish();
    ASSERT_EQ(body.size(), 112U);
    body.insert(body.end(), abc.begin(), abc.end());
    body.resize(align_section(body.size()));
    body.insert(body.end(), digits.begin(), digits.end());
    EXPECT_EQ(body, two_segments());
}

TEST(Body, HasNoSegmentsWhenNoneAreAsked) {
    BodyWriter writer(kVersion, 0);
    writer.end_head();
    const Bytes body = writer.finish();
    EXPECT_EQ(body.size(), 32U);
    auto reader = open(body);
    ASSERT_TRUE(reader) << reader.error().to_string();
    EXPECT_TRUE(reader->end_fields());
    EXPECT_TRUE(reader->segments().empty());
}

TEST(Body, EveryTruncationAndOneMoreByteAreRefused) {
    Bytes body = two_segments();
    test::for_each_truncation(
        body, [](ByteSpan cut, std::size_t size) { EXPECT_FALSE(open(cut)) << size; });
    body.push_back(std::byte{0});
    const auto longer = open(body);
    ASSERT_FALSE(longer);
    EXPECT_EQ(longer.error().code, kBodyLayout);
    EXPECT_EQ(longer.error().place.offset, 145U);
}

TEST(Body, EveryFlippedBitIsDetected) {
    Bytes body = two_segments();
    for (std::size_t at = 0; at < body.size(); ++at) {
        for (unsigned bit = 0; bit < 8; ++bit) {
            const std::byte mask{static_cast<unsigned char>(1U << bit)};
            body[at] ^= mask;
            EXPECT_FALSE(read_all(body)) << "bit " << bit << " of byte " << at;
            body[at] ^= mask;
        }
    }
    EXPECT_TRUE(read_all(body));
}

TEST(Body, B2_CountsAtTheirExtremesAreRefusedBeforeAnythingIsAllocated) {
    for (const std::uint64_t value : {0xffffffffULL, 0xfffffff0ULL, 0x80000000ULL, 0x7fffffffULL}) {
        for (const std::size_t at : {4U, 8U}) {
            Bytes body = two_segments();
            test::store_little(body, at, value, 4);
            test::repair_hashes(body);
            const auto reader = open(body);
            ASSERT_FALSE(reader);
            EXPECT_EQ(reader.error().code, kBodyHead);
            EXPECT_EQ(reader.error().place.offset, at);
        }
    }
}

TEST(Body, B4_SegmentPlacesAtTheirExtremesAreRefused) {
    const std::uint64_t extremes[] = {0, 65536, 0x7fffffffffffffff, 0xffffffffffffffff,
                                      0xfffffffffffffff0};
    for (const std::size_t at : {16U, 24U, 48U, 56U}) {
        for (const std::uint64_t value : extremes) {
            Bytes body = two_segments();
            test::store_little(body, at, value, 8);
            test::repair_hashes(body);
            const auto reader = open(body);
            ASSERT_FALSE(reader) << at << ' ' << value;
            EXPECT_EQ(reader.error().code, kBodyLayout) << at << ' ' << value;
        }
    }
}

TEST(Body, B5_BytesThatOnlyAlignAreZero) {
    for (const std::size_t at : {85U, 95U, 115U, 127U}) {
        Bytes body = two_segments();
        body[at] = std::byte{1};
        test::repair_hashes(body);
        const auto result = read_all(body);
        ASSERT_FALSE(result) << at;
        EXPECT_EQ(result.error().code, kBodyPadding) << at;
    }
}

TEST(Body, B7_FieldsThatAreMissingOrLeftOverAreRefused) {
    const Bytes body = two_segments();
    auto short_read = open(body);
    ASSERT_TRUE(short_read);
    const auto left = short_read->end_fields();
    ASSERT_FALSE(left);
    EXPECT_EQ(left.error().code, kBodyLayout);
    auto long_read = open(body);
    ASSERT_TRUE(long_read);
    long_read->fields().skip(17);
    const auto missing = long_read->end_fields();
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().code, kBodyHead);
    EXPECT_EQ(missing.error().place.chunk, "TEST");
}

TEST(Body, B1_AnotherVersionIsACodeOfItsOwn) {
    const auto reader = BodyReader::open(two_segments(), "TEST", kVersion + 1);
    ASSERT_FALSE(reader);
    EXPECT_EQ(reader.error().code, kBodyVersion);
}

TEST(Body, B8_AlignmentInMemoryIsChecked) {
    alignas(16) const std::byte memory[32] = {};
    EXPECT_TRUE(check_body_alignment({memory, 16}, "TEST"));
    for (std::size_t shift = 1; shift < 16; ++shift) {
        const auto result = check_body_alignment({memory + shift, 16}, "TEST");
        ASSERT_FALSE(result);
        EXPECT_EQ(result.error().code, kBodyAlignment);
    }
}

TEST(Body, V7_ASizeOverTheLimitSaysWhatToReduce) {
    EXPECT_TRUE(check_body_size(kMaxPayload, "TEST", "be smaller"));
    const auto result = check_body_size(kMaxPayload + 1, "TEST", "be smaller");
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, kChunkTooLarge);
    EXPECT_EQ(result.error().hint, "be smaller");
}

}  // namespace
}  // namespace galley::vda
