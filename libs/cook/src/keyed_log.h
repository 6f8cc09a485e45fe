#pragma once

#include <functional>
#include <string>
#include <unordered_map>

#include "galley/base/hash.h"
#include "state_log.h"

namespace galley {

/// A log of one value for each key of the store, the last one counting. For one thread.
class KeyedLog {
public:
    /// `tag` tells the log from others.
    KeyedLog(FileSystem& fs, std::string path, std::uint32_t tag, std::uint32_t version);

    /// The value's bytes, valid until the next `put`; null when there is none.
    [[nodiscard]] const Bytes* find(const Digest& key);
    void put(const Digest& key, Bytes value);
    /// Appends what was put.
    Result<void> flush();
    /// Writes the whole anew with what `keep` says yes to.
    Result<void> rewrite(const std::function<bool(const Digest&)>& keep);

private:
    void load();

    StateLog log_;
    bool loaded_ = false;
    bool added_ = false;
    std::unordered_map<Digest, Bytes> values_;
};

}  // namespace galley
