#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "galley/base/result.h"
#include "galley/vda/errors.h"
#include "galley/vda/fields.h"
#include "printable.h"

namespace galley::vda {

/// What reading and writing fields have in common: the first thing wrong, and where. Once an
/// archive failed it visits nothing more.
class FieldChecks {
public:
    [[nodiscard]] bool failed() const { return error_.has_value(); }

    template <class... Args>
    void check(bool ok, std::string_view rule, const Mark& mark, fmt::format_string<Args...> text,
               Args&&... args) {
        if (ok || failed()) return;
        fail(kRuleBroken, rule, mark, fmt::format(text, std::forward<Args>(args)...));
    }

    template <class T>
    void check_below(std::string_view rule, const Mark& mark, const std::vector<T>& values,
                     std::uint64_t limit, std::string_view of_what) {
        if (failed() || all_below(values, limit)) return;
        std::size_t i = 0;
        while (values[i] < limit) ++i;
        Mark item = mark.item(i, sizeof(T));
        if constexpr (sizeof(T) == sizeof(std::uint16_t)) {
            item.offset -= sizeof(std::uint32_t);  // cells have no count before them
        }
        fail(kRuleBroken, rule, item,
             fmt::format("{} is not below the {} {}", values[i], limit, of_what));
    }

protected:
    struct Step {
        std::string_view name;
        std::uint64_t index = Mark::kNone;
    };

    FieldChecks(std::string_view chunk, std::uint64_t base) : chunk_(chunk), base_(base) {}

    template <class T, class Limit>
    void check_limit(const Mark& mark, const T& value, const Limit& limit) {
        if (failed() || limit(value)) return;
        fail(kRuleBroken, limit.rule, mark,
             fmt::format("{} is not {}", shown(value), limit.text()));
    }

    void fail(ErrorCode code, std::string_view rule, const Mark& mark, std::string_view message);
    [[nodiscard]] Error take_error() { return *std::move(error_); }

    std::vector<Step> path_;

private:
    // In four parts, so that the processor need not wait for the last maximum.
    template <class T>
    [[nodiscard]] static bool all_below(const std::vector<T>& values, std::uint64_t limit) {
        T most[4] = {};
        const std::size_t whole = values.size() / 4 * 4;
        for (std::size_t i = 0; i < whole; i += 4) {
            for (std::size_t k = 0; k < 4; ++k) most[k] = std::max(most[k], values[i + k]);
        }
        for (std::size_t i = whole; i < values.size(); ++i) most[0] = std::max(most[0], values[i]);
        return values.empty() || *std::max_element(most, most + 4) < limit;
    }

    template <class T>
    [[nodiscard]] static T shown(T value) {
        return value;
    }
    [[nodiscard]] static unsigned shown(std::uint8_t value) { return value; }
    [[nodiscard]] static std::string shown(Grid grid) {
        return fmt::format("{} {}", grid.columns, grid.rows);
    }
    [[nodiscard]] static std::string shown(const std::string& text) { return printable(text); }

    std::string_view chunk_;
    std::uint64_t base_;
    std::optional<Error> error_;
};

}  // namespace galley::vda
