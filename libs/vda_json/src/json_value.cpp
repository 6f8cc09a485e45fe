#include "json_value.h"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <span>

#include <fmt/format.h>

#include "galley/base/hash.h"
#include "galley/core/virtual_path.h"

namespace galley::vda_json {

namespace {

constexpr Expected kRead = {};

/// All of `text` as a number in `base`, of exactly `digits` digits where that is not 0.
template <class T>
bool parse_all(std::string_view text, T& value, int base, std::size_t digits = 0) {
    if (digits != 0 && text.size() != digits) return false;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    return error == std::errc{} && end == text.data() + text.size();
}

/// The text of an object's only member, `{"f32": "7fc00001"}`.
const std::string* only_member(const Json& json, std::string_view key) {
    const auto* members = json.if_object();
    if (members == nullptr || members->size() != 1 || members->front().first != key) return nullptr;
    return members->front().second.if_string();
}

template <class T>
Expected read_numbers(const Json& json, std::span<T* const> values, Expected expected) {
    const auto* items = json.if_array();
    if (items == nullptr || items->size() != values.size()) return expected;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!read_value((*items)[i], *values[i]).empty()) return expected;
    }
    return kRead;
}

template <class T>
Expected read_unsigned(const Json& json, T& value, Expected expected) {
    const auto number = json.if_uint();
    if (!number || *number > std::numeric_limits<T>::max()) return expected;
    value = static_cast<T>(*number);
    return kRead;
}

/// The next word of a row, which it drops with the space behind it.
std::string_view next_word(std::string_view& text) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return word;
}

}  // namespace

std::optional<Bytes> read_hex(std::string_view text) {
    if (text.size() % 2 != 0) return std::nullopt;
    Bytes bytes(text.size() / 2);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        std::uint8_t byte = 0;
        if (!parse_all(text.substr(2 * i, 2), byte, 16)) return std::nullopt;
        bytes[i] = std::byte{byte};
    }
    return bytes;
}

Json value_json(float value) {
    if (!std::isfinite(value)) {
        Json json = Json::object();
        json.set("f32", fmt::format("{:08x}", std::bit_cast<std::uint32_t>(value)));
        return json;
    }
    // The shortest text that means this float; where that would mean another one once it is read as
    // a double, all digits.
    std::array<char, 64> text;
    const char* end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    double wide = 0;
    std::from_chars(text.data(), end, wide);
    const bool same = std::fabs(wide) <= double{std::numeric_limits<float>::max()} &&
                      static_cast<float>(wide) == value;
    return same ? wide : double{value};
}

Json value_json(double value) {
    if (std::isfinite(value)) return value;
    Json json = Json::object();
    json.set("f64", fmt::format("{:016x}", std::bit_cast<std::uint64_t>(value)));
    return json;
}

Json value_json(const std::string& value) {
    if (find_invalid_utf8(value) >= value.size()) return value;
    Json json = Json::object();
    json.set("hex", to_hex(as_byte_span(value)));
    return json;
}

Json value_json(Vec2 v) { return Json::Array{value_json(v.x), value_json(v.y)}; }
Json value_json(Vec3 v) { return Json::Array{value_json(v.x), value_json(v.y), value_json(v.z)}; }
Json value_json(vda::Color value) { return fmt::format("#{:08x}", value.argb); }
Json value_json(vda::Grid value) { return Json::Array{value.columns, value.rows}; }
Json value_json(const vda::Vertex& v) {
    return Json::Array{value_json(v.position.x), value_json(v.position.y), value_json(v.position.z),
                       value_json(v.normal.x),   value_json(v.normal.y),   value_json(v.normal.z),
                       value_json(v.uv.x),       value_json(v.uv.y)};
}

Expected read_value(const Json& json, bool& value) {
    const bool* flag = json.if_bool();
    if (flag == nullptr) return "true or false";
    value = *flag;
    return kRead;
}

Expected read_value(const Json& json, std::uint64_t& value) {
    return read_unsigned(json, value, "an integer from 0 to 18446744073709551615");
}
Expected read_value(const Json& json, std::uint32_t& value) {
    return read_unsigned(json, value, "an integer from 0 to 4294967295");
}
Expected read_value(const Json& json, std::uint8_t& value) {
    return read_unsigned(json, value, "an integer from 0 to 255");
}

