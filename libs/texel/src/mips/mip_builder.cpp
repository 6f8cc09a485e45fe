#include "mip_builder.h"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <vector>

#include "../float4.h"
#include "galley/base/assert.h"
#include "galley/texel/image_check.h"

namespace galley::texel {
namespace {

/// Levels that a band of rows goes through at once: 64 rows of the picture and two rows of each
/// level between stay in a core's cache.
constexpr std::size_t kMostLevels = 6;
/// Bands that a large picture has at least, for as many threads.
constexpr std::uint32_t kLeastBands = 16;
constexpr std::uint32_t kSharesAThread = 4;
constexpr std::uint64_t kLarge = 1U << 18;

// Rows that one job takes: about as many pixels as stay in a core's cache as floats, and enough
// that the rows which two jobs both need (a Kaiser filter's) are few.
std::size_t rows_per_job(std::uint32_t width) { return std::max(16U, (1U << 15) / width); }

bool weighs(const Image& image, ChannelUse use, const MipOptions& options) {
    if (use != ChannelUse::color) return false;
    return options.transparent ? *options.transparent : has_transparency(image);
}

}  // namespace

MipBuilder::MipBuilder(const Image& image, ChannelUse use, PixelFormat format,
                       const MipOptions& options, JobPool& pool, InstructionSet set)
    : image_(image), format_(format), options_(options), pool_(pool), set_(set),
      layout_(plane_layout(use, image.channels, weighs(image, use, options))),
      reader_(image, use, layout_, set), writer_(format, layout_.kind, set), width_(image.width),
      height_(image.height) {
    if (layout_.kind == PlaneKind::weighted && options.coverage_cutoff > 0)
        coverage_ = alphas_of_picture();
    const auto channels = static_cast<unsigned>(layout_.planes);
    if (use == ChannelUse::data && options.roughness_channel < channels) spread_ = options.spread;
}

AlphaHistogram MipBuilder::alphas_of_picture() const {
    AlphaHistogram all;
    std::mutex mutex;
    const RowReader reader(image_, ChannelUse::color);
    pool_.parallel_for(image_.height, rows_per_job(image_.width),
                       [&](std::size_t begin, std::size_t end) {
                           AlphaHistogram part;
                           const auto row = float_pixels(image_.width);
                           for (std::size_t y = begin; y < end; ++y) {
                               reader.read(static_cast<std::uint32_t>(y), row.get());
                               part.add(row.get() + 3, 4, image_.width);
                           }
                           const std::lock_guard lock(mutex);
                           all.add(part);
                       });
    return all;
}

AlphaHistogram MipBuilder::alphas() const {
    AlphaHistogram all;
    for (std::size_t y = 0; y < height_; ++y) {
        const PlaneRow row = planes_.row(y);
        all.add(row.first + std::size_t{3} * row.stride, 1, width_);
    }
    return all;
}

void MipBuilder::store_row(const PlaneRow& row, MipLevel& level, std::uint32_t y, float alpha_scale,
                           PlaneRows& scratch) const {
    if (!level.store) return;
    const std::size_t row_bytes = level.pixels.size() / level.height;
    PlaneRow stored = row;
    if (spread_ != nullptr) {
        scratch.resize(level.width, 1, row.planes);
        stored = scratch.row(0);
        std::memcpy(stored.first, row.first, scratch.row_floats() * sizeof(float));
        float* const roughness =
            stored.first + std::size_t{options_.roughness_channel} * stored.stride;
        spread_->raise(level.width, level.height, y, std::span(roughness, level.width));
    }
    writer_.write(stored, level.width, alpha_scale, level.pixels.data() + y * row_bytes);
}

void MipBuilder::store_level(MipLevel& level) const {
    if (!level.store) return;
    const float scale =
        coverage_ ? coverage_scale(*coverage_, alphas(), options_.coverage_cutoff) : 1.0f;
    pool_.parallel_for(height_, rows_per_job(width_), [&](std::size_t begin, std::size_t end) {
        PlaneRows scratch;
        for (std::size_t y = begin; y < end; ++y)
            store_row(planes_.row(y), level, static_cast<std::uint32_t>(y), scale, scratch);
    });
}

/// Makes the rows of all levels that become of a band of the rows above. Two rows of each level are
/// kept until the one below takes them; all of the last.
class MipBuilder::Band {
public:
    Band(const MipBuilder& builder, std::span<MipLevel> levels, const PlaneRows& last)
        : builder_(builder), levels_(levels), last_(last), rows_(levels.size() - 1) {
        if (builder.from_picture_) scratch_ = builder.reader_.scratch();
        for (std::size_t i = 0; i < rows_.size(); ++i)
            rows_[i].resize(levels[i].width, 2, builder.layout_.planes);
    }

