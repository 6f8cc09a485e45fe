#include "store.h"

#include <gtest/gtest.h>

#include "galley/base/byte_pieces.h"
#include "galley/base/errors.h"
#include "galley/core/fault_file_system.h"
#include "galley/core/memory_file_system.h"

namespace galley {
namespace {

/// Two large pieces and small ones about them.
BytePieces large_file() {
    BytePieces pieces;
    for (const std::size_t size : {10, 100'000, 0, 70'000, 4}) {
        pieces.emplace_back(Bytes(size, static_cast<std::byte>(pieces.size() + 1)));
    }
    return pieces;
}

TEST(Store, PutsPiecesTogether) {
    MemoryFileSystem fs;
    Store store(fs, "cooked");
    const BytePieces large = large_file();
    BytePieces small = in_one_piece(Bytes(3, std::byte{7}));
    small.emplace_back(Bytes(2, std::byte{8}));
    const Digest large_key{{1}};
    const Digest small_key{{2}};
    ASSERT_TRUE(store.stage(large_key, spans_of(large)));
    ASSERT_TRUE(store.stage(small_key, spans_of(small)));
    EXPECT_FALSE(store.contains(large_key));
    ASSERT_TRUE(store.commit());
    EXPECT_TRUE(store.contains(large_key));
    EXPECT_EQ(fs.read(store.path(large_key)).value(), joined(spans_of(large)));
    EXPECT_EQ(fs.read(store.path(small_key)).value(), joined(spans_of(small)));
    EXPECT_EQ(store.bytes_written(), 170'019U);
}

TEST(Store, AFullDiskAmidTheseLeavesNothingBehind) {
    const BytePieces large = large_file();
    const Digest key{{1}};
    std::size_t failed = 0;
    for (std::uint64_t point = 0;; ++point) {
        MemoryFileSystem memory;
        FaultFileSystem fs(memory);
        fs.fail_write(point, kDiskFull, false);
        Store store(fs, "cooked");
        const auto staged = store.stage(key, spans_of(large));
        if (staged) break;
        ++failed;
        EXPECT_EQ(staged.error().code, kDiskFull);
        EXPECT_FALSE(store.contains(key));
        EXPECT_TRUE(store.commit());
        const auto left = memory.scan("cooked", 1).value();
        EXPECT_TRUE(left.empty()) << point;
    }
    EXPECT_GT(failed, large.size());
}

TEST(Store, APowerCutBeforeTheCommitEndsLeavesTheWholeFileOrNone) {
    const BytePieces large = large_file();
    const Digest key{{1}};
    for (std::uint64_t seed = 0; seed < 64; ++seed) {
        MemoryFileSystem memory;
        FaultFileSystem fs(memory);
        Store store(fs, "cooked");
        ASSERT_TRUE(store.stage(key, spans_of(large)));
        fs.fail_write(fs.write_points() + seed % 8, kFileWrite, true);
        (void)store.commit();
        const auto after = memory.crash(seed * 0x9e3779b97f4a7c15U);
        if (const auto bytes = after->read(store.path(key))) {
            EXPECT_EQ(*bytes, joined(spans_of(large))) << seed;
        }
    }
}

}  // namespace
}  // namespace galley
