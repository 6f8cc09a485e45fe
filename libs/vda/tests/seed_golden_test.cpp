// The files that tests/oracles/vda wrote, from the pages alone, for every rule: both checkers must
// agree on outcome, rule, chunk, offset and field.
#include <map>
#include <set>

#include <gmock/gmock.h>

#include "galley/test/bytes.h"
#include "galley/test/corpus.h"
#include "galley/test/tsv.h"
#include "galley/vda/seed_body.h"

namespace galley::vda {
namespace {

std::filesystem::path golden_dir() { return test::source_dir() / "tests/golden/vda_kinds"; }

/// Nothing when the file is good.
std::optional<Error> check(ByteSpan file) {
    const auto asset = read_asset_file(file);
    if (!asset) return asset.error();
    if (!is_seed_body_type(asset->body.type)) return std::nullopt;
    const auto body =
        decode_seed_body(asset->body.type, asset->body.payload, asset->body.payload_offset());
    if (!body) return body.error();
    return std::nullopt;
}

std::string cell(std::string_view text) { return text.empty() ? "-" : std::string(text); }

std::string verdict(const std::optional<Error>& error) {
    if (!error) return "good";
    return fmt::format("{} {} {} {}", rule_of(*error), cell(error->place.chunk),
                       error->place.offset, cell(error->place.field));
}

std::vector<std::vector<std::string>> golden_rows() {
    auto rows = test::read_tsv(golden_dir() / "index.tsv");
    rows.erase(rows.begin());  // the names of the columns
    return rows;
}

TEST(SeedGolden, BothCheckersAgreeOnEveryFile) {
    const auto rows = golden_rows();
    EXPECT_GE(rows.size(), 1500U);
    for (const auto& row : rows) {
        ASSERT_GE(row.size(), 7U) << row[0];
        const auto error = check(test::read_file(golden_dir() / row[0]));
        const std::string expected =
            row[2] == "good" ? "good" : fmt::format("{} {} {} {}", row[3], row[4], row[5], row[6]);
        EXPECT_EQ(verdict(error), expected) << row[0] << (error ? ": " + error->to_string() : "");
    }
}

TEST(SeedGolden, GoodBodiesAreEncodedAgainByteForByte) {
    std::size_t count = 0;
    for (const auto& row : golden_rows()) {
        if (row[2] != "good") continue;
        const Bytes file = test::read_file(golden_dir() / row[0]);
        const auto asset = read_asset_file(file);
        if (!asset || !is_seed_body_type(asset->body.type)) continue;
        const auto body = decode_seed_body(asset->body.type, asset->body.payload);
        ASSERT_TRUE(body) << row[0];
        const auto again = encode_seed_body(*body);
        ASSERT_TRUE(again) << row[0] << ": " << again.error().to_string();
        EXPECT_TRUE(std::ranges::equal(*again, asset->body.payload)) << row[0];
        ++count;
    }
    EXPECT_GE(count, 250U);
}

/// The rules that the two pages state, except those about writing and about Galley's own bodies.
std::map<std::string, int> rule_counts() {
    const std::map<std::string, int> families{{"V", 4},  {"M", 8},   {"F", 2},  {"P", 4},
                                              {"MS", 8}, {"TX", 12}, {"MT", 4}, {"EN", 3},
                                              {"PF", 3}, {"WR", 28}, {"TM", 9}};
    return families;
}

TEST(SeedGolden, EveryRuleOfThePagesRefusesAFile) {
    std::set<std::string, std::less<>> hit;
    for (const auto& row : golden_rows()) {
        const auto error = check(test::read_file(golden_dir() / row[0]));
        if (error) hit.emplace(rule_of(*error));
    }
    for (const auto& [family, count] : rule_counts()) {
        for (int i = 1; i <= count; ++i) {
            EXPECT_TRUE(hit.contains(fmt::format("{}{}", family, i))) << family << i;
        }
    }
}

// The bodies other than MESH changed after the version that these samples say they are of.
TEST(SeedGolden, TheSamplesAreJudgedByThePage) {
    GALLEY_NEEDS_CORPUS();
    const std::map<std::string, std::string> expected{
        {"vda_from_spec/crate.model.vda", "good"},
        {"vda_from_spec/unknown_chunk.model.vda", "good"},
        {"vda_from_spec/crate.mat.vda", "P1 MATL 256 grid"},
        {"vda_from_spec/crate.tex.vda", "P1 TEXR 354 grid"},
        {"vda_from_spec/main.scene.vda", "P3 SCEN 396 entities/0/anim"},
        {"vda_from_spec/village.prefab.vda", "P3 PRFB 407 entities/0/anim"},
        {"vda_hostile/bad_crc.vda", "V4"},
        {"vda_hostile/chunk_len_max.vda", "V2"},
        {"vda_hostile/count_max.vda", "P3"},
        {"vda_hostile/index_oob.vda", "MS2"},
        {"vda_hostile/magic_only.vda", "F1 META 4 -"},
        {"vda_hostile/truncated.vda", "V2"},
    };
    for (const auto& [name, outcome] : expected) {
        const Bytes file = test::read_file(test::corpus_dir() / "veduta" / name);
        EXPECT_THAT(verdict(check(file)), ::testing::StartsWith(outcome)) << name;
        const auto asset = read_asset_file(file);
        if (!asset) continue;
        const auto body = decode_seed_body(*asset);
        if (outcome != "good") {
            EXPECT_THAT(body.error().hint, ::testing::HasSubstr("veduta-asset/0.4.0")) << name;
            continue;
        }
        ASSERT_TRUE(body) << name;
        EXPECT_TRUE(std::ranges::equal(encode_seed_body(*body).value(), asset->body.payload));
    }
}

}  // namespace
}  // namespace galley::vda
