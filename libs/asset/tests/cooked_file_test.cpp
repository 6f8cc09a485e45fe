#include "galley/asset/cooked_file.h"

#include <gmock/gmock.h>

#include "galley/asset/errors.h"
#include "galley/core/sha256.h"
#include "galley/test/vda_repair.h"
#include "galley/vda/asset_file.h"
#include "galley/vda/errors.h"
#include "samples.h"

namespace galley {
namespace {

const Digest& golden_key() {
    static const Digest kKey = Digest::from_hex(test::kGoldenKey).value();
    return kKey;
}

/// 0, 1, 2, ...
Bytes counting(std::size_t size) {
    Bytes bytes(size);
    for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::byte>(i);
    return bytes;
}

TEST(CookedFile, C4_EncodesTheGoldenFiles) {
    const std::vector<Bytes> levels = test::golden_levels();
    TextureInfo blocks = test::golden_texture();
    blocks.format = PixelFormat::bc7_unorm;
    blocks.usage = TextureUsage::data;
    blocks.width = 5;
    blocks.height = 9;
    blocks.levels = 2;
    const std::vector<Bytes> block_levels = {counting(96), counting(16)};
    struct Case {
        std::string_view file;
        Kind kind;
        Result<Bytes> body;
    };
    const Case cases[] = {
        {"gmsh_two_levels.vda", Kind::mesh, encode_mesh(test::golden_mesh())},
        {"gtex_tail.vda", Kind::texture,
         encode_texture(test::golden_texture(), test::spans(levels))},
        {"gtex_blocks.vda", Kind::texture, encode_texture(blocks, test::spans(block_levels))},
        {"gmat_plain.vda", Kind::material, encode_material(Material{})},
        {"gmat_every_lobe.vda", Kind::material, encode_material(test::golden_material())},
    };
    for (const Case& c : cases) {
        ASSERT_TRUE(c.body) << c.file << ": " << c.body.error().to_string();
        const auto file = encode_cooked_file(c.kind, golden_key(), *c.body);
        ASSERT_TRUE(file) << c.file << ": " << file.error().to_string();
        EXPECT_EQ(*file, test::read_file(test::bodies_dir() / c.file)) << c.file;
    }
}

TEST(CookedFile, OpensWhatItEncoded) {
    const auto body = encode_material(Material{});
    ASSERT_TRUE(body);
    const auto file = encode_cooked_file(Kind::material, golden_key(), *body);
    ASSERT_TRUE(file);
    const auto cooked = open_cooked_file(*file);
    ASSERT_TRUE(cooked) << cooked.error().to_string();
    EXPECT_EQ(cooked->kind, Kind::material);
    EXPECT_EQ(cooked->key, golden_key());
    EXPECT_EQ(cooked->body_version, 1);
    EXPECT_EQ(cooked->body_offset % 64, 0U);
    EXPECT_EQ(cooked->body.data(), file->data() + cooked->body_offset);
    EXPECT_EQ(Bytes(cooked->body.begin(), cooked->body.end()), *body);
}

TEST(CookedFile, EveryTruncationAndEveryFlippedByteIsRefused) {
    for (const auto* name :
         {"gmsh_two_levels.vda", "gtex_tail.vda", "gtex_blocks.vda", "gmat_every_lobe.vda"}) {
        const Bytes file = test::read_file(test::bodies_dir() / name);
        test::for_each_truncation(file, [&](ByteSpan cut, std::size_t size) {
            EXPECT_FALSE(open_cooked_file(cut)) << name << ' ' << size;
        });
        test::for_each_byte_flip(file, [&](ByteSpan flipped, std::size_t at) {
            EXPECT_FALSE(open_cooked_file(flipped)) << name << ' ' << at;
        });
    }
}

TEST(CookedFile, LeavesOutTheCrcOnlyWhenAsked) {
    Bytes file = test::read_file(test::bodies_dir() / "gmat_plain.vda");
    file.back() ^= std::byte{1};
    EXPECT_FALSE(open_cooked_file(file));
    EXPECT_TRUE(open_cooked_file(file, false));
}

TEST(CookedFile, C2_RefusesTheSeedsKindsAndUnknownOnes) {
    vda::Meta seed{"veduta-asset/0.8.0",         {}, "model", "crate", "models/crate.vmodel",
                   std::string(test::kGoldenKey)};
    for (const vda::Meta& meta : {seed, vda::own_meta("gsnd", 1, golden_key())}) {
        const auto file = vda::write_asset_file(meta, test::to_bytes("body"));
        ASSERT_TRUE(file);
        const auto cooked = open_cooked_file(*file);
        ASSERT_FALSE(cooked);
        EXPECT_EQ(cooked.error().code, kForeignKind);
        EXPECT_THAT(cooked.error().message, ::testing::HasSubstr(meta.kind));
    }
}

TEST(CookedFile, C3_RefusesAnotherBodyVersionWithBothNumbers) {
    const auto file =
        vda::write_asset_file(vda::own_meta("gmat", 2, golden_key()), test::to_bytes("body"));
    ASSERT_TRUE(file);
    const auto cooked = open_cooked_file(*file);
    ASSERT_FALSE(cooked);
    EXPECT_EQ(cooked.error().code, vda::kBodyVersion);
    EXPECT_THAT(cooked.error().message, ::testing::HasSubstr("version is 2, this reader's 1"));
}

TEST(CookedFile, OutputHashCountsChunkTypeAndPayloadAlone) {
    // printf GMATbody | sha256sum
    EXPECT_EQ(output_hash(Kind::material, test::to_bytes("body")),
              sha256(test::to_bytes("GMATbody")));
    const Bytes one = test::to_bytes("bo");
    const Bytes other = test::to_bytes("dy");
    const std::vector<ByteSpan> pieces = {one, other};
    EXPECT_EQ(output_hash(Kind::material, pieces),
              output_hash(Kind::material, test::to_bytes("body")));
    EXPECT_EQ(output_hash(Kind::material, test::to_bytes("body")).to_hex(),
              "7d8b7cf8c9d807abb8e5a18bd934c6fc5025d2932c47979e129d20ce1631167a");
    EXPECT_NE(output_hash(Kind::mesh, test::to_bytes("body")),
              output_hash(Kind::material, test::to_bytes("body")));
}

}  // namespace
}  // namespace galley
