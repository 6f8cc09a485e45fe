#pragma once

#include <cstdint>

#include "stored_texture.h"

namespace galley::image {

enum class Supercompression : std::uint32_t { none = 0, basis_lz = 1, zstd = 2, zlib = 3 };

struct Ktx2Header {
    StoredTexture texture;
    Supercompression supercompression = Supercompression::none;
    ByteSpan level;              ///< the stored bytes of level 0
    std::uint64_t expanded = 0;  ///< bytes of level 0, all slices, faces and layers
};

/// Reads header, index, data format descriptor and the two keys that change pixels
/// (KTXorientation, KTXswizzle); every range is inside the file, and the texture's sides are not 0.
[[nodiscard]] Result<Ktx2Header> read_ktx2_header(ByteSpan file);

/// kImageUnsupported for formats that are not read; `number` is a VkFormat and not 0.
[[nodiscard]] Result<StoredFormat> vulkan_format(std::uint32_t number);

}  // namespace galley::image
