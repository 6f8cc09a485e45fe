#include "field_checks.h"

#include "galley/base/hash.h"
#include "utf8.h"

namespace galley::vda {

void FieldChecks::fail(ErrorCode code, std::string_view rule, const Mark& mark,
                       std::string_view message) {
    if (failed()) return;
    std::string field;
    const auto add = [&](std::string_view name) {
        if (!field.empty()) field += '/';
        field += name;
    };
    for (const Step& step : path_) {
        add(step.name);
        if (step.index != Mark::kNone) add(std::to_string(step.index));
    }
    if (!mark.name.empty()) add(mark.name);
    if (mark.index != Mark::kNone) add(std::to_string(mark.index));
    if (!mark.member.empty()) add(mark.member);
    Place place;
    place.chunk = chunk_;
    place.offset = base_ + mark.offset;
    place.field = std::move(field);
    error_ = Error{code, fmt::format("{}: {}", rule, message), std::move(place)};
}

std::string FieldChecks::shown(const std::string& text) {
    constexpr std::size_t kMost = 60;
    const std::string_view start = std::string_view(text).substr(0, kMost);
    if (find_bad_utf8(start) != start.size()) {
        return fmt::format("the bytes {}", to_hex(as_byte_span(start)));
    }
    return fmt::format("'{}'", start);
}

}  // namespace galley::vda
