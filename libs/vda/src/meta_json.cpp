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

/// Reads the canonical form and nothing else, and remembers where each value began.
class MetaParser {
public:
    MetaParser(std::string_view text, std::uint64_t base) : text_(text), base_(base) {}

    Result<void> literal(std::string_view expected) {
        if (!text_.substr(at_).starts_with(expected)) {
            return wrong(fmt::format("expected {} (M1)", expected), at_);
        }
        at_ += expected.size();
        return {};
    }

    Result<void> key(std::string_view before, std::string_view name) {
        TRY(literal(before));
        return literal(fmt::format("\"{}\":", name));
    }

    Result<std::string> string(const std::string& field) {
        begin(field);
        if (!next_is('"')) return wrong_value("no string (M1)");
        ++at_;
        std::string value;
        while (at_ < text_.size() && text_[at_] != '"') TRY(character(value));
        if (at_ == text_.size()) return wrong_value("the string does not end (M1)");
        ++at_;
        return value;
    }

    Result<std::vector<std::string>> strings(const std::string& field) {
        begin(field);
        if (!next_is('[')) return wrong_value("no array (M1)");
        ++at_;
        std::vector<std::string> values;
        while (!next_is(']')) {
            if (!values.empty()) {
                if (!next_is(',')) return wrong("expected , or ] (M1)", at_, field);
                ++at_;
            }
            TRY_ASSIGN(std::string value, string(fmt::format("{}/{}", field, values.size())));
            if (!values.empty() && value <= values.back()) {
                return wrong_value("deps are not sorted, or one is there twice (M1)");
            }
            values.push_back(std::move(value));
        }
        ++at_;
        return values;
    }

    Result<void> end() const {
        if (at_ == text_.size()) return {};
        return wrong("bytes follow the object (M1)", at_);
    }

    /// The error of a value's rule, with the value's place.
    [[nodiscard]] Error placed(Error error) const {
        const auto value = std::ranges::find(values_, error.place.field, &Value::field);
        if (value != values_.end()) error.place.offset = base_ + value->offset;
        return error;
    }

private:
    struct Value {
        std::string field;
        std::size_t offset;
    };

    [[nodiscard]] bool next_is(char c) const { return at_ < text_.size() && text_[at_] == c; }
    void begin(const std::string& field) { values_.push_back({field, at_}); }

    [[nodiscard]] std::unexpected<Error> wrong(std::string message, std::size_t offset,
                                               std::string field = {}) const {
        Place place;
        place.chunk = kMetaType;
        place.offset = base_ + offset;
        place.field = std::move(field);
        return fail(kMetaNotCanonical, std::move(message), std::move(place));
    }
    /// In the value that began last.
    [[nodiscard]] std::unexpected<Error> wrong_value(std::string message) const {
        return wrong(std::move(message), values_.back().offset, values_.back().field);
    }

    Result<void> character(std::string& value) {
        const std::string_view rest = text_.substr(at_);
        if (rest[0] == '\\') return escape(value);
        const std::size_t size = utf8_sequence(rest);
        if (size == 0) return wrong_value(fmt::format("byte {} is not UTF-8 (M2)", base_ + at_));
        const std::string_view c = rest.substr(0, size);
        if (static_cast<unsigned char>(c[0]) < 0x20 || c == "\xe2\x80\xa8" || c == "\xe2\x80\xa9") {
            return wrong_value("a character that is written as an escape (M1)");
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
            return wrong_value("an escape that is not the canonical one (M1)");
        }
        value += static_cast<char>(code);
        at_ += 6;
        return {};
    }

    std::string_view text_;
    std::uint64_t base_;
    std::size_t at_ = 0;
    std::vector<Value> values_;
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

Result<Meta> decode_meta(ByteSpan payload, std::uint64_t base) {
    MetaParser parser(as_text(payload), base);
    Meta meta;
    TRY(parser.key("{", "compiler"));
    TRY_ASSIGN(meta.compiler, parser.string("compiler"));
    TRY(parser.key(",", "deps"));
    TRY_ASSIGN(meta.deps, parser.strings("deps"));
    TRY(parser.key(",", "kind"));
    TRY_ASSIGN(meta.kind, parser.string("kind"));
    TRY(parser.key(",", "name"));
    TRY_ASSIGN(meta.name, parser.string("name"));
    TRY(parser.key(",", "source"));
    TRY_ASSIGN(meta.source, parser.string("source"));
    TRY(parser.key(",", "source_hash"));
    TRY_ASSIGN(meta.source_hash, parser.string("source_hash"));
    TRY(parser.literal("}"));
    TRY(parser.end());
    if (auto checked = check_meta(meta); !checked) {
        return std::unexpected(parser.placed(std::move(checked).error()));
    }
    return meta;
}

}  // namespace galley::vda
