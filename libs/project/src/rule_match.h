#pragma once

#include <string_view>

namespace galley {

/// `*` any run of characters, `?` one character (of UTF-8), ASCII letters in either case; `part`
/// holds no slash. Time is at most the product of the lengths.
[[nodiscard]] bool part_matches(std::string_view pattern, std::string_view part);

}  // namespace galley
