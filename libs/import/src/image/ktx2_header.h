#pragma once

#include <cstdint>
#include <vector>

#include "stored_texture.h"

namespace galley::image {

enum class Supercompression : std::uint32_t { none = 0, basis_lz = 1, zstd = 2, zlib = 3 };

struct Ktx2Level {
    ByteSpan stored;
    std::uint64_t expanded = 0;  ///< bytes of all slices, faces and layers
};

struct Ktx2Header {
    StoredTexture texture;
    Supercompression supercompression = Supercompression::none;
    std::vector<Ktx2Level> levels;  ///< at least one
};

/// Reads header, index, data format descriptor and the two keys that change pixels
/// (KTXorientation, KTXswizzle); every range is inside the file, and the texture's sides are not 0.
[[nodiscard]] Result<Ktx2Header> read_ktx2_header(ByteSpan file);

/// kImageUnsupported for formats that are not read; `number` is a VkFormat and not 0.
[[nodiscard]] Result<StoredFormat> vulkan_format(std::uint32_t number);

}  // namespace galley::image
