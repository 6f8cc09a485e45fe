#include "field_checks.h"

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

}  // namespace galley::vda
