#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "galley/core/errors.h"
#include "galley/core/json.h"
#include "galley/core/virtual_path.h"

namespace galley {
namespace {

constexpr std::size_t kNumbersOnOneLine = 16;

/// Where the writer is, as a chain up to the root; made into text only for a diagnostic.
struct Step {
    const Step* parent = nullptr;
    const std::string* key = nullptr;  ///< of an object's member, else
    std::size_t index = 0;             ///< of an array's element
};

std::string pointer_to(const Step* step) {
    if (step == nullptr || step->parent == nullptr) return {};
    const std::string part =
        step->key != nullptr ? json_pointer_part(*step->key) : std::to_string(step->index);
    return pointer_to(step->parent) + "/" + part;
}

class Writer {
public:
    Writer(bool pretty, Diagnostics* diagnostics) : pretty_(pretty), diagnostics_(diagnostics) {}

    std::string document(const Json& root) {
        const Step top;
        value(root, top, 0);
        if (pretty_) out_ += '\n';
        return std::move(out_);
    }

private:
    void value(const Json& json, const Step& here, std::size_t depth) {
        if (const auto* items = json.if_array()) {
            array(*items, here, depth);
        } else if (const auto* members = json.if_object()) {
            object(*members, here, depth);
        } else if (const auto* text = json.if_string()) {
            string(*text, here);
        } else if (const auto* flag = json.if_bool()) {
            out_ += *flag ? "true" : "false";
        } else if (json.is_integer()) {
            integer(json);
        } else if (const auto number = json.if_number()) {
            real(*number, here);
        } else {
            out_ += "null";
        }
    }

    void new_line(std::size_t depth) {
        if (!pretty_) return;
        out_ += '\n';
        out_.append(depth * 2, ' ');
    }

    void array(const Json::Array& items, const Step& here, std::size_t depth) {
        const bool on_one_line =
            items.size() <= kNumbersOnOneLine && std::ranges::all_of(items, &Json::is_number);
        out_ += '[';
        for (std::size_t i = 0; i < items.size(); ++i) {
            if (i > 0) out_ += on_one_line && pretty_ ? ", " : ",";
            if (!on_one_line) new_line(depth + 1);
            value(items[i], {&here, nullptr, i}, depth + 1);
        }
        if (!on_one_line) new_line(depth);
        out_ += ']';
    }

    void object(const Json::Object& members, const Step& here, std::size_t depth) {
        out_ += '{';
        for (std::size_t i = 0; i < members.size(); ++i) {
            const auto& [key, content] = members[i];
            if (i > 0) out_ += ',';
            new_line(depth + 1);
            const Step step{&here, &key, 0};
            string(key, step);
            out_ += pretty_ ? ": " : ":";
            value(content, step, depth + 1);
        }
        if (!members.empty()) new_line(depth);
        out_ += '}';
    }

    void integer(const Json& json) {
        std::array<char, 24> digits;
        char* end = digits.data() + digits.size();
        if (const auto value = json.if_int()) {
            end = std::to_chars(digits.data(), end, *value).ptr;
        } else {
            end = std::to_chars(digits.data(), end, *json.if_uint()).ptr;
        }
        out_.append(digits.data(), end);
    }

    void real(double value, const Step& here) {
        if (!std::isfinite(value)) {
            if (diagnostics_ != nullptr) {
                diagnostics_->warn(kJsonNonFinite, "a number that is not finite was written as 0",
                                   {.field = pointer_to(&here)});
            }
            out_ += "0";
            return;
        }
        const double size = std::fabs(value);
        // As JavaScript prints them: digits alone between a millionth and 1e21.
        const bool plain = size == 0 || (size >= 1e-6 && size < 1e21);
        std::array<char, 40> digits;
        const auto result =
            std::to_chars(digits.data(), digits.data() + digits.size(), value,
                          plain ? std::chars_format::fixed : std::chars_format::scientific);
        out_.append(digits.data(), result.ptr);
        if (plain && std::floor(value) == value) out_ += ".0";
    }

    void string(std::string_view text, const Step& here) {
        out_ += '"';
        while (!text.empty()) {
            const std::size_t invalid = std::min(find_invalid_utf8(text), text.size());
            valid_text(text.substr(0, invalid));
            if (invalid == text.size()) break;
            if (diagnostics_ != nullptr) {
                diagnostics_->warn(kBadUtf8, "a byte that is not UTF-8 was written as U+FFFD",
                                   {.field = pointer_to(&here)});
            }
            out_ += "\xef\xbf\xbd";
            text.remove_prefix(invalid + 1);
        }
        out_ += '"';
    }

    void valid_text(std::string_view text) {
        for (const char c : text) {
            switch (c) {
            case '"': out_ += "\\\""; break;
            case '\\': out_ += "\\\\"; break;
            case '\b': out_ += "\\b"; break;
            case '\f': out_ += "\\f"; break;
            case '\n': out_ += "\\n"; break;
            case '\r': out_ += "\\r"; break;
            case '\t': out_ += "\\t"; break;
            default:
                if (static_cast<unsigned char>(c) < 0x20) {
                    out_ += fmt::format("\\u{:04x}", static_cast<unsigned char>(c));
                } else {
                    out_ += c;
                }
            }
        }
    }

    bool pretty_;
    Diagnostics* diagnostics_;
    std::string out_;
};

}  // namespace

std::string write_json(const Json& value, Diagnostics* diagnostics) {
    return Writer(true, diagnostics).document(value);
}

std::string write_json_compact(const Json& value, Diagnostics* diagnostics) {
    return Writer(false, diagnostics).document(value);
}

}  // namespace galley
