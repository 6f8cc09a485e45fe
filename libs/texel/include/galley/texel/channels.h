#pragma once

#include <cstdint>
#include <span>

#include "galley/texel/image.h"

namespace galley::texel {

/// Where one channel of a combined picture comes from: a channel of a picture as it is sampled (a
/// grey one gives its grey for red, green and blue; alpha is 1 where there is none), or a constant.
struct ChannelSource {
    const Image* image = nullptr;  ///< null for a constant; of the combined picture's size
    std::uint8_t channel = 0;      ///< 0 to 3 of `image`; the constant's value, 0 or 1, without one
    bool inverted = false;         ///< 1 minus it
};

/// A picture of `sources.size()` channels (1, 3 or 4). Its samples are of the widest type among the
/// images, and the same values: 8 bits become 16 exactly, integers floats from 0 to 1.
[[nodiscard]] Image combine_channels(std::uint32_t width, std::uint32_t height,
                                     std::span<const ChannelSource> sources);

}  // namespace galley::texel
