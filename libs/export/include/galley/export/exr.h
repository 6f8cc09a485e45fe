#pragma once

#include <span>

#include "galley/base/bytes.h"
#include "galley/base/jobs.h"
#include "galley/base/result.h"
#include "galley/texel/image.h"

namespace galley {

enum class ExrDepth : std::uint8_t { half, float32 };

/// Pictures of 32-bit floats in linear light, alpha straight, as an OpenEXR file ("OpenEXR File
/// Layout", version 2) of channels Y, YA, RGB or RGBA with ZIP compression: one picture as scan
/// lines, several as a mip map in tiles of 64 x 64, which they must fill to 1 x 1 with sides
/// rounded down. Colours are multiplied by alpha, as OpenEXR has it, but for those whose alpha is
/// not above 0, which stay and are light that is added (`clear_invisible`). Halves are rounded to
/// the nearest, and beyond 65504 infinite. Equal pictures give equal files for one version of
/// libdeflate, whatever the threads. kExrWrite for other samples, shapes, and levels that are no
/// chain.
[[nodiscard]] Result<Bytes> write_exr(std::span<const Image> levels, ExrDepth depth, JobPool& pool);

}  // namespace galley
