#pragma once

#include <cstdint>

#include "galley/asset/texture.h"
#include "galley/base/bytes.h"
#include "galley/base/result.h"
#include "galley/texel/image.h"

/// Pictures as floats in linear light, which `write_exr` takes.
namespace galley {

/// The same channels as floats: 8 and 16 bits as 0 to 1, colours (not alpha) through the inverse of
/// sRGB where `srgb` says so. Floats stay. `image` is as many bytes as it says.
[[nodiscard]] Image to_linear_floats(const Image& image, bool srgb);

/// The first layer of a level as floats: blocks decoded, sRGB formats in linear light, the swizzle
/// applied, z of normals reckoned. Grey where the swizzle gives one channel to all three; without
/// alpha where the swizzle sets it to one, or the format has none. kImageShape for other bytes than
/// the level's.
[[nodiscard]] Result<Image> level_floats(const TextureInfo& info, std::uint32_t level,
                                         ByteSpan bytes);

/// Sets the colours to 0 where alpha is 0, which straight alpha does not show and OpenEXR does.
/// Gives how many pixels had some.
std::uint64_t clear_invisible(Image& floats);

/// Whether every sample is a half: 16 bits lose nothing. NaNs count as halves.
[[nodiscard]] bool are_halves(const Image& floats);

}  // namespace galley
