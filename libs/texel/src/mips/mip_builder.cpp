#include "mip_builder.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <mutex>
#include <vector>

#include "../float4.h"
#include "galley/texel/image_check.h"
#include "row_filter.h"

namespace galley::texel {
namespace {

constexpr float kLeastWeight = 0x1p-20f;
/// Below this the lobes of a Kaiser filter have all but cancelled a weight.
constexpr float kUnsureWeight = 0x1p-9f;

// Rows that one job takes: about as many pixels as stay in a core's cache as floats, and enough
// that the rows which two jobs both need (a Kaiser filter's) are few.
std::size_t rows_per_job(std::uint32_t width) { return std::max(16U, (1U << 15) / width); }

void make_unit(float* row, std::uint32_t width) {
    for (std::size_t x = 0; x < width; ++x) {
        const Float4 vector = load4(row + 4 * x);
        const Float4 squares = vector * vector;
        const float length = std::sqrt(squares[0] + squares[1] + squares[2]);
        // Opposite vectors may leave nothing; straight up is then as good as any.
        store4(row + 4 * x, length > 1e-6f ? vector / all4(length) : Float4{0, 0, 1, 0});
    }
}

/// There is no light below none, which the lobes of a filter may leave beside what is bright.
void no_less(float* row, std::uint32_t width) {
    for (std::size_t x = 0; x < width; ++x) {
        const Float4 pixel = load4(row + 4 * x);
        store4(row + 4 * x, pixel > all4(0) ? pixel : all4(0));
    }
}

/// The middle samples of the taps, of equal weight. Their own weights are above 0.
Float4 middle_of(std::span<const float* const> rows, std::span<const std::uint32_t> columns) {
    Float4 sum = all4(0);
    const std::size_t row = rows.size() / 2;
    const std::size_t column = columns.size() / 2;
    for (std::size_t r = row == 0 ? 0 : row - 1; r <= row; ++r)
        for (std::size_t c = column == 0 ? 0 : column - 1; c <= column; ++c)
            sum += load4(rows[r] + 4 * std::size_t{columns[c]});
    return sum;
}

/// Where the lobes of a filter left no weight to divide by, the colour of the middle samples, and
/// no alpha.
void mend(float* pixel, std::span<const float* const> rows,
          std::span<const std::uint32_t> columns) {
    if (pixel[3] >= kUnsureWeight) return;
    const Float4 middle = middle_of(rows, columns);
    store4(pixel, middle * all4(kLeastWeight / middle[3]));
}

}  // namespace

/// The rows of the level above that one job asks for, filtered along. The ones used last are kept,
/// at least `slots` of them, since the next row of the level below needs most of them again.
class MipBuilder::FilteredRows {
public:
    FilteredRows(const MipBuilder& builder, const AxisTaps& across, std::uint32_t width,
                 unsigned slots)
        : builder_(builder), across_(across), width_(width), slots_(slots),
          pixels_(float_pixels(std::size_t{slots} * width)) {
        if (!builder.pixels_) decoded_ = float_pixels(builder.width_);
    }

    const float* get(std::uint32_t y) {
        auto slot = std::ranges::find(slots_, y, &Slot::row);
        const bool known = slot != slots_.end();
        if (!known) slot = std::ranges::min_element(slots_, {}, &Slot::used);
        float* pixels =
            pixels_.get() + static_cast<std::size_t>(slot - slots_.begin()) * width_ * 4;
        if (!known) make(y, pixels);
        *slot = {y, ++clock_};
        return pixels;
    }

private:
    struct Slot {
        std::uint32_t row = ~std::uint32_t{0};
        std::uint64_t used = 0;
    };

    void make(std::uint32_t y, float* out) {
        const float* above = builder_.row_above(y, decoded_.get());
        filter_along_row(above, across_, width_, out);
        if (!builder_.needs_mending()) return;
        for (std::uint32_t x = 0; x < width_; ++x)
            mend(out + 4 * std::size_t{x}, std::span(&above, 1), across_.samples_of(x));
    }

