#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "field_checks.h"
#include "galley/base/bytes.h"
#include "little.h"
#include "minimum_size.h"

namespace galley::vda {

/// Reads fields out of a payload (P1 to P4). Offsets in errors have `base` added.
class FieldReader : public FieldChecks {
public:
    FieldReader(ByteSpan payload, std::string_view chunk, std::uint64_t base)
        : FieldChecks(chunk, base), payload_(payload) {}

    /// The whole payload as one `T`.
    template <class T>
    [[nodiscard]] static Result<T> decode(ByteSpan payload, std::uint64_t base) {
        FieldReader reader(payload, T::kChunk, base);
        T value;
        fields(reader, value);
        if (reader.left() > 0 && !reader.failed()) {
            reader.fail(kPayloadLeft, "P4", {{}, reader.offset_},
                        fmt::format("{} bytes are left after the last field", reader.left()));
        }
        if (reader.failed()) return std::unexpected(reader.take_error());
        return value;
    }

    template <class T>
    Mark operator()(std::string_view name, T& value) {
        const Mark mark = here(name);
        if (take(sizeof(T), mark)) value = load_little<T>(taken_);
        return mark;
    }
    Mark operator()(std::string_view name, bool& value) {
        std::uint8_t byte = 0;
        const Mark mark = (*this)(name, byte);
        check(byte <= 1, "P2", mark, "{} is neither 0 nor 1", byte);
        value = byte == 1;
        return mark;
    }
    Mark operator()(std::string_view name, std::string& value) {
        const Mark mark = here(name);
        const std::uint32_t size = count(mark, 1);
        if (take(size, mark)) value = as_text(taken_);
        return mark;
    }
    template <class T, class Limit>
    Mark operator()(std::string_view name, T& value, const Limit& limit) {
        const Mark mark = (*this)(name, value);
        check_limit(mark, value, limit);
        return mark;
    }

    template <class T>
    Mark array(std::string_view name, std::vector<T>& values) {
        const Mark mark = here(name);
        const std::uint64_t size = count(mark, sizeof(T));
        if (take(size * sizeof(T), mark)) values = load_array<T>(taken_);
        return mark;
    }
    Mark strings(std::string_view name, std::vector<std::string>& values) {
        const Mark mark = here(name);
        const std::uint32_t size = count(mark, sizeof(std::uint32_t));
        each(name, values, size,
             [](FieldReader& in, std::string& text, std::size_t) { in({}, text); });
        return mark;
    }
    template <class T, class Body>
    Mark list(std::string_view name, std::vector<T>& values, const Body& body) {
        const Mark mark = here(name);
        const std::uint32_t size = failed() ? 0 : count(mark, minimum_size<T>(body));
        each(name, values, size, body);
        return mark;
    }
    template <class T>
    Mark count(std::string_view name, const std::vector<T>&, std::uint32_t& size) {
        return (*this)(name, size);
    }
    template <class T, class Body>
    void items(std::string_view name, std::vector<T>& values, std::uint32_t size,
               const Body& body) {
        each(name, values, size, body);
    }
    /// `rule` is that of too few bytes.
    template <class T>
    Mark rows(std::string_view name, std::vector<T>& values, std::uint64_t columns,
              std::uint64_t rows, std::string_view rule) {
        const Mark mark = here(name);
        if (failed()) return mark;
        const std::uint64_t size = columns * rows;
        if (size > left() / sizeof(T)) {
            fail(kFieldCut, rule, mark,
                 fmt::format("{} by {} values of {} bytes do not fit in the {} bytes left", columns,
                             rows, sizeof(T), left()));
        } else if (take(size * sizeof(T), mark)) {
            values = load_array<T>(taken_);
        }
        return mark;
    }
    template <class T, class Body>
    void optional(std::string_view name, std::optional<T>& value, const Body& body) {
        bool present = false;
        (*this)(name, present);
        if (present && !failed()) group(name, value.emplace(), body);
    }
    template <class T, class Body>
    void group(std::string_view name, T& value, const Body& body) {
        path_.push_back({name});
        body(*this, value);
        path_.pop_back();
    }
    void choice(std::string_view type_name, std::string_view name,
                std::variant<std::string, double, bool>& value, std::string_view rule) {
        std::uint8_t type = 0;
        const Mark mark = (*this)(type_name, type);
        check(type <= 2, rule, mark, "{} is not 0, 1 or 2", type);
        if (failed()) return;
        switch (type) {
        case 0: (*this)(name, value.emplace<std::string>()); break;
        case 1: (*this)(name, value.emplace<double>()); break;
        default: (*this)(name, value.emplace<bool>()); break;
        }
    }

private:
    [[nodiscard]] Mark here(std::string_view name) const { return {name, offset_}; }
    [[nodiscard]] std::uint64_t left() const { return payload_.size() - offset_; }

    /// Takes the next bytes; false when the archive failed, or does now.
    [[nodiscard]] bool take(std::uint64_t size, const Mark& mark) {
        if (failed()) return false;
        if (size > left()) {
            fail(kFieldCut, "P1", mark,
                 fmt::format("{} bytes are left of the {} it takes", left(), size));
            return false;
        }
        taken_ = payload_.subspan(offset_, size);
        offset_ += size;
        return true;
    }
    /// P3; 0 where the archive failed.
    [[nodiscard]] std::uint32_t count(const Mark& mark, std::uint64_t minimum) {
        if (!take(sizeof(std::uint32_t), mark)) return 0;
        const auto size = load_little<std::uint32_t>(taken_);
        if (size <= left() / minimum) return size;
        fail(kFieldCut, "P3", mark,
             fmt::format("{} elements of at least {} bytes do not fit in the {} bytes left", size,
                         minimum, left()));
        return 0;
    }
    /// The vector grows as elements are read: a small element may take more memory than bytes.
    template <class T, class Body>
    void each(std::string_view name, std::vector<T>& values, std::uint32_t size, const Body& body) {
        if (failed()) return;
        path_.push_back({name});
        for (std::uint32_t i = 0; i < size && !failed(); ++i) {
            path_.back().index = i;
            body(*this, values.emplace_back(), i);
        }
        path_.pop_back();
    }

    ByteSpan payload_;
    std::uint64_t offset_ = 0;
    ByteSpan taken_;
};

}  // namespace galley::vda
