#pragma once

#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

#include "galley/base/uuid.h"
#include "key.h"
#include "state_log.h"

namespace galley {

/// What each asset's key was made from when it was cooked last, and what had changed then. Only for
/// answering why; losing it costs the answer.
class InputsLog {
public:
    struct Entry {
        KeyInputs inputs;
        std::vector<Change> why;
    };

    InputsLog(FileSystem& fs, const std::string& state_directory);

    /// Reads the log unless that was done; the others do so when they need it. Any thread may call
    /// it, beside another call of anything here.
    void load();

    [[nodiscard]] std::optional<Entry> find(const Uuid& asset);
    void put(const Uuid& asset, const Entry& entry);
    /// Appends what was put, or writes the whole anew when most of it is dead.
    Result<void> flush();

private:
    StateLog log_;
    std::once_flag loaded_;
    std::uint64_t records_ = 0;
    std::unordered_map<Uuid, ByteSpan> entries_;  ///< into the log's bytes
    std::unordered_map<Uuid, Bytes> added_;
};

}  // namespace galley
