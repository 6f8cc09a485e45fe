#include "rule_match.h"

#include <vector>

#include "galley/project/project.h"

namespace galley {

namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// Bytes of the character at the start of `text`, which is not empty.
std::size_t character_size(std::string_view text) {
    std::size_t size = 1;
    while (size < text.size() && (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80) {
        ++size;
    }
    return size;
}

std::vector<std::string_view> split(std::string_view path) {
    std::vector<std::string_view> parts;
    for (std::size_t slash = path.find('/'); slash != std::string_view::npos;
         slash = path.find('/')) {
        parts.push_back(path.substr(0, slash));
        path.remove_prefix(slash + 1);
    }
    parts.push_back(path);
    return parts;
}

/// A pattern's parts against a path's. Only the last `**` seen ever has to take more: what stood
/// before it has matched, and whatever an earlier one could take, this one can take too.
bool path_matches(const std::vector<std::string_view>& patterns,
                  const std::vector<std::string_view>& parts) {
    std::size_t p = 0;
    std::size_t n = 0;
    std::size_t after_stars = std::string_view::npos;
    std::size_t taken_to = 0;
    while (n < parts.size()) {
        if (p < patterns.size() && patterns[p] == "**") {
            after_stars = ++p;
            taken_to = n;
        } else if (p < patterns.size() && part_matches(patterns[p], parts[n])) {
            ++p;
            ++n;
        } else if (after_stars != std::string_view::npos) {
            p = after_stars;
            n = ++taken_to;
        } else {
            return false;
        }
    }
    while (p < patterns.size() && patterns[p] == "**") {
        ++p;
    }
    return p == patterns.size();
}

}  // namespace

bool part_matches(std::string_view pattern, std::string_view part) {
    std::size_t p = 0;
    std::size_t n = 0;
    std::size_t after_star = std::string_view::npos;
    std::size_t taken_to = 0;
    while (n < part.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            after_star = ++p;
            taken_to = n;
        } else if (p < pattern.size() && pattern[p] == '?') {
            ++p;
            n += character_size(part.substr(n));
        } else if (p < pattern.size() && lower(pattern[p]) == lower(part[n])) {
            ++p;
            ++n;
        } else if (after_star != std::string_view::npos) {
            p = after_star;
            taken_to += character_size(part.substr(taken_to));
            n = taken_to;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*') {
        ++p;
    }
    return p == pattern.size();
}

bool rule_matches(std::string_view pattern, std::string_view path_below_assets) {
    if (pattern.find('/') == std::string_view::npos) {
        return part_matches(pattern, path_below_assets.substr(path_below_assets.rfind('/') + 1));
    }
    pattern.remove_prefix(pattern.front() == '/' ? 1 : 0);
    return path_matches(split(pattern), split(path_below_assets));
}

}  // namespace galley
