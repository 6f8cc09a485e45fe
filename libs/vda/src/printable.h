#pragma once

#include <string>
#include <string_view>

namespace galley::vda {

/// Text from a file, for a message of one line: in quotes, what is no printable UTF-8 as `\x` and
/// two hex digits, cut after some 60 bytes.
[[nodiscard]] std::string printable(std::string_view text);

}  // namespace galley::vda
