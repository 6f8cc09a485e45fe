#include <regex>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "art.h"
#include "child_process.h"
#include "galley/test/bytes.h"
#include "galley/test/temp_dir.h"

namespace galley::test {
namespace {

using testing::HasSubstr;
using testing::Not;

/// A directory with art outside a project, and galley run in it.
class ProjectTest : public testing::Test {
protected:
    ChildResult galley(const std::vector<std::string>& arguments) {
        ChildResult result =
            run_galley(arguments, {.directory = dir_.path(), .home = dir_ / "home"});
        EXPECT_FALSE(result.timed_out) << testing::PrintToString(arguments);
        EXPECT_LT(result.exit_code, 3) << testing::PrintToString(arguments) << result.error;
        return result;
    }
    /// The same, and it must succeed.
    std::string good(const std::vector<std::string>& arguments) {
        const ChildResult result = galley(arguments);
        EXPECT_EQ(result.exit_code, 0) << testing::PrintToString(arguments) << "\n"
                                       << result.out << result.error;
        return result.out;
    }
    void make_project(const std::string& name = "game") {
        write_sign(dir_ / "art", "sign", "tex/wood.png");
        write_picture(dir_ / "art/tex/wood.png");
        good({"new", name});
        good({"import", "art/sign.gltf", "--into", name});
    }
    /// The first file of the store whose inspection has this kind.
    std::string stored(const std::string& kind, const std::string& project = "game") {
        for (const auto& entry :
             std::filesystem::recursive_directory_iterator(dir_ / (project + "/cooked/store"))) {
            if (entry.path().extension() != ".vda") continue;
            const Json json = parse(good({"inspect", "--json", entry.path().string()}));
            if (at(json, "kind") == Json(kind)) return entry.path().string();
        }
        ADD_FAILURE() << "no " << kind << " in the store";
        return {};
    }

    TempDir dir_;
};

TEST_F(ProjectTest, NewMakesAProjectOnceAndOnlyOnce) {
    EXPECT_THAT(good({"new", "game", "--name", "My Game"}), HasSubstr("My Game"));
    EXPECT_TRUE(std::filesystem::exists(dir_ / "game/project.json"));
    EXPECT_TRUE(std::filesystem::is_directory(dir_ / "game/assets"));
    EXPECT_EQ(galley({"new", "game"}).exit_code, 1);
    EXPECT_EQ(at(parse(good({"inspect", "--json", "game"})), "name"), Json("My Game"));
}

TEST_F(ProjectTest, ImportBringsBuffersAndPicturesAlong) {
    make_project();
    for (const char* file : {"sign.gltf", "sign.bin", "tex/wood.png"}) {
        EXPECT_EQ(read_file(dir_ / "art" / file), read_file(dir_ / "game/assets" / file)) << file;
    }
    good({"import", "art/sign.gltf", "--into", "game", "--to", "signs"});
    EXPECT_TRUE(std::filesystem::exists(dir_ / "game/assets/signs/tex/wood.png"));
}

TEST_F(ProjectTest, ImportKeepsReferencesThatClimb) {
    write_sign(dir_ / "art/models", "sign", "../tex/wood.png");
    write_picture(dir_ / "art/tex/wood.png");
    good({"new", "game"});
    good({"import", "art/models/sign.gltf", "--into", "game"});
    EXPECT_TRUE(std::filesystem::exists(dir_ / "game/assets/models/sign.gltf"));
    EXPECT_TRUE(std::filesystem::exists(dir_ / "game/assets/tex/wood.png"));
}

TEST_F(ProjectTest, AFileFromAnywhereReachesNoFileThatIsNotArt) {
    write_sign(dir_ / "art/models", "sign", "../tex/wood.png");
    write_picture(dir_ / "art/tex/wood.png");
    std::filesystem::rename(dir_ / "art/models/sign.bin", dir_ / "secret");
    const Bytes model = read_file(dir_ / "art/models/sign.gltf");
    write_file(
        dir_ / "art/models/sign.gltf",
        std::regex_replace(std::string(as_text(model)), std::regex("sign\\.bin"), "../../secret"));
    good({"new", "game"});
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{"import", "art/models/sign.gltf", "--into", "game"},
          {"inspect", "art/models/sign.gltf"},
          {"view", "art/models/sign.gltf", "-o", "a.png"}}) {
        const ChildResult refused = galley(arguments);
        EXPECT_EQ(refused.exit_code, 1);
        EXPECT_THAT(refused.error, HasSubstr("G1202"));
    }
    EXPECT_TRUE(std::filesystem::is_empty(dir_ / "game/assets"));
}

