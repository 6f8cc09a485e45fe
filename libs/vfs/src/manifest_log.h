#pragma once

#include <cstdint>

#include "galley/base/bytes.h"
#include "galley/vfs/manifest.h"

// The records of docs/formats/manifest.md, apart from what they mean.
namespace galley::manifest_log {

inline constexpr std::string_view kMagic = "GALLEYMF";
inline constexpr std::uint32_t kVersion = 1;
inline constexpr std::uint64_t kHeaderSize = 16;
inline constexpr std::uint64_t kFrameSize = 4 + 1 + 8;  ///< of a record around its payload

enum class RecordType : std::uint8_t { row = 1, removal = 2, commit = 3 };

/// A record whose frame is sound: it fits and its checksum is right.
struct Record {
    RecordType type;
    ByteSpan payload;
};

/// The record at `offset`, or false where none can be read (M4).
[[nodiscard]] bool read_record(ByteSpan file, std::uint64_t offset, Record& record);
/// A record that `read_record` has read before; its checksum is not looked at again.
[[nodiscard]] Record checked_record(ByteSpan file, std::uint64_t offset);

/// A row's payload is well-formed (M4). The counts in it are then safe to use.
[[nodiscard]] bool row_is_sound(ByteSpan payload);
/// False for a row that counts as a removal (M7). The payload must be sound.
[[nodiscard]] bool row_is_known(ByteSpan payload);
[[nodiscard]] Uuid row_id(ByteSpan payload);  ///< of a row or a removal
/// Decodes a row that is sound and known.
void decode_row(ByteSpan payload, ManifestRow& row);

}  // namespace galley::manifest_log
