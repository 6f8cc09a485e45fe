#pragma once

#include <cstdint>
#include <optional>

#include "keyed_log.h"

namespace galley {

/// When a manifest stopped naming each key: what `gc` goes by. Losing it means that it goes by when
/// the files were written.
class LastUseLog {
public:
    LastUseLog(FileSystem& fs, const std::string& state_directory);

    /// Nanoseconds since the Unix epoch.
    [[nodiscard]] std::optional<std::int64_t> find(const Digest& key);
    void put(const Digest& key, std::int64_t now_ns);
    Result<void> flush() { return log_.flush(); }
    /// Leaves out what `keep` says no to.
    Result<void> rewrite(const std::function<bool(const Digest&)>& keep) {
        return log_.rewrite(keep);
    }

private:
    KeyedLog log_;
};

}  // namespace galley
