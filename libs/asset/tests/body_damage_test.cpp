// What every body's reader does with damaged bytes.
#include <functional>

#include <gmock/gmock.h>

#include "galley/asset/cooked_file.h"
#include "galley/asset/kinds.h"
#include "galley/test/tsv.h"
#include "galley/test/vda_repair.h"
#include "galley/vda/errors.h"
#include "samples.h"

namespace galley {
namespace {

Result<Bytes> encode_again(Kind kind, ByteSpan body) {
    switch (kind) {
    case Kind::mesh: {
        const auto view = view_mesh(body);
        return view ? encode_mesh(to_mesh(*view)) : Result<Bytes>(std::unexpected(view.error()));
    }
    case Kind::texture: {
        const auto view = view_texture(body);
        return view ? encode_texture(view->info, view->levels)
                    : Result<Bytes>(std::unexpected(view.error()));
    }
    case Kind::material: {
        const auto material = decode_material(body);
        return material ? encode_material(*material)
                        : Result<Bytes>(std::unexpected(material.error()));
    }
    case Kind::world:
    case Kind::tilemap: break;  // `vda` tests those, as all of Veduta's
    }
    return Bytes{};
}

struct Golden {
    std::string name;
    Kind kind = Kind::mesh;
    Bytes body;
};

std::vector<Golden> golden_bodies() {
    std::vector<Golden> bodies;
    for (const auto* name : {"gmsh_two_levels.vda", "gtex_tail.vda", "gtex_blocks.vda",
                             "gmat_plain.vda", "gmat_every_lobe.vda"}) {
        const Bytes file = test::read_file(test::bodies_dir() / name);
        const auto cooked = open_cooked_file(file);
        if (!cooked) {
            ADD_FAILURE() << name << ": " << cooked.error().to_string();
            continue;
        }
        bodies.push_back({name, cooked->kind, Bytes(cooked->body.begin(), cooked->body.end())});
    }
    return bodies;
}

TEST(Bodies, EncodeToThemselves) {
    for (const Golden& golden : golden_bodies()) {
        const auto again = encode_again(golden.kind, golden.body);
        ASSERT_TRUE(again) << golden.name << ": " << again.error().to_string();
        EXPECT_EQ(*again, golden.body) << golden.name;
    }
}

TEST(Bodies, EveryTruncationAndOneMoreByteAreRefused) {
    for (Golden& golden : golden_bodies()) {
        test::for_each_truncation(golden.body, [&](ByteSpan cut, std::size_t size) {
            EXPECT_FALSE(check_body(golden.kind, cut)) << golden.name << ' ' << size;
        });
        golden.body.push_back(std::byte{0});
        EXPECT_FALSE(check_body(golden.kind, golden.body)) << golden.name;
    }
}

TEST(Bodies, EveryFlippedBitIsDetected) {
    for (Golden& golden : golden_bodies()) {
        for (std::size_t at = 0; at < golden.body.size(); ++at) {
            for (unsigned bit = 0; bit < 8; ++bit) {
                const std::byte mask{static_cast<unsigned char>(1U << bit)};
                golden.body[at] ^= mask;
                EXPECT_FALSE(check_body(golden.kind, golden.body)) << golden.name << ' ' << at;
                golden.body[at] ^= mask;
            }
        }
    }
}

TEST(Bodies, FlippedBitsWithTheHashesRepairedAreRefusedOrEncodeToThemselves) {
    for (const Golden& golden : golden_bodies()) {
        std::size_t accepted = 0;
        for (std::size_t at = 0; at < golden.body.size(); ++at) {
            for (unsigned bit = 0; bit < 8; ++bit) {
                Bytes body = golden.body;
                body[at] ^= std::byte{static_cast<unsigned char>(1U << bit)};
                test::repair_hashes(body);
                const auto again = encode_again(golden.kind, body);
                if (!again) continue;
                ++accepted;
                EXPECT_EQ(*again, body) << golden.name << ": bit " << bit << " of " << at;
            }
        }
        EXPECT_GT(accepted, 0U) << golden.name;
    }
}

TEST(Bodies, NumbersAtTheirExtremesAreRefusedOrEncodeToThemselves) {
    for (const Golden& golden : golden_bodies()) {
        for (std::size_t at = 0; at + 4 <= golden.body.size(); at += 4) {
            for (const std::uint64_t value : {0x0ULL, 0xffffffffULL, 0x80000000ULL, 0x7fffffffULL,
                                              0x00010000ULL, 0x7fc00000ULL, 0xff800000ULL}) {
                Bytes body = golden.body;
                test::store_little(body, at, value, 4);
                test::repair_hashes(body);
                const auto again = encode_again(golden.kind, body);
                if (!again) continue;
                EXPECT_EQ(*again, body) << golden.name << ' ' << at << ' ' << value;
            }
        }
    }
}

TEST(Bodies, EveryBadGoldenBodyIsRefusedWithItsCodeAndPlace) {
    const auto rows = test::read_tsv(test::bodies_dir() / "bad/bad.tsv");
    EXPECT_GE(rows.size(), 200U);
    for (const auto& row : rows) {
        ASSERT_EQ(row.size(), 4U) << row[0];
        const auto kind = std::ranges::find(kinds(), row[0].substr(0, 4), &KindInfo::meta_kind);
        ASSERT_NE(kind, kinds().end()) << row[0];
        const Bytes body = test::read_file(test::bodies_dir() / "bad" / row[0]);
        const auto checked = check_body(kind->kind, body);
        ASSERT_FALSE(checked) << row[0];
        const Error& error = checked.error();
        const std::string text = row[0] + ": " + error.to_string();
        EXPECT_EQ(error.code.id, row[1]) << text;
        EXPECT_EQ(error.place.offset == Place::kNoOffset ? "-" : std::to_string(error.place.offset),
                  row[2])
            << text;
        EXPECT_EQ(error.place.field.empty() ? "-" : error.place.field, row[3]) << text;
        EXPECT_EQ(error.place.chunk, kind->chunk) << text;
    }
}

TEST(Bodies, B8_MeshesAndTexturesAreOnlyViewedFromAlignedMemory) {
    for (const Golden& golden : golden_bodies()) {
        Bytes shifted(golden.body.size() + 16);
        std::ranges::copy(golden.body, shifted.begin() + 8);
        const auto checked =
            check_body(golden.kind, ByteSpan(shifted).subspan(8, golden.body.size()));
        if (golden.kind == Kind::material) {
            EXPECT_TRUE(checked);
            continue;
        }
        ASSERT_FALSE(checked) << golden.name;
        EXPECT_EQ(checked.error().code, vda::kBodyAlignment);
    }
}

}  // namespace
}  // namespace galley
