#include "galley/core/memory_file_system.h"

#include <atomic>
#include <set>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "galley/base/errors.h"

namespace galley {
namespace {

constexpr std::uint64_t kNone = 0;
constexpr std::uint64_t kAll = ~std::uint64_t{0};

std::string text(FileSystem& fs, std::string_view path) {
    const auto bytes = fs.read(path);
    return bytes ? std::string(as_text(*bytes)) : std::string(bytes.error().code.id);
}

void write(FileSystem& fs, std::string_view path, std::string_view bytes, CreateMode mode,
           bool sync) {
    auto file = fs.create(path, mode);
    ASSERT_TRUE(file);
    ASSERT_TRUE((*file)->write(as_byte_span(bytes)));
    ASSERT_TRUE(!sync || (*file)->sync());
    ASSERT_TRUE((*file)->close());
}

const std::string kMissing(kFileNotFound.id);

TEST(MemoryFiles, BehaveLikeFiles) {
    MemoryFileSystem fs;
    ASSERT_TRUE(fs.make_directories("a/b"));
    write(fs, "a/b/c", "one", CreateMode::replace, false);
    write(fs, "a/b/c", "two", CreateMode::append, false);
    EXPECT_EQ(text(fs, "/a/./b//c"), "onetwo");
    EXPECT_EQ(fs.create("a/b/c", CreateMode::exclusive).error().code, kFileExists);
    EXPECT_EQ(fs.create("x/y", CreateMode::replace).error().code, kFileNotFound);
    EXPECT_EQ(fs.create("a/b", CreateMode::replace).error().code, kNotADirectory);
    EXPECT_EQ(fs.read("a/b").error().code, kNotADirectory);
    EXPECT_EQ(fs.list("a/b/c").error().code, kNotADirectory);
    EXPECT_EQ(fs.read("a/b/c", 5).error().code, kFileTooLarge);
    EXPECT_EQ(fs.read("no").error().place.file, "no");
    EXPECT_EQ(as_text((*fs.map("a/b/c"))->bytes()), "onetwo");
    ASSERT_TRUE(fs.truncate("a/b/c", 3));
    EXPECT_EQ(text(fs, "a/b/c"), "one");
    ASSERT_TRUE(fs.rename("a/b/c", "d"));
    EXPECT_EQ(text(fs, "d"), "one");
    EXPECT_FALSE(fs.exists("a/b/c"));
    ASSERT_TRUE(fs.remove_directory("a/b"));
    EXPECT_EQ(fs.remove_directory("d").error().code, kNotADirectory);
    ASSERT_TRUE(fs.remove_file("d"));
    EXPECT_EQ(fs.remove_file("d").error().code, kFileNotFound);
    fs.put("f/g", "");
    EXPECT_EQ(fs.remove_directory("f").error().code, kFileWrite);
    EXPECT_EQ(fs.make_directories("f/g").error().code, kNotADirectory);
    EXPECT_EQ(fs.rename("f", "f/below").error().code, kFileWrite);
}

TEST(MemoryFiles, AnOpenFileWritesOnAfterARename) {
    MemoryFileSystem fs;
    auto file = *fs.create("a", CreateMode::replace);
    ASSERT_TRUE(file->write(as_byte_span("1")));
    ASSERT_TRUE(fs.rename("a", "b"));
    ASSERT_TRUE(file->write(as_byte_span("2")));
    EXPECT_EQ(text(fs, "b"), "12");
}

TEST(MemoryFiles, ScanIsSortedByPathsWithoutHiddenNames) {
    MemoryFileSystem fs;
    for (const char* path : {"r/a/b", "r/a.b", "r/a-b", "r/a0", "r/.git/x", "r/a/.h", "other"}) {
        fs.put(path, path);
    }
    const auto files = fs.scan("r", 1);
    ASSERT_TRUE(files);
    std::vector<std::string> paths;
    for (const ScannedFile& file : *files) {
        paths.emplace_back(file.path);
        EXPECT_EQ(file.stat, *fs.stat("r/" + std::string(file.path)));
    }
    EXPECT_EQ(paths, (std::vector<std::string>{"a-b", "a.b", "a/b", "a0"}));
    EXPECT_TRUE(fs.scan("missing", 1)->empty());
    EXPECT_EQ(fs.scan("other", 1).error().code, kNotADirectory);
}

TEST(MemoryFiles, TheClockMovesOnlyWhenToldTo) {
    MemoryFileSystem fs;
    EXPECT_EQ(fs.now_ns(), 1'000'000'000'000'000'000);
    fs.put("a", "1");
    EXPECT_EQ(fs.stat("a")->mtime_ns, fs.now_ns());
    fs.advance(5);
    write(fs, "a", "2", CreateMode::append, false);
    EXPECT_EQ(fs.stat("a")->mtime_ns, 1'000'000'000'000'000'005);
    write(fs, "a", "3", CreateMode::append, false);
    EXPECT_EQ(fs.stat("a")->mtime_ns, 1'000'000'000'000'000'005) << "two edits in one tick";
    fs.advance(5);
    fs.set_mtime("a", 7);
    EXPECT_EQ(fs.stat("a")->mtime_ns, 7);
    EXPECT_EQ(fs.stat("a")->ctime_ns, 1'000'000'000'000'000'010);
}

TEST(MemoryFiles, ReplacingByRenameChangesTheInode) {
    MemoryFileSystem fs;
    fs.put("a", "1");
    const auto before = fs.stat("a")->inode;
    fs.put("b", "2");
    ASSERT_TRUE(fs.rename("b", "a"));
    EXPECT_NE(fs.stat("a")->inode, before);
}

TEST(MemoryFiles, TheLogTellsWhatWasAsked) {
    MemoryFileSystem fs;
    fs.put("a", "1");
    static_cast<void>(fs.take_log());
    static_cast<void>(fs.stat("a"));
    static_cast<void>(fs.read("a"));
    static_cast<void>(fs.read("no"));
    static_cast<void>(fs.rename("a", "b"));
    using Operation = MemoryFileSystem::Operation;
    const std::vector<std::pair<Operation, std::string>> expected = {{Operation::stat, "a"},
                                                                     {Operation::read, "a"},
                                                                     {Operation::read, "no"},
                                                                     {Operation::rename, "a"}};
    std::vector<std::pair<Operation, std::string>> log;
    for (const auto& access : fs.take_log()) log.emplace_back(access.operation, access.path);
    EXPECT_EQ(log, expected);
    EXPECT_TRUE(fs.take_log().empty());
}

TEST(MemoryFiles, ALockExcludesUntilItIsGone) {
    MemoryFileSystem fs;
    auto first = fs.lock("lock", false);
    ASSERT_TRUE(first);
    EXPECT_EQ(fs.lock("lock", false).error().code, kFileLocked);
    std::atomic<bool> released = false;
    std::thread waiter([&] {
        const auto second = fs.lock("lock", true);
        EXPECT_TRUE(released);
    });
    released = true;
    first->reset();
    waiter.join();
    EXPECT_TRUE(fs.lock("lock", false));
}

TEST(Crash, LosesWhatWasNotSyncedOrKeepsIt) {
    MemoryFileSystem fs;
    fs.put("log", "one,");
    write(fs, "log", "two,", CreateMode::append, false);
    EXPECT_EQ(text(*fs.crash(kNone), "log"), "one,");
    EXPECT_EQ(text(*fs.crash(kAll), "log"), "one,two,");
    std::set<std::string> found;
    for (std::uint64_t seed = 1; seed < 100; ++seed) found.insert(text(*fs.crash(seed), "log"));
    EXPECT_EQ(found, (std::set<std::string>{"one,", "one,t", "one,tw", "one,two", "one,two,"}))
        << "an appended log may be torn anywhere after what was synced";
}

TEST(Crash, KeepsASyncedFileOnlyUnderANameThatWasSynced) {
    MemoryFileSystem fs;
    ASSERT_TRUE(fs.make_directories("d"));
    ASSERT_TRUE(fs.sync_directory("/"));
    write(fs, "d/a", "1", CreateMode::replace, true);
    EXPECT_EQ(text(*fs.crash(kNone), "d/a"), kMissing);
    EXPECT_EQ(text(*fs.crash(kAll), "d/a"), "1");
    ASSERT_TRUE(fs.sync_directory("d"));
    EXPECT_EQ(text(*fs.crash(kNone), "d/a"), "1");
}

TEST(Crash, ARenameHappensWholeOrNotAtAll) {
    MemoryFileSystem fs;
    fs.put("from/a", "1");
    fs.put("to/x", "");
    ASSERT_TRUE(fs.rename("from/a", "to/a"));
    std::set<bool> moved;
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const auto after = fs.crash(seed);
        EXPECT_NE(after->exists("from/a"), after->exists("to/a"));
        moved.insert(after->exists("to/a"));
    }
    EXPECT_EQ(moved.size(), 2U);
}

TEST(Crash, SyncingADirectoryKeepsTheOrderOfWhatItDependsOn) {
    MemoryFileSystem fs;
    fs.put("a/x", "");
    fs.put("b/x", "");
    write(fs, "a/f", "1", CreateMode::replace, true);  // gives a/f
    ASSERT_TRUE(fs.rename("a/f", "b/f"));              // takes it away again
    ASSERT_TRUE(fs.sync_directory("b"));
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const auto after = fs.crash(seed);
        EXPECT_EQ(text(*after, "b/f"), "1");
        EXPECT_FALSE(after->exists("a/f"));
    }
}

