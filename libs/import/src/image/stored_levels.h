#pragma once

#include <optional>

#include "galley/import/image_texture.h"
#include "stored_texture.h"

namespace galley::image {

/// What a Galley texture says of the file: of the same bits where a format has them, else of the
/// plain format that their samples become. Nothing for volumes and cubes of fewer than six faces.
[[nodiscard]] std::optional<TextureInfo> texture_info(const StoredTexture& texture);

/// kImageTooLarge for more bytes, of all levels and layers, than the limits allow. `info` is what
/// `texture_info` gave, and passed `check_texture`.
[[nodiscard]] Result<void> check_all_levels(const TextureInfo& info, const DecodeLimits& limits);

/// The texture that `info` says of levels as they are stored, each with all its layers and faces.
/// Notes what becomes of pixels that have to change.
[[nodiscard]] Result<ImageTexture> texture_of_levels(const StoredTexture& texture,
                                                     const TextureInfo& info,
                                                     std::vector<Bytes> stored, Ledger& ledger);

}  // namespace galley::image
