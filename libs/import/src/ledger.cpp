#include "galley/import/ledger.h"

#include <algorithm>
#include <utility>

#include "galley/base/bytes.h"
#include "galley/base/hash.h"

namespace galley {
namespace {

std::uint64_t entry_hash(Verdict verdict, std::string_view what, std::string_view detail) {
    return xxh3_64(as_byte_span(what)) * 31 + xxh3_64(as_byte_span(detail)) +
           static_cast<std::uint64_t>(verdict);
}

}  // namespace

std::string_view verdict_word(Verdict verdict) {
    switch (verdict) {
    case Verdict::kept: return "kept";
    case Verdict::converted: return "converted";
    case Verdict::approximated: return "approximated";
    case Verdict::dropped: return "dropped";
    }
    return "unknown";
}

void Ledger::add(Verdict verdict, std::string what, std::string where, std::string detail,
                 std::uint64_t count) {
    const std::uint64_t hash = entry_hash(verdict, what, detail);
    const auto [first, last] = by_hash_.equal_range(hash);
    for (auto it = first; it != last; ++it) {
        LedgerEntry& entry = entries_[it->second];
        if (entry.verdict == verdict && entry.what == what && entry.detail == detail) {
            entry.count += count;
            return;
        }
    }
    by_hash_.emplace(hash, entries_.size());
    entries_.push_back({verdict, std::move(what), std::move(where), std::move(detail), count});
}

void Ledger::set_partial(std::string reason) {
    if (partial_reason_.empty()) partial_reason_ = std::move(reason);
}

bool Ledger::lossy() const {
    return partial() || std::ranges::any_of(entries_, [](const LedgerEntry& entry) {
               return entry.verdict == Verdict::approximated || entry.verdict == Verdict::dropped;
           });
}

}  // namespace galley
