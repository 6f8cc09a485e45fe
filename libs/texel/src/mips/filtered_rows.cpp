#include "filtered_rows.h"

#include <algorithm>
#include <array>

#include "galley/base/pixel_format.h"

namespace galley::texel {
namespace {

/// Below this the lobes of a Kaiser filter have all but cancelled a weight.
constexpr float kUnsureWeight = 0x1p-9f;

constexpr unsigned kRegularTaps = 12;
/// Samples of each half of a row that taps reach beyond its edges.
constexpr std::uint32_t kBeyond = 3;

}  // namespace

FilteredRows::Taps::Taps(AxisTaps taps, MipFilter filter, std::uint32_t size)
    : taps_(std::move(taps)), width_(mip_size(size, 1)),
      regular_(filter == MipFilter::kaiser && size % 2 == 0), step_(plane_stride(width_)) {
    if (regular_) return;
    samples_.resize(std::size_t{step_} * taps_.count);
    weights_.resize(samples_.size());
    for (std::uint32_t x = 0; x < width_; ++x) {
        for (unsigned k = 0; k < taps_.count; ++k) {
            const std::size_t at = std::size_t{k} * step_ + x;
            samples_[at] = static_cast<std::int32_t>(taps_.samples_of(x)[k]);
            weights_[at] = taps_.weights_of(x)[k];
        }
    }
}

FilteredRows::FilteredRows(const Source& source, const Taps& across, int planes, bool mends,
                           unsigned slots, InstructionSet set)
    : source_(source), across_(across), mends_(mends), set_(set), slots_(slots) {
    rows_.resize(across.width_, slots, planes);
    if (source.picture != nullptr) {
        scratch_ = source.picture->scratch();
        decoded_.resize(source.width, 1, planes);
    }
    if (across.regular_) halves_.resize(across.width_ + 2 * kBeyond + kPlaneAlignment, 2, 1);
}

PlaneRow FilteredRows::get(std::uint32_t y) {
    auto slot = std::ranges::find(slots_, y, &Slot::row);
    const bool known = slot != slots_.end();
    if (!known) slot = std::ranges::min_element(slots_, {}, &Slot::used);
    const PlaneRow row = rows_.row(static_cast<std::size_t>(slot - slots_.begin()));
    if (!known) make(y, row);
    *slot = {y, ++clock_};
    return row;
}

void FilteredRows::make(std::uint32_t y, const PlaneRow& out) {
    PlaneRow above = source_.picture != nullptr ? decoded_.row(0) : source_.level->row(y);
    if (source_.picture != nullptr) source_.picture->read(y, scratch_, above);
    for (int c = 0; c < out.planes; ++c) {
        const float* from = above.first + static_cast<std::size_t>(c) * above.stride;
        float* to = out.first + static_cast<std::size_t>(c) * out.stride;
        if (across_.regular_) {
            filter_regular(from, to);
            continue;
        }
        GALLEY_SIMD_CHOOSE(set_, sum_chosen)
        (from, across_.samples_.data(), across_.weights_.data(), across_.taps_.count, across_.step_,
         across_.width_, to);
    }
    if (!mends_) return;
    const float* const whole = above.first;
    const std::uint32_t width = across_.width_;
    for (std::uint32_t x = 0; (x = find_unsure(out, x, width, set_)) < width; ++x)
        mend(out, x, std::span(&whole, 1), across_.taps_.samples_of(x), above.stride);
}

/// Tap k of pixel x is sample 2x - 5 + k: odd sample x - 3 + k/2, or even sample x - 2 + k/2.
void FilteredRows::filter_regular(const float* row, float* out) {
    const std::uint32_t width = across_.width_;
    float* const even = halves_.row(0).first + kBeyond;
    float* const odd = halves_.row(1).first + kBeyond;
    GALLEY_SIMD_CHOOSE(set_, split_pairs)(row, width, even, odd);
    const auto first = across_.taps_.samples_of(0);
    const auto last = across_.taps_.samples_of(width - 1);
    for (int i = -3; i < 0; ++i) odd[i] = row[first[static_cast<std::size_t>(2 * (i + 3))]];
    for (int i = -2; i < 0; ++i) even[i] = row[first[static_cast<std::size_t>(2 * (i + 2) + 1)]];
    for (std::size_t i = 0; i < 2; ++i) odd[width + i] = row[last[2 * i + 8]];
    for (std::size_t i = 0; i < 3; ++i) even[width + i] = row[last[2 * i + 7]];
    std::array<const float*, kRegularTaps> samples;
    for (std::size_t k = 0; k < kRegularTaps; ++k)
        samples[k] = k % 2 == 0 ? odd + k / 2 - 3 : even + k / 2 - 2;
    GALLEY_SIMD_CHOOSE(set_, sum_samples)
    (samples.data(), across_.taps_.weights_of(0).data(), kRegularTaps, width, out);
}

std::uint32_t find_unsure(const PlaneRow& row, std::uint32_t x, std::uint32_t width,
                          InstructionSet set) {
    return GALLEY_SIMD_CHOOSE(set, find_below)(row.first + std::size_t{3} * row.stride, x, width,
                                               kUnsureWeight);
}

void mend(const PlaneRow& row, std::uint32_t x, std::span<const float* const> rows,
          std::span<const std::uint32_t> columns, std::uint32_t stride) {
    float* const pixel = row.first + x;
    std::array<float, 4> middle = {};
    const std::size_t last_row = rows.size() / 2;
    const std::size_t last = columns.size() / 2;
    for (std::size_t r = last_row == 0 ? 0 : last_row - 1; r <= last_row; ++r)
        for (std::size_t c = last == 0 ? 0 : last - 1; c <= last; ++c)
            for (std::size_t plane = 0; plane < 4; ++plane)
                middle[plane] += rows[r][plane * stride + columns[c]];
    const float scale = kLeastWeight / middle[3];
    for (std::size_t plane = 0; plane < 4; ++plane)
        pixel[plane * row.stride] = middle[plane] * scale;
}

}  // namespace galley::texel
