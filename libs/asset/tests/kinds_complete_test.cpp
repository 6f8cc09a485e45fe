#include <filesystem>
#include <set>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "galley/asset/cooked_file.h"
#include "galley/asset/kinds.h"
#include "galley/test/tsv.h"
#include "galley/vda/meta.h"
#include "samples.h"

namespace galley {
namespace {

std::vector<std::filesystem::path> golden_files(const KindInfo& kind) {
    std::vector<std::filesystem::path> found;
    for (const auto& entry : std::filesystem::directory_iterator(test::bodies_dir())) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with(fmt::format("{}_", kind.meta_kind)) && name.ends_with(".vda")) {
            found.push_back(entry.path());
        }
    }
    return found;
}

/// Good or bad golden files of one of Veduta's kinds.
std::vector<std::filesystem::path> seed_files(const KindInfo& kind, std::string_view verdict) {
    std::vector<std::filesystem::path> found;
    const auto golden = test::source_dir() / "tests/golden/vda_kinds";
    for (const auto& row : test::read_tsv(golden / "index.tsv")) {
        if (row[2] == verdict && row[0].starts_with(fmt::format("{}-", kind.meta_kind))) {
            found.push_back(golden / row[0]);
        }
    }
    return found;
}

TEST(Kinds, EveryRowHasAPageThatStatesItsVersion) {
    const std::string seed = test::read_text(test::source_dir() / "docs/formats/vda-bodies.md");
    for (const KindInfo& kind : kinds()) {
        if (kind.seed) {
            EXPECT_THAT(seed, ::testing::HasSubstr(fmt::format("\n## {}: ", kind.chunk)));
            continue;
        }
        const auto page =
            test::source_dir() / "docs/formats" / fmt::format("{}.md", kind.meta_kind);
        const std::string text = test::read_text(page);
        EXPECT_THAT(text, ::testing::StartsWith(fmt::format("# `{}`: ", kind.chunk)));
        EXPECT_THAT(text, ::testing::HasSubstr(fmt::format("\nVersion: {}, ", kind.body_version)));
        EXPECT_THAT(text, ::testing::HasSubstr(fmt::format("\n- {} (", kind.body_version)));
    }
}

TEST(Kinds, EveryRowHasAFuzzTargetWithInputs) {
    const auto fuzz = test::source_dir() / "tests/fuzz";
    for (const KindInfo& kind : kinds()) {
        const std::string name = fmt::format("{}{}", kind.seed ? "vda_" : "", kind.meta_kind);
        EXPECT_TRUE(is_regular_file(fuzz / (name + "_fuzz.cpp")));
        EXPECT_TRUE(is_directory(fuzz / "corpus" / name)) << name;
    }
}

TEST(Kinds, EveryRowHasGoodAndBadGoldenFilesThatItsReaderJudges) {
    std::set<std::string> bad;
    for (const auto& entry : std::filesystem::directory_iterator(test::bodies_dir() / "bad")) {
        bad.insert(entry.path().filename().string().substr(0, 4));
    }
    for (const KindInfo& kind : kinds()) {
        const bool refuses = kind.seed ? !seed_files(kind, "bad").empty()
                                       : bad.contains(std::string(kind.meta_kind));
        EXPECT_TRUE(refuses) << kind.meta_kind;
        const auto files = kind.seed ? seed_files(kind, "good") : golden_files(kind);
        EXPECT_FALSE(files.empty()) << kind.meta_kind;
        for (const auto& path : files) {
            const Bytes file = test::read_file(path);
            const auto cooked = open_cooked_file(file);
            ASSERT_TRUE(cooked) << path << ": " << cooked.error().to_string();
            EXPECT_EQ(cooked->kind, kind.kind);
            const auto checked = check_body(kind.kind, cooked->body);
            EXPECT_TRUE(checked) << path << ": " << checked.error().to_string();
        }
    }
}

TEST(Kinds, NamesNumbersAndChunksAreUniqueAndFollowEachOther) {
    std::set<std::string_view> words;
    std::set<Kind> numbers;
    for (const KindInfo& kind : kinds()) {
        // A world is one to Veduta too.
        for (const auto word : std::set{kind.word, kind.plural, kind.chunk, kind.meta_kind}) {
            EXPECT_TRUE(words.insert(word).second) << word;
        }
        EXPECT_EQ(vda::is_seed_kind(kind.meta_kind), kind.seed);
        EXPECT_TRUE(numbers.insert(kind.kind).second);
        EXPECT_EQ(vda::body_type(kind.meta_kind), kind.chunk);
        EXPECT_TRUE(vda::is_known_body_type(kind.chunk));
        EXPECT_EQ(kind_named(kind.word), kind.kind);
        EXPECT_EQ(kind_of_chunk(kind.chunk), kind.kind);
        EXPECT_EQ(&kind_info(kind.kind), &kind);
        EXPECT_GE(kind.body_version, 1);
    }
    EXPECT_FALSE(kind_named("meshes"));
    EXPECT_FALSE(kind_of_chunk("MESH"));
}

// On disk in manifests and logs.
TEST(Kinds, NumbersStayWhatTheyWere) {
    EXPECT_EQ(static_cast<int>(Kind::mesh), 1);
    EXPECT_EQ(static_cast<int>(Kind::texture), 2);
    EXPECT_EQ(static_cast<int>(Kind::material), 3);
    EXPECT_EQ(static_cast<int>(Kind::world), 4);
    EXPECT_EQ(static_cast<int>(Kind::tilemap), 5);
}

}  // namespace
}  // namespace galley
