#include "galley/base/diagnostics.h"

#include <algorithm>

namespace galley {

void Diagnostics::report(Severity severity, Error error) {
    const std::lock_guard lock(mutex_);
    items_.push_back({severity, std::move(error)});
}

void Diagnostics::warn(ErrorCode code, std::string message, Place place, std::string hint) {
    report(Severity::warning,
           Error{code, std::move(message), std::move(place), std::move(hint), nullptr});
}

void Diagnostics::note(ErrorCode code, std::string message, Place place, std::string hint) {
    report(Severity::note,
           Error{code, std::move(message), std::move(place), std::move(hint), nullptr});
}

std::vector<Diagnostic> Diagnostics::items() const {
    const std::lock_guard lock(mutex_);
    return items_;
}

std::vector<Diagnostic> Diagnostics::take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(items_, {});
}

std::size_t Diagnostics::count(Severity severity) const {
    const std::lock_guard lock(mutex_);
    return static_cast<std::size_t>(
        std::ranges::count(items_, severity, [](const Diagnostic& item) { return item.severity; }));
}

}  // namespace galley
