#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace galley {

/// The number of letters to insert, remove or replace to make `b` of `a` (Levenshtein).
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

/// "did you mean 'usage'?" with the candidate nearest to what was written (the first of equally
/// near ones), or nothing when none is near: within a third of the longer word's letters.
[[nodiscard]] std::string did_you_mean(std::string_view written,
                                       const std::vector<std::string_view>& candidates);

}  // namespace galley
