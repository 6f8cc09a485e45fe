#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "console.h"

namespace galley::cli {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

/// Levenshtein's distance, a swap of two neighbours counting once.
std::size_t edits(std::string_view a, std::string_view b) {
    std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
    for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t change = a[i - 1] == b[j - 1] ? 0 : 1;
            d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + change});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
            }
        }
    }
    return d[a.size()][b.size()];
}

}  // namespace

std::string bytes_text(std::uint64_t bytes) {
    if (bytes < 1024) return fmt::format("{} B", bytes);
    static constexpr std::string_view kUnits[] = {"KiB", "MiB", "GiB", "TiB"};
    auto value = static_cast<double>(bytes) / 1024;
    std::size_t unit = 0;
    while (value >= 1023.95 && unit + 1 < std::size(kUnits)) {
        value /= 1024;
        ++unit;
    }
    return fmt::format("{:.1f} {}", value, kUnits[unit]);
}

bool parse_size(std::string_view text, std::uint64_t& bytes) {
    double value = 0;
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
    if (error != std::errc() || !(value >= 0)) return false;
    std::string unit;
    for (const char* p = end; p != text.data() + text.size(); ++p) unit += lower(*p);
    double scale = 1;
    if (!unit.empty() && unit != "b") {
        const std::size_t letter = std::string_view("kmgt").find(unit[0]);
        if (letter == std::string_view::npos) return false;
        const std::string_view rest = std::string_view(unit).substr(1);
        if (!rest.empty() && rest != "b" && rest != "ib") return false;
        scale = std::ldexp(1.0, 10 * (static_cast<int>(letter) + 1));
    }
    const double total = value * scale;
    if (!(total < 9.2e18)) return false;
    bytes = static_cast<std::uint64_t>(total);
    return true;
}

std::string_view nearest_word(std::string_view text, std::span<const std::string_view> words) {
    std::string_view best;
    std::size_t least = 3;  // three edits make most verbs of most others
    for (const std::string_view word : words) {
        const std::size_t distance = edits(text.substr(0, 64), word);
        if (distance < least && distance < word.size()) {
            least = distance;
            best = word;
        }
    }
    return best;
}

}  // namespace galley::cli
