#pragma once

#include <string>
#include <string_view>

#include "galley/core/json.h"

namespace galley {

/// Parses an authored document. Text with the conflict markers of a merge says so in the hint.
[[nodiscard]] Result<JsonDocument> parse_document(std::string_view text, std::string file);

}  // namespace galley
