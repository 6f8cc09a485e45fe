#include "galley/project/asset_name.h"

#include <set>

#include <gtest/gtest.h>

#include "galley/core/virtual_path.h"

namespace galley {
namespace {

TEST(AssetName, FileAloneIsItsOwnName) {
    EXPECT_EQ((AssetName{"assets/rock.png", ""}.text()), "assets/rock.png");
    EXPECT_EQ(AssetName::parse("assets/rock.png"), (AssetName{"assets/rock.png", ""}));
}

TEST(AssetName, PartFollowsAColon) {
    for (const std::string_view part : {"mesh/Lid", "mesh/Lid/1", "texture/data", "material/~3"}) {
        const AssetName name{"assets/crate.glb", std::string(part)};
        EXPECT_EQ(name.text(), "assets/crate.glb:" + std::string(part));
        EXPECT_EQ(AssetName::parse(name.text()), name);
    }
}

TEST(AssetName, OnlyAKindWordAndASlashBeginAPart) {
    for (const std::string_view text :
         {"assets/a:b.png", "assets/a:meshes/Lid", "assets/a:mesh", "a:", ":", ""}) {
        EXPECT_EQ(AssetName::parse(text), (AssetName{std::string(text), ""})) << text;
    }
    EXPECT_EQ(AssetName::parse("assets/a:b.glb:mesh/Lid"),
              (AssetName{"assets/a:b.glb", "mesh/Lid"}));
    EXPECT_EQ(AssetName::parse("a.glb:mesh/Lid:x"), (AssetName{"a.glb", "mesh/Lid:x"}));
}

TEST(PartNamer, KeepsTheSourcesNames) {
    PartNamer namer;
    EXPECT_EQ(namer.next("Lid"), "Lid");
    EXPECT_EQ(namer.next("Big box (2).001"), "Big box (2).001");
    EXPECT_EQ(namer.next("Größe 箱"), "Größe 箱");
}

TEST(PartNamer, CountsEquallyNamedOnesFromTwo) {
    PartNamer namer;
    EXPECT_EQ(namer.next("Box"), "Box");
    EXPECT_EQ(namer.next("Box"), "Box~2");
    EXPECT_EQ(namer.next("Other"), "Other");
    EXPECT_EQ(namer.next("Box"), "Box~3");
}

TEST(PartNamer, NamesUnnamedOnesByTheirIndex) {
    PartNamer namer;
    EXPECT_EQ(namer.next(""), "~0");
    EXPECT_EQ(namer.next("A"), "A");
    EXPECT_EQ(namer.next(""), "~2");
}

TEST(PartNamer, EncodesWhatCouldBeTakenForSomethingElse) {
    PartNamer namer;
    EXPECT_EQ(namer.next("../Box"), "..%2FBox");
    EXPECT_EQ(namer.next("a/b:c~2%d"), "a%2Fb%3Ac%7E2%25d");
    EXPECT_EQ(namer.next(std::string_view("a\0b\nc\x7f", 6)), "a%00b%0Ac%7F");
    EXPECT_EQ(namer.next(".."), "%2E%2E");
    EXPECT_EQ(namer.next("."), "%2E");
    EXPECT_EQ(namer.next("con."), "con.");
}

TEST(PartNamer, ComposesBeforeItCompares) {
    PartNamer namer;
    EXPECT_EQ(namer.next("e\xCC\x81"), "\xC3\xA9");  // e and combining acute, U+00E9
    EXPECT_EQ(namer.next("\xC3\xA9"), "\xC3\xA9~2");
}

TEST(PartNamer, ReplacesWhatIsNotUtf8) {
    PartNamer namer;
    EXPECT_EQ(namer.next("a\xFF"
                         "b"),
              "a\xEF\xBF\xBD"
              "b");
    EXPECT_EQ(namer.next("a\xFE"
                         "b"),
              "a\xEF\xBF\xBD"
              "b~2");
}

TEST(PartNamer, CutsLongNamesBetweenCharacters) {
    PartNamer namer;
    std::string text;
    while (text.size() < 100'000) {
        text += "\xE7\xAE\xB1";  // three bytes
    }
    const std::string name = namer.next(text);
    EXPECT_EQ(name, text.substr(0, 255));
    EXPECT_EQ(namer.next(text + "x"), name + "~2");
    EXPECT_EQ(namer.next("a" + text), "a" + text.substr(0, 252));  // 253 bytes: 255 cuts one
}

TEST(PartNamer, GivesNoNameTwice) {
    PartNamer namer;
    std::set<std::string> names;
    const std::string_view sources[] = {"Box", "Box~2", "Box", "", "~3", "Box%7E2", "", "Box"};
    for (const std::string_view source : sources) {
        EXPECT_TRUE(names.insert(namer.next(source)).second) << source;
    }
}

std::string id_of(std::string_view source, bool bare = false, unsigned counter = 0) {
    return default_file_id(source, bare, counter).to_string();
}

TEST(DefaultFileId, GivesTheVectorsOfTheFormat) {
    EXPECT_EQ(id_of("assets/textures/wood.png"), "8fd2c159-ba7b-5cf5-b8d7-63656f75dd88");
    EXPECT_EQ(id_of("assets/meshes/hero.gltf"), "743199f4-3347-5e2c-9dc6-07a8db94e4e3");
    EXPECT_EQ(id_of("assets/textures/a.png"), "79e9d17a-e20f-54be-8c5f-5d442c0d561f");
}

// Python: uuid.uuid5(uuid.UUID("4a6a81e9-f0d1-4b8f-91a8-7e7a5e0b6b4a"), name)
TEST(DefaultFileId, FilesElsewhereHashWithALeadingSlash) {
    EXPECT_EQ(id_of("textures/wood.png"), "f8e9a3de-f4c0-57c8-b4be-aea3320cd124");
}

TEST(DefaultFileId, BareFolderCountsAsAssets) {
    EXPECT_EQ(id_of("textures/wood.png", true), id_of("assets/textures/wood.png"));
}

TEST(DefaultFileId, CounterGivesOtherCandidates) {
    EXPECT_EQ(id_of("assets/textures/wood.png", false, 1), "e9744861-555d-586b-bd72-82886291582b");
    EXPECT_NE(id_of("assets/textures/wood.png", false, 2),
              id_of("assets/textures/wood.png", false, 1));
}

TEST(DefaultPartId, HashesThePartInTheFilesNamespace) {
    const Uuid file = default_file_id("assets/meshes/hero.gltf", false);
    EXPECT_EQ(default_part_id(file, "mesh/Lid").to_string(),
              "0ca17cf4-ae00-5330-bc05-6e08e4fa7cb1");
    EXPECT_NE(default_part_id(file, "mesh/Lid", 1), default_part_id(file, "mesh/Lid"));
}

}  // namespace
}  // namespace galley
