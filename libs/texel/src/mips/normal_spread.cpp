#include "galley/texel/normal_spread.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "../float4.h"
#include "../pixel_rows.h"
#include "galley/base/pixel_format.h"
#include "galley/base/try.h"
#include "galley/texel/image_check.h"
#include "row_filter.h"

namespace galley::texel {
namespace {

/// 2 / k of an average of unit vectors, which may be a little over 1 long by rounding.
float added_variance(const float* average) {
    const double x = average[0];
    const double y = average[1];
    const double z = average[2];
    const double square = x * x + y * y + z * z;
    if (square >= 1) return 0;
    const double length = std::sqrt(square);
    const double concentration = length * (3 - square) / (1 - square);
    return static_cast<float>(2 / std::max(concentration, 1e-3));
}

}  // namespace

Result<NormalSpread> NormalSpread::of(const Image& normals, JobPool& pool) {
    TRY(check_image(normals));
    NormalSpread spread;
    spread.width_ = normals.width;
    spread.height_ = normals.height;
    const RowReader reader(normals, ChannelUse::normal);
    std::unique_ptr<float[]> above;  // null for the picture itself
    std::uint32_t width = normals.width;
    std::uint32_t height = normals.height;
    const std::uint32_t count = full_mip_levels(width, height);
    for (std::uint32_t level = 1; level < count; ++level) {
        const AxisTaps across = axis_taps(MipFilter::box, EdgeRule::clamp, width);
        const AxisTaps down = axis_taps(MipFilter::box, EdgeRule::clamp, height);
        Level next{mip_size(width, 1), mip_size(height, 1), {}};
        next.added.resize(std::size_t{next.width} * next.height);
        auto pixels = float_pixels(next.added.size());
        const auto filter = [&](std::size_t begin, std::size_t end) {
            const auto decoded = float_pixels(width);
            const auto rows = float_pixels(std::size_t{down.count} * next.width);
            for (std::size_t y = begin; y < end; ++y) {
                const auto row = static_cast<std::uint32_t>(y);
                std::array<const float*, 3> filtered = {};
                for (unsigned k = 0; k < down.count; ++k) {
                    const std::uint32_t sample = down.samples_of(row)[k];
                    if (!above) reader.read(sample, decoded.get());
                    const float* source =
                        above ? above.get() + std::size_t{sample} * width * 4 : decoded.get();
                    float* into = rows.get() + std::size_t{k} * next.width * 4;
                    filter_along_row(source, across, next.width, into);
                    filtered[k] = into;
                }
                float* out = pixels.get() + y * next.width * 4;
                sum_rows(std::span(filtered.data(), down.count), down.weights_of(row), next.width,
                         out);
                for (std::size_t x = 0; x < next.width; ++x)
                    next.added[y * next.width + x] = added_variance(out + 4 * x);
            }
        };
        pool.parallel_for(next.height, std::max(1U, (1U << 15) / width), filter);
        above = std::move(pixels);
        width = next.width;
        height = next.height;
        spread.levels_.push_back(std::move(next));
    }
    return spread;
}

void NormalSpread::raise(std::uint32_t width, std::uint32_t height, std::uint32_t y,
                         std::span<float> roughness) const {
    const auto level = std::ranges::find_if(
        levels_, [&](const Level& one) { return one.width == width && one.height == height; });
    if (level == levels_.end()) return;
    const float* added = level->added.data() + std::size_t{y} * width;
    for (std::size_t x = 0; x < width; ++x) {
        const float rough = std::clamp(roughness[x], 0.0f, 1.0f);
        const float alpha = rough * rough;
        const float raised = std::sqrt(std::sqrt(alpha * alpha + added[x]));
        roughness[x] = raised < 1 ? raised : 1.0f;
    }
}

}  // namespace galley::texel
