#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "galley/core/json.h"
#include "json_value.h"

namespace galley::vda_json {

/// The archive (`galley/vda/fields.h`) that makes a JSON object of what it visits.
class JsonWriter {
public:
    template <class T>
    [[nodiscard]] static Json dump(const T& value) {
        JsonWriter writer;
        fields(writer, value);
        return std::move(writer.object_);
    }

    template <class T>
    vda::Mark operator()(std::string_view name, const T& value) {
        object_.set(name, value_json(value));
        return {};
    }
    template <class T, class Limit>
    vda::Mark operator()(std::string_view name, const T& value, const Limit&) {
        return (*this)(name, value);
    }
    template <class T>
    vda::Mark array(std::string_view name, const std::vector<T>& values) {
        Json::Array items;
        items.reserve(values.size());
        for (const T& value : values) items.push_back(value_json(value));
        object_.set(name, std::move(items));
        return {};
    }
    vda::Mark strings(std::string_view name, const std::vector<std::string>& values) {
        return array(name, values);
    }
    template <class T, class Body>
    vda::Mark list(std::string_view name, const std::vector<T>& values, const Body& body) {
        Json::Array items;
        items.reserve(values.size());
        for (std::size_t i = 0; i < values.size(); ++i) {
            JsonWriter element;
            body(element, values[i], i);
            items.push_back(std::move(element.object_));
        }
        object_.set(name, std::move(items));
        return {};
    }
    template <class T>
    vda::Mark count(std::string_view, const std::vector<T>&, std::uint32_t) {
        return {};
    }
    template <class T, class Body>
    void items(std::string_view name, const std::vector<T>& values, std::uint32_t,
               const Body& body) {
        list(name, values, body);
    }
    template <class T>
    vda::Mark rows(std::string_view name, const std::vector<T>& values, std::uint64_t columns,
                   std::uint64_t rows, std::string_view) {
        Json::Array lines;
        for (std::uint64_t row = 0; row < rows; ++row) {
            lines.emplace_back(row_text(values.data() + row * columns, columns));
        }
        object_.set(name, std::move(lines));
        return {};
    }
    template <class T, class Body>
    void optional(std::string_view name, const std::optional<T>& value, const Body& body) {
        if (value) {
            group(name, *value, body);
        } else {
            object_.set(name, nullptr);
        }
    }
    template <class T, class Body>
    void group(std::string_view name, const T& value, const Body& body) {
        JsonWriter inner;
        body(inner, value);
        object_.set(name, std::move(inner.object_));
    }
    void choice(std::string_view type_name, std::string_view name,
                const std::variant<std::string, double, bool>& value, std::string_view) {
        object_.set(type_name, static_cast<std::uint32_t>(value.index()));
        std::visit([&](const auto& alternative) { (*this)(name, alternative); }, value);
    }
    template <class... Args>
    void check(bool, std::string_view, const vda::Mark&, const Args&...) {}
    template <class T>
    void check_below(std::string_view, const vda::Mark&, const std::vector<T>&, std::uint64_t,
                     std::string_view) {}

private:
    Json object_ = Json::object();
};

}  // namespace galley::vda_json