TEST_F(ProjectTest, ImportingAgainChangesNothingAndOtherBytesAreRefused) {
    make_project();
    EXPECT_THAT(good({"import", "art/sign.gltf", "--into", "game"}), HasSubstr("same"));
    write_picture(dir_ / "art/tex/wood.png", 200);
    const Bytes before = read_file(dir_ / "game/assets/tex/wood.png");
    const ChildResult refused = galley({"import", "art/sign.gltf", "--into", "game"});
    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_THAT(refused.error, HasSubstr("G5004"));
    EXPECT_EQ(read_file(dir_ / "game/assets/tex/wood.png"), before);
    good({"import", "art/sign.gltf", "--into", "game", "--replace"});
    EXPECT_EQ(read_file(dir_ / "game/assets/tex/wood.png"), read_file(dir_ / "art/tex/wood.png"));
}

TEST_F(ProjectTest, ImportIntoWhatIsNoProjectIsRefused) {
    write_picture(dir_ / "a.png");
    const ChildResult result = galley({"import", "a.png", "--into", "nowhere"});
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_THAT(result.error, HasSubstr("G5006"));
}

TEST_F(ProjectTest, CookingTwiceCooksNothingTwice) {
    make_project();
    const Json first = parse(good({"cook", "game", "--json"}));
    EXPECT_EQ(at(first, "ok"), Json(true));
    EXPECT_EQ(at(first, "assets"), Json(3));  // mesh, material, texture
    EXPECT_EQ(at(first, "cooked"), Json(3));
    const Json second = parse(good({"cook", "game", "--json"}));
    EXPECT_EQ(at(second, "fresh"), Json(3));
    EXPECT_EQ(at(second, "cooked"), Json(0));
    EXPECT_EQ(at(second, "bytes_written"), Json(0));
    EXPECT_THAT(good({"cook", "game"}), HasSubstr("3 fresh"));
}

TEST_F(ProjectTest, ADryRunWritesNothing) {
    make_project();
    EXPECT_THAT(good({"cook", "game", "--dry-run"}), HasSubstr("dry run: "));
    EXPECT_FALSE(std::filesystem::exists(dir_ / "game/cooked/store"));
}

TEST_F(ProjectTest, OneBadSourceStopsNoOther) {
    make_project();
    write_file(dir_ / "game/assets/broken.glb", "glTF but not really");
    const ChildResult result = galley({"cook", "game"});
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_THAT(result.error, HasSubstr("assets/broken.glb"));
    EXPECT_THAT(result.error, HasSubstr("see docs/errors/G20"));
    EXPECT_THAT(result.out, HasSubstr("3 cooked"));
    const ChildResult quiet = galley({"cook", "game", "--quiet"});
    EXPECT_EQ(quiet.exit_code, 1);
    EXPECT_EQ(quiet.out, "");
    EXPECT_THAT(quiet.error, HasSubstr("assets/broken.glb"));
}

TEST_F(ProjectTest, WhyNamesTheChangedInput) {
    make_project();
    good({"cook", "game"});
    EXPECT_THAT(good({"why", "game", "assets/tex/wood.png"}), HasSubstr("up to date"));
    write_picture(dir_ / "game/assets/tex/wood.png", 99);
    EXPECT_THAT(good({"why", "game", "assets/tex/wood.png"}), HasSubstr("assets/tex/wood.png"));
    const Json json = parse(good({"why", "game", "assets/tex/wood.png", "--json"}));
    EXPECT_EQ(at(json, "0/stale"), Json(true));
    EXPECT_NE(at(json, "0/pending/0/input"), Json());
    EXPECT_EQ(galley({"why", "game", "assets/nothing.png"}).exit_code, 1);
}

