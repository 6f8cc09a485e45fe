#include <filesystem>

#include <gmock/gmock.h>

#include "art.h"
#include "child_process.h"
#include "galley/test/bytes.h"
#include "galley/test/corpus.h"
#include "galley/test/temp_dir.h"

namespace galley::test {
namespace {

using testing::HasSubstr;
using testing::Not;
using Path = std::filesystem::path;

class MaterialFolders : public testing::Test {
protected:
    MaterialFolders() : project_(dir_ / "game") {
        EXPECT_EQ(run_galley({"new", project_.string()}).exit_code, 0);
    }

    ChildResult import(const Path& folder, const std::vector<std::string>& more = {}) {
        std::vector<std::string> arguments = {"import", folder.string(), "--into",
                                              project_.string()};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run_galley(arguments);
    }

    /// What a material looks like.
    Bytes view(const std::string& below_assets) {
        const std::string picture = (dir_ / "view.png").string();
        const ChildResult viewed =
            run_galley({"view", (project_ / "assets" / below_assets).string(), "-o", picture,
                        "--size", "128x128"});
        EXPECT_EQ(viewed.exit_code, 0) << viewed.error;
        return read_file(picture);
    }

    TempDir dir_;
    Path project_;
};

TEST_F(MaterialFolders, BecomeMaterialsThatCook) {
    const Path folder = dir_ / "bark";
    for (const char* name : {"bark_color.png", "bark_gloss.png", "bark_normal_dx.png",
                             "bark_height.png", "other.png"}) {
        create_directories(folder);
        write_picture(folder / name, static_cast<unsigned>(name[5]));
    }
    const ChildResult imported = import(folder, {"--to", "woods"});
    EXPECT_EQ(imported.exit_code, 0) << imported.error;
    EXPECT_THAT(imported.out, HasSubstr("material  assets/woods/bark/bark.material.json"));
    EXPECT_THAT(imported.out, HasSubstr("dropped: bark_height.png: no map of a material takes it"));
    EXPECT_THAT(imported.out, HasSubstr("converted: bark_normal_dx.png: DirectX normals become"));
    EXPECT_THAT(imported.out, HasSubstr("converted: bark_gloss.png: gloss becomes roughness"));
    EXPECT_TRUE(exists(project_ / "assets/woods/bark/other.png"));
    EXPECT_TRUE(exists(project_ / "assets/woods/bark/bark_height.png"));

    const ChildResult cooked = run_galley({"cook", project_.string(), "--explain"});
    EXPECT_EQ(cooked.exit_code, 0) << cooked.error;
    EXPECT_THAT(cooked.out, HasSubstr("6 assets: 6 cooked"));
    EXPECT_THAT(cooked.out, HasSubstr("converted: green channel: made from green, inverted"));
    EXPECT_THAT(run_galley({"cook", project_.string()}).out, HasSubstr("6 fresh"));

    // The source as its recipe combines it, not as it lies there.
    const std::string gloss = (project_ / "assets/woods/bark/bark_gloss.png").string();
    const Json measured =
        parse(run_galley({"inspect", "--json", gloss, "--cooked", "--against", gloss}).out);
    const Json level = at(measured, "quality/0");
    ASSERT_TRUE(level.is_object());
    const Json psnr = at(level, "psnr_db");
    EXPECT_TRUE(psnr.is_null() || *psnr.if_number() > 40) << *psnr.if_number();
}

TEST_F(MaterialFolders, OfOneMaterialInThreeConventionsLookTheSame) {
    GALLEY_NEEDS_CORPUS();
    const Path corpus = corpus_dir() / "pbr";
    const Path single = corpus / "ambientcg_naming";
    const Path directx = dir_ / "directx";
    create_directories(directx);
    for (const auto& entry : std::filesystem::directory_iterator(single)) {
        if (entry.path().filename().string().find("NormalGL") == std::string::npos) {
            copy(entry.path(), directx / entry.path().filename());
        }
    }
    ASSERT_EQ(import(corpus / "FlightHelmet_LeatherParts").exit_code, 0);
    ASSERT_EQ(import(single).exit_code, 0);
    ASSERT_EQ(import(directx).exit_code, 0);
    const Bytes packed =
        view("FlightHelmet_LeatherParts/FlightHelmet_Materials_LeatherPartsMat.material.json");
    EXPECT_TRUE(view("ambientcg_naming/Leather01.material.json") == packed);
    EXPECT_TRUE(view("directx/Leather01.material.json") == packed);
}

TEST_F(MaterialFolders, ComingAgainKeepWhatAPersonDecided) {
    const Path folder = dir_ / "bark";
    create_directories(folder);
    write_picture(folder / "bark_color.png", 1);
    write_picture(folder / "bark_normal_dx.png", 2);
    ASSERT_EQ(import(folder).exit_code, 0);
    const Path recipe = project_ / "library/assets/bark/bark_normal_dx.png.json";
    const std::string mine = R"({"version": 1, "settings": {"channels": ["r", "g", "b"]}})";
    write_file(recipe, mine);
    const Path material = project_ / "assets/bark/bark.material.json";
    write_file(material, R"({"version": 1, "metallic": 1})");

    const ChildResult again = import(folder);
    EXPECT_EQ(again.exit_code, 1);
    EXPECT_THAT(again.error, HasSubstr("assets/bark/bark.material.json holds something else"));
    EXPECT_EQ(import(folder, {"--replace"}).exit_code, 0);
    EXPECT_EQ(as_text(read_file(recipe)), mine);
    EXPECT_THAT(std::string(as_text(read_file(material))), HasSubstr("bark_color.png"));
}

TEST_F(MaterialFolders, WithAMaterialKeepIt) {
    const Path folder = dir_ / "w";
    create_directories(folder);
    for (const char* name : {"w_color.png", "w_normal.png", "w_rough.png"}) {
        write_picture(folder / name, static_cast<unsigned>(name[2]));
    }
    const std::string mine = R"({"version": 1, "maps": {"base_color": "w_color.png"}})";
    write_file(folder / "w.material.json", mine);
    for (const char* more : {"--to=a", "--replace"}) {
        const ChildResult imported = import(folder, {more});
        EXPECT_EQ(imported.exit_code, 0) << imported.error;
        EXPECT_THAT(imported.out, Not(HasSubstr("material  ")));
    }
    EXPECT_EQ(as_text(read_file(project_ / "assets/w/w.material.json")), mine);
}

TEST_F(MaterialFolders, WithoutAnythingToReadAreAnError) {
    const Path folder = dir_ / "notes";
    create_directories(folder);
    write_file(folder / "a.txt", "text");
    const ChildResult imported = import(folder);
    EXPECT_EQ(imported.exit_code, 1);
    EXPECT_THAT(imported.error, HasSubstr("no file of this folder is read by an importer"));
}

TEST_F(MaterialFolders, BringModelsWithTheirPicturesWhichAreNoSetsOfTheirOwn) {
    const Path folder = dir_ / "props";
    write_sign(folder / "sign", "sign", "sign_color.png");
    write_picture(folder / "sign/sign_color.png");
    write_picture(folder / "sign/sign_normal.png");
    const ChildResult imported = import(folder);
    EXPECT_EQ(imported.exit_code, 0) << imported.error;
    EXPECT_THAT(imported.out, Not(HasSubstr("material  ")));
    for (const char* name : {"sign.gltf", "sign.bin", "sign_color.png", "sign_normal.png"}) {
        EXPECT_TRUE(exists(project_ / "assets/props/sign" / name)) << name;
    }
}

}  // namespace
}  // namespace galley::test