Expected read_value(const Json& json, std::int64_t& value) {
    const auto number = json.if_int();
    if (!number) return "an integer of 64 bits";
    value = *number;
    return kRead;
}

Expected read_value(const Json& json, float& value) {
    constexpr Expected kExpected = "a number that a float holds, or {\"f32\": \"8 hex digits\"}";
    if (const std::string* bits = only_member(json, "f32")) {
        std::uint32_t number = 0;
        if (!parse_all(*bits, number, 16, 8)) return kExpected;
        value = std::bit_cast<float>(number);
        return kRead;
    }
    const auto number = json.if_number();
    if (!number || std::fabs(*number) > double{std::numeric_limits<float>::max()}) return kExpected;
    value = static_cast<float>(*number);
    return kRead;
}

Expected read_value(const Json& json, double& value) {
    constexpr Expected kExpected = "a number, or {\"f64\": \"16 hex digits\"}";
    if (const std::string* bits = only_member(json, "f64")) {
        std::uint64_t number = 0;
        if (!parse_all(*bits, number, 16, 16)) return kExpected;
        value = std::bit_cast<double>(number);
        return kRead;
    }
    const auto number = json.if_number();
    if (!number) return kExpected;
    value = *number;
    return kRead;
}

Expected read_value(const Json& json, std::string& value) {
    constexpr Expected kExpected = "a string, or {\"hex\": \"its bytes\"}";
    if (const std::string* digits = only_member(json, "hex")) {
        const auto bytes = read_hex(*digits);
        if (!bytes) return kExpected;
        value = as_text(*bytes);
        return kRead;
    }
    const std::string* text = json.if_string();
    if (text == nullptr) return kExpected;
    value = *text;
    return kRead;
}

Expected read_value(const Json& json, Vec2& v) {
    const std::array<float*, 2> values{&v.x, &v.y};
    return read_numbers<float>(json, values, "two numbers");
}
Expected read_value(const Json& json, Vec3& v) {
    const std::array<float*, 3> values{&v.x, &v.y, &v.z};
    return read_numbers<float>(json, values, "three numbers");
}
Expected read_value(const Json& json, vda::Grid& grid) {
    const std::array<std::uint32_t*, 2> values{&grid.columns, &grid.rows};
    return read_numbers<std::uint32_t>(json, values, "columns and rows");
}
Expected read_value(const Json& json, vda::Vertex& v) {
    const std::array<float*, 8> values{&v.position.x, &v.position.y, &v.position.z, &v.normal.x,
                                       &v.normal.y,   &v.normal.z,   &v.uv.x,       &v.uv.y};
    return read_numbers<float>(json, values, "eight numbers: position, normal, uv");
}

Expected read_value(const Json& json, vda::Color& value) {
    const std::string* text = json.if_string();
    if (text == nullptr || !text->starts_with('#') ||
        !parse_all(std::string_view(*text).substr(1), value.argb, 16, 8)) {
        return "a colour, \"#aarrggbb\"";
    }
    return kRead;
}

std::string row_text(const vda::Color* values, std::size_t count) {
    std::string text;
    text.reserve(9 * count);
    for (std::size_t i = 0; i < count; ++i) {
        fmt::format_to(std::back_inserter(text), "{}{:08x}", i == 0 ? "" : " ", values[i].argb);
    }
    return text;
}

std::string row_text(const std::uint16_t* values, std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
        fmt::format_to(std::back_inserter(text), "{}{}", i == 0 ? "" : " ", values[i]);
    }
    return text;
}

bool read_row(std::string_view text, std::vector<vda::Color>& values) {
    while (!text.empty()) {
        if (!parse_all(next_word(text), values.emplace_back().argb, 16, 8)) return false;
    }
    return true;
}

bool read_row(std::string_view text, std::vector<std::uint16_t>& values) {
    while (!text.empty()) {
        if (!parse_all(next_word(text), values.emplace_back(), 10)) return false;
    }
    return true;
}

}  // namespace galley::vda_json
