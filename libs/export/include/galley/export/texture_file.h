#pragma once

#include <span>

#include "galley/asset/texture.h"
#include "galley/base/bytes.h"
#include "galley/base/result.h"

/// Textures as files that other tools and engines read: every PixelFormat, all levels, flat, arrays
/// and cubes. `levels[i]` is level i with all its layers, `level_bytes(info, i)` bytes, as
/// `encode_texture` takes it. Pixels are stored as they are. What a file has no place for (wrap,
/// filter, coverage) is left out.
namespace galley {

/// DDS with the DX10 header (Microsoft's "Programming guide for DDS"). It cannot hold a swizzle but
/// for an alpha that is 1, which its alpha mode says.
/// kTextureWrite when info or levels are not as `check_texture` and `level_bytes` say, and for a
/// swizzle that is not the format's own (`TextureEncodeOptions::swizzle` of `encode_again`).
[[nodiscard]] Result<Bytes> write_dds(const TextureInfo& info, std::span<const ByteSpan> levels);

/// KTX 2.0 without supercompression, with a data format descriptor; `KTXswizzle` holds a swizzle.
/// The same errors.
[[nodiscard]] Result<Bytes> write_ktx2(const TextureInfo& info, std::span<const ByteSpan> levels);

}  // namespace galley