    void make(std::uint32_t band) {
        const std::uint32_t count = 1U << rows_.size();
        for (std::uint32_t y = band * count; y < (band + 1) * count; ++y) {
            const PlaneRow out = row_of(0, y);
            const std::optional<SrgbRow> srgb = srgb_of(0, y);
            if (builder_.from_picture_)
                builder_.reader_.box(y, scratch_, out, srgb ? &*srgb : nullptr);
            else
                average(builder_.planes_.row(2 * std::size_t{y}),
                        builder_.planes_.row(2 * std::size_t{y} + 1), 0, out, srgb);
            made(y);
        }
    }

private:
    [[nodiscard]] PlaneRow row_of(std::size_t level, std::uint32_t y) const {
        return level < rows_.size() ? rows_[level].row(y % 2) : last_.row(y);
    }

    [[nodiscard]] std::byte* bytes_of(std::size_t level, std::uint32_t y) const {
        ByteBlock& pixels = levels_[level].pixels;
        return pixels.data() + y * (pixels.size() / levels_[level].height);
    }

    /// How a row of colour is stored at once.
    [[nodiscard]] std::optional<SrgbRow> srgb_of(std::size_t level, std::uint32_t y) const {
        if (builder_.coverage_ || !levels_[level].store) return std::nullopt;
        return builder_.writer_.srgb_row(bytes_of(level, y));
    }

    void average(const PlaneRow& above, const PlaneRow& below, std::size_t level,
                 const PlaneRow& out, const std::optional<SrgbRow>& srgb) const {
        GALLEY_SIMD_CHOOSE(builder_.set_, box_planes)
        (above, below, levels_[level].width, out, srgb ? &*srgb : nullptr);
    }

    /// A row of the first level is there; with a level's second row comes a row of the next.
    void made(std::uint32_t y) {
        for (std::size_t level = 0;; ++level, y /= 2) {
            const PlaneRow row = row_of(level, y);
            if (builder_.layout_.kind == PlaneKind::vector)
                GALLEY_SIMD_CHOOSE(builder_.set_, make_unit)(row, levels_[level].width);
            if (!builder_.coverage_ && !srgb_of(level, y))
                builder_.store_row(row, levels_[level], y, 1, stored_);
            if (level == rows_.size() || y % 2 == 0) return;
            average(row_of(level, y - 1), row, level + 1, row_of(level + 1, y / 2),
                    srgb_of(level + 1, y / 2));
        }
    }

