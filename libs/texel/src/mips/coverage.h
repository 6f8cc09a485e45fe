#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace galley::texel {

/// How many pixels have each alpha, in 65535ths.
class AlphaHistogram {
public:
    AlphaHistogram() : counts_(65536) {}
    /// Adds `width` alphas, `step` floats apart; what is beyond 0 to 1 counts as 0 or 1.
    void add(const float* alphas, std::size_t step, std::uint32_t width);
    void add(const AlphaHistogram& other);

    [[nodiscard]] std::uint64_t pixels() const { return pixels_; }
    /// Pixels whose alpha, multiplied by `scale` and stored in 8 bits, is at least the cutoff.
    [[nodiscard]] std::uint64_t covered(float cutoff, float scale) const;

private:
    std::vector<std::uint32_t> counts_;
    std::uint64_t pixels_ = 0;
};

/// The factor for the alpha of a level that covers as large a share as the first level does, as
/// nearly as the level's pixels allow: 1 where it does already, else found by bisection from 1/8 to
/// 8 (Castaño, "Computing Alpha Mipmaps", 2010).
[[nodiscard]] float coverage_scale(const AlphaHistogram& first, const AlphaHistogram& level,
                                   float cutoff);

}  // namespace galley::texel
