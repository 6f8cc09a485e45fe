#pragma once

#include "galley/export/texture_encode.h"
#include "losses.h"

namespace galley {

struct Recoding {
    TextureCoding coding = TextureCoding::plain;
    bool srgb = false;  ///< tags the format, where it has such a form
    bool transparent = true;
    texel::BlockQuality quality = texel::BlockQuality::normal;
    std::uint32_t levels = 1;  ///< as many of the first
};

/// Every layer of the levels decoded, put into the order of channels that the format has by itself,
/// and encoded. BC1, BC3 and BC7 are made of pixels as a shader sees them, in 8 bits, with z of
/// normals; BC4 and BC5 of the first one or two channels of that. kTextureCoding for floats in
/// blocks.
[[nodiscard]] Result<OwnTexture> recoded(const TextureView& texture, const Recoding& how,
                                         Losses& losses, JobPool& pool);

}  // namespace galley
