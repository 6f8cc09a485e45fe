#pragma once

#include <cstdint>

#include "galley/base/bytes.h"
#include "galley/base/result.h"
#include "galley/texel/image.h"
#include "galley/texel/texture_build.h"

namespace galley::texel {

/// A stored level in a plain format: itself, or what its blocks decode to. Signed blocks become
/// r16_unorm and rg16_unorm of (v + 1) / 2, as normals are stored unsigned.
struct PlainLevel {
    PixelFormat format = PixelFormat::rgba8_unorm;
    Bytes decoded;    ///< empty where the level was plain
    ByteSpan pixels;  ///< of `decoded`, or as given
};

/// kImageShape unless `pixels` is one level (or layer) of this size. `pixels` must outlive what
/// comes back.
[[nodiscard]] Result<PlainLevel> plain_level(ByteSpan pixels, PixelFormat format,
                                             std::uint32_t width, std::uint32_t height);

/// One level of a stored texture as an 8-bit RGBA picture to look at, sRGB encoded.
/// - 8-bit samples are shown as they are: colour keeps the file's own bytes (Z44).
/// - 16-bit colour and floats are linear light and get the sRGB transfer function; floats are
///   multiplied by `exposure` (a factor, not stops) first.
/// - Blocks are shown as what they decode to.
/// - 16-bit data is rounded to 8 bits; normals show z = sqrt(1 - x² - y²) in blue.
/// The swizzle is applied. kImageShape unless `pixels` is one level of this size.
[[nodiscard]] Result<Image> view_level(ByteSpan pixels, std::uint32_t width, std::uint32_t height,
                                       const TextureLayout& layout, ChannelUse use,
                                       float exposure = 1.0f);

}  // namespace galley::texel
