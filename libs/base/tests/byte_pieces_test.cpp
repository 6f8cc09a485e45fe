#include "galley/base/byte_pieces.h"

#include <gtest/gtest.h>

namespace galley {
namespace {

TEST(BytePieces, FollowOneAnother) {
    BytePieces pieces = in_one_piece({std::byte{1}, std::byte{2}});
    pieces.emplace_back();
    pieces.push_back({std::byte{3}});
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

}  // namespace
}  // namespace galley
