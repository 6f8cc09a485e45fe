#include "galley/import/source_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "galley/base/errors.h"
#include "galley/core/errors.h"
#include "galley/core/memory_file_system.h"
#include "galley/core/sha256.h"

namespace galley {
namespace {

using testing::ElementsAre;

VirtualPath at(std::string_view path) { return VirtualPath::parse(path).value(); }

class SourceFilesTest : public testing::Test {
protected:
    SourceFilesTest() { fs_.put("/tree/a/b.bin", "bytes"); }
    MemoryFileSystem fs_;
    SourceFiles files_{fs_, "/tree", 8};
};

TEST_F(SourceFilesTest, WhatIsReadIsRecordedWithItsDigest) {
    EXPECT_EQ(as_text(files_.read(at("a/b.bin")).value()), "bytes");
    ASSERT_EQ(files_.files().size(), 1U);
    EXPECT_EQ(files_.files()[0].path, "a/b.bin");
    EXPECT_EQ(files_.files()[0].stat.size, 5U);
    EXPECT_EQ(files_.files()[0].digest, sha256(as_byte_span("bytes")));
    EXPECT_TRUE(files_.absent().empty());
}

TEST_F(SourceFilesTest, SecondReadGivesTheFirstOnesBytes) {
    const ByteSpan first = files_.read(at("a/b.bin")).value();
    fs_.put("/tree/a/b.bin", "other");
    for (int i = 0; i < 100; ++i) (void)files_.exists(at("a/none" + std::to_string(i)));
    EXPECT_EQ(as_text(files_.read(at("a/b.bin")).value()), "bytes");
    EXPECT_EQ(files_.read(at("a/b.bin"))->data(), first.data());
    EXPECT_EQ(files_.files().size(), 1U);
}

TEST_F(SourceFilesTest, AbsencesAreRecordedOnce) {
    EXPECT_EQ(files_.read(at("none")).error().code, kFileNotFound);
    EXPECT_FALSE(files_.exists(at("none")));
    EXPECT_FALSE(files_.exists(at("a/b.bin/c")));
    EXPECT_FALSE(files_.exists(at("a")));  // a directory is no file
    EXPECT_THAT(files_.absent(), ElementsAre("none", "a/b.bin/c", "a"));
    EXPECT_TRUE(files_.files().empty());
}

TEST_F(SourceFilesTest, AnAbsentFileStaysAbsentForTheWholeImport) {
    EXPECT_FALSE(files_.exists(at("late")));
    fs_.put("/tree/late", "x");
    EXPECT_FALSE(files_.exists(at("late")));
    EXPECT_FALSE(files_.read(at("late")));
}

TEST_F(SourceFilesTest, ExistenceIsRecordedWithoutContents) {
    EXPECT_TRUE(files_.exists(at("a/b.bin")));
    EXPECT_TRUE(files_.files()[0].digest.is_zero());
    for (const MemoryFileSystem::Access& access : fs_.take_log()) {
        EXPECT_NE(access.operation, MemoryFileSystem::Operation::read);
    }
    EXPECT_TRUE(files_.read(at("a/b.bin")));
    EXPECT_FALSE(files_.files()[0].digest.is_zero());
    EXPECT_EQ(files_.files().size(), 1U);
}

TEST_F(SourceFilesTest, WhatIsTakenIsRecordedAsWhatIsRead) {
    EXPECT_EQ(as_text(files_.take(at("a/b.bin")).value()), "bytes");
    ASSERT_EQ(files_.files().size(), 1U);
    EXPECT_EQ(files_.files()[0].digest, sha256(as_byte_span("bytes")));
    EXPECT_EQ(files_.take(at("a/none")).error().code, kFileNotFound);
    EXPECT_THAT(files_.absent(), ElementsAre("a/none"));
}

TEST_F(SourceFilesTest, FilesAboveTheLimitAreNotRead) {
    fs_.put("/tree/big", "123456789");
    EXPECT_EQ(files_.read(at("big")).error().code, kFileTooLarge);
}

TEST_F(SourceFilesTest, OutsideTheNearDirectoryOnlyWhatIsCalledAsArtIsOpened) {
    fs_.put("/tree/etc/passwd", "root");
    fs_.put("/tree/ab/secret", "s");
    fs_.put("/tree/a/notes", "n");
    fs_.put("/tree/tex/wood.PNG", "p");
    SourceFiles near(fs_, "/tree", 8, "a");
    EXPECT_TRUE(near.read(at("a/b.bin")));
    EXPECT_TRUE(near.read(at("a/notes")));
    EXPECT_TRUE(near.read(at("tex/wood.PNG")));
    EXPECT_EQ(near.read(at("etc/passwd")).error().code, kPathEscapes);
    EXPECT_EQ(near.read(at("ab/secret")).error().code, kPathEscapes);
    EXPECT_FALSE(near.exists(at("etc/passwd")));
    EXPECT_TRUE(near.absent().empty());
}

TEST_F(SourceFilesTest, CaseMatters) { EXPECT_FALSE(files_.exists(at("A/b.bin"))); }

}  // namespace
}  // namespace galley