TEST_F(ProjectTest, AVerbThatFailsWritesItsErrorAsJsonToo) {
    for (const auto& verb : std::vector<std::vector<std::string>>{
             {"cook", "nowhere"}, {"why", "nowhere", "a"}, {"gc", "nowhere"}}) {
        std::vector<std::string> arguments = verb;
        arguments.push_back("--json");
        const ChildResult failed = galley(arguments);
        EXPECT_EQ(failed.exit_code, 1) << verb[0];
        EXPECT_EQ(at(parse(failed.out), "error/code"), Json("G1001")) << verb[0];
        EXPECT_THAT(failed.error, HasSubstr("G1001")) << verb[0];
    }
}

TEST_F(ProjectTest, VerifyFindsDamage) {
    make_project();
    good({"cook", "game"});
    EXPECT_THAT(good({"verify", "game"}), HasSubstr(" 0 bad"));
    const std::string mesh = stored("mesh");
    Bytes bytes = read_file(mesh);
    bytes[bytes.size() / 2] ^= std::byte{1};
    write_file(mesh, bytes);
    const ChildResult damaged = galley({"verify", "game"});
    EXPECT_EQ(damaged.exit_code, 1);
    EXPECT_THAT(damaged.out, HasSubstr("bad   " + mesh.substr(dir_.path().string().size() + 1)));
    const ChildResult json = galley({"verify", "game", "--json"});
    EXPECT_EQ(json.exit_code, 1);
    EXPECT_NE(at(parse(json.out), "bad"), Json(0));
}

TEST_F(ProjectTest, GcRemovesWhatNothingNames) {
    make_project();
    good({"cook", "game"});
    write_picture(dir_ / "game/assets/tex/wood.png", 99);
    good({"cook", "game"});
    EXPECT_EQ(at(parse(good({"gc", "game", "--dry-run", "--json"})), "removed_files"), Json(1));
    EXPECT_EQ(at(parse(good({"gc", "game", "--budget", "1G", "--json"})), "removed_files"),
              Json(0));
    EXPECT_THAT(good({"gc", "game"}), HasSubstr("removed 1 files"));
    EXPECT_EQ(at(parse(good({"cook", "game", "--json"})), "fresh"), Json(3));
}

TEST_F(ProjectTest, InspectGivesCountsAsTheFileStatesThem) {
    make_project();
    const Json json = parse(good({"inspect", "--json", "art/sign.gltf"}));
    EXPECT_EQ(at(json, "type"), Json("model"));
    const std::pair<const char*, int> counts[] = {
        {"meshes", 1},     {"primitives", 1},    {"triangles", 2}, {"vertices", 4},
        {"materials", 1},  {"textures", 1},      {"images", 1},    {"skins", 0},
        {"animations", 0}, {"morph_targets", 0}, {"nodes", 2},     {"cameras", 0},
        {"lights", 0}};
    for (const auto& [name, count] : counts) {
        EXPECT_EQ(at(json, std::string("counts/") + name), Json(count)) << name;
    }
    EXPECT_EQ(at(json, "bounds/max/1"), Json(1.0));
    const std::string text = good({"inspect", "art/sign.gltf", "art/tex/wood.png"});
    EXPECT_THAT(text, HasSubstr("Paint: opaque, double-sided"));
    EXPECT_THAT(text, HasSubstr("PNG, 16 x 16, RGB, 8 bits"));
}

TEST_F(ProjectTest, InspectOfSeveralFilesIsAnArrayThatHoldsTheErrors) {
    write_picture(dir_ / "a.png");
    const ChildResult result = galley({"inspect", "--json", "a.png", "absent.png"});
    EXPECT_EQ(result.exit_code, 1);
    const Json json = parse(result.out);
    EXPECT_EQ(at(json, "0/width"), Json(16));
    EXPECT_EQ(at(json, "1/type"), Json("error"));
    EXPECT_EQ(at(json, "1/error/code"), Json("G1001"));
}

TEST_F(ProjectTest, InspectReadsWhatCookWrote) {
    make_project();
    good({"cook", "game"});
    const Json manifest = parse(good({"inspect", "--json", "game/cooked/desktop.manifest"}));
    ASSERT_NE(at(manifest, "records").if_array(), nullptr);
    EXPECT_EQ(at(manifest, "records").if_array()->size(), 3U);
    EXPECT_NE(at(manifest, "records/0/id"), Json());
    EXPECT_EQ(at(parse(good({"inspect", "--json", stored("texture")})), "width"), Json(16));
    EXPECT_EQ(at(parse(good({"inspect", "--json", stored("mesh")})), "levels/0/triangles"),
              Json(2));
    EXPECT_EQ(at(parse(good({"inspect", "--json", stored("material")})), "metallic"), Json(0.0));
}

