#pragma once

#include <string>
#include <string_view>

#include "galley/import/ledger.h"

namespace galley::cli {

/// One line for each entry, what was kept as it is left out; empty when there is nothing to say.
[[nodiscard]] std::string entries_text(const Ledger& ledger, std::string_view indent);
/// The same, after a line that says why the result is partial.
[[nodiscard]] std::string ledger_text(const Ledger& ledger, std::string_view indent);

}  // namespace galley::cli
