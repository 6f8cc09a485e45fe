#include "galley/project/project.h"

#include <cstdlib>

#include <gtest/gtest.h>

#include "galley/base/errors.h"
#include "galley/core/errors.h"
#include "galley/core/fault_file_system.h"
#include "galley/core/memory_file_system.h"
#include "galley/project/errors.h"

namespace galley {
namespace {

/// Sets an environment variable for the scope; null unsets it.
class Variable {
public:
    Variable(const char* name, const char* value) : name_(name) {
        const char* before = std::getenv(name);
        had_ = before != nullptr;
        before_ = had_ ? before : "";
        set(value);
    }
    ~Variable() { set(had_ ? before_.c_str() : nullptr); }
    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;

private:
    void set(const char* value) const {
        if (value != nullptr) {
            setenv(name_, value, 1);
        } else {
            unsetenv(name_);
        }
    }

    const char* name_;
    bool had_ = false;
    std::string before_;
};

class ProjectTest : public testing::Test {
protected:
    Project open(std::string_view json) {
        fs_.put("/game/project.json", json);
        auto project = open_project(fs_, "/game", "", diagnostics_);
        EXPECT_TRUE(project) << project.error().to_string();
        return project ? *std::move(project) : Project();
    }

    std::vector<std::string> warnings() {
        std::vector<std::string> texts;
        for (const Diagnostic& item : diagnostics_.take()) {
            EXPECT_EQ(item.severity, Severity::warning);
            texts.push_back(item.error.place.to_string() + ": " + item.error.message);
        }
        return texts;
    }

    MemoryFileSystem fs_;
    Diagnostics diagnostics_;
};

using Texts = std::vector<std::string>;

TEST_F(ProjectTest, ProjectIsADirectoryWithAProjectFile) {
    const Project project = open(R"({"name": "Game", "version": "2.1", "import": []})");
    EXPECT_FALSE(project.bare);
    EXPECT_EQ(project.root, "/game");
    EXPECT_EQ(project.name, "Game");
    EXPECT_EQ(project.version, "2.1");
    EXPECT_EQ(project.sources_prefix, "assets");
    EXPECT_EQ(project.cooked, "/game/cooked");
    EXPECT_EQ(project.library, "/game/library");
    EXPECT_TRUE(project.rules.empty());
    EXPECT_EQ(warnings(), Texts{});
}

TEST_F(ProjectTest, TrailingSlashesDoNotCount) {
    fs_.put("/game/project.json", "{}");
    EXPECT_EQ(open_project(fs_, "/game//", "", diagnostics_)->root, "/game");
}

TEST_F(ProjectTest, UnnamedProjectIsCalledAsItsDirectory) { EXPECT_EQ(open("{}").name, "game"); }

TEST_F(ProjectTest, OutputGoesWhereItIsAskedTo) {
    fs_.put("/game/project.json", "{}");
    EXPECT_EQ(open_project(fs_, "/game", "/elsewhere", diagnostics_)->cooked, "/elsewhere");
}

TEST_F(ProjectTest, UnknownKeysStayInTheDocument) {
    const Project project = open(R"({"zeta": 1, "name": "G", "render": {"gtao": true}})");
    EXPECT_EQ(write_json_compact(project.document.root),
              R"({"zeta":1,"name":"G","render":{"gtao":true}})");
}

TEST_F(ProjectTest, FieldsOfTheWrongTypeKeepTheirDefaultsWithAWarning) {
    const Project project = open("{\n  \"name\": 7,\n  \"version\": \"1\",\n  \"import\": {}\n}");
    EXPECT_EQ(project.name, "game");
    EXPECT_EQ(project.version, "1");
    EXPECT_FALSE(project.rules.empty());  // the default ones
    EXPECT_EQ(warnings(),
              (Texts{"/game/project.json:2:11, field /name: '/name' must be a string, not a "
                     "number; it is ignored",
                     "/game/project.json:4:13, field /import: '/import' must be a list of rules, "
                     "not an object; it is ignored"}));
}

TEST_F(ProjectTest, WrongRulesAreLeftOutWithAWarning) {
    const Project project = open(R"({"import": [
3,
{"match": "*.a"},
{"settings": {}},
{"match": "*.b", "settings": []},
{"match": 1, "settings": {}},
{"match": ["*.c", 2, "*.d"], "settings": {}},
{"match": "*.e", "settings": {"usege": "data"}}
]})");
    ASSERT_EQ(project.rules.size(), 3U);
    EXPECT_EQ(project.rules[0].match, "*.c");
    EXPECT_EQ(project.rules[0].pointer, "/import/5/settings");
    EXPECT_EQ(project.rules[1].match, "*.d");
    EXPECT_EQ(project.rules[2].match, "*.e");
    const Texts found = warnings();
    ASSERT_EQ(found.size(), 7U);
    const std::string_view places[] = {"/game/project.json:2:1, field /import/0",
                                       "/game/project.json:3:1, field /import/1",
                                       "/game/project.json:4:1, field /import/2",
                                       "/game/project.json:5:1, field /import/3",
                                       "/game/project.json:6:11, field /import/4/match",
                                       "/game/project.json:7:19, field /import/5/match/1",
                                       "/game/project.json:8:40, field /import/6/settings/usege"};
    for (std::size_t i = 0; i < found.size(); ++i) {
        EXPECT_TRUE(found[i].starts_with(std::string(places[i]) + ": ")) << found[i];
    }
}

