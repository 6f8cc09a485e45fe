#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace galley {

/// What became of one thing that a source file holds (Z12).
enum class Verdict : std::uint8_t { kept = 0, converted = 1, approximated = 2, dropped = 3 };
[[nodiscard]] std::string_view verdict_word(Verdict verdict);

struct LedgerEntry {
    Verdict verdict = Verdict::kept;
    std::string what;    ///< `extension KHR_draco_mesh_compression`, `primitive mode LINES`
    std::string where;   ///< JSON pointer or other place of the first one, may be empty
    std::string detail;  ///< why, and what it became
    std::uint64_t count = 1;

    friend bool operator==(const LedgerEntry&, const LedgerEntry&) = default;
};

/// What an import kept, converted, approximated and dropped, one entry for each different
/// (verdict, what, detail): `add` counts repeats and keeps the first place. `partial` is set when
/// the source was damaged and only a part of it could be used.
class Ledger {
public:
    void add(Verdict verdict, std::string what, std::string where, std::string detail,
             std::uint64_t count = 1);
    void set_partial(std::string reason);

    [[nodiscard]] const std::vector<LedgerEntry>& entries() const { return entries_; }
    [[nodiscard]] bool partial() const { return !partial_reason_.empty(); }
    [[nodiscard]] const std::string& partial_reason() const { return partial_reason_; }
    /// True when anything was approximated or dropped, or the result is partial.
    [[nodiscard]] bool lossy() const;

private:
    std::vector<LedgerEntry> entries_;
    std::unordered_multimap<std::uint64_t, std::size_t> by_hash_;  ///< into entries_
    std::string partial_reason_;
};

}  // namespace galley
