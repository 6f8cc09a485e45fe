#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "galley/base/diagnostics.h"
#include "galley/base/result.h"

namespace galley {

/// A JSON value that keeps the order of its members, keys nobody knows, the kind of number that was
/// written (integers exact in 64 bits), and where in the text it stood. A plain value type.
class Json {
public:
    using Array = std::vector<Json>;
    using Member = std::pair<std::string, Json>;
    using Object = std::vector<Member>;  ///< in the order written; keys are unique

    Json() = default;  ///< null
    Json(std::nullptr_t) {}
    Json(bool value) : value_(value) {}
    Json(int value) : value_(std::int64_t{value}) {}
    Json(std::int64_t value) : value_(value) {}
    Json(std::uint32_t value) : value_(std::int64_t{value}) {}
    Json(std::uint64_t value);
    Json(double value) : value_(value) {}
    Json(std::string value) : value_(std::move(value)) {}
    Json(std::string_view value) : value_(std::string(value)) {}
    Json(const char* value) : value_(std::string(value)) {}
    Json(Array value) : value_(std::move(value)) {}
    Json(Object value) : value_(std::move(value)) {}
    [[nodiscard]] static Json array() { return Json(Array{}); }
    [[nodiscard]] static Json object() { return Json(Object{}); }

    [[nodiscard]] bool is_null() const;
    [[nodiscard]] bool is_bool() const;
    [[nodiscard]] bool is_number() const;
    [[nodiscard]] bool is_integer() const;
    [[nodiscard]] bool is_string() const;
    [[nodiscard]] bool is_array() const;
    [[nodiscard]] bool is_object() const;
    [[nodiscard]] std::string_view type_name() const;  ///< "an object", "a number", ...

    /// Null when the value is of another type (or, for integers, not exactly representable).
    [[nodiscard]] const bool* if_bool() const;
    [[nodiscard]] std::optional<double> if_number() const;
    [[nodiscard]] std::optional<std::int64_t> if_int() const;
    [[nodiscard]] std::optional<std::uint64_t> if_uint() const;
    [[nodiscard]] const std::string* if_string() const;
    [[nodiscard]] const Array* if_array() const;
    [[nodiscard]] const Object* if_object() const;
    [[nodiscard]] Array* if_array();
    [[nodiscard]] Object* if_object();

    /// The member of an object, or null when absent or when this is no object.
    [[nodiscard]] const Json* find(std::string_view key) const;
    [[nodiscard]] Json* find(std::string_view key);
    /// Sets a member in place, or appends it; makes this an object when it is null.
    Json& set(std::string_view key, Json value);
    bool erase(std::string_view key);
    void push_back(Json value);

    /// Byte offset in the text it was parsed from.
    [[nodiscard]] std::uint32_t offset() const { return offset_; }
    void set_offset(std::uint32_t offset) { offset_ = offset; }

    /// Equal values; positions are not compared, the order of members is.
    friend bool operator==(const Json& a, const Json& b) { return a.value_ == b.value_; }

private:
    std::variant<std::nullptr_t, bool, std::int64_t, std::uint64_t, double, std::string, Array,
                 Object>
        value_ = nullptr;
    std::uint32_t offset_ = 0;
};

/// A parsed text with what is needed to say where a value stands.
struct JsonDocument {
    std::string file;
    Json root;
    std::vector<std::uint32_t> line_starts;

    /// The place of a value of this document; `pointer` (may be empty) goes into `field`.
    [[nodiscard]] Place place(const Json& value, std::string pointer = {}) const;
};

struct JsonLimits {
    std::uint64_t max_bytes = std::uint64_t{1} << 30;
    std::uint32_t max_depth = 512;  ///< 1024 at most, whatever is asked for
};

/// RFC 8259 exactly: UTF-8, no comments, no trailing commas, one value, a leading byte order mark
/// allowed. Duplicate keys of one object are an error (they would lose data on a rewrite). Every
/// error has file, line and column (1-based; columns count bytes).
[[nodiscard]] Result<JsonDocument> parse_json(std::string_view text, std::string file,
                                              const JsonLimits& limits = {});

/// Canonical text: two-space indent, arrays of at most 16 numbers on one line, shortest
/// round-trip numbers (an integral double as `1.0`... never as an exponent below 1e21), `/` not
/// escaped, LF, final newline. A non-finite number is written as 0 and reported to `diagnostics`
/// with its JSON pointer (kJsonNonFinite).
[[nodiscard]] std::string write_json(const Json& value, Diagnostics* diagnostics = nullptr);
/// The same on one line without spaces and without a final newline.
[[nodiscard]] std::string write_json_compact(const Json& value, Diagnostics* diagnostics = nullptr);

/// A key as a part of a JSON pointer (RFC 6901: `~` → `~0`, `/` → `~1`).
[[nodiscard]] std::string json_pointer_part(std::string_view key);

}  // namespace galley
