#pragma once

#include "galley/base/bytes.h"
#include "galley/base/pixel_format.h"

namespace galley {

/// The data format descriptor of a format, its total size first (Khronos Data Format Specification
/// 1.3, section 5; the samples of block formats by its sections 18 to 20).
[[nodiscard]] Bytes ktx2_descriptor(PixelFormat format);

}  // namespace galley
