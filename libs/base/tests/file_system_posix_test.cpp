#include <chrono>
#include <filesystem>
#include <thread>

#include <galley/test/bytes.h>
#include <galley/test/temp_dir.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "galley/base/errors.h"
#include "galley/base/file_system.h"

namespace galley {
namespace {

class RealFiles : public testing::Test {
protected:
    std::string path(std::string_view name) const { return (dir / name).string(); }
    void put(std::string_view name, std::string_view text) { test::write_file(dir / name, text); }
    std::string text(std::string_view name) { return std::string(as_text(*fs.read(path(name)))); }

    test::TempDir dir;
    FileSystem& fs = real_file_system();
};

TEST_F(RealFiles, StatTellsTypeSizeTimesAndInode) {
    put("a", "12345");
    const auto stat = fs.stat(path("a"));
    ASSERT_TRUE(stat);
    struct ::stat expected;
    ASSERT_EQ(::stat(path("a").c_str(), &expected), 0);
    EXPECT_EQ(*stat, (FileStat{FileType::file, 5,
                               expected.st_mtim.tv_sec * 1'000'000'000 + expected.st_mtim.tv_nsec,
                               expected.st_ctim.tv_sec * 1'000'000'000 + expected.st_ctim.tv_nsec,
                               expected.st_ino}));
    EXPECT_EQ(fs.stat(dir.path().string())->type, FileType::directory);
    ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
    EXPECT_EQ(fs.stat(path("pipe"))->type, FileType::other);
}

TEST_F(RealFiles, AMissingFileHasItsOwnCodeEverywhere) {
    EXPECT_EQ(fs.stat(path("no")).error().code, kFileNotFound);
    EXPECT_EQ(fs.read(path("no")).error().code, kFileNotFound);
    EXPECT_EQ(fs.map(path("no")).error().code, kFileNotFound);
    EXPECT_EQ(fs.list(path("no")).error().code, kFileNotFound);
    EXPECT_EQ(fs.rename(path("no"), path("b")).error().code, kFileNotFound);
    EXPECT_EQ(fs.remove_file(path("no")).error().code, kFileNotFound);
    EXPECT_EQ(fs.create(path("no/file"), CreateMode::replace).error().code, kFileNotFound);
    EXPECT_EQ(fs.truncate(path("no"), 0).error().code, kFileNotFound);
    EXPECT_EQ(fs.sync_directory(path("no")).error().code, kFileNotFound);
}

TEST_F(RealFiles, ErrorsNameThePathAndTheReason) {
    const Error error = fs.read(path("no")).error();
    EXPECT_EQ(error.place.file, path("no"));
    EXPECT_EQ(error.message, "cannot open: No such file or directory");
    const std::string with_nul("a\0b", 3);
    EXPECT_EQ(fs.read(with_nul).error().code, kFileAccess);
    const Error long_name = fs.stat(path(std::string(300, 'x'))).error();
    EXPECT_EQ(long_name.code, kFileAccess);
    EXPECT_EQ(long_name.hint, "shorten the path");
}

TEST_F(RealFiles, ReadsWholeFiles) {
    put("a", "hello");
    put("empty", "");
    EXPECT_EQ(text("a"), "hello");
    EXPECT_EQ(text("empty"), "");
    const std::string large(3'000'000, 'x');
    put("large", large);
    EXPECT_EQ(text("large"), large);
}

TEST_F(RealFiles, ReadsFilesWhoseSizeTheSystemDoesNotTell) {
    const auto status = fs.read("/proc/self/status");
    ASSERT_TRUE(status);
    EXPECT_TRUE(as_text(*status).starts_with("Name:"));
    EXPECT_EQ(fs.read("/proc/self/status", 10).error().code, kFileTooLarge);
}

TEST_F(RealFiles, RefusesAFileAboveTheLimit) {
    put("a", "12345");
    EXPECT_TRUE(fs.read(path("a"), 5));
    const Error error = fs.read(path("a"), 4).error();
    EXPECT_EQ(error.code, kFileTooLarge);
    EXPECT_EQ(error.message, "the file has 5 bytes, more than the 4 that are allowed here");
}

TEST_F(RealFiles, ReadsOnlyRegularFilesAndNeverHangs) {
    ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
    EXPECT_EQ(fs.read(path("pipe")).error().code, kNotADirectory);
    EXPECT_EQ(fs.read(dir.path().string()).error().code, kNotADirectory);
    EXPECT_EQ(fs.map(dir.path().string()).error().code, kNotADirectory);
}

TEST_F(RealFiles, AMappingOutlivesTheName) {
    put("a", "hello");
    put("empty", "");
    const auto mapping = fs.map(path("a"));
    ASSERT_TRUE(mapping);
    ASSERT_TRUE(fs.remove_file(path("a")));
    EXPECT_EQ(as_text((*mapping)->bytes()), "hello");
    EXPECT_TRUE((*fs.map(path("empty")))->bytes().empty());
}

TEST_F(RealFiles, CreatesReplacesAppendsAndRefuses) {
    const auto write = [&](CreateMode mode, std::string_view bytes) {
        auto file = fs.create(path("a"), mode);
        if (!file) return file.error().code;
        EXPECT_TRUE((*file)->write(as_byte_span(bytes)));
        EXPECT_TRUE((*file)->sync());
        EXPECT_TRUE((*file)->close());
        EXPECT_TRUE((*file)->close()) << "closing again is nothing";
        return ErrorCode{};
    };
    EXPECT_EQ(write(CreateMode::exclusive, "one"), ErrorCode{});
    EXPECT_EQ(write(CreateMode::append, "two"), ErrorCode{});
    EXPECT_EQ(text("a"), "onetwo");
    EXPECT_EQ(write(CreateMode::replace, "3"), ErrorCode{});
    EXPECT_EQ(text("a"), "3");
    EXPECT_EQ(write(CreateMode::exclusive, "x"), kFileExists);
    EXPECT_EQ(fs.create(dir.path().string(), CreateMode::replace).error().code, kNotADirectory);
}

TEST_F(RealFiles, AFullDiskHasItsOwnCode) {
    auto file = fs.create("/dev/full", CreateMode::append);
    if (!file) GTEST_SKIP() << "no /dev/full";
    const Error error = (*file)->write(as_byte_span("x")).error();
    EXPECT_EQ(error.code, kDiskFull);
    EXPECT_EQ(error.place.file, "/dev/full");
    EXPECT_FALSE(error.hint.empty());
}

TEST_F(RealFiles, RenameReplaces) {
    put("a", "new");
    put("b", "old");
    ASSERT_TRUE(fs.rename(path("a"), path("b")));
    EXPECT_EQ(text("b"), "new");
    EXPECT_FALSE(fs.stat(path("a")));
}

TEST_F(RealFiles, MakesAndRemovesDirectories) {
    ASSERT_TRUE(fs.make_directories(path("a/b//c/")));
    ASSERT_TRUE(fs.make_directories(path("a/b/c")));
    EXPECT_EQ(fs.stat(path("a/b/c"))->type, FileType::directory);
    const Error full = fs.remove_directory(path("a")).error();
    EXPECT_EQ(full.code, kFileWrite);
    EXPECT_EQ(full.hint, "the directory still holds files");
    EXPECT_TRUE(fs.remove_directory(path("a/b/c")));
    put("file", "");
    EXPECT_EQ(fs.make_directories(path("file")).error().code, kNotADirectory);
    EXPECT_EQ(fs.make_directories(path("file/sub")).error().code, kNotADirectory);
}

TEST_F(RealFiles, SyncsDirectoriesAndTrees) {
    put("a", "1");
    EXPECT_TRUE(fs.sync_directory(dir.path().string()));
    EXPECT_TRUE(fs.sync_tree(dir.path().string()));
    EXPECT_EQ(fs.sync_directory(path("a")).error().code, kNotADirectory);
}

TEST_F(RealFiles, TruncateCuts) {
    put("a", "12345");
    ASSERT_TRUE(fs.truncate(path("a"), 2));
    EXPECT_EQ(text("a"), "12");
    EXPECT_FALSE(fs.truncate(path("a"), ~std::uint64_t{0}));
}

TEST_F(RealFiles, ListsNamesInOrderOfTheirBytes) {
    for (const char* name : {"b", "a", "A", "é", ".hidden", "a.b"}) put(name, "");
    ASSERT_TRUE(fs.make_directories(path("dir")));
    std::filesystem::create_symlink("dir", dir / "link");
    std::filesystem::create_symlink("nowhere", dir / "lost");
    const auto entries = fs.list(dir.path().string());
    ASSERT_TRUE(entries);
    std::vector<std::string> names;
    for (const auto& entry : *entries) names.push_back(entry.name);
    EXPECT_EQ(names, (std::vector<std::string>{".hidden", "A", "a", "a.b", "b", "dir", "link",
                                               "lost", "é"}));
    EXPECT_EQ((*entries)[4].type, FileType::file);
    EXPECT_EQ((*entries)[5].type, FileType::directory);
    EXPECT_EQ((*entries)[6].type, FileType::directory) << "links are followed";
    EXPECT_EQ((*entries)[7].type, FileType::other);
    EXPECT_EQ(fs.list(path("a")).error().code, kNotADirectory);
}

TEST_F(RealFiles, ALockExcludesASecondHolderUntilItIsGone) {
    auto first = fs.lock(path("lock"), false);
    ASSERT_TRUE(first);
    EXPECT_EQ(fs.lock(path("lock"), false).error().code, kFileLocked);
    std::atomic<bool> released = false;
    std::thread waiter([&] {
        const auto second = fs.lock(path("lock"), true);
        EXPECT_TRUE(second);
        EXPECT_TRUE(released);
    });
    released = true;
    first->reset();
    waiter.join();
    EXPECT_TRUE(fs.lock(path("lock"), false));
}

TEST_F(RealFiles, AChangeIsNeverStampedEarlierThanTheClockSaidBefore) {
    for (int i = 0; i < 20; ++i) {
        const std::int64_t before = fs.now_ns();
        put("a", std::to_string(i));
        EXPECT_LE(before, fs.stat(path("a"))->mtime_ns);
    }
}

TEST_F(RealFiles, NamesAreAnyBytesOfUtf8) {
    put("Unicode❤♻Test/é.txt", "x");
    EXPECT_EQ(text("Unicode❤♻Test/é.txt"), "x");
}

}  // namespace
}  // namespace galley
