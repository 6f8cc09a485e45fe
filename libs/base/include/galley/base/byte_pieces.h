#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "galley/base/byte_block.h"
#include "galley/base/bytes.h"

namespace galley {

/// Bytes in pieces that follow one another. What is made of large pieces is hashed and written as
/// it lies, without a copy of the whole.
using BytePieces = std::vector<ByteBlock>;

[[nodiscard]] BytePieces in_one_piece(Bytes bytes);
[[nodiscard]] std::vector<ByteSpan> spans_of(const BytePieces& pieces);
[[nodiscard]] std::uint64_t size_of(std::span<const ByteSpan> pieces);
[[nodiscard]] Bytes joined(std::span<const ByteSpan> pieces);

}  // namespace galley
