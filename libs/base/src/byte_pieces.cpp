#include "galley/base/byte_pieces.h"

#include <utility>

namespace galley {

BytePieces in_one_piece(Bytes bytes) {
    BytePieces pieces;
    pieces.emplace_back(std::move(bytes));
    return pieces;
}

std::vector<ByteSpan> spans_of(const BytePieces& pieces) { return {pieces.begin(), pieces.end()}; }

std::uint64_t size_of(std::span<const ByteSpan> pieces) {
    std::uint64_t size = 0;
    for (const ByteSpan piece : pieces) size += piece.size();
    return size;
}

Bytes joined(std::span<const ByteSpan> pieces) {
    Bytes bytes;
    bytes.reserve(size_of(pieces));
    for (const ByteSpan piece : pieces) bytes.insert(bytes.end(), piece.begin(), piece.end());
    return bytes;
}

}  // namespace galley
