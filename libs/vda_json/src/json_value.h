#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "galley/base/bytes.h"
#include "galley/base/vec.h"
#include "galley/core/json.h"
#include "galley/vda/fields.h"
#include "galley/vda/model.h"

/// Single values of a dump, exactly: `docs/formats/vda-json.md`. `read_value` gives what it
/// expected where the JSON is something else, and nothing where it was read.
namespace galley::vda_json {

using Expected = std::string_view;

[[nodiscard]] std::optional<Bytes> read_hex(std::string_view text);

[[nodiscard]] inline Json value_json(bool value) { return value; }
[[nodiscard]] inline Json value_json(std::uint8_t value) { return std::uint32_t{value}; }
[[nodiscard]] inline Json value_json(std::uint32_t value) { return value; }
[[nodiscard]] inline Json value_json(std::int64_t value) { return value; }
[[nodiscard]] inline Json value_json(std::uint64_t value) { return value; }
[[nodiscard]] Json value_json(float value);
[[nodiscard]] Json value_json(double value);
[[nodiscard]] Json value_json(const std::string& value);
[[nodiscard]] Json value_json(Vec2 value);
[[nodiscard]] Json value_json(Vec3 value);
[[nodiscard]] Json value_json(vda::Color value);
[[nodiscard]] Json value_json(vda::Grid value);
[[nodiscard]] Json value_json(const vda::Vertex& value);

[[nodiscard]] Expected read_value(const Json& json, bool& value);
[[nodiscard]] Expected read_value(const Json& json, std::uint64_t& value);
[[nodiscard]] Expected read_value(const Json& json, std::int64_t& value);
[[nodiscard]] Expected read_value(const Json& json, std::uint32_t& value);
[[nodiscard]] Expected read_value(const Json& json, std::uint8_t& value);
[[nodiscard]] Expected read_value(const Json& json, float& value);
[[nodiscard]] Expected read_value(const Json& json, double& value);
[[nodiscard]] Expected read_value(const Json& json, std::string& value);
[[nodiscard]] Expected read_value(const Json& json, Vec2& value);
[[nodiscard]] Expected read_value(const Json& json, Vec3& value);
[[nodiscard]] Expected read_value(const Json& json, vda::Color& value);
[[nodiscard]] Expected read_value(const Json& json, vda::Grid& value);
[[nodiscard]] Expected read_value(const Json& json, vda::Vertex& value);

/// A row of pixels `ff402010 ff402010`, or of cells `0 1 1`.
[[nodiscard]] std::string row_text(const vda::Color* values, std::size_t count);
[[nodiscard]] std::string row_text(const std::uint16_t* values, std::size_t count);
/// Appends the row's values; false where the text is no such row.
[[nodiscard]] bool read_row(std::string_view text, std::vector<vda::Color>& values);
[[nodiscard]] bool read_row(std::string_view text, std::vector<std::uint16_t>& values);

}  // namespace galley::vda_json