    const MipBuilder& builder_;
    std::span<MipLevel> levels_;
    const PlaneRows& last_;
    std::vector<PlaneRows> rows_;
    PlaneReader::Scratch scratch_;
    PlaneRows stored_;
};

/// How many of the next levels one pass of bands can make.
std::size_t MipBuilder::box_depth(std::size_t most) const {
    if (options_.filter != MipFilter::box) return 0;
    std::size_t depth = 0;
    while (depth < std::min(most, kMostLevels) && (width_ >> depth) % 2 == 0 &&
           (height_ >> depth) % 2 == 0)
        ++depth;
    if (coverage_) return std::min<std::size_t>(depth, 1);
    const bool large = std::uint64_t{width_} * height_ >= kLarge;
    while (large && depth > 1 && (height_ >> depth) < kLeastBands) --depth;
    return depth;
}

void MipBuilder::make_bands(std::span<MipLevel> levels) {
    spare_.resize(levels.back().width, levels.back().height, layout_.planes);
    const std::uint32_t bands = levels.back().height;
    const std::uint32_t shares = kSharesAThread * pool_.threads();
    pool_.parallel_for(bands, std::max(1U, bands / shares),
                       [&](std::size_t begin, std::size_t end) {
                           Band band(*this, levels, spare_);
                           for (std::size_t i = begin; i < end; ++i)
                               band.make(static_cast<std::uint32_t>(i));
                       });
}

void MipBuilder::filter_rows(const FilteredRows::Taps& across, const AxisTaps& down,
                             std::uint32_t width, std::size_t begin, std::size_t end) {
    FilteredRows filtered({from_picture_ ? &reader_ : nullptr, &planes_, width_}, across,
                          layout_.planes, mends(), down.count + 2, set_);
    std::vector<const float*> rows(down.count);
    for (std::size_t y = begin; y < end; ++y) {
        const auto row = static_cast<std::uint32_t>(y);
        for (unsigned k = 0; k < down.count; ++k)
            rows[k] = filtered.get(down.samples_of(row)[k]).first;
        const PlaneRow out = spare_.row(y);
        GALLEY_SIMD_CHOOSE(set_, sum_samples)
        (rows.data(), down.weights_of(row).data(), down.count,
         static_cast<std::uint32_t>(spare_.row_floats()), out.first);
        if (layout_.kind == PlaneKind::vector) GALLEY_SIMD_CHOOSE(set_, make_unit)(out, width);
        // There is no light below none, which the lobes may leave beside what is bright.
        const bool light = layout_.kind == PlaneKind::color || layout_.kind == PlaneKind::weighted;
        if (light && options_.filter == MipFilter::kaiser)
            GALLEY_SIMD_CHOOSE(set_, no_less)(out, width);
        if (!mends()) continue;
        for (std::uint32_t x = 0; (x = find_unsure(out, x, width, set_)) < width; ++x)
            mend(out, x, rows, std::span(&x, 1), out.stride);
    }
}

void MipBuilder::filter_level(const MipLevel& level) {
    const FilteredRows::Taps across(axis_taps(options_.filter, options_.edge_u, width_),
                                    options_.filter, width_);
    const AxisTaps down = axis_taps(options_.filter, options_.edge_v, height_);
    spare_.resize(level.width, level.height, layout_.planes);
    // Neighbours both filter the rows between them that their taps reach, so shares are large.
    const std::size_t shares = std::size_t{kSharesAThread} * pool_.threads();
    const std::size_t rows = std::max(rows_per_job(width_), level.height / shares);
    pool_.parallel_for(level.height, rows, [&](std::size_t begin, std::size_t end) {
        filter_rows(across, down, level.width, begin, end);
    });
}

std::size_t MipBuilder::next(std::span<MipLevel> levels) {
    GALLEY_ASSERT(!levels.empty());
    const std::size_t depth = box_depth(levels.size());
    const std::size_t made = std::max<std::size_t>(depth, 1);
    for (MipLevel& level : levels.first(made)) {
        if (level.store)
            level.pixels = ByteBlock::unset(image_bytes(format_, level.width, level.height));
    }
    if (depth > 0)
        make_bands(levels.first(made));
    else
        filter_level(levels[0]);
    std::swap(planes_, spare_);
    from_picture_ = false;
    width_ = levels[made - 1].width;
    height_ = levels[made - 1].height;
    if (depth == 0 || coverage_) store_level(levels[0]);
    return made;
}

}  // namespace galley::texel
