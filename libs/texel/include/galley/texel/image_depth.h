#pragma once

#include <cstdint>

#include "galley/texel/image.h"

namespace galley::texel {

/// A sample of 16 bits as one of 8, rounded to the nearest.
[[nodiscard]] constexpr std::uint8_t to_eight_bits(std::uint16_t sample) {
    return static_cast<std::uint8_t>((sample * 255U + 32767U) / 65535U);
}

/// The picture in 8 bits a sample, each rounded to the nearest. `image` is of unorm8 or unorm16, of
/// as many bytes as it says. Made in place of a picture that is given away.
[[nodiscard]] Image to_eight_bits(const Image& image);
[[nodiscard]] Image to_eight_bits(Image&& image);

}  // namespace galley::texel
