#include "galley/vda/container.h"

#include <gmock/gmock.h>
#include <sys/mman.h>

#include "galley/test/bytes.h"
#include "galley/test/corpus.h"
#include "galley/test/vda_repair.h"
#include "galley/vda/errors.h"

namespace galley::vda {
namespace {

using test::from_hex;
using test::to_bytes;

Bytes golden(std::string_view name) {
    return test::read_file(test::source_dir() / "tests/golden/vda" / name);
}

Bytes rewrite(const std::vector<ChunkView>& chunks) {
    ContainerWriter writer;
    for (const ChunkView& chunk : chunks) EXPECT_TRUE(writer.append(chunk.type, chunk.payload));
    return writer.take();
}

TEST(Container, WritesTheVectorOfTheFormatPage) {
    ContainerWriter writer;
    ASSERT_TRUE(writer.append("MATL", to_bytes("hi")));
    EXPECT_EQ(writer.take(), from_hex("56444131 4d41544c 02000000 6869 ea1d32c3"));
}

TEST(Container, ComputesCrcOverTypeAndPayload) {
    EXPECT_EQ(chunk_crc("MATL", to_bytes("hi")), 0xc3321deaU);
    // The check value of CRC-32 in the catalogue of parametrised CRC algorithms.
    EXPECT_EQ(chunk_crc("1234", to_bytes("56789")), 0xcbf43926U);
    EXPECT_EQ(chunk_crc("", ByteSpan{}), 0U);
}

TEST(Container, ReadsChunksInPlace) {
    const Bytes file = golden("model_any_order.vda");
    const auto chunks = read_container(file);
    ASSERT_TRUE(chunks) << chunks.error().to_string();
    ASSERT_EQ(chunks->size(), 5U);
    EXPECT_EQ((*chunks)[0].type, "xyz9");
    EXPECT_EQ((*chunks)[0].offset, 4U);
    EXPECT_EQ((*chunks)[0].payload_offset(), 12U);
    EXPECT_EQ((*chunks)[1].type, "MESH");
    EXPECT_EQ((*chunks)[1].offset, 17U);
    EXPECT_EQ((*chunks)[1].payload.data(), file.data() + 25);
    EXPECT_EQ((*chunks)[4].payload.size(), 0U);
}

TEST(Container, V5_AFileOfTheMagicAloneIsWellFormed) {
    const auto chunks = read_container(to_bytes("VDA1"));
    ASSERT_TRUE(chunks);
    EXPECT_TRUE(chunks->empty());
    EXPECT_EQ(rewrite(*chunks), to_bytes("VDA1"));
}

TEST(Container, V5_ACutBetweenChunksReadsAsAShorterFileAndEveryOtherCutIsRefused) {
    const Bytes file = golden("model_any_order.vda");
    const auto whole = read_container(file);
    ASSERT_TRUE(whole);
    test::for_each_truncation(file, [&](ByteSpan cut, std::size_t size) {
        const auto chunks = read_container(cut);
        const auto last = std::ranges::find(*whole, size, &ChunkView::offset);
        if (last != whole->end()) {
            ASSERT_TRUE(chunks) << size;
            EXPECT_EQ(chunks->size(), static_cast<std::size_t>(last - whole->begin()));
            return;
        }
        ASSERT_FALSE(chunks) << size;
        EXPECT_EQ(chunks.error().code, size < 4 ? kBadMagic : kChunkTruncated) << size;
    });
}

TEST(Container, V6_ReadingAndWritingGivesTheSameBytes) {
    for (const auto* name : {"no_chunks.vda", "matl_hi.vda", "empty_payload.vda", "seed_meta.vda",
                             "model.vda", "model_any_order.vda"}) {
        const Bytes file = golden(name);
        const auto chunks = read_container(file);
        ASSERT_TRUE(chunks) << name << ": " << chunks.error().to_string();
        EXPECT_EQ(rewrite(*chunks), file) << name;
    }
}

TEST(Container, V4_EveryFlippedBitAfterTheMagicIsDetected) {
    Bytes file = golden("model_any_order.vda");
    for (std::size_t at = 0; at < file.size(); ++at) {
        for (unsigned bit = 0; bit < 8; ++bit) {
            const std::byte mask{static_cast<unsigned char>(1U << bit)};
            file[at] ^= mask;
            EXPECT_FALSE(read_container(file)) << "bit " << bit << " of byte " << at;
            file[at] ^= mask;
        }
    }
}

TEST(Container, FlippedBitsWithTheCrcRepairedAreRefusedOrWrittenAgainAsTheyAre) {
    const Bytes file = golden("model_any_order.vda");
    std::size_t accepted = 0;
    test::for_each_byte_flip(file, [&](ByteSpan flipped, std::size_t) {
        Bytes copy(flipped.begin(), flipped.end());
        test::repair_crcs(copy);
        const auto chunks = read_container(copy);
        if (!chunks) return;
        ++accepted;
        EXPECT_EQ(rewrite(*chunks), copy);
    });
    EXPECT_GT(accepted, 0U);
}

TEST(Container, LeavesOutTheCrcOnlyWhenAsked) {
    Bytes file = golden("matl_hi.vda");
    file.back() ^= std::byte{1};
    EXPECT_FALSE(read_container(file));
    EXPECT_TRUE(read_container(file, false));
}

TEST(Container, NamesTheChunkTheOffsetAndTheRule) {
    Bytes file = golden("matl_hi.vda");
    file.back() ^= std::byte{1};
    const auto chunks = read_container(file);
    ASSERT_FALSE(chunks);
    EXPECT_EQ(chunks.error().place.chunk, "MATL");
    EXPECT_EQ(chunks.error().place.offset, 14U);
    EXPECT_THAT(chunks.error().message, ::testing::HasSubstr("(V4)"));
}

TEST(ContainerWriter, V3_RefusesOtherTypesThanFourLettersOrDigits) {
    ContainerWriter writer;
    for (const auto* type : {"", "MES", "MESHH", "MES ", "ME\xc9", "a-bc"}) {
        const auto result = writer.append(type, {});
        ASSERT_FALSE(result) << type;
        EXPECT_EQ(result.error().code, kBadChunkType);
    }
    EXPECT_TRUE(writer.append("aZ09", {}));
    EXPECT_EQ(writer.size(), 16U);
}

TEST(ContainerWriter, V7_RefusesAPayloadOfFourGigabytesWithoutTouchingIt) {
    constexpr std::size_t kSize = std::size_t{1} << 32;
    // Addresses without memory behind them: reading one byte would end the test.
    void* reserved =
        mmap(nullptr, kSize, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    ASSERT_NE(reserved, MAP_FAILED);
    ContainerWriter writer;
    const ByteSpan payload{static_cast<const std::byte*>(reserved), kSize};
    for (const auto& result :
         {writer.append("GTEX", payload), writer.append_aligned("GTEX", payload)}) {
        ASSERT_FALSE(result);
        EXPECT_EQ(result.error().code, kChunkTooLarge);
        EXPECT_FALSE(result.error().hint.empty());
    }
    EXPECT_EQ(writer.take(), to_bytes("VDA1"));
    munmap(reserved, kSize);
}

TEST(ContainerWriter, F4_PadsSoThatThePayloadStandsOnAMultipleOf64) {
    for (std::size_t before = 0; before < 130; ++before) {
        ContainerWriter writer;
        ASSERT_TRUE(writer.append("abcd", Bytes(before)));
        ASSERT_TRUE(writer.append_aligned("BODY", to_bytes("x")));
        const Bytes file = writer.take();
        const auto chunks = read_container(file);
        ASSERT_TRUE(chunks);
        EXPECT_EQ(chunks->back().payload_offset() % 64, 0U) << before;
        const bool aligned_anyway = (4 + 12 + before + 8) % 64 == 0;
        ASSERT_EQ(chunks->size(), aligned_anyway ? 2U : 3U) << before;
        if (aligned_anyway) continue;
        EXPECT_EQ((*chunks)[1].type, "PADD");
        EXPECT_LT((*chunks)[1].payload.size(), 64U);
        EXPECT_EQ(Bytes((*chunks)[1].payload.begin(), (*chunks)[1].payload.end()),
                  Bytes((*chunks)[1].payload.size()));
    }
}

}  // namespace
}  // namespace galley::vda
