#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "field_checks.h"
#include "galley/base/bytes.h"
#include "little.h"

namespace galley::vda {

/// Writes fields into a payload, and refuses what `FieldReader` would (P6).
class FieldWriter : public FieldChecks {
public:
    explicit FieldWriter(std::string_view chunk) : FieldChecks(chunk, 0) {}

    template <class T>
    [[nodiscard]] static Result<Bytes> encode(const T& value) {
        FieldWriter writer(T::kChunk);
        fields(writer, value);
        if (writer.failed()) return std::unexpected(writer.take_error());
        return std::move(writer.bytes_);
    }

    template <class T>
    Mark operator()(std::string_view name, const T& value) {
        const Mark mark = here(name);
        if constexpr (std::is_same_v<T, bool>) {
            store_little(bytes_, static_cast<std::uint8_t>(value ? 1 : 0));
        } else {
            store_little(bytes_, value);
        }
        return mark;
    }
    Mark operator()(std::string_view name, const std::string& value) {
        const Mark mark = count(name, value.size());
        const ByteSpan bytes = as_byte_span(value);
        bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
        return mark;
    }
    template <class T, class Limit>
    Mark operator()(std::string_view name, const T& value, const Limit& limit) {
        const Mark mark = (*this)(name, value);
        check_limit(mark, value, limit);
        return mark;
    }

    template <class T>
    Mark array(std::string_view name, const std::vector<T>& values) {
        const Mark mark = count(name, values.size());
        store_array(bytes_, std::span<const T>(values));
        return mark;
    }
    Mark strings(std::string_view name, const std::vector<std::string>& values) {
        const Mark mark = count(name, values.size());
        each(name, values,
             [](FieldWriter& out, const std::string& text, std::size_t) { out({}, text); });
        return mark;
    }
    template <class T, class Body>
    Mark list(std::string_view name, const std::vector<T>& values, const Body& body) {
        const Mark mark = count(name, values.size());
        each(name, values, body);
        return mark;
    }
    template <class T>
    Mark count(std::string_view name, const std::vector<T>& values, std::uint32_t) {
        return count(name, values.size());
    }
    template <class T, class Body>
    void items(std::string_view name, const std::vector<T>& values, std::uint32_t,
               const Body& body) {
        each(name, values, body);
    }
    template <class T>
    Mark rows(std::string_view name, const std::vector<T>& values, std::uint64_t columns,
              std::uint64_t rows, std::string_view rule) {
        const Mark mark = here(name);
        check(values.size() == columns * rows, rule, mark, "{} values, not {} by {}", values.size(),
              columns, rows);
        store_array(bytes_, std::span<const T>(values));
        return mark;
    }
    template <class T, class Body>
    void optional(std::string_view name, const std::optional<T>& value, const Body& body) {
        (*this)(name, value.has_value());
        if (value) group(name, *value, body);
    }
    template <class T, class Body>
    void group(std::string_view name, const T& value, const Body& body) {
        path_.push_back({name});
        body(*this, value);
        path_.pop_back();
    }
    void choice(std::string_view type_name, std::string_view name,
                const std::variant<std::string, double, bool>& value, std::string_view) {
        (*this)(type_name, static_cast<std::uint8_t>(value.index()));
        std::visit([&](const auto& alternative) { (*this)(name, alternative); }, value);
    }

private:
    [[nodiscard]] Mark here(std::string_view name) const { return {name, bytes_.size()}; }

    Mark count(std::string_view name, std::size_t size) {
        constexpr std::size_t kMost = std::numeric_limits<std::uint32_t>::max();
        const Mark mark = here(name);
        check(size <= kMost, "P6", mark, "{} elements, a list holds at most {}", size, kMost);
        store_little(bytes_, static_cast<std::uint32_t>(size));
        return mark;
    }
    template <class T, class Body>
    void each(std::string_view name, const std::vector<T>& values, const Body& body) {
        path_.push_back({name});
        for (std::size_t i = 0; i < values.size() && !failed(); ++i) {
            path_.back().index = i;
            body(*this, values[i], i);
        }
        path_.pop_back();
    }

    Bytes bytes_;
};

}  // namespace galley::vda
