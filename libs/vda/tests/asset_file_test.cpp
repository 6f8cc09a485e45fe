#include "galley/vda/asset_file.h"

#include <gmock/gmock.h>

#include "galley/test/bytes.h"
#include "galley/test/corpus.h"
#include "galley/test/tsv.h"
#include "galley/vda/errors.h"

namespace galley::vda {
namespace {

using test::to_bytes;

std::filesystem::path golden_dir() { return test::source_dir() / "tests/golden/vda"; }

TEST(AssetFile, F3_ReadsMetaAndBodyInAnyOrder) {
    for (const auto* name : {"model.vda", "model_any_order.vda"}) {
        const Bytes file = test::read_file(golden_dir() / name);
        const auto asset = read_asset_file(file);
        ASSERT_TRUE(asset) << name << ": " << asset.error().to_string();
        EXPECT_EQ(asset->meta.kind, "model");
        EXPECT_EQ(asset->meta.source, "models/crate.vmodel");
        EXPECT_EQ(asset->body.type, "MESH");
        EXPECT_EQ(as_text(asset->body.payload), "body");
    }
}

TEST(AssetFile, F3_WritesMetaFirstAndTheSeedsKindsWithoutPadding) {
    const Bytes file = test::read_file(golden_dir() / "model.vda");
    const auto asset = read_asset_file(file);
    ASSERT_TRUE(asset);
    const auto again = write_asset_file(asset->meta, to_bytes("body"));
    ASSERT_TRUE(again);
    EXPECT_EQ(*again, file);
}

TEST(AssetFile, F4_WritesOwnKindsWithTheBodyOnAMultipleOf64) {
    Digest key;
    key.bytes[0] = 0xab;
    const auto file = write_asset_file(own_meta("gmsh", 1, key), to_bytes("body"));
    ASSERT_TRUE(file);
    const auto asset = read_asset_file(*file);
    ASSERT_TRUE(asset) << asset.error().to_string();
    EXPECT_EQ(asset->body.payload_offset() % kPayloadAlignment, 0U);
    ASSERT_EQ(asset->chunks.size(), 3U);
    EXPECT_EQ(asset->chunks[0].type, "META");
    EXPECT_EQ(asset->chunks[1].type, "PADD");
    EXPECT_EQ(asset->chunks[2].type, "GMSH");
}

TEST(AssetFile, StandsAroundABodyInPiecesAsAroundTheWhole) {
    const Meta meta = own_meta("gmsh", 1, Digest{});
    const Bytes one = to_bytes("bo");
    const Bytes other = to_bytes("dy");
    const std::array<ByteSpan, 3> body = {one, ByteSpan{}, other};
    const auto frame = frame_asset_file(meta, body);
    ASSERT_TRUE(frame);
    Bytes file = frame->before;
    for (const ByteSpan piece : body) file.insert(file.end(), piece.begin(), piece.end());
    file.insert(file.end(), frame->behind.begin(), frame->behind.end());
    EXPECT_EQ(file, write_asset_file(meta, to_bytes("body")).value());
}

TEST(AssetFile, RefusesEveryBadGoldenFileWithItsCodeAndPlace) {
    const auto rows = test::read_tsv(golden_dir() / "bad/bad.tsv");
    EXPECT_GE(rows.size(), 50U);
    for (const auto& row : rows) {
        ASSERT_EQ(row.size(), 4U) << row[0];
        const auto asset = read_asset_file(test::read_file(golden_dir() / "bad" / row[0]));
        ASSERT_FALSE(asset) << row[0];
        const Error& error = asset.error();
        EXPECT_EQ(error.code.id, row[1]) << row[0] << ": " << error.to_string();
        EXPECT_EQ(error.place.offset == Place::kNoOffset ? "-" : std::to_string(error.place.offset),
                  row[2])
            << row[0] << ": " << error.to_string();
        EXPECT_EQ(error.place.chunk.empty() ? "-" : error.place.chunk, row[3])
            << row[0] << ": " << error.to_string();
    }
}

TEST(AssetFile, EveryTruncationIsRefused) {
    const Bytes file = test::read_file(golden_dir() / "model.vda");
    test::for_each_truncation(
        file, [](ByteSpan cut, std::size_t size) { EXPECT_FALSE(read_asset_file(cut)) << size; });
}

TEST(AssetFile, OpensTheCorpusFilesMadeFromTheSpecification) {
    GALLEY_NEEDS_CORPUS();
    std::size_t count = 0;
    for (const auto& entry :
         std::filesystem::directory_iterator(test::corpus_dir() / "veduta/vda_from_spec")) {
        const Bytes file = test::read_file(entry.path());
        const auto asset = read_asset_file(file);
        ASSERT_TRUE(asset) << entry.path() << ": " << asset.error().to_string();
        ContainerWriter writer;
        for (const ChunkView& chunk : asset->chunks) {
            ASSERT_TRUE(writer.append(chunk.type, chunk.payload));
        }
        EXPECT_EQ(writer.take(), file) << entry.path();
        ++count;
    }
    EXPECT_GE(count, 6U);
}

TEST(AssetFile, RefusesTheHostileCorpusFilesWhoseContainerIsBroken) {
    GALLEY_NEEDS_CORPUS();
    const std::pair<std::string_view, ErrorCode> cases[] = {
        {"bad_crc.vda", kBadCrc},
        {"chunk_len_max.vda", kChunkTruncated},
        {"truncated.vda", kChunkTruncated},
        {"magic_only.vda", kMetaCount},
    };
    for (const auto& [name, code] : cases) {
        const auto path = test::corpus_dir() / "veduta/vda_hostile" / name;
        const auto asset = read_asset_file(test::read_file(path));
        ASSERT_FALSE(asset) << name;
        EXPECT_EQ(asset.error().code, code) << name << ": " << asset.error().to_string();
    }
}

}  // namespace
}  // namespace galley::vda
