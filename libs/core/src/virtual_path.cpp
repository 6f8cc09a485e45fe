#include "galley/core/virtual_path.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "galley/base/try.h"
#include "galley/core/errors.h"

namespace galley {
namespace {

constexpr std::size_t kMaxBytes = 1024;

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

/// RFC 3986 section 3.1: a letter, then letters, digits, `+`, `-` and `.`, then a colon. A drive
/// letter looks the same.
bool begins_with_scheme(std::string_view text) {
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos || colon == 0 || !is_letter(text[0])) return false;
    return std::ranges::all_of(text.substr(0, colon), [](char c) {
        return is_letter(c) || is_digit(c) || c == '+' || c == '-' || c == '.';
    });
}

/// What a path in an error message looks like: cut, and without what a terminal would act on.
std::string shown(std::string_view text) {
    std::string result;
    for (const char c : text.substr(0, 120)) {
        if (is_control(c)) {
            result += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
        } else {
            result += c;
        }
    }
    if (text.size() > 120) result += "...";
    return result;
}

std::unexpected<Error> refuse(ErrorCode code, std::string_view text, std::string_view why,
                              std::string hint = {}) {
    return fail(code, fmt::format("'{}' {}", shown(text), why), {}, std::move(hint));
}

Result<void> check(std::string_view text) {
    const std::size_t invalid = find_invalid_utf8(text);
    if (invalid != std::string_view::npos) {
        return fail(kBadUtf8, fmt::format("byte {} of a path is not valid UTF-8", invalid),
                    {.offset = invalid});
    }
    if (text.empty()) return fail(kPathInvalid, "a path is empty");
    const std::string relative_hint = "give a path inside the project, with forward slashes";
    if (text[0] == '/' || text[0] == '\\') {
        return refuse(kPathEscapes, text, "begins with a slash", relative_hint);
    }
    if (begins_with_scheme(text)) {
        return refuse(kPathEscapes, text, "is a URL or names a drive", relative_hint);
    }
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\') {
            return refuse(kPathInvalid, text, "holds a backslash", "write forward slashes");
        }
        // U+0080 to U+009F are controls too.
        const bool c1 = text[i] == '\xc2' && static_cast<unsigned char>(text[i + 1]) < 0xa0;
        if (is_control(text[i]) || c1) {
            return refuse(kPathInvalid, text, "holds a control character");
        }
    }
    return {};
}

/// Joins the parts of `directory` (already clean) and `text`, resolving dots.
Result<std::string> resolve_dots(std::string_view directory, std::string_view text) {
    std::vector<std::string_view> parts;
    for (const std::string_view source : {directory, text}) {
        for (std::size_t at = 0; at < source.size();) {
            const std::size_t end = std::min(source.find('/', at), source.size());
            const std::string_view part = source.substr(at, end - at);
            at = end + 1;
            if (part.empty() || part == ".") continue;
            if (part != "..") {
                parts.push_back(part);
            } else if (parts.empty()) {
                return refuse(kPathEscapes, text, "leaves the root");
            } else {
                parts.pop_back();
            }
        }
    }
    if (parts.empty()) return refuse(kPathInvalid, text, "names no file");
    return fmt::format("{}", fmt::join(parts, "/"));
}

Result<std::string> normalise(std::string_view directory, std::string_view text) {
    TRY(check(text));
    TRY_ASSIGN(const std::string resolved, resolve_dots(directory, text));
    TRY_ASSIGN(std::string composed, to_nfc(resolved));
    // `./c:/x`, and the Kelvin sign whose NFC is K.
    if (begins_with_scheme(composed)) return refuse(kPathEscapes, text, "names a drive or a URL");
    if (composed.size() > kMaxBytes) {
        return refuse(kPathInvalid, text,
                      fmt::format("has {} bytes, more than {}", composed.size(), kMaxBytes));
    }
    return composed;
}

int hex_value(char c) {
    if (is_digit(c)) return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

}  // namespace

Result<VirtualPath> VirtualPath::parse(std::string_view text) {
    TRY_ASSIGN(std::string clean, normalise({}, text));
    return VirtualPath(std::move(clean));
}

Result<VirtualPath> VirtualPath::resolve(const VirtualPath& base, std::string_view reference) {
    TRY_ASSIGN(std::string clean, normalise(base.directory(), reference));
    return VirtualPath(std::move(clean));
}

std::string_view VirtualPath::directory() const {
    const std::size_t slash = text_.rfind('/');
    return std::string_view(text_).substr(0, slash == std::string::npos ? 0 : slash);
}

std::string_view VirtualPath::file_name() const {
    return std::string_view(text_).substr(text_.rfind('/') + 1);
}

std::string_view VirtualPath::stem() const {
    const std::string_view name = file_name();
    return name.substr(0, name.rfind('.'));
}

std::string VirtualPath::extension() const {
    const std::string_view name = file_name();
    const std::size_t dot = name.rfind('.');
    if (dot == std::string_view::npos) return {};
    std::string result(name.substr(dot + 1));
    for (char& c : result) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return result;
}

Result<std::string> percent_decode(std::string_view text) {
    std::string result;
    result.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\0') return refuse(kBadPercentEncoding, text, "holds a NUL character");
        if (text[i] != '%') {
            result += text[i];
            continue;
        }
        const int high = i + 1 < text.size() ? hex_value(text[i + 1]) : -1;
        const int low = i + 2 < text.size() ? hex_value(text[i + 2]) : -1;
        if (high < 0 || low < 0) {
            return refuse(kBadPercentEncoding, text,
                          fmt::format("has a '%' at byte {} without two hex digits", i),
                          "write a literal percent sign as %25");
        }
        if (high == 0 && low == 0) {
            return refuse(kBadPercentEncoding, text, "encodes a NUL character");
        }
        result += static_cast<char>(high * 16 + low);
        i += 2;
    }
    return result;
}

std::string percent_encode(std::string_view text, std::string_view reserved) {
    std::string result;
    for (const char c : text) {
        if (c == '%' || is_control(c) || reserved.find(c) != std::string_view::npos) {
            result += fmt::format("%{:02X}", static_cast<unsigned char>(c));
        } else {
            result += c;
        }
    }
    return result;
}

std::string join_path(std::string_view left, std::string_view right) {
    while (left.size() > 1 && left.ends_with('/')) left.remove_suffix(1);
    if (left.empty()) return std::string(right);
    if (right.empty()) return std::string(left);
    while (right.starts_with('/')) right.remove_prefix(1);
    std::string result(left);
    if (left != "/") result += '/';
    return result.append(right);
}

}  // namespace galley
