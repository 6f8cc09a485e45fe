#include "galley/vfs/manifest.h"

#include <algorithm>
#include <array>

#include <gtest/gtest.h>

#include "galley/test/bytes.h"
#include "galley/test/corpus.h"
#include "galley/vfs/errors.h"

namespace galley {
namespace {

Uuid uuid(std::string_view text) { return Uuid::parse(text).value(); }

const Uuid kWood = uuid("8fd2c159-ba7b-5cf5-b8d7-63656f75dd88");
const Uuid kHero = uuid("743199f4-3347-5e2c-9dc6-07a8db94e4e3");
const Uuid kOther = uuid("79e9d17a-e20f-54be-8c5f-5d442c0d561f");

Digest digest_of(std::uint8_t byte) {
    Digest digest;
    digest.bytes.fill(byte);
    return digest;
}

ManifestRow row(const Uuid& id, Kind kind, std::uint8_t key, std::uint64_t size, std::string name,
                std::vector<Uuid> dependencies = {}) {
    return {id,
            std::move(name),
            kind,
            digest_of(key),
            digest_of(static_cast<std::uint8_t>(key + 1)),
            size,
            std::move(dependencies)};
}

const ManifestRow kWoodRow = row(kWood, Kind::texture, 0x10, 1000, "assets/textures/wood.png");
const ManifestRow kHeroRow = row(kHero, Kind::material, 0x20, 2000,
                                 "assets/meshes/hero.gltf:material/Größe", {kWood, kOther});
const ManifestRow kOtherRow = row(kOther, Kind::mesh, 0x30, 3000, "assets/a.glb:mesh/Lid~2");

Bytes golden(std::string_view name) {
    return test::read_file(test::source_dir() / "tests/golden/manifest" / name);
}

Manifest read_golden(std::string_view name) {
    auto manifest = Manifest::read(golden(name));
    EXPECT_TRUE(manifest) << name;
    return manifest ? *std::move(manifest) : Manifest();
}

using Rows = std::vector<ManifestRow>;

void append(Bytes& file, const Bytes& more) { file.insert(file.end(), more.begin(), more.end()); }

TEST(Manifest, EmptyFileHoldsNothingAndIsWhole) {
    const Manifest manifest = read_golden("empty.manifest");
    EXPECT_TRUE(manifest.rows().empty());
    EXPECT_FALSE(manifest.torn());
    EXPECT_EQ(manifest.valid_size(), 16U);
    EXPECT_EQ(manifest.find(kWood), nullptr);
    EXPECT_EQ(manifest.find_name(""), nullptr);
}

TEST(Manifest, RowsOfOneTransactionAreSortedById) {
    const Manifest manifest = read_golden("one_transaction.manifest");
    EXPECT_EQ(manifest.rows(), (Rows{kHeroRow, kOtherRow, kWoodRow}));
    EXPECT_FALSE(manifest.torn());
    EXPECT_EQ(manifest.valid_size(), golden("one_transaction.manifest").size());
}

TEST(Manifest, WriterGivesTheGoldenBytes) {
    EXPECT_EQ(encode_manifest(Rows{kWoodRow, kHeroRow, kOtherRow}),
              golden("one_transaction.manifest"));
    Bytes file = golden("empty.manifest");
    append(file, encode_manifest_transaction(Rows{kWoodRow, kHeroRow}, {}));
    append(file, encode_manifest_transaction({}, {}));
    append(file, encode_manifest_transaction(Rows{kOtherRow, row(kWood, Kind::texture, 0x40, 1234,
                                                                 "assets/textures/oak.png")},
                                             std::array{kHero}));
    EXPECT_EQ(file, golden("three_transactions.manifest"));
}

TEST(Manifest, LastRecordOfAnIdWins) {
    const Manifest manifest = read_golden("three_transactions.manifest");
    const ManifestRow oak = row(kWood, Kind::texture, 0x40, 1234, "assets/textures/oak.png");
    EXPECT_EQ(manifest.rows(), (Rows{kOtherRow, oak}));
    EXPECT_EQ(manifest.find(kHero), nullptr);
    ASSERT_NE(manifest.find(kWood), nullptr);
    EXPECT_EQ(*manifest.find(kWood), oak);
    EXPECT_EQ(manifest.find_name("assets/textures/wood.png"), nullptr);
    ASSERT_NE(manifest.find_name("assets/textures/oak.png"), nullptr);
    EXPECT_EQ(manifest.find_name("assets/textures/oak.png")->id, kWood);
}

// M3, M4
TEST(Manifest, WhatFollowsTheLastWholeTransactionIsAsIfNeverWritten) {
    for (const std::string_view name :
         {"uncommitted.manifest", "wrong_count.manifest", "unknown_type.manifest",
          "long_payload.manifest", "name_past_end.manifest", "dependencies_past_end.manifest"}) {
        SCOPED_TRACE(name);
        const Manifest manifest = read_golden(name);
        EXPECT_EQ(manifest.rows(), Rows{kWoodRow});
        EXPECT_TRUE(manifest.torn());
        EXPECT_EQ(manifest.valid_size(), encode_manifest(Rows{kWoodRow}).size());
    }
}

// M7
TEST(Manifest, RowsOfUnknownKindsOrWithoutANameRemoveTheirId) {
    for (const std::string_view name : {"unknown_kind.manifest", "empty_name.manifest"}) {
        SCOPED_TRACE(name);
        const Manifest manifest = read_golden(name);
        EXPECT_EQ(manifest.rows(), Rows{kHeroRow});
        EXPECT_FALSE(manifest.torn());
    }
}

// M1
TEST(Manifest, ForeignAndNewerFilesAreRefused) {
    const auto foreign = Manifest::read(golden("bad_magic.manifest"));
    ASSERT_FALSE(foreign);
    EXPECT_EQ(foreign.error().code, kNotAManifest);
    EXPECT_EQ(foreign.error().place.offset, 0U);

    const auto newer = Manifest::read(golden("bad_version.manifest"));
    ASSERT_FALSE(newer);
    EXPECT_EQ(newer.error().code, kManifestVersion);
    EXPECT_EQ(newer.error().message, "the manifest has version 2, this program reads 1");

    const auto damaged = Manifest::read(golden("bad_header.manifest"));
    ASSERT_FALSE(damaged);
    EXPECT_EQ(damaged.error().code, kNotAManifest);
    EXPECT_EQ(damaged.error().place.offset, 12U);
}

// M2 to M5
TEST(Manifest, EveryTruncationGivesTheLastWholeTransaction) {
    const Bytes file = golden("three_transactions.manifest");
    const Rows first{kHeroRow, kWoodRow};
    const std::uint64_t end1 = encode_manifest(first).size();
    const std::uint64_t end2 = end1 + encode_manifest_transaction({}, {}).size();
    test::for_each_truncation(file, [&](std::span<const std::byte> cut, std::size_t size) {
        const auto manifest = Manifest::read(cut);
        if (size < 16) {
            ASSERT_FALSE(manifest) << size;
            EXPECT_EQ(manifest.error().code, kNotAManifest) << size;
            EXPECT_EQ(manifest.error().place.offset, size);
            return;
        }
        ASSERT_TRUE(manifest) << size;
        const std::uint64_t valid = size < end1 ? 16 : size < end2 ? end1 : end2;
        EXPECT_EQ(manifest->valid_size(), valid) << size;
        EXPECT_EQ(manifest->rows(), valid >= end1 ? first : Rows{}) << size;
        EXPECT_EQ(manifest->torn(), valid != size) << size;
    });
}

TEST(Manifest, EveryFlippedByteIsDetected) {
    const Bytes file = golden("one_transaction.manifest");
    test::for_each_byte_flip(file, [&](std::span<const std::byte> bytes, std::size_t at) {
        const auto manifest = Manifest::read(bytes);
        if (at < 16) {
            EXPECT_FALSE(manifest) << at;
            return;
        }
        ASSERT_TRUE(manifest) << at;
        EXPECT_TRUE(manifest->torn()) << at;
        EXPECT_TRUE(manifest->rows().empty()) << at;
        EXPECT_EQ(manifest->valid_size(), 16U) << at;
    });
}

TEST(Manifest, WriterGoesOnAfterATornTail) {
    Bytes file = golden("wrong_count.manifest");
    const auto torn = Manifest::read(file);
    ASSERT_TRUE(torn);
    file.resize(torn->valid_size());
    append(file, encode_manifest_transaction(Rows{kOtherRow}, {}));
    const auto manifest = Manifest::read(file);
    ASSERT_TRUE(manifest);
    EXPECT_FALSE(manifest->torn());
    EXPECT_EQ(manifest->rows(), (Rows{kOtherRow, kWoodRow}));
}

TEST(Manifest, ReadRowsWrittenAgainAreTheSameBytes) {
    const Manifest manifest = read_golden("three_transactions.manifest");
    const Bytes compact = encode_manifest(manifest.rows());
    const auto again = Manifest::read(compact);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->rows(), manifest.rows());
    EXPECT_EQ(encode_manifest(again->rows()), compact);
}

TEST(Manifest, FindsEveryRowOfManyByIdAndName) {
    Rows rows;
    for (std::uint32_t i = 0; i < 1000; ++i) {
        Uuid id;
        id.bytes[0] = static_cast<std::uint8_t>(i * 37);  // not in order
        id.bytes[1] = static_cast<std::uint8_t>(i >> 8);
        id.bytes[2] = static_cast<std::uint8_t>(i);
        rows.push_back(row(id, Kind::mesh, 1, i, "assets/rock_" + std::to_string(i) + ".glb"));
    }
    const auto manifest = Manifest::read(encode_manifest(rows));
    ASSERT_TRUE(manifest);
    ASSERT_EQ(manifest->rows().size(), rows.size());
    for (const ManifestRow& one : rows) {
        ASSERT_NE(manifest->find(one.id), nullptr);
        EXPECT_EQ(*manifest->find(one.id), one);
        ASSERT_NE(manifest->find_name(one.name), nullptr);
        EXPECT_EQ(manifest->find_name(one.name)->id, one.id);
    }
    EXPECT_EQ(manifest->find_name("assets/rock_1000.glb"), nullptr);
}

// M10
TEST(Manifest, OfTwoRowsOfOneNameTheSmallerIdIsFound) {
    Rows rows{kWoodRow, kHeroRow};
    rows[1].name = rows[0].name;
    const auto manifest = Manifest::read(encode_manifest(rows));
    ASSERT_TRUE(manifest);
    EXPECT_EQ(manifest->find_name(kWoodRow.name)->id, std::min(kWood, kHero));
}

TEST(Manifest, WantsCompactionWhenHalfIsDeadAndMoreThanAHandful) {
    Bytes file = encode_manifest(Rows{kWoodRow, kHeroRow, kOtherRow});
    EXPECT_FALSE(Manifest::read(file)->wants_compaction());
    for (int i = 0; i < 16; ++i) {
        append(file, encode_manifest_transaction(Rows{kWoodRow}, {}));
    }
    EXPECT_FALSE(Manifest::read(file)->wants_compaction());
    append(file, encode_manifest_transaction(Rows{kWoodRow}, {}));
    EXPECT_TRUE(Manifest::read(file)->wants_compaction());
    EXPECT_FALSE(Manifest::read(encode_manifest(Manifest::read(file)->rows()))->wants_compaction());
}

TEST(Manifest, RemovalsAreDeadRecordsToo) {
    Rows rows;
    std::vector<Uuid> ids;
    for (std::uint8_t i = 0; i < 20; ++i) {
        Uuid id;
        id.bytes[0] = i;
        ids.push_back(id);
        rows.push_back(row(id, Kind::texture, i, i, "assets/" + std::to_string(i)));
    }
    Bytes file = encode_manifest(rows);
    append(file, encode_manifest_transaction({}, std::span(ids).first(8)));
    EXPECT_FALSE(Manifest::read(file)->wants_compaction());  // 16 dead of 28
    append(file, encode_manifest_transaction({}, std::span(ids).subspan(8, 1)));
    EXPECT_TRUE(Manifest::read(file)->wants_compaction());  // 18 dead of 29
    EXPECT_EQ(Manifest::read(file)->rows().size(), 11U);
}

TEST(StorePath, IsTwoDigitsThenTheKey) {
    Digest key;
    key.bytes[0] = 0xAB;
    key.bytes[31] = 0x01;
    EXPECT_EQ(store_path(key),
              "store/ab/ab00000000000000000000000000000000000000000000000000000000000001.vda");
}

TEST(ManifestPage, StatesTheVersionThatTheReaderReads) {
    const std::string page = test::read_text(test::source_dir() / "docs/formats/manifest.md");
    EXPECT_NE(page.find("Version 1. "), std::string::npos);
    EXPECT_NE(page.find("| 8 | u32 | version, 1 |"), std::string::npos);
}

}  // namespace
}  // namespace galley