TEST(Crash, ReplacingWithoutASyncMayLeaveTheNewNameWithOldOrNoContents) {
    MemoryFileSystem fs;
    fs.put("file", "old");
    write(fs, "tmp", "new", CreateMode::replace, false);
    ASSERT_TRUE(fs.rename("tmp", "file"));
    std::set<std::string> found;
    for (std::uint64_t seed = 0; seed < 200; ++seed) found.insert(text(*fs.crash(seed), "file"));
    EXPECT_TRUE(found.contains("old"));
    EXPECT_TRUE(found.contains("new"));
    EXPECT_TRUE(found.contains("")) << "the error that syncing before the rename prevents";
}

TEST(Crash, SyncTreeMakesAllBelowDurable) {
    MemoryFileSystem fs;
    ASSERT_TRUE(fs.make_directories("d/e"));
    ASSERT_TRUE(fs.sync_directory("/"));
    for (const char* path : {"d/1", "d/e/2"}) write(fs, path, "x", CreateMode::replace, false);
    write(fs, "outside", "x", CreateMode::replace, false);
    ASSERT_TRUE(fs.sync_tree("d"));
    const auto after = fs.crash(kNone);
    EXPECT_EQ(text(*after, "d/1"), "x");
    EXPECT_EQ(text(*after, "d/e/2"), "x");
    EXPECT_FALSE(after->exists("outside"));
}

TEST(Crash, GivesTheSameForTheSameSeed) {
    MemoryFileSystem fs;
    for (int i = 0; i < 20; ++i) {
        write(fs, "f" + std::to_string(i), "contents", CreateMode::replace, i % 2 == 0);
    }
    for (std::uint64_t seed : {std::uint64_t{1}, std::uint64_t{77}}) {
        const auto one = fs.crash(seed);
        const auto two = fs.crash(seed);
        EXPECT_EQ(one->list("/")->size(), two->list("/")->size());
        for (int i = 0; i < 20; ++i) {
            EXPECT_EQ(text(*one, "f" + std::to_string(i)), text(*two, "f" + std::to_string(i)));
        }
    }
}

TEST(MemoryFiles, SeveralThreadsMayUseThem) {
    MemoryFileSystem fs;
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&fs, t] {
            for (int i = 0; i < 50; ++i) {
                const std::string name = std::to_string(t) + "_" + std::to_string(i);
                fs.put(name, name);
                EXPECT_EQ(text(fs, name), name);
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(fs.list("/")->size(), 200U);
}

}  // namespace
}  // namespace galley
