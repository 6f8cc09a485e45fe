#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "galley/base/bytes.h"
#include "galley/base/hash.h"
#include "galley/vda/container.h"

// Makes the checksums of damaged files right again, so that tests and fuzzers get past them to the
// checks behind. Users link Galley::vda. Layouts: docs/formats/vda.md.
namespace galley::test {

inline std::uint64_t load_little(ByteSpan bytes, std::size_t offset, std::size_t size) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < size && offset + i < bytes.size(); ++i) {
        value |= std::uint64_t{std::to_integer<std::uint8_t>(bytes[offset + i])} << (8 * i);
    }
    return value;
}

inline void store_little(galley::Bytes& bytes, std::size_t offset, std::uint64_t value,
                         std::size_t size) {
    for (std::size_t i = 0; i < size && offset + i < bytes.size(); ++i) {
        bytes[offset + i] = static_cast<std::byte>((value >> (8 * i)) & 0xffU);
    }
}

// The CRC of every chunk that lies whole in the file.
inline void repair_crcs(galley::Bytes& file) {
    std::size_t at = 4;
    while (at + 12 <= file.size()) {
        const std::uint64_t length = load_little(file, at + 4, 4);
        if (length > file.size() - at - 12) return;
        const ByteSpan chunk = ByteSpan(file).subspan(at, 8 + length);
        store_little(file, at + 8 + length,
                     vda::chunk_crc(as_text(chunk.first(4)), chunk.subspan(8)), 4);
        at += 12 + length;
    }
}

// The hashes of a body's segments and of its head, where the head's numbers allow it.
inline void repair_hashes(galley::Bytes& body) {
    const std::uint64_t head = load_little(body, 4, 4);
    const std::uint64_t count = load_little(body, 8, 4);
    if (head < 32 || head > body.size() || count > (head - 32) / 32) return;
    const auto store = [&](std::size_t at, ByteSpan bytes) {
        const Hash128 hash = xxh3_128(bytes);
        store_little(body, at, hash.low, 8);
        store_little(body, at + 8, hash.high, 8);
    };
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t offset = load_little(body, 16 + 32 * i, 8);
        const std::uint64_t size = load_little(body, 16 + 32 * i + 8, 8);
        if (offset > body.size() || size > body.size() - offset) continue;
        store(16 + 32 * i + 16, ByteSpan(body).subspan(offset, size));
    }
    store(head - 16, ByteSpan(body).first(head - 16));
}

}  // namespace galley::test
