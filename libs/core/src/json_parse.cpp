#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>

#include <fmt/format.h>

#include "galley/core/errors.h"
#include "galley/core/json.h"
#include "galley/core/virtual_path.h"

namespace galley {
namespace {

/// Values, and so their destructors, nest this deep at most whatever the caller asks for: a level
/// takes a few hundred bytes of stack, and some 4 KiB under the address sanitizer.
constexpr std::uint32_t kDeepest = 1024;

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

std::vector<std::uint32_t> find_line_starts(std::string_view text, std::uint32_t first) {
    std::vector<std::uint32_t> starts = {first};
    for (std::size_t at = text.find('\n'); at != std::string_view::npos;
         at = text.find('\n', at + 1)) {
        starts.push_back(static_cast<std::uint32_t>(at + 1));
    }
    return starts;
}

/// A word with the high bit set in the first byte that ends a run of plain characters in a string:
/// a quote, a backslash or a control character. Bytes after the first may be marked wrongly.
std::uint64_t special_bytes(std::uint64_t word) {
    constexpr std::uint64_t kOnes = 0x0101010101010101U;
    constexpr std::uint64_t kHigh = 0x8080808080808080U;
    const std::uint64_t quote = word ^ (kOnes * '"');
    const std::uint64_t backslash = word ^ (kOnes * '\\');
    return (((quote - kOnes) & ~quote) | ((backslash - kOnes) & ~backslash) |
            ((word - kOnes * 0x20) & ~word)) &
           kHigh;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// A recursive-descent parser of RFC 8259. Functions that return false have set the error.
class Parser {
public:
    Parser(std::string_view text, std::size_t start, std::uint32_t max_depth)
        : text_(text), at_(start), max_depth_(std::min(max_depth, kDeepest)) {}

    bool document(Json& root) {
        if (!value(root)) return false;
        skip_space();
        return at_ == text_.size() || expected("the end of the text");
    }

    [[nodiscard]] std::size_t error_at() const { return error_at_; }
    [[nodiscard]] Error take_error() { return std::move(error_); }

private:
    [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

    bool error(std::size_t at, ErrorCode code, std::string message, std::string hint = {}) {
        error_at_ = at;
        error_ = Error{code, std::move(message), {}, std::move(hint), nullptr};
        return false;
    }

    bool syntax(std::size_t at, std::string message, std::string hint = {}) {
        return error(at, kJsonSyntax, std::move(message), std::move(hint));
    }

    bool expected(std::string_view what, std::string hint = {}) {
        std::string found = "the end of the text";
        if (at_ < text_.size()) {
            const auto byte = static_cast<unsigned char>(text_[at_]);
            found = byte > 0x20 && byte < 0x7f ? fmt::format("'{}'", text_[at_])
                                               : fmt::format("byte 0x{:02x}", byte);
        }
        if (peek() == '/') hint = "JSON has no comments";
        return syntax(at_, fmt::format("expected {}, found {}", what, found), std::move(hint));
    }

    void skip_space() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' ||
                                      text_[at_] == '\r' || text_[at_] == '\t')) {
            ++at_;
        }
    }

    bool value(Json& out) {
        skip_space();
        const auto start = static_cast<std::uint32_t>(at_);
        const char first = peek();
        const bool good = first == '{' ? object(out) : first == '[' ? array(out) : scalar(out);
        out.set_offset(start);
        return good;
    }

    /// Not inlined: its temporaries would be in each level's frame.
    [[gnu::noinline]] bool scalar(Json& out) {
        switch (peek()) {
        case '"': {
            std::string text;
            if (!string(text)) return false;
            out = Json(std::move(text));
            return true;
        }
        case 't': return literal("true", Json(true), out);
        case 'f': return literal("false", Json(false), out);
        case 'n': return literal("null", Json(), out);
        default: return number(out);
        }
    }

