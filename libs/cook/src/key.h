#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "galley/base/hash.h"
#include "galley/cook/cook.h"
#include "galley/cook/cooker.h"

namespace galley {

/// Everything that one asset's bytes are made from, as labelled text: hashed it is the key, kept it
/// answers `galley why`. Labels and order are fixed by `make_key_inputs`; project paths and names
/// never enter.
using KeyInputs = std::vector<std::pair<std::string, std::string>>;

/// `settings` are the effective ones, field by field.
[[nodiscard]] KeyInputs
make_key_inputs(const Cooker& cooker, const Digest& content,
                const std::vector<std::pair<std::string, std::string>>& settings);

/// SHA-256 over the inputs, every label and value with its length.
[[nodiscard]] Digest key_of(const KeyInputs& inputs);

/// What is different, in the order of `now`; what is gone comes last.
[[nodiscard]] std::vector<Change> compare_inputs(const KeyInputs& before, const KeyInputs& now);

}  // namespace galley
