#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "galley/base/result.h"
#include "galley/core/json.h"
#include "galley/vda_json/read_body.h"
#include "json_value.h"

namespace galley::vda_json {

/// The archive that reads what `JsonWriter` made. Every field must be there, unless `form` gives
/// those that are missing their defaults, and no other. The kinds' rules are left to encoding.
class JsonReader {
public:
    explicit JsonReader(const JsonDocument& document, const BodyForm& form = {})
        : document_(document), form_(form) {}

    /// `json` is a value of the document, `pointer` where it stands.
    template <class T>
    [[nodiscard]] Result<T> read(const Json& json, std::string pointer) {
        pointer_ = std::move(pointer);
        T value;
        object(json, [&] { fields(*this, value); });
        if (error_) return std::unexpected(*std::move(error_));
        return value;
    }

    template <class T>
    vda::Mark operator()(std::string_view name, T& value) {
        if (const Json* json = member(name)) take(*json, value, name);
        return {};
    }
    template <class T, class Limit>
    vda::Mark operator()(std::string_view name, T& value, const Limit&) {
        return (*this)(name, value);
    }
    template <class T>
    vda::Mark array(std::string_view name, std::vector<T>& values) {
        if (const auto* items = elements(name)) {
            values.reserve(items->size());
            for (const Json& item : *items) take(item, values.emplace_back(), name);
        }
        return {};
    }
    vda::Mark strings(std::string_view name, std::vector<std::string>& values) {
        return array(name, values);
    }
    template <class T, class Body>
    vda::Mark list(std::string_view name, std::vector<T>& values, const Body& body) {
        if (const auto* items = elements(name)) {
            for (std::size_t i = 0; i < items->size() && !error_; ++i) {
                below(fmt::format("{}/{}", name, i),
                      [&] { object((*items)[i], [&] { body(*this, values.emplace_back(), i); }); });
            }
        }
        return {};
    }
    template <class T>
    vda::Mark count(std::string_view name, const std::vector<T>&, std::uint32_t& size) {
        if (const auto* items = elements(name)) size = static_cast<std::uint32_t>(items->size());
        return {};
    }
    template <class T, class Body>
    void items(std::string_view name, std::vector<T>& values, std::uint32_t, const Body& body) {
        list(name, values, body);
    }
    template <class T>
    vda::Mark rows(std::string_view name, std::vector<T>& values, std::uint64_t columns,
                   std::uint64_t rows, std::string_view) {
        if (error_) return {};
        if (object_->find(name) == nullptr) {
            fail(*object_, name, "this field is missing");
            return {};
        }
        const auto* lines = elements(name);
        if (lines == nullptr) return {};
        for (const Json& line : *lines) {
            const std::size_t before = values.size();
            const std::string* text = line.if_string();
            if (text == nullptr || !read_row(*text, values) || values.size() - before != columns) {
                fail(line, name, fmt::format("not a row of {} values", columns));
                return {};
            }
        }
        if (lines->size() != rows) {
            fail(*object_, name, fmt::format("{} rows, not {}", lines->size(), rows));
        }
        return {};
    }
    template <class T, class Body>
    void optional(std::string_view name, std::optional<T>& value, const Body& body) {
        const Json* json = member(name);
        if (json == nullptr || json->is_null()) return;
        nested(name, *json, [&] { body(*this, value.emplace()); });
    }
    template <class T, class Body>
    void group(std::string_view name, T& value, const Body& body) {
        if (const Json* json = member(name)) nested(name, *json, [&] { body(*this, value); });
    }
    void choice(std::string_view type_name, std::string_view name,
                std::variant<std::string, double, bool>& value, std::string_view) {
        std::uint32_t type = alternative_of(name);
        (*this)(type_name, type);
        switch (type) {
        case 0: (*this)(name, value.emplace<std::string>()); break;
        case 1: (*this)(name, value.emplace<double>()); break;
        case 2: (*this)(name, value.emplace<bool>()); break;
        default: fail(*object_, type_name, "not 0, 1 or 2"); break;
        }
    }
    template <class... Args>
    void check(bool, std::string_view, const vda::Mark&, const Args&...) {}
    template <class T>
    void check_below(std::string_view, const vda::Mark&, const std::vector<T>&, std::uint64_t,
                     std::string_view) {}

private:
    void fail(const Json& json, std::string_view name, std::string message) {
        if (error_) return;
        const std::string at = name.empty() ? pointer_ : fmt::format("{}/{}", pointer_, name);
        error_ = Error{form_.code, std::move(message), document_.place(json, at)};
    }
    /// A field of the object that is being read; marks it as known.
    [[nodiscard]] const Json* member(std::string_view name) {
        if (error_) return nullptr;
        known_.push_back(name);
        const Json* json = object_->find(name);
        if (json == nullptr && !form_.defaults) fail(*object_, name, "this field is missing");
        return json;
    }
    /// Which alternative of a choice the value's own type is; for where its type is not given.
    [[nodiscard]] std::uint32_t alternative_of(std::string_view name) const {
        const Json* json = error_ ? nullptr : object_->find(name);
        if (json == nullptr) return 0;
        return json->is_bool() ? 2 : json->is_number() ? 1 : 0;
    }
    [[nodiscard]] const Json::Array* elements(std::string_view name) {
        const Json* json = member(name);
        if (json == nullptr) return nullptr;
        if (json->if_array() == nullptr) {
            fail(*json, name, fmt::format("expected an array, not {}", json->type_name()));
        }
        return json->if_array();
    }
    template <class T>
    void take(const Json& json, T& value, std::string_view name) {
        if (error_) return;
        const Expected expected = read_value(json, value);
        if (!expected.empty()) fail(json, name, fmt::format("expected {}", expected));
    }
    template <class Visit>
    void below(std::string_view part, const Visit& visit) {
        const std::size_t size = pointer_.size();
        pointer_ += '/';
        pointer_ += part;
        visit();
        pointer_.resize(size);
    }
    template <class Visit>
    void nested(std::string_view name, const Json& json, const Visit& visit) {
        below(name, [&] { object(json, visit); });
    }
    /// Visits the fields of one object, and refuses members that were not among them.
    template <class Visit>
    void object(const Json& json, const Visit& visit) {
        const auto* members = json.if_object();
        if (members == nullptr) {
            fail(json, {}, fmt::format("expected an object, not {}", json.type_name()));
            return;
        }
        const Json* outer = std::exchange(object_, &json);
        std::vector<std::string_view> outer_known;
        outer_known.swap(known_);
        visit();
        for (const auto& [key, value] : *members) {
            if (std::ranges::find(known_, key) == known_.end()) {
                fail(value, json_pointer_part(key), "there is no field of this name");
            }
        }
        known_.swap(outer_known);
        object_ = outer;
    }

    const JsonDocument& document_;
    BodyForm form_;
    const Json* object_ = nullptr;
    std::vector<std::string_view> known_;
    std::string pointer_;
    std::optional<Error> error_;
};

}  // namespace galley::vda_json
