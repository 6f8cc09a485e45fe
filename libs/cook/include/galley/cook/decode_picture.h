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

/// Whether no picture that the texture is made from has more than 8 bits a sample in its file, as
/// the headers tell: those of BC4 and BC5 are decoded to 16 bits, and are 8-bit art all the same.
/// Pictures that cannot be read do not count.
[[nodiscard]] bool holds_eight_bits(const TextureInput& input);

}  // namespace galley