    bool literal(std::string_view word, Json meaning, Json& out) {
        for (const char c : word) {
            if (peek() != c) return expected(fmt::format("the word '{}'", word));
            ++at_;
        }
        out = std::move(meaning);
        return true;
    }

    bool enter() {
        if (++depth_ <= max_depth_) return true;
        return error(at_, kJsonTooDeep, fmt::format("nested deeper than {} levels", max_depth_));
    }

    bool array(Json& out) {
        if (!enter()) return false;
        out = Json::array();
        Json::Array& items = *out.if_array();
        ++at_;
        skip_space();
        if (peek() == ']') return leave();
        for (;;) {
            if (!value(items.emplace_back())) return false;
            skip_space();
            if (peek() == ']') return leave();
            if (peek() != ',') return expected("',' or ']' after an element");
            ++at_;
            skip_space();
            if (peek() == ']') return expected("an element", "remove the comma before ']'");
        }
    }

    bool leave() {
        ++at_;
        --depth_;
        return true;
    }

    bool object(Json& out) {
        if (!enter()) return false;
        out = Json::object();
        Json::Object& members = *out.if_object();
        const std::size_t first_key = key_offsets_.size();
        ++at_;
        skip_space();
        if (peek() == '}') return leave();
        for (;;) {
            if (peek() != '"') return expected("a key in double quotes");
            key_offsets_.push_back(static_cast<std::uint32_t>(at_));
            auto& [key, content] = members.emplace_back(std::string(), Json());
            if (!string(key)) return false;
            skip_space();
            if (peek() != ':') return expected("':' after a key");
            ++at_;
            if (!value(content)) return false;
            skip_space();
            if (peek() == '}') break;
            if (peek() != ',') return expected("',' or '}' after a member");
            ++at_;
            skip_space();
            if (peek() == '}') {
                return expected("a key in double quotes", "remove the comma before '}'");
            }
        }
        if (!keys_are_unique(members, first_key)) return false;
        key_offsets_.resize(first_key);
        return leave();
    }

    bool keys_are_unique(const Json::Object& members, std::size_t first_key) {
        std::size_t second = members.size();
        if (members.size() <= 16) {
            for (std::size_t i = 1; i < second; ++i) {
                for (std::size_t k = 0; k < i; ++k) {
                    if (members[i].first == members[k].first) second = i;
                }
            }
        } else {
            order_.resize(members.size());
            for (std::size_t i = 0; i < order_.size(); ++i) order_[i] = i;
            std::ranges::sort(order_, [&](std::size_t a, std::size_t b) {
                const int order = members[a].first.compare(members[b].first);
                return order != 0 ? order < 0 : a < b;
            });
            for (std::size_t i = 1; i < order_.size(); ++i) {
                if (members[order_[i - 1]].first == members[order_[i]].first) {
                    second = std::min(second, order_[i]);
                }
            }
        }
        if (second == members.size()) return true;
        return error(key_offsets_[first_key + second], kJsonDuplicateKey,
                     fmt::format("the key '{}' stands twice in one object",
                                 members[second].first.substr(0, 100)),
                     "keep one of the two");
    }

    bool string(std::string& out) {
        const std::size_t opened = at_++;
        for (;;) {
            const std::size_t start = at_;
            skip_plain();
            out.append(text_.substr(start, at_ - start));
            if (at_ == text_.size()) return unterminated(opened);
            if (text_[at_] == '"') {
                ++at_;
                return true;
            }
            if (text_[at_] != '\\') {
                return syntax(at_,
                              fmt::format("a control character (0x{:02x}) inside a string",
                                          static_cast<unsigned char>(text_[at_])),
                              "write it as an escape, such as \\n or \\u0009");
            }
            if (!escape(out, opened)) return false;
        }
    }

    bool unterminated(std::size_t opened) {
        const std::string_view before = text_.substr(0, opened);
        return syntax(text_.size(),
                      fmt::format("the text ends inside the string that begins on line {}",
                                  1 + std::ranges::count(before, '\n')));
    }

