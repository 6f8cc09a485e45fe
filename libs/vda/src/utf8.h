#pragma once

#include <cstddef>
#include <string_view>

namespace galley::vda {

/// The number of bytes of the well-formed UTF-8 sequence at the start of `text` (Unicode 15, table
/// 3-7: no overlong forms, no surrogates, nothing above U+10FFFF), or 0 when there is none.
[[nodiscard]] std::size_t utf8_sequence(std::string_view text);

/// The offset of the first byte that is not part of a well-formed sequence, or the size.
[[nodiscard]] std::size_t find_bad_utf8(std::string_view text);

}  // namespace galley::vda
