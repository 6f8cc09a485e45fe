#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "galley/base/vec.h"

namespace galley::preview {

/// Letters as lines, at any size: single strokes of one width with round ends. ASCII; for anything
/// else there is a box. Lengths are in 1/12 of the height of a capital letter, y goes down, and the
/// baseline is at y = 12.
struct Glyph {
    float width = 0;                         ///< without the gap to the next letter
    std::vector<std::vector<Vec2>> strokes;  ///< a single point is a dot
};

inline constexpr float kCapHeight = 12;
inline constexpr float kLetterGap = 3.2F;
inline constexpr float kSpaceWidth = 3.4F;

[[nodiscard]] const Glyph& glyph_of(char32_t letter);

/// The code points of text; a byte that is no UTF-8 is U+FFFD.
[[nodiscard]] std::u32string letters_of(std::string_view utf8);

}  // namespace galley::preview