    void skip_plain() {
        while (text_.size() - at_ >= 8) {
            std::uint64_t word = 0;
            std::memcpy(&word, text_.data() + at_, 8);
            if constexpr (std::endian::native == std::endian::big) word = std::byteswap(word);
            const std::uint64_t special = special_bytes(word);
            if (special != 0) {
                at_ += static_cast<std::size_t>(std::countr_zero(special)) / 8;
                return;
            }
            at_ += 8;
        }
        while (at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\\' &&
               static_cast<unsigned char>(text_[at_]) >= 0x20) {
            ++at_;
        }
    }

    bool escape(std::string& out, std::size_t opened) {
        const std::size_t start = at_++;
        if (at_ == text_.size()) return unterminated(opened);
        switch (text_[at_++]) {
        case '"': out += '"'; return true;
        case '\\': out += '\\'; return true;
        case '/': out += '/'; return true;
        case 'b': out += '\b'; return true;
        case 'f': out += '\f'; return true;
        case 'n': out += '\n'; return true;
        case 'r': out += '\r'; return true;
        case 't': out += '\t'; return true;
        case 'u': return unicode_escape(out, start);
        default:
            return syntax(start, "an unknown escape in a string", "write \\\\ for a backslash");
        }
    }

    /// Four hex digits at the read position.
    bool hex4(std::uint32_t& unit) {
        unit = 0;
        for (int i = 0; i < 4; ++i) {
            const char c = peek();
            const char lower = static_cast<char>(c | 0x20);
            if (is_digit(c)) {
                unit = unit * 16 + static_cast<std::uint32_t>(c - '0');
            } else if (lower >= 'a' && lower <= 'f') {
                unit = unit * 16 + static_cast<std::uint32_t>(lower - 'a' + 10);
            } else {
                return expected("four hex digits after \\u");
            }
            ++at_;
        }
        return true;
    }

    bool unicode_escape(std::string& out, std::size_t start) {
        std::uint32_t code = 0;
        if (!hex4(code)) return false;
        if (code >= 0xd800 && code < 0xe000) {
            std::uint32_t low = 0;
            const bool pair = code < 0xdc00 && text_.substr(at_).starts_with("\\u");
            if (pair) {
                at_ += 2;
                if (!hex4(low)) return false;
            }
            if (low < 0xdc00 || low >= 0xe000) {
                return syntax(start, "a lone surrogate: half of a character above U+FFFF");
            }
            code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
        }
        append_utf8(out, code);
        return true;
    }

    static void append_utf8(std::string& out, std::uint32_t code) {
        const auto add = [&out](std::uint32_t byte) { out += static_cast<char>(byte); };
        if (code < 0x80) {
            add(code);
            return;
        }
        if (code < 0x800) {
            add(0xc0 | code >> 6);
        } else {
            if (code < 0x10000) {
                add(0xe0 | code >> 12);
            } else {
                add(0xf0 | code >> 18);
                add(0x80 | (code >> 12 & 0x3f));
            }
            add(0x80 | (code >> 6 & 0x3f));
        }
        add(0x80 | (code & 0x3f));
    }

    bool digits(std::string_view where) {
        if (!is_digit(peek())) return expected(fmt::format("a digit {}", where));
        while (is_digit(peek())) ++at_;
        return true;
    }

    bool number(Json& out) {
        const std::size_t start = at_;
        const bool negative = peek() == '-';
        if (negative) ++at_;
        if (!negative && !is_digit(peek())) return expected("a value");
        if (peek() == '0') {
            ++at_;
            if (is_digit(peek())) return syntax(at_, "a number must not begin with a zero");
        } else if (!digits("after the minus sign")) {
            return false;
        }
        const bool integral = peek() != '.' && peek() != 'e' && peek() != 'E';
        if (peek() == '.') {
            ++at_;
            if (!digits("after the point")) return false;
        }
        if (peek() == 'e' || peek() == 'E') {
            ++at_;
            if (peek() == '+' || peek() == '-') ++at_;
            if (!digits("in the exponent")) return false;
        }
        const std::string_view text = text_.substr(start, at_ - start);
        // -0 has no integer, and a rewrite must not lose its sign.
        if (integral && text != "-0" && integer(text, out)) return true;
        return real(start, text, out);
    }

