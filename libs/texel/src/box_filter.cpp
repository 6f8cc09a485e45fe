#include "box_filter.h"

#include "float4.h"
#include "galley/base/pixel_format.h"

namespace galley::texel {
namespace {

template <unsigned kCount>
std::array<float, 3> column_weights(std::uint32_t source_width, std::uint32_t x) {
    if constexpr (kCount == 3) return box_taps(source_width, x).weights;
    if constexpr (kCount == 2) return {0.5f, 0.5f, 0};
    return {1, 0, 0};
}

template <bool kByAlpha, unsigned kCount>
Float4 box_sum(std::span<const float* const> rows, const std::array<float, 3>& weights,
               const std::array<float, 3>& columns, std::size_t first) {
    Float4 sum = all4(0);
    for (std::size_t r = 0; r < rows.size(); ++r) {
        Float4 row_sum = all4(0);
        for (unsigned i = 0; i < kCount; ++i) {
            Float4 value = load4(rows[r] + 4 * (first + i));
            if constexpr (kByAlpha) value *= Float4{value[3], value[3], value[3], 1};
            row_sum += value * columns[i];
        }
        sum += row_sum * weights[r];
    }
    return sum;
}

template <bool kByAlpha, unsigned kCount>
void filter_row(std::span<const float* const> rows, const std::array<float, 3>& weights,
                std::uint32_t source_width, float* out) {
    const std::uint32_t width = mip_size(source_width, 1);
    for (std::uint32_t x = 0; x < width; ++x) {
        const std::array<float, 3> columns = column_weights<kCount>(source_width, x);
        Float4 sum = box_sum<kByAlpha, kCount>(rows, weights, columns, 2 * std::size_t{x});
        if constexpr (kByAlpha) {
            const float alpha = sum[3];
            if (alpha > 0)
                sum /= Float4{alpha, alpha, alpha, 1};
            else
                sum = box_sum<false, kCount>(rows, weights, columns, 2 * std::size_t{x});
        }
        store4(out + 4 * std::size_t{x}, sum);
    }
}

template <bool kByAlpha>
void filter_row_of(std::span<const float* const> rows, const std::array<float, 3>& weights,
                   std::uint32_t source_width, float* out) {
    if (source_width == 1) return filter_row<kByAlpha, 1>(rows, weights, source_width, out);
    if (source_width % 2 == 0) return filter_row<kByAlpha, 2>(rows, weights, source_width, out);
    return filter_row<kByAlpha, 3>(rows, weights, source_width, out);
}

}  // namespace

BoxTaps box_taps(std::uint32_t source_size, std::uint32_t index) {
    if (source_size == 1) return {};
    BoxTaps taps{.first = 2 * index, .count = 2, .weights = {0.5f, 0.5f, 0}};
    if (source_size % 2 == 0) return taps;
    const std::uint32_t half = source_size / 2;
    const float whole = static_cast<float>(source_size);
    taps.count = 3;
    taps.weights = {static_cast<float>(half - index) / whole, static_cast<float>(half) / whole,
                    static_cast<float>(index + 1) / whole};
    return taps;
}

void box_filter_row(std::span<const float* const> rows, const std::array<float, 3>& weights,
                    std::uint32_t source_width, bool by_alpha, float* out) {
    if (by_alpha)
        filter_row_of<true>(rows, weights, source_width, out);
    else
        filter_row_of<false>(rows, weights, source_width, out);
}

}  // namespace galley::texel
