#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "galley/asset/texture.h"
#include "galley/base/bytes.h"
#include "galley/base/result.h"
#include "galley/import/image_file.h"

namespace galley {

/// A texture as a DDS or KTX2 file stores it: all levels, each with all its layers and faces.
/// Usage is `color` where the format says sRGB, else `data`.
struct ImageTexture {
    TextureInfo info;
    std::vector<Bytes> levels;
};

/// Reads a DDS or KTX2 file; supercompression is undone. Pixels stay as they are where a Galley
/// texture holds them. Else (three samples a pixel, masks, BC2, floats of 32 bits, premultiplied
/// alpha, rows that start elsewhere than at the top left) each picture is decoded, and laid out in
/// the plain format of its samples as `texel::build_texture` does; the ledger says what that
/// changes. Nothing for other files, volumes, and cubes of fewer than six faces; `decode_image`
/// reads their first picture. Errors are those of `decode_image`; a file that is cut after its
/// first picture is kImageDamaged.
[[nodiscard]] Result<std::optional<ImageTexture>> read_image_texture(ByteSpan file,
                                                                     std::string_view extension,
                                                                     const DecodeLimits& limits,
                                                                     Ledger& ledger);

}  // namespace galley
