#pragma once

#include "galley/cook/cooker.h"

namespace galley {

/// The picture that a texture is made from: the source's own, or what its setting `channels`
/// combines it from, which the ledger tells. Of the context, limits and ledger are used.
[[nodiscard]] Result<Image> decode_picture(const TextureInput& input, const CookContext& context);

/// The same; of the source's own picture `on_rows` is told of rows as `decode_image_rows` does.
[[nodiscard]] Result<void> decode_picture_rows(const TextureInput& input,
                                               const CookContext& context, Image& image,
                                               const RowsDecoded& on_rows);

}  // namespace galley
