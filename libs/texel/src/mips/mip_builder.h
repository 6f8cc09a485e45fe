#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "coverage.h"
#include "filtered_rows.h"
#include "galley/base/byte_block.h"
#include "galley/base/jobs.h"
#include "galley/texel/normal_spread.h"
#include "plane_rows.h"

namespace galley::texel {

/// A level below a picture, to be made.
struct MipLevel {
    std::uint32_t width;
    std::uint32_t height;
    bool store;  ///< whether `pixels` are wanted
    ByteBlock pixels;
};

/// Makes the levels below a picture, one after the other, each from the floats of the one above.
/// Where alpha counts, floats are colour times weight, and the weight.
///
/// A box filter that halves both sides takes the picture in bands and makes several levels of each
/// while its rows are in the cache; everything else goes level by level.
class MipBuilder {
public:
    /// The picture must outlive it.
    MipBuilder(const Image& image, ChannelUse use, PixelFormat format, const MipOptions& options,
               JobPool& pool, InstructionSet set);

    /// Makes the first of `levels`, which follow those made before, or more; says how many.
    [[nodiscard]] std::size_t next(std::span<MipLevel> levels);

private:
    class Band;

    [[nodiscard]] bool mends() const {
        return layout_.kind == PlaneKind::weighted && options_.filter == MipFilter::kaiser;
    }
    [[nodiscard]] std::size_t box_depth(std::size_t most) const;
    void make_bands(std::span<MipLevel> levels);
    void filter_level(const MipLevel& level);
    void filter_rows(const FilteredRows::Taps& across, const AxisTaps& down, std::uint32_t width,
                     std::size_t begin, std::size_t end);
    void store_level(MipLevel& level) const;
    void store_row(const PlaneRow& row, MipLevel& level, std::uint32_t y, float alpha_scale,
                   PlaneRows& scratch) const;
    [[nodiscard]] AlphaHistogram alphas_of_picture() const;
    [[nodiscard]] AlphaHistogram alphas() const;

    const Image& image_;
    PixelFormat format_;
    const MipOptions& options_;
    JobPool& pool_;
    InstructionSet set_;
    PlaneLayout layout_;
    PlaneReader reader_;
    PlaneWriter writer_;
    std::optional<AlphaHistogram> coverage_;  ///< of the picture
    const NormalSpread* spread_ = nullptr;
    std::uint32_t width_;  ///< of the level made last, or the picture
    std::uint32_t height_;
    bool from_picture_ = true;  ///< no level was made yet
    PlaneRows planes_;          ///< the level made last
    PlaneRows spare_;
};

}  // namespace galley::texel
