#pragma once

#include <span>

#include "galley/asset/kinds.h"
#include "galley/base/bytes.h"
#include "galley/base/hash.h"
#include "galley/base/result.h"
#include "galley/vda/asset_file.h"

namespace galley {

/// A whole file of the store around one body: META (kind, compiler, name and source from the key,
/// source_hash the key, no deps), PADD so that the body's payload stands on a 64-byte file offset,
/// then the body chunk. `docs/formats/store-file.md`. Not for Veduta's kinds, whose META says more:
/// `vda::write_asset_file` writes those.
[[nodiscard]] Result<Bytes> encode_cooked_file(Kind kind, const Digest& key, ByteSpan body);
/// The same around a body in pieces that follow one another, which is not copied.
[[nodiscard]] Result<vda::AssetFileFrame> frame_cooked_file(Kind kind, const Digest& key,
                                                            std::span<const ByteSpan> body);

struct CookedFile {
    Kind kind = Kind::mesh;
    Digest key;  ///< zero for Veduta's kinds, whose META does not hold it
    std::uint16_t body_version = 0;
    ByteSpan body;  ///< borrows the file's bytes
    std::uint64_t body_offset = 0;
};

/// Opens a file of one of the kinds that Galley cooks; `verify` checks every CRC as well. A file of
/// another kind or a body of another version is an error with its own code.
[[nodiscard]] Result<CookedFile> open_cooked_file(ByteSpan file, bool verify = true);

/// Everything that the kind's view checks, for `galley verify`: head, segments and validity.
[[nodiscard]] Result<void> check_body(Kind kind, ByteSpan body);

/// META's `source_hash` of a file of one of Veduta's kinds by Veduta's recipe: SHA-256 over
/// `veduta-cook/1`, the compiler, the source's path below the assets and its bytes.
[[nodiscard]] Digest seed_source_hash(std::string_view compiler, std::string_view source,
                                      ByteSpan bytes);

/// What a body is known by: SHA-256 of the chunk's type and payload. META and padding do not count.
[[nodiscard]] Digest output_hash(Kind kind, ByteSpan body);
/// The same of a body in pieces.
[[nodiscard]] Digest output_hash(Kind kind, std::span<const ByteSpan> body);

}  // namespace galley
