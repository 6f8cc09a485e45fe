#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "galley/base/diagnostics.h"
#include "galley/base/vec.h"
#include "galley/cook/cook.h"
#include "galley/core/json.h"
#include "galley/import/ledger.h"

namespace galley::cli {

/// The parts that the output of several verbs shares: `docs/formats/inspect-json.md`.
[[nodiscard]] Json json_of(const Error& error);
[[nodiscard]] Json json_of(const Diagnostic& diagnostic);
[[nodiscard]] Json json_of(const Ledger& ledger);
[[nodiscard]] Json json_of(std::span<const Change> changes);
[[nodiscard]] Json json_of(Vec2 v);
[[nodiscard]] Json json_of(Vec3 v);
[[nodiscard]] Json json_of(const Vec4& v);
[[nodiscard]] Json json_of(const Aabb& box);

/// `setting usage: data -> color`, `file a.bin: added`, `file a.bin: removed`.
[[nodiscard]] std::string change_text(const Change& change);
[[nodiscard]] std::string_view severity_word(Severity severity);

}  // namespace galley::cli
