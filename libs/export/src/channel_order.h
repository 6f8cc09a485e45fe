#pragma once

#include <array>
#include <span>

#include "galley/asset/texture.h"
#include "galley/texel/view_image.h"

namespace galley {

using SwizzleMap = std::array<Swizzle, 4>;

/// The swizzle with which pixels of a format are sampled where nothing says another: grey of one
/// channel, else the channels in order; 0 for a colour that is not stored, 1 for alpha.
[[nodiscard]] SwizzleMap own_swizzle(PixelFormat format);

/// The same swizzle, channels that the format has not replaced by what they read as.
[[nodiscard]] SwizzleMap resolved(PixelFormat format, SwizzleMap swizzle);

/// What is left of a texture where a reader knows no swizzle.
enum class ChannelOrder : std::uint8_t {
    own,     ///< the same
    opaque,  ///< the same but for alpha, which is stored and to be read as 1
    other,   ///< other colours
};
[[nodiscard]] ChannelOrder order_of(PixelFormat format, const SwizzleMap& swizzle);

/// Gives each pixel of a plain level the channels `picked` of it: 1, 2 or 4, of the same depth.
void pick_channels(texel::PlainLevel& level, std::span<const Swizzle> picked);

}  // namespace galley
