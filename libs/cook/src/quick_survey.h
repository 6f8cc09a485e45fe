#pragma once

#include <optional>

#include "survey.h"

namespace galley {

/// The survey of a tree in which nothing changed, made without listing it: the directories have
/// their stamps, and every known source, recipe and further input its stat. Nothing when anything
/// differs or can't be told, or failed under another `max_decoded`; then the whole survey finds out
/// what.
[[nodiscard]] std::optional<Survey> quick_survey(FileSystem& fs, const Project& project,
                                                 const CookState& state, std::uint64_t max_decoded,
                                                 unsigned threads);

}  // namespace galley