    /// False when it does not fit 64 bits.
    static bool integer(std::string_view text, Json& out) {
        const char* end = text.data() + text.size();
        std::int64_t value = 0;
        if (std::from_chars(text.data(), end, value).ec == std::errc()) {
            out = Json(value);
            return true;
        }
        std::uint64_t large = 0;
        if (text[0] == '-' || std::from_chars(text.data(), end, large).ec != std::errc()) {
            return false;
        }
        out = Json(large);
        return true;
    }

    bool real(std::size_t start, std::string_view text, Json& out) {
        double value = 0;
        const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
        if (result.ec == std::errc::result_out_of_range) {
            if (!is_small(text)) {
                return error(start, kJsonNonFinite, "a number too large for 64-bit floating point");
            }
            value = text[0] == '-' ? -0.0 : 0.0;
        }
        out = Json(value);
        return true;
    }

    /// For a number that no double holds: whether it is too small rather than too large. Its
    /// magnitude is the place of its first digit that is not zero, plus the exponent.
    static bool is_small(std::string_view text) {
        const std::size_t exponent_at = std::min(text.find_first_of("eE"), text.size());
        const std::string_view mantissa = text.substr(0, exponent_at);
        const std::size_t first = mantissa.find_first_of("123456789");
        const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
        const auto place = static_cast<std::int64_t>(point) - static_cast<std::int64_t>(first);
        if (exponent_at == text.size()) return place < 0;
        std::string_view digits = text.substr(exponent_at + 1);
        const bool negative = digits[0] == '-';
        if (digits[0] == '-' || digits[0] == '+') digits.remove_prefix(1);
        std::int64_t exponent = 0;
        const char* end = digits.data() + digits.size();
        if (std::from_chars(digits.data(), end, exponent).ec != std::errc()) return negative;
        return place + (negative ? -exponent : exponent) < 0;
    }

    std::string_view text_;
    std::size_t at_;
    std::uint32_t max_depth_;
    std::uint32_t depth_ = 0;
    std::vector<std::uint32_t> key_offsets_;  ///< of the open objects, outermost first
    std::vector<std::size_t> order_;          ///< scratch of keys_are_unique
    std::size_t error_at_ = 0;
    Error error_ = {};
};

}  // namespace

Result<JsonDocument> parse_json(std::string_view text, std::string file, const JsonLimits& limits) {
    const std::uint64_t max_bytes = std::min<std::uint64_t>(limits.max_bytes, UINT32_MAX - 1);
    if (text.size() > max_bytes) {
        return fail(kJsonTooLarge,
                    fmt::format("the text has {} bytes, more than the {} that are allowed",
                                text.size(), max_bytes),
                    {.file = std::move(file)});
    }
    const std::size_t start = text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
    JsonDocument document{
        std::move(file), {}, find_line_starts(text, static_cast<std::uint32_t>(start))};
    const auto fail_at = [&](std::size_t at, Error error) {
        Json marker;
        marker.set_offset(static_cast<std::uint32_t>(at));
        error.place = document.place(marker);
        return std::unexpected(std::move(error));
    };
    const std::size_t invalid = find_invalid_utf8(text);
    if (invalid != std::string_view::npos) {
        return fail_at(invalid, Error{kBadUtf8,
                                      "the text is not valid UTF-8 here",
                                      {},
                                      "save the file as UTF-8",
                                      nullptr});
    }
    Parser parser(text, start, limits.max_depth);
    if (!parser.document(document.root)) return fail_at(parser.error_at(), parser.take_error());
    return document;
}

}  // namespace galley
