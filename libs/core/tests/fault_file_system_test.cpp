#include "galley/core/fault_file_system.h"

#include <gtest/gtest.h>

#include "galley/base/errors.h"
#include "galley/core/memory_file_system.h"

namespace galley {
namespace {

class Faults : public testing::Test {
protected:
    std::string text(std::string_view path) {
        return std::string(as_text(*memory.read(path, 1000)));
    }

    MemoryFileSystem memory;
    FaultFileSystem fs{memory};
};

TEST_F(Faults, PassEverythingOnWhenNoneIsChosen) {
    ASSERT_TRUE(fs.make_directories("d"));
    auto file = *fs.create("d/a", CreateMode::replace);
    ASSERT_TRUE(file->write(as_byte_span("abcd")));
    ASSERT_TRUE(file->sync());
    ASSERT_TRUE(file->close());
    ASSERT_TRUE(fs.rename("d/a", "d/b"));
    ASSERT_TRUE(fs.truncate("d/b", 2));
    EXPECT_EQ(as_text(*fs.read("d/b", 10)), "ab");
    EXPECT_EQ(as_text((*fs.map("d/b"))->bytes()), "ab");
    EXPECT_EQ(fs.list("d")->size(), 1U);
    EXPECT_EQ(fs.scan("d", 1)->size(), 1U);
    EXPECT_EQ(fs.stat("d/b")->size, 2U);
    EXPECT_TRUE(fs.lock("d/lock", false));
    ASSERT_TRUE(fs.sync_directory("d"));
    ASSERT_TRUE(fs.sync_tree("d"));
    EXPECT_EQ(fs.now_ns(), memory.now_ns());
    ASSERT_TRUE(fs.remove_file("d/lock"));
    ASSERT_TRUE(fs.remove_file("d/b"));
    ASSERT_TRUE(fs.remove_directory("d"));
    EXPECT_EQ(fs.write_points(), 12U);
}

TEST_F(Faults, AFailedWriteHasWrittenHalf) {
    fs.fail_write(1, kDiskFull, false);
    auto file = *fs.create("a", CreateMode::replace);
    const auto written = file->write(as_byte_span("abcdef"));
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().code, kDiskFull);
    EXPECT_EQ(written.error().place.file, "a");
    EXPECT_EQ(text("a"), "abc");
    EXPECT_TRUE(file->write(as_byte_span("x"))) << "the next point passes";
}

TEST_F(Faults, ForeverFailsAllThatFollows) {
    memory.put("a", "1");
    fs.fail_write(0, kFileWrite, true);
    EXPECT_FALSE(fs.rename("a", "b"));
    EXPECT_FALSE(fs.remove_file("a"));
    EXPECT_FALSE(fs.create("c", CreateMode::replace));
    EXPECT_FALSE(memory.exists("c"));
    EXPECT_EQ(text("a"), "1");
    EXPECT_TRUE(fs.read("a", 10)) << "reads pass";
}

TEST_F(Faults, ChosenReadsFail) {
    memory.put("d/a", "1");
    memory.put("d/b", "2");
    fs.fail_reads([](std::string_view path) { return path == "d/a" || path == "d"; });
    EXPECT_EQ(fs.read("d/a", 10).error().code, kFileAccess);
    EXPECT_EQ(fs.map("d/a").error().code, kFileAccess);
    EXPECT_EQ(fs.list("d").error().code, kFileAccess);
    EXPECT_EQ(fs.scan("d", 1).error().code, kFileAccess);
    EXPECT_TRUE(fs.read("d/b", 10));
    EXPECT_TRUE(fs.stat("d/a"));
}

}  // namespace
}  // namespace galley
