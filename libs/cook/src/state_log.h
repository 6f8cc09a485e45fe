#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "galley/base/file_system.h"

namespace galley {

/// An append-only file of checksummed records that tolerates a torn tail: reading stops at the
/// first record that is cut or damaged and what follows is as if never written. State, never
/// authored data: a foreign or older file counts as empty. `docs/formats/state.md`.
///   header: "GLYSTATE", u32 format version, u32 tag of the log
///   record: u32 payload size, u32 type, u64 XXH3-64 of the payload, payload
class StateLog {
public:
    /// `tag` tells one log's records from another's; `version` is theirs.
    StateLog(FileSystem& fs, std::string path, std::uint32_t tag, std::uint32_t version);

    /// Calls `record(type, payload)` in order. The payloads stay valid as long as this object,
    /// until `rewrite`.
    void read(const std::function<void(std::uint32_t type, ByteSpan payload)>& record);

    /// Collects a record for the next `flush`.
    void append(std::uint32_t type, ByteSpan payload);
    /// Appends what was collected behind the last good record. Not synced: losing it costs time
    /// only.
    Result<void> flush();
    /// Replaces the file by what `append` collected since (write aside, rename).
    Result<void> rewrite();
    /// Bytes of the file; opens it when `read` was not called yet.
    [[nodiscard]] std::uint64_t file_size();
    [[nodiscard]] const std::string& path() const { return path_; }

private:
    [[nodiscard]] Bytes header() const;
    void open();

    FileSystem& fs_;
    std::string path_;
    std::uint32_t tag_;
    std::uint32_t version_;
    std::unique_ptr<MappedFile> file_;
    std::uint64_t valid_size_ = 0;  ///< 0: no usable file, start a new one
    std::uint64_t file_size_ = 0;
    Bytes pending_;
};

}  // namespace galley
