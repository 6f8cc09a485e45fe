#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "galley/base/byte_reader.h"
#include "galley/base/byte_writer.h"
#include "galley/base/file_system.h"
#include "galley/base/hash.h"
#include "galley/base/uuid.h"

namespace galley {

/// The fields that the records of all state logs are made of.

inline void put_text(ByteWriter& writer, std::string_view text) {
    writer.u32(static_cast<std::uint32_t>(text.size()));
    writer.text(text);
}

[[nodiscard]] inline std::string_view get_view(ByteReader& reader) {
    return reader.text(reader.count(1));
}

[[nodiscard]] inline std::string get_text(ByteReader& reader) {
    return std::string(get_view(reader));
}

/// Of a file or a directory; which of them isn't stored.
inline void put_stat(ByteWriter& writer, const FileStat& stat) {
    writer.u64(stat.size);
    writer.i64(stat.mtime_ns);
    writer.i64(stat.ctime_ns);
    writer.u64(stat.inode);
}

[[nodiscard]] inline FileStat get_stat(ByteReader& reader, FileType type = FileType::file) {
    FileStat stat;
    stat.type = type;
    stat.size = reader.u64();
    stat.mtime_ns = reader.i64();
    stat.ctime_ns = reader.i64();
    stat.inode = reader.u64();
    return stat;
}

/// A digest or an id.
template <class Bits>
void put_bits(ByteWriter& writer, const Bits& bits) {
    writer.bytes(std::as_bytes(std::span(bits.bytes)));
}

template <class Bits>
[[nodiscard]] Bits get_bits(ByteReader& reader) {
    Bits bits{};
    const ByteSpan bytes = reader.bytes(sizeof(bits.bytes));
    if (!bytes.empty()) {
        std::memcpy(&bits.bytes, bytes.data(), bytes.size());
    }
    return bits;
}

inline void put_hash(ByteWriter& writer, const Hash128& hash) {
    writer.u64(hash.low);
    writer.u64(hash.high);
}

[[nodiscard]] inline Hash128 get_hash(ByteReader& reader) {
    const std::uint64_t low = reader.u64();
    return {low, reader.u64()};
}

}  // namespace galley
