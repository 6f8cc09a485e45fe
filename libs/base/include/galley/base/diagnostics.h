#pragma once

#include <mutex>
#include <vector>

#include "galley/base/result.h"

namespace galley {

enum class Severity : std::uint8_t { note, warning, error };

struct Diagnostic {
    Severity severity = Severity::warning;
    Error error;
};

/// Where a library reports what did not stop it. The caller owns the sink and decides what to do
/// with it. Safe to report into from several threads; `items` and `take` give diagnostics in the
/// order they were reported, which is only deterministic when one thread reports.
class Diagnostics {
public:
    void report(Severity severity, Error error);
    void warn(ErrorCode code, std::string message, Place place = {}, std::string hint = {});
    void note(ErrorCode code, std::string message, Place place = {}, std::string hint = {});

    [[nodiscard]] std::vector<Diagnostic> items() const;
    [[nodiscard]] std::vector<Diagnostic> take();
    [[nodiscard]] std::size_t count(Severity severity) const;

private:
    mutable std::mutex mutex_;
    std::vector<Diagnostic> items_;
};

}  // namespace galley
