#include "galley/core/hashed_file.h"

#include <gtest/gtest.h>

#include "galley/base/errors.h"
#include "galley/core/fault_file_system.h"
#include "galley/core/memory_file_system.h"
#include "galley/core/sha256.h"

namespace galley {
namespace {

constexpr std::size_t kPart = std::size_t{1} << 20;

Bytes noise(std::size_t size) {
    Bytes bytes(size);
    std::uint32_t state = 7;
    for (std::byte& byte : bytes) {
        state = state * 1664525U + 1013904223U;
        byte = static_cast<std::byte>(state >> 24);
    }
    return bytes;
}

void put(FileSystem& fs, ByteSpan bytes) {
    const auto file = fs.create("/f", CreateMode::replace).value();
    ASSERT_TRUE(file->write(bytes));
    ASSERT_TRUE(file->close());
}

// Around the parts that are hashed apart.
TEST(HashedFile, HasTheBytesAndTheHashOfTheWholeAtEverySizeAndOnAnyPool) {
    MemoryFileSystem fs;
    JobPool one(1);
    JobPool three(3);
    for (const std::size_t size : {std::size_t{0}, std::size_t{1}, 2 * kPart, 2 * kPart + 1,
                                   3 * kPart - 1, 3 * kPart, 3 * kPart + 1, 5 * kPart + 77}) {
        const Bytes bytes = noise(size);
        put(fs, bytes);
        for (JobPool* pool : {static_cast<JobPool*>(nullptr), &one, &three}) {
            const auto read = read_hashed(fs, "/f", kReadLimit, pool);
            ASSERT_TRUE(read);
            EXPECT_TRUE(read->bytes == bytes) << size;
            EXPECT_EQ(read->digest, sha256(bytes)) << size;
        }
    }
}

/// A file system whose file has another size than it says when it is opened.
class Changing final : public FileSystem {
public:
    Changing(std::size_t said, Bytes there) : said_(said), there_(std::move(there)) {}

    Result<std::unique_ptr<ReadableFile>> open(std::string_view) override {
        class File final : public ReadableFile {
        public:
            File(std::size_t said, ByteSpan left) : said_(said), left_(left) {}
            std::uint64_t size() const override { return said_; }
            Result<std::size_t> read(std::span<std::byte> into) override {
                const ByteSpan next = left_.first(std::min(into.size(), left_.size()));
                std::ranges::copy(next, into.begin());
                left_ = left_.subspan(next.size());
                return next.size();
            }

        private:
            std::size_t said_;
            ByteSpan left_;
        };
        return std::make_unique<File>(said_, there_);
    }

    Result<FileStat> stat(std::string_view) override { return refused(); }
    Result<std::vector<DirectoryEntry>> list(std::string_view) override { return refused(); }
    Result<ScannedTree> scan(std::string_view, unsigned) override { return refused(); }
    Result<std::unique_ptr<MappedFile>> map(std::string_view) override { return refused(); }
    Result<std::unique_ptr<WritableFile>> create(std::string_view, CreateMode) override {
        return refused();
    }
    Result<void> rename(std::string_view, std::string_view) override { return refused(); }
    Result<void> remove_file(std::string_view) override { return refused(); }
    Result<void> remove_directory(std::string_view) override { return refused(); }
    Result<void> make_directories(std::string_view) override { return refused(); }
    Result<void> sync_directory(std::string_view) override { return refused(); }
    Result<void> sync_tree(std::string_view) override { return refused(); }
    Result<void> truncate(std::string_view, std::uint64_t) override { return refused(); }
    Result<std::unique_ptr<FileLock>> lock(std::string_view, bool) override { return refused(); }
    std::int64_t now_ns() override { return 0; }

private:
    static std::unexpected<Error> refused() { return fail(kFileAccess, "it has one file"); }

    std::size_t said_;
    Bytes there_;
};

TEST(HashedFile, OfAFileThatGrowsOrIsCutMeanwhileIsOfWhatWasRead) {
    JobPool pool(2);
    const Bytes bytes = noise(4 * kPart);
    for (const std::size_t said :
         {std::size_t{0}, kPart, 3 * kPart, 4 * kPart - 1, 4 * kPart + 1, 5 * kPart, 9 * kPart}) {
        Changing fs(said, bytes);
        const auto read = read_hashed(fs, "/f", kReadLimit, &pool);
        ASSERT_TRUE(read);
        EXPECT_TRUE(read->bytes == bytes) << said;
        EXPECT_EQ(read->digest, sha256(bytes));
    }
    Changing grows(3 * kPart, bytes);
    const auto refused = read_hashed(grows, "/f", 4 * kPart - 1, &pool);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, kFileTooLarge);
}

TEST(HashedFile, TellsOfWhatCannotBeRead) {
    MemoryFileSystem fs;
    JobPool pool(2);
    EXPECT_EQ(read_hashed(fs, "/none", kReadLimit, &pool).error().code, kFileNotFound);
    put(fs, noise(3 * kPart));
    EXPECT_EQ(read_hashed(fs, "/f", 3 * kPart - 1, &pool).error().code, kFileTooLarge);
    FaultFileSystem faults(fs);
    faults.fail_reads([](std::string_view) { return true; });
    EXPECT_EQ(read_hashed(faults, "/f", kReadLimit, &pool).error().code, kFileAccess);
}

}  // namespace
}  // namespace galley
