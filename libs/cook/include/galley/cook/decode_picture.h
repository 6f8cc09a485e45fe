#pragma once

#include "galley/cook/cooker.h"

namespace galley {

/// The picture that a texture is made from: the source's own, or what its setting `channels`
/// combines it from, which the ledger tells. Of the context, limits and ledger are used.
[[nodiscard]] Result<Image> decode_picture(const TextureInput& input, const CookContext& context);

}  // namespace galley
