#include "galley/base/byte_pieces.h"

#include <gtest/gtest.h>

namespace galley {
namespace {

TEST(BytePieces, FollowOneAnother) {
    BytePieces pieces = in_one_piece({std::byte{1}, std::byte{2}});
    pieces.emplace_back();
    pieces.emplace_back(Bytes{std::byte{3}});
    const auto spans = spans_of(pieces);
    ASSERT_EQ(spans.size(), 3U);
    EXPECT_EQ(spans[0].data(), pieces[0].data());
    EXPECT_EQ(size_of(spans), 3U);
    EXPECT_EQ(joined(spans), (Bytes{std::byte{1}, std::byte{2}, std::byte{3}}));
    EXPECT_TRUE(joined({}).empty());
}

TEST(BytePieces, OnePieceKeepsItsPlace) {
    Bytes bytes(100);
    const std::byte* const place = bytes.data();
    EXPECT_EQ(in_one_piece(std::move(bytes)).front().data(), place);
}

TEST(ByteBlock, OwnsAVectorOrMemoryOfItsOwnAndIsEmptyOnceItIsMoved) {
    ByteBlock vectors(Bytes{std::byte{1}, std::byte{2}});
    ByteBlock own = ByteBlock::unset(2);
    own.data()[0] = std::byte{1};
    own.data()[1] = std::byte{2};
    EXPECT_EQ(own, vectors);
    EXPECT_EQ(own.size(), 2U);
    for (ByteBlock* from : {&vectors, &own}) {
        const ByteBlock to(std::move(*from));
        EXPECT_EQ(to, (Bytes{std::byte{1}, std::byte{2}}));
        EXPECT_TRUE(from->empty());
        EXPECT_EQ(from->begin(), from->end());
    }
    own = ByteBlock(Bytes(3));
    EXPECT_EQ(own, Bytes(3));
    own = ByteBlock::unset(5);
    EXPECT_EQ(own.size(), 5U);
    own = ByteBlock();
    EXPECT_TRUE(own.empty());
    EXPECT_TRUE(ByteBlock::unset(0).empty());
}

}  // namespace
}  // namespace galley
