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

/// Reads a DDS or KTX2 file without decoding its pixels; supercompression is undone. Nothing for
/// other files, and where pixels would have to change to be a Galley texture: other orders of
/// channels, three samples a pixel, masks, floats of 32 bits, volumes, premultiplied alpha, rows
/// that start elsewhere than at the top left; `decode_image` reads their first picture. Errors are
/// those of `decode_image`; a file that is cut after its first picture is kImageDamaged.
[[nodiscard]] Result<std::optional<ImageTexture>>
read_image_texture(ByteSpan file, std::string_view extension, const DecodeLimits& limits);

}  // namespace galley
