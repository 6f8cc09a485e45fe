#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "galley/base/jobs.h"
#include "galley/base/result.h"
#include "galley/texel/image.h"

namespace galley::texel {

/// How far the normals of a map spread within each pixel of its smaller levels.
///
/// Where a level averages normals that point apart, the average is short, and a smooth surface with
/// those bumps reflects like a rough one. From the average's length r, the concentration of a von
/// Mises-Fisher distribution is k = (3r - r³) / (1 - r²) (Banerjee et al. 2005; Han et al.,
/// "Frequency Domain Normal Map Filtering", 2007). Its lobe exp(-k tan²θ / 2) is Beckmann's of
/// alpha² = 2 / k, and variances add where lobes are convolved: alpha'² = alpha² + 2 / k, with
/// alpha the square of the roughness.
///
/// Holds four bytes for three pixels of the map, which is not needed any more once it is made;
/// making it takes five more for each pixel.
class NormalSpread {
public:
    /// `normals` as `ChannelUse::normal` takes them. kImageShape as `check_image` says.
    [[nodiscard]] static Result<NormalSpread> of(const Image& normals, JobPool& pool);

    [[nodiscard]] std::uint32_t width() const { return width_; }  ///< of the map
    [[nodiscard]] std::uint32_t height() const { return height_; }

    /// Raises the roughness (0 to 1) of a row of the level that is `width` x `height`; leaves it
    /// alone when the map has no such level.
    void raise(std::uint32_t width, std::uint32_t height, std::uint32_t y,
               std::span<float> roughness) const;

private:
    struct Level {
        std::uint32_t width;
        std::uint32_t height;
        std::vector<float> added;  ///< 2 / k of each pixel
    };
    std::uint32_t width_ = 0;
    std::uint32_t height_ = 0;
    std::vector<Level> levels_;
};

}  // namespace galley::texel
