#include "galley/core/atomic_file.h"

#include <galley/test/temp_dir.h>
#include <gtest/gtest.h>

#include "galley/base/errors.h"
#include "galley/core/fault_file_system.h"
#include "galley/core/memory_file_system.h"

namespace galley {
namespace {

std::string text(FileSystem& fs, std::string_view path) {
    const auto bytes = fs.read(path);
    return bytes ? std::string(as_text(*bytes)) : std::string(bytes.error().code.id);
}

TEST(WriteFileAtomically, ReplacesTheFileAndLeavesNothingElse) {
    MemoryFileSystem fs;
    fs.put("dir/file", "old");
    ASSERT_TRUE(write_file_atomically(fs, "dir/file", as_byte_span("new")));
    EXPECT_EQ(text(fs, "dir/file"), "new");
    EXPECT_EQ(fs.list("dir")->size(), 1U);
}

TEST(WriteFileAtomically, WorksOnTheRealFileSystem) {
    const test::TempDir dir;
    const std::string path = (dir / "file").string();
    FileSystem& fs = real_file_system();
    ASSERT_TRUE(write_file_atomically(fs, path, as_byte_span("one")));
    ASSERT_TRUE(write_file_atomically(fs, path, as_byte_span("two")));
    EXPECT_EQ(text(fs, path), "two");
    EXPECT_EQ(fs.list(dir.path().string())->size(), 1U);
}

TEST(WriteFileAtomically, PassesOverTemporariesOfDeadProcesses) {
    MemoryFileSystem fs;
    fs.put("file", "old");
    fs.put("file.0.tmp", "rubbish");
    ASSERT_TRUE(write_file_atomically(fs, "file", as_byte_span("new")));
    EXPECT_EQ(text(fs, "file"), "new");
    EXPECT_EQ(text(fs, "file.0.tmp"), "rubbish");
}

TEST(WriteFileAtomically, FailsInAMissingDirectory) {
    MemoryFileSystem fs;
    EXPECT_EQ(write_file_atomically(fs, "no/file", {}).error().code, kFileNotFound);
}

TEST(WriteFileAtomically, AFaultAtAnyPointLeavesTheOldFileOrTheNewAndNoTemporary) {
    std::uint64_t points = 1;
    for (std::uint64_t point = 0; point < points; ++point) {
        MemoryFileSystem memory;
        memory.put("dir/file", "old");
        FaultFileSystem fs(memory);
        fs.fail_write(point, kDiskFull, false);
        const auto written = write_file_atomically(fs, "dir/file", as_byte_span("new contents"));
        ASSERT_FALSE(written) << point;
        EXPECT_EQ(written.error().code, kDiskFull);
        points = std::max(points, point + 2);
        const std::string found = text(memory, "dir/file");
        // Only the sync of the directory follows the rename.
        EXPECT_EQ(found, point < 5 ? "old" : "new contents") << point;
        EXPECT_EQ(memory.list("dir")->size(), 1U) << point;
        if (point == 5) break;
    }
    MemoryFileSystem memory;
    memory.put("dir/file", "old");
    FaultFileSystem fs(memory);
    ASSERT_TRUE(write_file_atomically(fs, "dir/file", as_byte_span("new")));
    EXPECT_EQ(fs.write_points(), 6U) << "create, write, sync, close, rename, sync of the directory";
}

TEST(WriteFileAtomically, ACrashAtAnyPointLeavesTheOldFileOrTheNew) {
    for (std::uint64_t point = 0; point <= 6; ++point) {
        MemoryFileSystem memory;
        memory.put("dir/file", "old");
        FaultFileSystem fs(memory);
        fs.fail_write(point, kDiskFull, true);
        const auto written = write_file_atomically(fs, "dir/file", as_byte_span("new contents"));
        for (std::uint64_t seed = 0; seed < 200; ++seed) {
            const auto found =
                text(*memory.crash(seed == 199 ? ~std::uint64_t{0} : seed), "dir/file");
            EXPECT_TRUE(found == "old" || found == "new contents") << point << " " << found;
            EXPECT_TRUE(!written || found == "new contents");
        }
    }
}

TEST(WriteFileIfChanged, LeavesEqualBytesAlone) {
    MemoryFileSystem fs;
    EXPECT_TRUE(*write_file_if_changed(fs, "file", as_byte_span("a")));
    const auto before = *fs.stat("file");
    fs.advance(1);
    EXPECT_FALSE(*write_file_if_changed(fs, "file", as_byte_span("a")));
    EXPECT_EQ(*fs.stat("file"), before);
    EXPECT_TRUE(*write_file_if_changed(fs, "file", as_byte_span("b")));
    EXPECT_TRUE(*write_file_if_changed(fs, "file", as_byte_span("longer")));
    EXPECT_TRUE(*write_file_if_changed(fs, "file", as_byte_span("")));
    EXPECT_FALSE(*write_file_if_changed(fs, "file", as_byte_span("")));
    EXPECT_EQ(text(fs, "file"), "");
}

}  // namespace
}  // namespace galley