TEST_F(ProjectTest, RuleWithAWrongSettingFailsTheSourcesThatItMatches) {
    const Project project = open(R"({"import": [{"match": "*.e", "settings": {"usege": 1}}]})");
    EXPECT_TRUE(rule_texture_settings(project, "assets/a.png"));
    const auto settings = rule_texture_settings(project, "assets/a.e");
    ASSERT_FALSE(settings);
    EXPECT_EQ(settings.error().code, kSettingUnknown);
    EXPECT_EQ(settings.error().place.file, "/game/project.json");
}

TEST_F(ProjectTest, LaterRulesWin) {
    const Project project = open(R"({"import": [
        {"match": "*.png", "settings": {"usage": "data", "mipmaps": false}},
        {"match": "ui/**", "settings": {"usage": "color"}},
        {"match": "*.glb", "settings": {"max_uv_sets": 1}}]})");
    EXPECT_EQ(*rule_texture_settings(project, "assets/ui/a/b.png"),
              (TextureSettings{TextureUsage::color, false, {}, {}}));
    EXPECT_EQ(rule_texture_settings(project, "assets/rock.png")->usage, TextureUsage::data);
    // The pattern is for what is below assets/, and this isn't.
    EXPECT_EQ(rule_texture_settings(project, "assets/x/ui/a.png")->usage, TextureUsage::data);
    EXPECT_EQ(rule_mesh_settings(project, "assets/a.glb")->max_uv_sets, 1U);
    EXPECT_EQ(rule_mesh_settings(project, "assets/a.gltf")->max_uv_sets, 8U);
}

TEST_F(ProjectTest, WithoutAnImportListTheDefaultRulesHold) {
    const Project project = open("{}");
    EXPECT_EQ(rule_texture_settings(project, "assets/a_n.png")->usage, TextureUsage::normal);
    EXPECT_EQ(warnings(), Texts{});
}

TEST_F(ProjectTest, MalformedProjectIsAnErrorWithItsPlace) {
    fs_.put("/game/project.json", "{\n  \"name\": \"a\",\n}\n");
    const auto broken = open_project(fs_, "/game", "", diagnostics_);
    ASSERT_FALSE(broken);
    EXPECT_EQ(broken.error().code, kJsonSyntax);
    EXPECT_EQ(broken.error().place.file, "/game/project.json");
    EXPECT_EQ(broken.error().place.line, 3U);

    fs_.put("/game/project.json", "[1]");
    const auto array = open_project(fs_, "/game", "", diagnostics_);
    ASSERT_FALSE(array);
    EXPECT_EQ(array.error().code, kProjectFile);

    fs_.put("/game/project.json", "{\n<<<<<<< ours\n}");
    EXPECT_NE(open_project(fs_, "/game", "", diagnostics_).error().hint.find("merge"),
              std::string::npos);
}

