#pragma once

#include <optional>

#include "galley/asset/texture.h"
#include "galley/base/result.h"
#include "galley/project/settings.h"
#include "galley/texel/image.h"

namespace galley {

/// The block format that a picture is stored in by its usage, channels and depth, or by what the
/// settings name; nothing for plain pixels. `eight_bits`: its files have no more a sample, however
/// deep it was decoded. kCompressionUnfit when the named format cannot hold it.
[[nodiscard]] Result<std::optional<PixelFormat>> choose_blocks(const TextureSettings& settings,
                                                               const Image& image, bool eight_bits);

}  // namespace galley
