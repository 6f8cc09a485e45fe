#pragma once

#include <span>
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

/// What stands before and behind a body in its file: META, then the body; for Galley's own kinds
/// the body's payload is aligned in the file (F4).
struct AssetFileFrame {
    Bytes before;
    Bytes behind;
};
/// `body` is in pieces that follow one another.
[[nodiscard]] Result<AssetFileFrame> frame_asset_file(const Meta& meta,
                                                      std::span<const ByteSpan> body);
/// The whole file.
[[nodiscard]] Result<Bytes> write_asset_file(const Meta& meta, ByteSpan body);

}  // namespace galley::vda
