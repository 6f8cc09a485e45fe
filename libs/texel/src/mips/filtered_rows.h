#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "axis_taps.h"
#include "plane_rows.h"

namespace galley::texel {

/// The rows of a level, filtered along to the width of the next, as one job asks for them. The ones
/// used last are kept, since the next row of the level below needs most of them again.
class FilteredRows {
public:
    /// The taps of all pixels of a row, in the order that the kernels take.
    class Taps {
    public:
        /// For rows of `size` pixels.
        Taps(AxisTaps taps, MipFilter filter, std::uint32_t size);

    private:
        friend class FilteredRows;
        AxisTaps taps_;
        std::uint32_t width_;  ///< of the next level
        /// Each pixel has the same twelve weights, for samples that are two further on than those
        /// of the pixel before, but for the edges.
        bool regular_;
        std::uint32_t step_;                 ///< from one tap of a pixel to its next, below
        std::vector<std::int32_t> samples_;  ///< where not regular
        std::vector<float> weights_;
    };

    /// Where the rows come from: the picture where there is a reader, else a level.
    struct Source {
        const PlaneReader* picture;
        const PlaneRows* level;
        std::uint32_t width;
    };

    /// Keeps at least `slots` rows. `mends` as `mend` below.
    FilteredRows(const Source& source, const Taps& across, int planes, bool mends, unsigned slots,
                 InstructionSet set);

    [[nodiscard]] PlaneRow get(std::uint32_t y);

private:
    struct Slot {
        std::uint32_t row = ~std::uint32_t{0};
        std::uint64_t used = 0;
    };

    void make(std::uint32_t y, const PlaneRow& out);
    void filter_regular(const float* row, float* out);

    Source source_;
    const Taps& across_;
    bool mends_;
    InstructionSet set_;
    std::vector<Slot> slots_;
    std::uint64_t clock_ = 0;
    PlaneRows rows_;
    PlaneRows decoded_;
    PlaneReader::Scratch scratch_;
    PlaneRows halves_;  ///< even and odd samples of a plane, with those beyond the edges
};

/// The first pixel from `x` to `width` - 1 of which the lobes of a filter left no weight to divide
/// by, or `width`.
[[nodiscard]] std::uint32_t find_unsure(const PlaneRow& row, std::uint32_t x, std::uint32_t width,
                                        InstructionSet set);

/// Gives such a pixel the colour of the middle samples and no alpha. `rows` are what it was summed
/// of, `stride` from plane to plane.
void mend(const PlaneRow& row, std::uint32_t x, std::span<const float* const> rows,
          std::span<const std::uint32_t> columns, std::uint32_t stride);

}  // namespace galley::texel
