#include "nearest_word.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

namespace galley {

namespace {

// Longer words are no misspelling of any of ours, and comparing costs the product of the lengths.
constexpr std::size_t kLongestWord = 64;

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
        }
    }
    return row.back();
}

std::string did_you_mean(std::string_view written,
                         const std::vector<std::string_view>& candidates) {
    std::string_view nearest;
    std::size_t nearest_distance = kLongestWord;
    for (const std::string_view candidate : candidates) {
        const std::size_t longer = std::max(written.size(), candidate.size());
        if (longer > kLongestWord) {
            continue;
        }
        const std::size_t distance = edit_distance(written, candidate);
        if (distance * 3 <= longer && distance < nearest_distance) {
            nearest = candidate;
            nearest_distance = distance;
        }
    }
    return nearest.empty() ? std::string() : fmt::format("did you mean '{}'?", nearest);
}

}  // namespace galley
