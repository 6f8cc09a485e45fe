#include "ledger_text.h"

#include <fmt/format.h>

namespace galley::cli {

std::string entries_text(const Ledger& ledger, std::string_view indent) {
    std::string out;
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

std::string ledger_text(const Ledger& ledger, std::string_view indent) {
    const std::string entries = entries_text(ledger, indent);
    if (!ledger.partial()) return entries;
    return fmt::format("{}partial: {}\n", indent, ledger.partial_reason()) + entries;
}

}  // namespace galley::cli
