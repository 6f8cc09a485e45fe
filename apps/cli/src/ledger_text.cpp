#include "ledger_text.h"

#include <fmt/format.h>

namespace galley::cli {

std::string ledger_text(const Ledger& ledger, std::string_view indent) {
    std::string out;
    if (ledger.partial()) out += fmt::format("{}partial: {}\n", indent, ledger.partial_reason());
    for (const LedgerEntry& entry : ledger.entries()) {
        if (entry.verdict == Verdict::kept) continue;
        out += fmt::format("{}{}: {}", indent, verdict_word(entry.verdict), entry.what);
        if (entry.count > 1) out += fmt::format(" ({} times)", entry.count);
        if (!entry.where.empty()) out += fmt::format(" at {}", entry.where);
        if (!entry.detail.empty()) out += fmt::format(": {}", entry.detail);
        out += '\n';
    }
    return out;
}

}  // namespace galley::cli