TEST_F(ProjectTest, UnreadableProjectFileIsNoBareFolder) {
    fs_.put("/game/project.json", "{}");
    FaultFileSystem faulty(fs_);
    faulty.fail_reads([](std::string_view path) { return path.ends_with("project.json"); });
    const auto project = open_project(faulty, "/game", "/out", diagnostics_);
    ASSERT_FALSE(project);
    EXPECT_EQ(project.error().code, kFileAccess);
}

TEST_F(ProjectTest, MissingDirectoriesAndFilesAreErrors) {
    EXPECT_EQ(open_project(fs_, "/nowhere", "", diagnostics_).error().code, kFileNotFound);
    fs_.put("/file", "x");
    EXPECT_EQ(open_project(fs_, "/file", "", diagnostics_).error().code, kNotADirectory);
}

TEST_F(ProjectTest, BareFolderCooksIntoTheUsersCache) {
    fs_.put("/art/rocks/a.png", "x");
    const Variable cache("XDG_CACHE_HOME", "/cache");
    const auto project = open_project(fs_, "/art/rocks", "", diagnostics_);
    ASSERT_TRUE(project);
    EXPECT_TRUE(project->bare);
    EXPECT_EQ(project->name, "rocks");
    EXPECT_EQ(project->sources_prefix, "");
    EXPECT_EQ(project->library, "");
    // xxhsum -H3 of "/art/rocks"
    EXPECT_EQ(project->cooked, "/cache/galley/rocks-9c4cb7212e174853");
    EXPECT_EQ(rule_texture_settings(*project, "a_n.png")->usage, TextureUsage::normal);
    EXPECT_EQ(open_project(fs_, "/art/./rocks/../rocks/", "", diagnostics_)->cooked,
              project->cooked);
}

TEST_F(ProjectTest, CacheIsBelowHomeWithoutXdg) {
    fs_.put("/art/a.png", "x");
    const Variable home("HOME", "/home-of-someone");
    {
        const Variable cache("XDG_CACHE_HOME", nullptr);
        EXPECT_TRUE(open_project(fs_, "/art", "", diagnostics_)
                        ->cooked.starts_with("/home-of-someone/.cache/galley/art-"));
    }
    const Variable cache("XDG_CACHE_HOME", "relative");
    EXPECT_TRUE(open_project(fs_, "/art", "", diagnostics_)
                    ->cooked.starts_with("/home-of-someone/.cache/galley/art-"));
}

TEST_F(ProjectTest, WithoutAnyCacheDirectoryOutIsAskedFor) {
    fs_.put("/art/a.png", "x");
    const Variable home("HOME", nullptr);
    const Variable cache("XDG_CACHE_HOME", nullptr);
    const auto project = open_project(fs_, "/art", "", diagnostics_);
    ASSERT_FALSE(project);
    EXPECT_EQ(project.error().code, kNoCacheDirectory);
    EXPECT_EQ(open_project(fs_, "/art", "/out", diagnostics_)->cooked, "/out");
}

TEST_F(ProjectTest, RootIsFoundFromAnyPathInside) {
    fs_.put("/a/game/project.json", "{}");
    fs_.put("/a/game/assets/props/crate.png", "x");
    for (const std::string_view path :
         {"/a/game", "/a/game/", "/a/game/project.json", "/a/game/assets/props/crate.png",
          "/a/game/assets/none.png", "/a/game/assets/../assets"}) {
        EXPECT_EQ(find_project_root(fs_, path), "/a/game") << path;
    }
    EXPECT_EQ(find_project_root(fs_, "/a"), "");
    EXPECT_EQ(find_project_root(fs_, "/a/game/.."), "");
    fs_.put("/project.json", "{}");
    EXPECT_EQ(find_project_root(fs_, "/a"), "/");
}

TEST_F(ProjectTest, RelativePathsFindRelativeRoots) {
    fs_.put("game/project.json", "{}");
    EXPECT_EQ(find_project_root(fs_, "game/assets/a.png"), "game");
    EXPECT_EQ(find_project_root(fs_, "./game"), "game");
}

TEST_F(ProjectTest, DirectoryNamedLikeTheProjectFileIsNone) {
    fs_.put("/a/project.json/x", "x");
    EXPECT_EQ(find_project_root(fs_, "/a"), "");
}

}  // namespace
}  // namespace galley
