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
    /// Whether the texture may have a swizzle that is not its format's; else pixels are put in
    /// order, for files that cannot say one.
    bool swizzle = true;
};

/// How a texture's pixels lie, as `texel::view_level` takes it.
[[nodiscard]] texel::TextureLayout layout_of(const TextureInfo& info);

/// A picture as a texture. BC5 is made of red and green as the x and y of normals, unless `srgb` is
/// given. 16-bit pictures become 8-bit for BC1, BC3 and BC7; grey is repeated where a format has
/// more channels. Losses are channels that BC4 and BC5 leave out, smooth alpha in BC1, and samples
/// that no half holds. kTextureCoding for floats in blocks, and sRGB in BC4 and BC5.
[[nodiscard]] Result<Converted<OwnTexture>>
encode_picture(const Image& image, const TextureEncodeOptions& options, JobPool& pool);

/// A texture in another coding, level by level; `srgb` tags it anew. Where the coding is the one
/// that it has, its bytes are kept. Else its channels are those that a shader sees, with the
/// swizzle that the format has by itself: swizzled, with z of normals and in 8 bits for BC1, BC3
/// and BC7 (16-bit colour as sRGB unless `srgb` is false), the first one or two of them for BC4 and
/// BC5. Without a coding, blocks that must be put in order become BC7 where they are of one or two
/// channels, and plain where they are of no coding, which is a loss like those of `encode_picture`.
/// The same errors.
[[nodiscard]] Result<Converted<OwnTexture>>
encode_again(const TextureView& texture, const TextureEncodeOptions& options, JobPool& pool);

}  // namespace galley
