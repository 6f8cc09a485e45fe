#pragma once

#include "galley/texel/image.h"

namespace galley::texel {

/// The picture in 8 bits a sample, each rounded to the nearest. `image` is of unorm8 or unorm16, of
/// as many bytes as it says.
[[nodiscard]] Image to_eight_bits(const Image& image);

}  // namespace galley::texel
