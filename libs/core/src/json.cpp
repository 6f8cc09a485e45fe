#include "galley/core/json.h"

#include <algorithm>
#include <cmath>

#include "galley/base/assert.h"

namespace galley {

Json::Json(std::uint64_t value) {
    if (value <= std::uint64_t{INT64_MAX}) {
        value_ = static_cast<std::int64_t>(value);
    } else {
        value_ = value;
    }
}

bool Json::is_null() const { return std::holds_alternative<std::nullptr_t>(value_); }
bool Json::is_bool() const { return std::holds_alternative<bool>(value_); }
bool Json::is_number() const { return is_integer() || std::holds_alternative<double>(value_); }
bool Json::is_integer() const {
    return std::holds_alternative<std::int64_t>(value_) ||
           std::holds_alternative<std::uint64_t>(value_);
}
bool Json::is_string() const { return std::holds_alternative<std::string>(value_); }
bool Json::is_array() const { return std::holds_alternative<Array>(value_); }
bool Json::is_object() const { return std::holds_alternative<Object>(value_); }

std::string_view Json::type_name() const {
    if (is_null()) return "null";
    if (is_bool()) return "a boolean";
    if (is_number()) return "a number";
    if (is_string()) return "a string";
    return is_array() ? "an array" : "an object";
}

const bool* Json::if_bool() const { return std::get_if<bool>(&value_); }

std::optional<double> Json::if_number() const {
    if (const auto* value = std::get_if<double>(&value_)) return *value;
    if (const auto* value = std::get_if<std::int64_t>(&value_)) return static_cast<double>(*value);
    if (const auto* value = std::get_if<std::uint64_t>(&value_)) {
        return static_cast<double>(*value);
    }
    return std::nullopt;
}

std::optional<std::int64_t> Json::if_int() const {
    if (const auto* value = std::get_if<std::int64_t>(&value_)) return *value;
    const auto* value = std::get_if<double>(&value_);
    // -2^63 is a double and an int64; 2^63 is the first double past the range.
    if (value == nullptr || !(*value >= -0x1p63 && *value < 0x1p63)) return std::nullopt;
    if (std::floor(*value) != *value) return std::nullopt;
    return static_cast<std::int64_t>(*value);
}

std::optional<std::uint64_t> Json::if_uint() const {
    if (const auto* value = std::get_if<std::uint64_t>(&value_)) return *value;
    const auto* real = std::get_if<double>(&value_);
    if (real != nullptr && *real >= 0x1p63 && *real < 0x1p64) {
        return static_cast<std::uint64_t>(*real);  // doubles are integral from 2^52 on
    }
    const auto value = if_int();
    if (!value || *value < 0) return std::nullopt;
    return static_cast<std::uint64_t>(*value);
}

const std::string* Json::if_string() const { return std::get_if<std::string>(&value_); }
const Json::Array* Json::if_array() const { return std::get_if<Array>(&value_); }
const Json::Object* Json::if_object() const { return std::get_if<Object>(&value_); }
Json::Array* Json::if_array() { return std::get_if<Array>(&value_); }
Json::Object* Json::if_object() { return std::get_if<Object>(&value_); }

const Json* Json::find(std::string_view key) const {
    const Object* object = if_object();
    if (object == nullptr) return nullptr;
    const auto found = std::ranges::find(*object, key, &Member::first);
    return found == object->end() ? nullptr : &found->second;
}

Json* Json::find(std::string_view key) {
    return const_cast<Json*>(static_cast<const Json*>(this)->find(key));
}

Json& Json::set(std::string_view key, Json value) {
    if (is_null()) value_ = Object{};
    GALLEY_ASSERT(is_object());
    if (Json* found = find(key)) {
        *found = std::move(value);
        return *found;
    }
    return if_object()->emplace_back(std::string(key), std::move(value)).second;
}

bool Json::erase(std::string_view key) {
    Object* object = if_object();
    if (object == nullptr) return false;
    const auto found = std::ranges::find(*object, key, &Member::first);
    if (found == object->end()) return false;
    object->erase(found);
    return true;
}

void Json::push_back(Json value) {
    if (is_null()) value_ = Array{};
    GALLEY_ASSERT(is_array());
    if_array()->push_back(std::move(value));
}

Place JsonDocument::place(const Json& value, std::string pointer) const {
    Place place{.file = file, .field = std::move(pointer)};
    const auto next = std::ranges::upper_bound(line_starts, value.offset());
    const auto line = next == line_starts.begin() ? next : next - 1;
    if (line == line_starts.end()) return place;
    place.line = static_cast<std::uint32_t>(line - line_starts.begin()) + 1;
    place.column = value.offset() - std::min(value.offset(), *line) + 1;
    return place;
}

std::string json_pointer_part(std::string_view key) {
    std::string part;
    for (const char c : key) {
        if (c == '~') {
            part += "~0";
        } else if (c == '/') {
            part += "~1";
        } else {
            part += c;
        }
    }
    return part;
}

}  // namespace galley
