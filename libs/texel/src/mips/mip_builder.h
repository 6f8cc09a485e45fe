#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "../pixel_rows.h"
#include "axis_taps.h"
#include "coverage.h"
#include "galley/base/jobs.h"
#include "galley/texel/normal_spread.h"

namespace galley::texel {

/// Makes the levels below a picture, one after the other, each from the floats of the one above.
/// With alpha that counts, floats are colour times weight, and the weight: alpha plus 2^-20, so
/// that pixels without alpha keep the colours under them.
class MipBuilder {
public:
    /// The picture must outlive it.
    MipBuilder(const Image& image, ChannelUse use, PixelFormat format, const MipOptions& options,
               JobPool& pool);

    /// The next smaller level, stored when `store` (empty otherwise). Not to be called at 1x1.
    [[nodiscard]] Bytes next(bool store);

    [[nodiscard]] std::uint32_t width() const { return width_; }  ///< of the level made last
    [[nodiscard]] std::uint32_t height() const { return height_; }

private:
    class FilteredRows;

    [[nodiscard]] bool needs_mending() const {
        return by_alpha_ && options_.filter == MipFilter::kaiser;
    }
    void read_picture_row(std::uint32_t y, float* out) const;
    [[nodiscard]] const float* row_above(std::uint32_t y, float* scratch) const;
    void filter(const AxisTaps& across, const AxisTaps& down, std::uint32_t width, float* pixels,
                std::size_t begin, std::size_t end) const;
    [[nodiscard]] AlphaHistogram alphas_of_picture() const;
    [[nodiscard]] AlphaHistogram alphas() const;
    void finish_row(float* row, std::uint32_t y, float alpha_scale) const;
    [[nodiscard]] Bytes stored() const;

    const Image& image_;
    ChannelUse use_;
    PixelFormat format_;
    MipOptions options_;
    JobPool& pool_;
    RowReader reader_;
    RowWriter writer_;
    bool by_alpha_;
    std::optional<AlphaHistogram> coverage_;  ///< of the picture
    const NormalSpread* spread_ = nullptr;
    std::uint32_t width_;
    std::uint32_t height_;
    std::unique_ptr<float[]> pixels_;  ///< of that level; null for the picture
};

}  // namespace galley::texel
