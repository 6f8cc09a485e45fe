#include <cstdlib>
#include <cstring>
#include <memory>

#include <fmt/format.h>
#include <utf8proc.h>

#include "galley/core/errors.h"
#include "galley/core/virtual_path.h"

namespace galley {
namespace {

std::size_t skip_ascii(std::string_view text, std::size_t at) {
    while (text.size() - at >= 8) {
        std::uint64_t word;
        std::memcpy(&word, text.data() + at, 8);
        if ((word & 0x8080808080808080U) != 0) break;
        at += 8;
    }
    while (at < text.size() && static_cast<unsigned char>(text[at]) < 0x80) ++at;
    return at;
}

/// The length of the sequence at `at` whose first byte is not ASCII, or 0 when it is not valid:
/// table 3-7 of the Unicode standard (no overlong forms, no surrogates, at most U+10FFFF).
std::size_t sequence_length(std::string_view text, std::size_t at) {
    const auto byte = [&](std::size_t i) -> unsigned {
        return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0;
    };
    const auto continues = [&](std::size_t i) { return (byte(i) & 0xc0) == 0x80; };
    const unsigned first = byte(0);
    if (first < 0xc2 || first > 0xf4 || !continues(1)) return 0;
    if (first < 0xe0) return 2;
    if (!continues(2)) return 0;
    if (first < 0xf0) {
        if ((first == 0xe0 && byte(1) < 0xa0) || (first == 0xed && byte(1) > 0x9f)) return 0;
        return 3;
    }
    if (!continues(3)) return 0;
    if ((first == 0xf0 && byte(1) < 0x90) || (first == 0xf4 && byte(1) > 0x8f)) return 0;
    return 4;
}

}  // namespace

std::size_t find_invalid_utf8(std::string_view text) {
    for (std::size_t at = 0;;) {
        at = skip_ascii(text, at);
        if (at == text.size()) return std::string_view::npos;
        const std::size_t length = sequence_length(text, at);
        if (length == 0) return at;
        at += length;
    }
}

Result<std::string> to_nfc(std::string_view utf8) {
    if (skip_ascii(utf8, 0) == utf8.size()) return std::string(utf8);
    const std::size_t invalid = find_invalid_utf8(utf8);
    if (invalid != std::string_view::npos) {
        return fail(kBadUtf8, fmt::format("byte {} of the text is not valid UTF-8", invalid),
                    {.offset = invalid});
    }
    utf8proc_uint8_t* composed = nullptr;
    const auto length =
        utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(utf8.data()),
                     static_cast<utf8proc_ssize_t>(utf8.size()), &composed,
                     static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE));
    if (length < 0) {
        return fail(kBadUtf8,
                    fmt::format("cannot normalise the text: {}", utf8proc_errmsg(length)));
    }
    const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(composed, &std::free);
    return std::string(reinterpret_cast<const char*>(composed), static_cast<std::size_t>(length));
}

}  // namespace galley
