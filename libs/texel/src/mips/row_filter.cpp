#include "row_filter.h"

#include "../float4.h"

namespace galley::texel {
namespace {

/// Two samples side by side, of equal weight: what most levels need.
void average_pairs(const float* row, std::uint32_t width, float* out) {
    const Float4 half = all4(0.5f);
    for (std::size_t x = 0; x < width; ++x) {
        const Float4 left = load4(row + 8 * x);
        const Float4 right = load4(row + 8 * x + 4);
        store4(out + 4 * x, (left + right) * half);
    }
}

}  // namespace

void filter_along_row(const float* row, const AxisTaps& taps, std::uint32_t width, float* out) {
    if (taps.count == 2) return average_pairs(row, width, out);
    const std::uint32_t* sample = taps.samples.data();
    const float* weight = taps.weights.data();
    for (std::size_t x = 0; x < width; ++x) {
        Float4 sum = load4(row + 4 * std::size_t{*sample++}) * all4(*weight++);
        for (unsigned k = 1; k < taps.count; ++k)
            sum += load4(row + 4 * std::size_t{*sample++}) * all4(*weight++);
        store4(out + 4 * x, sum);
    }
}

void sum_rows(std::span<const float* const> rows, std::span<const float> weights,
              std::uint32_t width, float* out) {
    for (std::size_t x = 0; x < width; ++x) {
        Float4 sum = load4(rows[0] + 4 * x) * all4(weights[0]);
        for (std::size_t k = 1; k < rows.size(); ++k)
            sum += load4(rows[k] + 4 * x) * all4(weights[k]);
        store4(out + 4 * x, sum);
    }
}

}  // namespace galley::texel
