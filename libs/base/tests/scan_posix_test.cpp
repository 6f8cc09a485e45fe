#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <galley/test/bytes.h>
#include <galley/test/temp_dir.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "galley/base/errors.h"
#include "galley/base/file_system.h"

namespace galley {
namespace {

class Scan : public testing::TestWithParam<unsigned> {
protected:
    void put(std::string_view name) { test::write_file(dir / name, name); }
    ScannedTree files() {
        auto result = real_file_system().scan(dir.path().string(), GetParam());
        EXPECT_TRUE(result) << result.error().to_string();
        return result ? *std::move(result) : ScannedTree();
    }
    std::vector<std::string> paths() {
        std::vector<std::string> result;
        const ScannedTree tree = files();
        for (const ScannedFile& file : tree) result.emplace_back(file.path);
        return result;
    }

    test::TempDir dir;
};

INSTANTIATE_TEST_SUITE_P(Threads, Scan, testing::Values(0U, 1U, 2U, 4U));

TEST_P(Scan, FindsFilesSortedByTheBytesOfTheirPaths) {
    for (const char* name : {"b/z", "a/b/c", "a.b", "a-b", "a0", "b", "ä", "B/x"}) {
        if (std::string_view(name) != "b") put(name);
    }
    // The slash sorts after '-' and '.', before '0'.
    EXPECT_EQ(paths(), (std::vector<std::string>{"B/x", "a-b", "a.b", "a/b/c", "a0", "b/z", "ä"}));
}

TEST_P(Scan, StatsEachFileAsStatDoes) {
    put("a/b");
    put("c");
    const ScannedTree tree = files();
    for (const ScannedFile& file : tree) {
        EXPECT_EQ(file.stat, *real_file_system().stat((dir / file.path).string())) << file.path;
    }
}

TEST_P(Scan, LeavesOutHiddenNamesAndWhatIsNoFile) {
    put(".git/config");
    put("a/.hidden");
    put("a/b");
    std::filesystem::create_directory(dir / "empty");
    ASSERT_EQ(::mkfifo((dir / "pipe").c_str(), 0600), 0);
    EXPECT_EQ(paths(), (std::vector<std::string>{"a/b"}));
}

TEST_P(Scan, FollowsLinksButNotInCircles) {
    put("real/file");
    put("other/file");
    std::filesystem::create_symlink("real/file", dir / "link");
    std::filesystem::create_directory_symlink("other", dir / "real2");
    std::filesystem::create_directory_symlink("..", dir / "real/up");
    std::filesystem::create_symlink("nowhere", dir / "broken");
    std::filesystem::create_symlink("self", dir / "self");
    std::filesystem::create_symlink("link/below", dir / "through_a_file");
    EXPECT_EQ(paths(), (std::vector<std::string>{"link", "other/file", "real/file", "real2/file"}));
}

TEST_P(Scan, ADirectoryWithALinkToNowhereNeverCountsAsUnchanged) {
    put("whole/file");
    put("broken/file");
    std::filesystem::create_symlink("nowhere", dir / "broken/link");
    const ScannedTree tree = files();
    ASSERT_EQ(tree.directories().size(), 3U);
    for (const ScannedDirectory& directory : tree.directories()) {
        std::vector<std::size_t> changed;
        EXPECT_EQ(real_file_system().has_same_names((dir / directory.path).string(), directory.stat,
                                                    {}, changed),
                  directory.path != "broken")
            << directory.path;
    }
}

TEST(SameNames, TellWhichFilesChangedAndThatAPlaceIsNoFileAnyMore) {
    test::TempDir dir;
    std::vector<ExpectedFile> files;
    for (const char* name : {"a", "b", "c", "d"}) {
        test::write_file(dir / name, "old");
        files.push_back({name, real_file_system().stat((dir / name).string()).value()});
    }
    std::filesystem::create_symlink("b", dir / "e");
    files.push_back({"e", files[1].stat});
    const FileStat before = real_file_system().stat(dir.path().string()).value();
    std::vector<std::size_t> changed;
    EXPECT_TRUE(real_file_system().has_same_names(dir.path().string(), before, files, changed));
    EXPECT_TRUE(changed.empty());

    test::write_file(dir / "b", "longer");  // which `e` is a link to
    test::write_file(dir / "d", "longer");
    EXPECT_TRUE(real_file_system().has_same_names(dir.path().string(), before, files, changed));
    EXPECT_EQ(changed, (std::vector<std::size_t>{1, 3, 4}));

    test::write_file(dir / "new", "");
    EXPECT_FALSE(real_file_system().has_same_names(dir.path().string(), before, files, changed));
}

TEST_P(Scan, OfNothingIsEmptyAndOfAFileIsAnError) {
    EXPECT_TRUE(paths().empty());
    const auto missing = real_file_system().scan((dir / "missing").string(), GetParam());
    ASSERT_TRUE(missing);
    EXPECT_TRUE(missing->empty());
    put("file");
    const auto error = real_file_system().scan((dir / "file").string(), GetParam());
    ASSERT_FALSE(error);
    EXPECT_EQ(error.error().code, kNotADirectory);
    EXPECT_EQ(error.error().place.file, (dir / "file").string());
}

TEST_P(Scan, SharesALargeDirectoryBetweenThreads) {
    std::vector<std::string> expected;
    for (int i = 0; i < 1200; ++i) {
        expected.push_back("large/a_file_with_a_long_name_" + std::to_string(i));
        put(expected.back());
    }
    std::ranges::sort(expected);
    EXPECT_EQ(paths(), expected);
}

TEST_P(Scan, FindsAllOfADeepAndWideTree) {
    std::vector<std::string> expected;
    for (int a = 0; a < 6; ++a) {
        for (int b = 0; b < 6; ++b) {
            for (int c = 0; c < 3; ++c) {
                expected.push_back("d" + std::to_string(a) + "/d" + std::to_string(b) + "/f" +
                                   std::to_string(c));
                put(expected.back());
            }
        }
    }
    EXPECT_EQ(paths(), expected);
}

TEST_P(Scan, GoesAsDeepAsAPathMayBeLong) {
    std::string deep;
    for (int i = 0; i < 60; ++i) deep += "directory/";
    put(deep + "file");
    EXPECT_EQ(paths(), (std::vector<std::string>{deep + "file"}));
}

}  // namespace
}  // namespace galley
