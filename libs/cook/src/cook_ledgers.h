#pragma once

#include "galley/import/ledger.h"
#include "keyed_log.h"

namespace galley {

/// What the cook of each key approximated or dropped, where it did: bodies come from the store as
/// well, and hold nothing of it. Written before the bodies get their names, so that a cook that is
/// killed leaves none without. Where the log was lost, a strict cook makes the body again.
class CookLedgers {
public:
    CookLedgers(FileSystem& fs, const std::string& state_directory);

    /// Empty when there is nothing to tell.
    [[nodiscard]] Ledger find(const Digest& key);
    [[nodiscard]] bool has(const Digest& key) { return log_.find(key) != nullptr; }
    /// An empty one is written only where another one was.
    void put(const Digest& key, const Ledger& ledger);
    Result<void> flush() { return log_.flush(); }
    /// Leaves out what `keep` says no to.
    Result<void> rewrite(const std::function<bool(const Digest&)>& keep) {
        return log_.rewrite(keep);
    }

private:
    KeyedLog log_;
};

}  // namespace galley
