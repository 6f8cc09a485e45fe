// META's canonical JSON: rule M1 of docs/formats/vda.md.
#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "galley/base/try.h"
#include "galley/vda/errors.h"
#include "galley/vda/meta.h"
#include "utf8.h"

namespace galley::vda {

namespace {

bool is_lower_hex(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); }

// As Go 1.22 and later escape without HTML escaping.
void append_string(std::string& out, std::string_view text) {
    constexpr std::string_view kHex = "0123456789abcdef";
    out += '"';
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        switch (c) {
        case '"': out += "\\\""; continue;
        case '\\': out += "\\\\"; continue;
        case '\b': out += "\\b"; continue;
        case '\f': out += "\\f"; continue;
        case '\n': out += "\\n"; continue;
        case '\r': out += "\\r"; continue;
        case '\t': out += "\\t"; continue;
        default: break;
        }
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20) {
            out += "\\u00";
            out += kHex[byte >> 4];
            out += kHex[byte & 15];
        } else if (text.substr(i, 3) == "\xe2\x80\xa8" || text.substr(i, 3) == "\xe2\x80\xa9") {
            out += text[i + 2] == '\xa8' ? "\\u2028" : "\\u2029";
            i += 2;
        } else {
            out += c;
        }
    }
    out += '"';
}

/// Reads the canonical form and nothing else.
class MetaParser {
public:
    explicit MetaParser(std::string_view text) : text_(text) {}

    Result<void> literal(std::string_view expected) {
        if (!text_.substr(at_).starts_with(expected)) {
            return wrong(at_, fmt::format("expected {}", expected));
        }
        at_ += expected.size();
        return {};
    }

    [[nodiscard]] bool next_is(char c) const { return at_ < text_.size() && text_[at_] == c; }

    Result<std::string> string() {
        TRY(literal("\""));
        std::string value;
        while (at_ < text_.size() && text_[at_] != '"') TRY(character(value));
        TRY(literal("\""));
        return value;
    }

    Result<std::vector<std::string>> strings() {
        std::vector<std::string> values;
        TRY(literal("["));
        while (!next_is(']')) {
            if (!values.empty()) TRY(literal(","));
            const std::size_t start = at_;
            TRY_ASSIGN(std::string value, string());
            if (!values.empty() && value <= values.back()) {
                return wrong(start, "deps are not sorted, or one is there twice");
            }
            values.push_back(std::move(value));
        }
        TRY(literal("]"));
        return values;
    }

    Result<void> end() const {
        if (at_ == text_.size()) return {};
        return wrong(at_, "bytes follow the object");
    }

private:
    [[nodiscard]] static std::unexpected<Error> wrong(std::size_t offset, std::string message) {
        Place place;
        place.chunk = kMetaType;
        place.offset = offset;
        return fail(kMetaNotCanonical, message + " (M1)", std::move(place));
    }

    Result<void> character(std::string& value) {
        const std::string_view rest = text_.substr(at_);
        if (rest[0] == '\\') return escape(value);
        const std::size_t size = utf8_sequence(rest);
        if (size == 0) return wrong(at_, "not UTF-8");
        const std::string_view c = rest.substr(0, size);
        if (static_cast<unsigned char>(c[0]) < 0x20 || c == "\xe2\x80\xa8" || c == "\xe2\x80\xa9") {
            return wrong(at_, "a character that is written as an escape");
        }
        value += c;
        at_ += size;
        return {};
    }

    Result<void> escape(std::string& value) {
        constexpr std::string_view kLetters = "\"\\bfnrt";
        constexpr std::string_view kValues = "\"\\\b\f\n\r\t";
        const std::string_view rest = text_.substr(at_);
        if (const std::size_t i = rest.size() < 2 ? kLetters.npos : kLetters.find(rest[1]);
            i != kLetters.npos) {
            value += kValues[i];
            at_ += 2;
            return {};
        }
        if (rest.starts_with("\\u2028") || rest.starts_with("\\u2029")) {
            value += rest[5] == '8' ? "\xe2\x80\xa8" : "\xe2\x80\xa9";
            at_ += 6;
            return {};
        }
        unsigned code = 0x20;
        if (rest.size() >= 6 && rest.starts_with("\\u00") && is_lower_hex(rest[4]) &&
            is_lower_hex(rest[5])) {
            std::from_chars(rest.data() + 4, rest.data() + 6, code, 16);
        }
        if (code >= 0x20 || kValues.find(static_cast<char>(code)) != kValues.npos) {
            return wrong(at_, "an escape that is not the canonical one");
        }
        value += static_cast<char>(code);
        at_ += 6;
        return {};
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

}  // namespace

Result<Bytes> encode_meta(const Meta& meta) {
    TRY(check_meta(meta));
    std::vector<std::string> deps = meta.deps;
    std::ranges::sort(deps);
    const auto repeated = std::ranges::unique(deps);
    deps.erase(repeated.begin(), repeated.end());

    std::string out = R"({"compiler":)";
    append_string(out, meta.compiler);
    out += R"(,"deps":[)";
    for (const std::string& dep : deps) {
        if (&dep != &deps.front()) out += ',';
        append_string(out, dep);
    }
    out += R"(],"kind":)";
    append_string(out, meta.kind);
    out += R"(,"name":)";
    append_string(out, meta.name);
    out += R"(,"source":)";
    append_string(out, meta.source);
    out += R"(,"source_hash":)";
    append_string(out, meta.source_hash);
    out += '}';
    const ByteSpan bytes = as_byte_span(out);
    return Bytes(bytes.begin(), bytes.end());
}

Result<Meta> decode_meta(ByteSpan payload) {
    MetaParser parser(as_text(payload));
    Meta meta;
    TRY(parser.literal(R"({"compiler":)"));
    TRY_ASSIGN(meta.compiler, parser.string());
    TRY(parser.literal(R"(,"deps":)"));
    TRY_ASSIGN(meta.deps, parser.strings());
    TRY(parser.literal(R"(,"kind":)"));
    TRY_ASSIGN(meta.kind, parser.string());
    TRY(parser.literal(R"(,"name":)"));
    TRY_ASSIGN(meta.name, parser.string());
    TRY(parser.literal(R"(,"source":)"));
    TRY_ASSIGN(meta.source, parser.string());
    TRY(parser.literal(R"(,"source_hash":)"));
    TRY_ASSIGN(meta.source_hash, parser.string());
    TRY(parser.literal("}"));
    TRY(parser.end());
    TRY(check_meta(meta));
    return meta;
}

}  // namespace galley::vda
