#pragma once

#include "galley/asset/kinds.h"
#include "galley/base/bytes.h"
#include "galley/base/hash.h"
#include "galley/base/result.h"

namespace galley {

/// A whole file of the store around one body: META (kind, compiler, name and source from the key,
/// source_hash the key, no deps), PADD so that the body's payload stands on a 64-byte file offset,
/// then the body chunk. `docs/formats/store-file.md`.
[[nodiscard]] Result<Bytes> encode_cooked_file(Kind kind, const Digest& key, ByteSpan body);

struct CookedFile {
    Kind kind = Kind::mesh;
    Digest key;
    std::uint16_t body_version = 0;
    ByteSpan body;  ///< borrows the file's bytes
    std::uint64_t body_offset = 0;
};

/// Opens one of Galley's own kinds; `verify` checks every CRC as well. A file of a seed's kind or a
/// body of another version is an error with its own code.
[[nodiscard]] Result<CookedFile> open_cooked_file(ByteSpan file, bool verify = true);

/// Everything that the kind's view checks, for `galley verify`: head, segments and validity.
[[nodiscard]] Result<void> check_body(Kind kind, ByteSpan body);

/// What a body is known by: SHA-256 of the chunk's type and payload. META and padding do not count.
[[nodiscard]] Digest output_hash(Kind kind, ByteSpan body);

}  // namespace galley