    const MipBuilder& builder_;
    const AxisTaps& across_;
    std::uint32_t width_;
    std::vector<Slot> slots_;
    std::uint64_t clock_ = 0;
    std::unique_ptr<float[]> pixels_;
    std::unique_ptr<float[]> decoded_;
};

MipBuilder::MipBuilder(const Image& image, ChannelUse use, PixelFormat format,
                       const MipOptions& options, JobPool& pool)
    : image_(image), use_(use), format_(format), options_(options), pool_(pool),
      reader_(image, use), writer_(format, use),
      by_alpha_(use == ChannelUse::color && has_transparency(image)), width_(image.width),
      height_(image.height) {
    if (by_alpha_ && options.coverage_cutoff > 0) coverage_ = alphas_of_picture();
    if (use == ChannelUse::data) spread_ = options.spread;
}

void MipBuilder::read_picture_row(std::uint32_t y, float* out) const {
    reader_.read(y, out);
    if (!by_alpha_) return;
    for (std::size_t x = 0; x < image_.width; ++x) {
        const Float4 pixel = load4(out + 4 * x);
        const float weight = pixel[3] + kLeastWeight;
        store4(out + 4 * x, Float4{pixel[0], pixel[1], pixel[2], 1} * all4(weight));
    }
}

const float* MipBuilder::row_above(std::uint32_t y, float* scratch) const {
    if (pixels_ != nullptr) return pixels_.get() + std::size_t{y} * width_ * 4;
    read_picture_row(y, scratch);
    return scratch;
}

void MipBuilder::filter(const AxisTaps& across, const AxisTaps& down, std::uint32_t width,
                        float* pixels, std::size_t begin, std::size_t end) const {
    FilteredRows filtered(*this, across, width, down.count + 2);
    std::vector<const float*> rows(down.count);
    for (std::size_t y = begin; y < end; ++y) {
        const auto row = static_cast<std::uint32_t>(y);
        for (unsigned k = 0; k < down.count; ++k) rows[k] = filtered.get(down.samples_of(row)[k]);
        float* out = pixels + y * width * 4;
        sum_rows(rows, down.weights_of(row), width, out);
        if (use_ == ChannelUse::normal) make_unit(out, width);
        if (use_ == ChannelUse::color && options_.filter == MipFilter::kaiser) no_less(out, width);
        if (!needs_mending()) continue;
        for (std::uint32_t x = 0; x < width; ++x)
            mend(out + 4 * std::size_t{x}, rows, std::span(&x, 1));
    }
}

AlphaHistogram MipBuilder::alphas_of_picture() const {
    AlphaHistogram all;
    std::mutex mutex;
    pool_.parallel_for(image_.height, rows_per_job(image_.width),
                       [&](std::size_t begin, std::size_t end) {
                           AlphaHistogram part;
                           const auto row = float_pixels(image_.width);
                           for (std::size_t y = begin; y < end; ++y) {
                               reader_.read(static_cast<std::uint32_t>(y), row.get());
                               part.add(row.get(), image_.width);
                           }
                           const std::lock_guard lock(mutex);
                           all.add(part);
                       });
    return all;
}

AlphaHistogram MipBuilder::alphas() const {
    AlphaHistogram all;
    for (std::size_t y = 0; y < height_; ++y) all.add(pixels_.get() + y * width_ * 4, width_);
    return all;
}

/// From what is averaged to what is stored.
void MipBuilder::finish_row(float* row, std::uint32_t y, float alpha_scale) const {
    if (by_alpha_) {
        for (std::size_t x = 0; x < width_; ++x) {
            const Float4 pixel = load4(row + 4 * x);
            const float alpha = (pixel[3] - kLeastWeight) * alpha_scale;
            const Float4 color = pixel / all4(pixel[3]);
            store4(row + 4 * x, Float4{color[0], color[1], color[2], alpha < 1 ? alpha : 1.0f});
        }
    }
    if (spread_ != nullptr) spread_->raise(width_, height_, y, row + options_.roughness_channel);
}

Bytes MipBuilder::stored() const {
    const float scale =
        coverage_ ? coverage_scale(*coverage_, alphas(), options_.coverage_cutoff) : 1.0f;
    const auto row_bytes = static_cast<std::size_t>(image_bytes(format_, width_, 1));
    Bytes out(row_bytes * height_);
    const bool finished = !by_alpha_ && spread_ == nullptr;
    pool_.parallel_for(height_, rows_per_job(width_), [&](std::size_t begin, std::size_t end) {
        const auto scratch = finished ? nullptr : float_pixels(width_);
        for (std::size_t y = begin; y < end; ++y) {
            const float* row = pixels_.get() + y * width_ * 4;
            if (!finished) {
                std::memcpy(scratch.get(), row, std::size_t{width_} * 4 * sizeof(float));
                finish_row(scratch.get(), static_cast<std::uint32_t>(y), scale);
                row = scratch.get();
            }
            writer_.write(row, width_, out.data() + y * row_bytes);
        }
    });
    return out;
}

Bytes MipBuilder::next(bool store) {
    const AxisTaps across = axis_taps(options_.filter, options_.edge_u, width_);
    const AxisTaps down = axis_taps(options_.filter, options_.edge_v, height_);
    const std::uint32_t width = mip_size(width_, 1);
    const std::uint32_t height = mip_size(height_, 1);
    auto pixels = float_pixels(std::size_t{width} * height);
    pool_.parallel_for(height, rows_per_job(width_), [&](std::size_t begin, std::size_t end) {
        filter(across, down, width, pixels.get(), begin, end);
    });
    pixels_ = std::move(pixels);
    width_ = width;
    height_ = height;
    return store ? stored() : Bytes();
}

}  // namespace galley::texel
