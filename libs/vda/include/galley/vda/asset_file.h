#pragma once

#include <vector>

#include "galley/vda/container.h"
#include "galley/vda/meta.h"

namespace galley::vda {

/// A cooked asset's file, opened: its metadata and its one body (F1 to F3). Views borrow the file.
struct AssetFile {
    Meta meta;
    ChunkView meta_chunk;
    ChunkView body;
    std::vector<ChunkView> chunks;  ///< all of them, in order
};

/// Checks the container, META and that exactly one body chunk is there, of META's kind; does not
/// look into the body. `verify_crc` as in `read_container`.
[[nodiscard]] Result<AssetFile> read_asset_file(ByteSpan file, bool verify_crc = true);

/// META, then the body; for Galley's own kinds the body's payload is aligned in the file (F4).
[[nodiscard]] Result<Bytes> write_asset_file(const Meta& meta, ByteSpan body);

}  // namespace galley::vda
