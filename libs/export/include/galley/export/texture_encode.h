#pragma once

#include <cstdint>
#include <optional>

#include "galley/asset/texture.h"
#include "galley/base/jobs.h"
#include "galley/base/result.h"
#include "galley/export/convert.h"
#include "galley/texel/block_encode.h"
#include "galley/texel/image.h"
#include "galley/texel/texture_build.h"

namespace galley {

/// What a texture is stored in: plain samples, or blocks.
enum class TextureCoding : std::uint8_t { plain, bc1, bc3, bc4, bc5, bc7 };

struct TextureEncodeOptions {
    /// Else BC7 for 8-bit pictures (BC4 for grey numbers), and plain for more bits and for floats.
    std::optional<TextureCoding> coding = std::nullopt;
    /// Whether samples hold the sRGB transfer function: levels are filtered in light, and the
    /// format says so. Else true but for BC4 and BC5, whose samples are plain numbers.
    std::optional<bool> srgb = std::nullopt;
    texel::BlockQuality quality = texel::BlockQuality::normal;
    bool mips = true;  ///< else the first level alone
};

/// How a texture's pixels lie, as `texel::view_level` takes it.
[[nodiscard]] texel::TextureLayout layout_of(const TextureInfo& info);

/// A picture as a texture. BC5 is made of red and green as the x and y of normals, unless `srgb` is
/// given. 16-bit pictures become 8-bit for BC1, BC3 and BC7.
/// kTextureCoding for floats in blocks, and sRGB in BC4 and BC5.
[[nodiscard]] Result<OwnTexture> encode_picture(const Image& image,
                                                const TextureEncodeOptions& options, JobPool& pool);

/// A texture in another coding, level by level; `srgb` tags it anew. Where the coding is the one
/// that it has, its bytes are kept. Channels that the coding is not made from (red and green, or 16
/// bits, in BC1, BC3 and BC7) are taken as a shader sees them: swizzled, with z of normals, in 8
/// bits, 16-bit colour as sRGB unless `srgb` is false. kTextureCoding for floats in blocks, and
/// sRGB in BC4 and BC5.
[[nodiscard]] Result<OwnTexture> encode_again(const TextureView& texture,
                                              const TextureEncodeOptions& options, JobPool& pool);

}  // namespace galley
