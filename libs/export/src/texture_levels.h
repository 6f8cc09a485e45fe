#pragma once

#include <span>

#include "galley/asset/texture.h"
#include "galley/base/result.h"

namespace galley {

/// kTextureWrite unless the texture is a legal one and every level has the bytes that it must.
[[nodiscard]] Result<void> check_levels(const TextureInfo& info, std::span<const ByteSpan> levels);

}  // namespace galley
