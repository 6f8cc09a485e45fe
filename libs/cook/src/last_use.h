#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>

#include "galley/base/hash.h"
#include "state_log.h"

namespace galley {

/// When a manifest stopped naming each key: what `gc` goes by. Losing it means that it goes by when
/// the files were written.
class LastUseLog {
public:
    LastUseLog(FileSystem& fs, const std::string& state_directory);

    /// Nanoseconds since the Unix epoch.
    [[nodiscard]] std::optional<std::int64_t> find(const Digest& key);
    void put(const Digest& key, std::int64_t now_ns);
    /// Appends what was put.
    Result<void> flush();
    /// Writes the whole anew with what `keep` says yes to.
    Result<void> rewrite(const std::function<bool(const Digest&)>& keep);

private:
    void load();

    StateLog log_;
    bool loaded_ = false;
    bool added_ = false;
    std::unordered_map<Digest, std::int64_t> uses_;
};

}  // namespace galley
