#include <gtest/gtest.h>

#include "galley/base/errors.h"
#include "galley/core/fault_file_system.h"
#include "galley/core/memory_file_system.h"
#include "galley/project/errors.h"
#include "galley/project/project.h"

namespace galley {
namespace {

std::string text_of(MemoryFileSystem& fs, std::string_view path) {
    const auto bytes = static_cast<FileSystem&>(fs).read(path);
    EXPECT_TRUE(bytes) << path;
    return bytes ? std::string(as_text(*bytes)) : "";
}

TEST(CreateProject, WritesAProjectThatOpensWithoutWarnings) {
    MemoryFileSystem fs;
    ASSERT_TRUE(create_project(fs, "/games/new", "My game"));
    Diagnostics diagnostics;
    const auto project = open_project(fs, "/games/new", "", diagnostics);
    ASSERT_TRUE(project);
    EXPECT_FALSE(project->bare);
    EXPECT_EQ(project->name, "My game");
    EXPECT_EQ(project->version, "0.1.0");
    EXPECT_TRUE(diagnostics.take().empty());
    for (const std::string_view folder : {"assets", "library", "scenes", "prefabs"}) {
        const auto stat = fs.stat("/games/new/" + std::string(folder));
        ASSERT_TRUE(stat) << folder;
        EXPECT_EQ(stat->type, FileType::directory);
    }
    EXPECT_NE(text_of(fs, "/games/new/.gitignore").find("\n/cooked/\n"), std::string::npos);
    EXPECT_NE(text_of(fs, "/games/new/.gitattributes").find("*.json text eol=lf\n"),
              std::string::npos);
    EXPECT_NE(text_of(fs, "/games/new/.gitattributes").find("*.glb binary\n"), std::string::npos);
    EXPECT_TRUE(text_of(fs, "/games/new/README.md").starts_with("# My game\n"));
}

TEST(CreateProject, WritesTheRulesOfABareFolder) {
    MemoryFileSystem fs;
    ASSERT_TRUE(create_project(fs, "/new", ""));
    fs.put("/art/a.png", "x");
    Diagnostics diagnostics;
    const auto project = open_project(fs, "/new", "", diagnostics);
    const auto bare = open_project(fs, "/art", "/out", diagnostics);
    ASSERT_EQ(project->rules.size(), bare->rules.size());
    ASSERT_GT(project->rules.size(), 50U);
    for (std::size_t i = 0; i < project->rules.size(); ++i) {
        EXPECT_EQ(project->rules[i].match, bare->rules[i].match);
        EXPECT_EQ(project->rules[i].settings, bare->rules[i].settings);
    }
    EXPECT_EQ(project->name, "new");
}

TEST(CreateProject, IsDurableWhenItReturns) {
    MemoryFileSystem fs;
    ASSERT_TRUE(create_project(fs, "/new", "N"));
    const auto after = fs.crash(0);
    Diagnostics diagnostics;
    const auto project = open_project(*after, "/new", "", diagnostics);
    ASSERT_TRUE(project);
    EXPECT_FALSE(project->bare);
}

TEST(CreateProject, TakesAnEmptyDirectoryAndOneOfGit) {
    MemoryFileSystem fs;
    ASSERT_TRUE(fs.make_directories("/empty"));
    EXPECT_TRUE(create_project(fs, "/empty/", "N"));
    fs.put("/git/.git/HEAD", "x");
    EXPECT_TRUE(create_project(fs, "/git", "N"));
}

TEST(CreateProject, RefusesWhatIsInUse) {
    MemoryFileSystem fs;
    fs.put("/project/project.json", "{}");
    const auto project = create_project(fs, "/project", "N");
    ASSERT_FALSE(project);
    EXPECT_EQ(project.error().code, kProjectExists);
    EXPECT_EQ(project.error().message, "'/project' is a project already");

    fs.put("/full/notes.txt", "x");
    const auto full = create_project(fs, "/full", "N");
    ASSERT_FALSE(full);
    EXPECT_EQ(full.error().code, kProjectExists);
    EXPECT_EQ(full.error().message, "'/full' is not empty: it holds 'notes.txt'");

    EXPECT_FALSE(create_project(fs, "/full/notes.txt", "N"));
    EXPECT_EQ(text_of(fs, "/project/project.json"), "{}");
}

TEST(CreateProject, FailureAtAnyWriteLeavesNothingBehind) {
    std::uint64_t points = 0;
    {
        MemoryFileSystem fs;
        ASSERT_TRUE(fs.make_directories("/games"));
        FaultFileSystem counting(fs);
        ASSERT_TRUE(create_project(counting, "/games/deep/new", "N"));
        points = counting.write_points();
    }
    ASSERT_GT(points, 10U);
    for (std::uint64_t point = 0; point < points; ++point) {
        MemoryFileSystem fs;
        ASSERT_TRUE(fs.make_directories("/games"));
        FaultFileSystem faulty(fs);
        faulty.fail_write(point, kDiskFull, false);
        const auto result = create_project(faulty, "/games/deep/new", "N");
        ASSERT_FALSE(result) << point << " of " << points;
        EXPECT_EQ(result.error().code, kDiskFull) << point;
        EXPECT_FALSE(fs.exists("/games/deep")) << point;
        EXPECT_TRUE(fs.exists("/games")) << point;
    }
}

}  // namespace
}  // namespace galley
