#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "exr_header.h"

namespace galley::image {

/// Which channels of a part are the picture. A name is `LAYER.CHANNEL`, or `CHANNEL` in the layer
/// without a name; a layer's own name may have dots.
struct ExrPicture {
    enum class Shape : std::uint8_t {
        grey,   ///< one channel: `Y`, or the only one beside alpha
        color,  ///< `R`, `G` and `B` as far as they are there, or `X`, `Y` and `Z`
        chroma  ///< `Y`, `RY` and `BY`: luminance, and differences to it by its luminance
    };
    static constexpr std::size_t kNone = ~std::size_t{0};

    Shape shape = Shape::color;
    std::string layer;
    /// Of red, green and blue (or luminance and chroma; or grey alone), and of alpha.
    std::array<std::size_t, 4> from = {kNone, kNone, kNone, kNone};

    [[nodiscard]] bool has_alpha() const { return from[3] != kNone; }
    [[nodiscard]] std::uint8_t channels() const {
        return static_cast<std::uint8_t>((shape == Shape::grey ? 1 : 3) + (has_alpha() ? 1 : 0));
    }
    [[nodiscard]] bool takes(std::size_t channel) const;
};

/// The first layer that has colours or a luminance; else the first with a single channel beside
/// alpha. The one without a name comes first, the others by their names.
[[nodiscard]] std::optional<ExrPicture> choose_exr_picture(std::span<const ExrChannel> channels);

}  // namespace galley::image
