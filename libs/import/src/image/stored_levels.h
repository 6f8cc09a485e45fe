#pragma once

#include <optional>

#include "galley/import/image_texture.h"
#include "stored_texture.h"

namespace galley::image {

/// What a Galley texture says of the same bits; nothing where none holds them.
[[nodiscard]] std::optional<TextureInfo> texture_info(const StoredTexture& texture);

/// kImageTooLarge for more bytes, of all levels and layers, than the limits allow; else their sum.
/// `info` is what `texture_info` gave, and passed `check_texture`.
[[nodiscard]] Result<std::uint64_t> check_all_levels(const TextureInfo& info,
                                                     const DecodeLimits& limits);

}  // namespace galley::image
