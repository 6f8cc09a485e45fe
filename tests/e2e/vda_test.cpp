#include <gmock/gmock.h>

#include "child_process.h"
#include "galley/test/bytes.h"
#include "galley/test/corpus.h"
#include "galley/test/temp_dir.h"

namespace galley::test {
namespace {

using testing::HasSubstr;

std::string golden(const std::string& name) {
    return (source_dir() / "tests/golden/vda_kinds" / name).string();
}

TEST(Vda, EveryPartExplainsItselfWithAnExample) {
    for (const std::string part : {"dump", "encode", "verify", "list"}) {
        const ChildResult result = run_galley({"vda", part, "--help"});
        EXPECT_EQ(result.exit_code, 0) << part;
        EXPECT_THAT(result.out, HasSubstr("Examples:\n  galley vda " + part + " "));
    }
    EXPECT_EQ(run_galley({"vda"}).exit_code, 2);
    EXPECT_EQ(run_galley({"vda", "encode", "a.json"}).exit_code, 2);
}

TEST(Vda, ADumpIsEncodedToTheSameFile) {
    const TempDir dir;
    const std::string json = (dir / "a.json").string();
    const std::string file = (dir / "made/a.vda").string();
    for (const std::string kind :
         {"model", "texture", "material", "scene", "prefab", "world", "map"}) {
        const std::string source = golden(kind + "-p5-good-odd.vda");
        EXPECT_EQ(run_galley({"vda", "dump", source, "-o", json}).exit_code, 0);
        EXPECT_EQ(run_galley({"vda", "dump", source}).out, read_text(json));
        EXPECT_EQ(run_galley({"vda", "encode", json, "-o", file}).exit_code, 0);
        EXPECT_TRUE(read_file(file) == read_file(source)) << kind;
    }
}

TEST(Vda, VerifyPrintsALineAFileWithRuleChunkOffsetAndField) {
    const std::string good = golden("model-ok-rich.vda");
    const ChildResult fine = run_galley({"vda", "verify", good});
    EXPECT_EQ(fine.exit_code, 0);
    EXPECT_EQ(fine.out, "good  " + good + ": model a, 691 bytes of MESH\n");
    const std::string bad = golden("world-wr7-none.vda");
    const ChildResult refused = run_galley({"vda", "verify", good, bad, "/nonexistent.vda"});
    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_THAT(refused.out,
                HasSubstr("bad   " + bad + ": WR7, chunk WRLD, byte 321, field biomes: a world"));
    EXPECT_THAT(refused.out, HasSubstr("bad   /nonexistent.vda: G1001"));
    EXPECT_EQ(std::ranges::count(refused.out, '\n'), 3);
    const ChildResult json = run_galley({"vda", "verify", "--json", bad});
    EXPECT_EQ(json.exit_code, 1);
    EXPECT_THAT(json.out, HasSubstr("\"rule\": \"WR7\""));
}

TEST(Vda, VerifyAndInspectTakeEveryKind) {
    for (const std::string kind :
         {"model", "texture", "material", "scene", "prefab", "world", "map"}) {
        const std::string file = golden(kind + "-ok-rich.vda");
        EXPECT_THAT(run_galley({"verify", file}).out, HasSubstr("good  " + file + ": " + kind));
        const ChildResult inspected = run_galley({"inspect", "--json", file});
        EXPECT_EQ(inspected.exit_code, 0);
        EXPECT_THAT(inspected.out, HasSubstr("\"kind\": \"" + kind + "\""));
    }
    const ChildResult bad = run_galley({"verify", golden("world-wr7-none.vda")});
    EXPECT_EQ(bad.exit_code, 1);
    EXPECT_THAT(bad.out, HasSubstr("chunk WRLD, byte 321, field biomes: error G1318: WR7"));
}

TEST(Vda, ListShowsChunksAndWrongChecksums) {
    const ChildResult good = run_galley({"vda", "list", golden("material-ok-minimal.vda")});
    EXPECT_EQ(good.exit_code, 0);
    EXPECT_THAT(good.out, HasSubstr("\nMETA           4         "));
    EXPECT_THAT(good.out, HasSubstr("\nMATL         187          37  "));
    const ChildResult bad = run_galley({"vda", "list", golden("material-v4-payload-bit.vda")});
    EXPECT_EQ(bad.exit_code, 1);
    EXPECT_THAT(bad.out, HasSubstr("does not match\n"));
}

TEST(Vda, ConvertTurnsAKindIntoTheOtherAndBack) {
    const TempDir dir;
    const std::string own = (dir / "own.vda").string();
    const std::string back = (dir / "back.vda").string();
    for (const std::string kind : {"model", "texture", "material"}) {
        const ChildResult there = run_galley({"convert", golden(kind + "-ok-rich.vda"), "-o", own});
        EXPECT_EQ(there.exit_code, 0) << there.error;
        EXPECT_THAT(there.out, HasSubstr("\n  dropped       name: "));
        EXPECT_THAT(run_galley({"verify", own}).out, HasSubstr("good  " + own));
        const ChildResult again =
            run_galley({"convert", own, "-o", back, "--texture", "a", "--json"});
        EXPECT_EQ(again.exit_code, 0) << again.error;
        EXPECT_THAT(again.out, HasSubstr("\"losses\": ["));
        EXPECT_THAT(run_galley({"vda", "verify", back}).out, HasSubstr(": " + kind + " back, "));
    }
    const ChildResult none = run_galley({"convert", golden("world-ok-rich.vda"), "-o", own});
    EXPECT_EQ(none.exit_code, 1);
    EXPECT_THAT(none.error, HasSubstr("error G4051: WRLD "));
}

TEST(Vda, EncodeNamesWhatItDoesNotAccept) {
    const TempDir dir;
    write_file(dir / "a.json", "{\"format\": \"galley-vda\"}");
    const ChildResult result =
        run_galley({"vda", "encode", (dir / "a.json").string(), "-o", (dir / "a.vda").string()});
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_THAT(result.error, HasSubstr("a.json:1:1: error G1319: "));
    EXPECT_FALSE(std::filesystem::exists(dir / "a.vda"));
}

}  // namespace
}  // namespace galley::test