TEST_F(ProjectTest, TheCookedFormOfASourceIsFoundMeasuredAndDrawnBesideIt) {
    make_project();
    good({"cook", "game"});
    const std::string wood = "game/assets/tex/wood.png";
    const Json json = parse(good({"inspect", wood, "--cooked", "--against", wood, "--json"}));
    EXPECT_EQ(at(json, "cooked"), Json(stored("texture")));
    EXPECT_EQ(at(json, "quality/0/width"), at(json, "width"));
    EXPECT_NE(at(json, "quality/0/ssim"), Json());
    good({"view", wood, "--cooked", "--against", wood, "--size", "64x64", "-o", "apart.png"});
    EXPECT_EQ(at(parse(good({"inspect", "--json", "apart.png"})), "width"), Json(3 * 64 + 4));
    good({"view", wood, "--channel", "g", "-o", "green.png"});
    const ChildResult missing = galley({"inspect", "game/assets/sign.gltf", "--cooked"});
    EXPECT_EQ(missing.exit_code, 1);
    EXPECT_THAT(missing.error, HasSubstr("G5007"));
}

TEST_F(ProjectTest, ViewDrawsSourcesPartsAndCookedFiles) {
    make_project();
    good({"cook", "game"});
    const std::string targets[] = {"art/sign.gltf",
                                   "art/sign.gltf:mesh/Sign",
                                   "art/sign.gltf:material/Paint",
                                   "art/tex/wood.png",
                                   stored("mesh"),
                                   stored("texture"),
                                   stored("material")};
    for (const std::string& target : targets) {
        good({"view", target, "-o", "out/a.png", "--size", "96x64"});
        const Image image = read_picture(dir_ / "out/a.png");
        EXPECT_EQ(image.width, 96U) << target;
        EXPECT_EQ(image.height, 64U) << target;
        EXPECT_GT(count_colors(image), 16U) << target;
    }
    const ChildResult missing = galley({"view", "art/sign.gltf:mesh/Nothing", "-o", "b.png"});
    EXPECT_EQ(missing.exit_code, 1);
    EXPECT_THAT(missing.error, HasSubstr("G5005"));
}

TEST_F(ProjectTest, ViewGivesTheSameBytesForAnyNumberOfThreads) {
    make_project();
    good({"view", "art/sign.gltf", "-o", "one.png", "--size", "200x200", "--jobs", "1"});
    good({"view", "art/sign.gltf", "-o", "four.png", "--size", "200x200", "--jobs", "4"});
    EXPECT_EQ(read_file(dir_ / "one.png"), read_file(dir_ / "four.png"));
}

TEST_F(ProjectTest, PathsMayHoldSpacesAndAnyLetters) {
    const std::string project = "мой проект – 游戏";
    write_sign(dir_ / "art work", "дом 1", "bark.png");
    write_picture(dir_ / "art work/bark.png");
    good({"new", project});
    good({"import", "art work/дом 1.gltf", "--into", project});
    good({"cook", project});
    EXPECT_THAT(good({"why", project, "assets/дом 1.gltf"}), HasSubstr("mesh/Sign"));
    EXPECT_THAT(good({"verify", project}), HasSubstr(" 0 bad"));
    good({"view", project + "/assets/дом 1.gltf", "-o", "вид.png", "--size", "64x64"});
    EXPECT_EQ(read_picture(dir_ / "вид.png").width, 64U);
}

TEST_F(ProjectTest, ABareFolderCooksBesideItselfAndStaysClean) {
    write_sign(dir_ / "art", "sign", "wood.png");
    write_picture(dir_ / "art/wood.png");
    good({"cook", "art", "--out", "cooked"});
    EXPECT_TRUE(std::filesystem::exists(dir_ / "cooked/desktop.manifest"));
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(dir_ / "art")) {
        files += entry.is_regular_file() ? 1 : 0;
    }
    EXPECT_EQ(files, 3U);
    EXPECT_EQ(at(parse(good({"cook", "art", "--out", "cooked", "--json"})), "cooked"), Json(0));
}

}  // namespace
}  // namespace galley::test
