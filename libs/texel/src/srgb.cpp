#include "galley/texel/srgb.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "galley/core/det_math.h"

namespace galley::texel {
namespace {

std::vector<float> linear_table(std::size_t codes) {
    std::vector<float> table(codes);
    for (std::size_t code = 0; code < codes; ++code) {
        const double encoded = static_cast<double>(code) / static_cast<double>(codes - 1);
        table[code] = static_cast<float>(det::srgb_to_linear(encoded));
    }
    return table;
}

// The smallest float that is not below `value`.
float round_up(double value) {
    float rounded = static_cast<float>(value);
    if (static_cast<double>(rounded) < value)
        rounded = std::bit_cast<float>(std::bit_cast<std::uint32_t>(rounded) + 1);
    return rounded;
}

}  // namespace

const float* srgb8_to_linear_table() {
    static const std::vector<float> kTable = linear_table(256);
    return kTable.data();
}

const float* srgb16_to_linear_table() {
    static const std::vector<float> kTable = linear_table(65536);
    return kTable.data();
}

const Srgb8Encoder& Srgb8Encoder::get() {
    static const Srgb8Encoder kEncoder;
    return kEncoder;
}

Srgb8Encoder::Srgb8Encoder() {
    float boundary[257];  // [k]: the smallest float that encodes as k or more
    boundary[0] = 0;
    for (int code = 1; code < 256; ++code)
        boundary[code] = round_up(det::srgb_to_linear((code - 0.5) / 255.0));
    boundary[256] = std::numeric_limits<float>::infinity();

    std::uint32_t code = 0;
    for (std::uint32_t bucket = 0; bucket < kBuckets; ++bucket) {
        const std::uint32_t lowest = kLowestBits + (bucket << kShift);
        while (std::bit_cast<float>(lowest) >= boundary[code + 1]) ++code;
        const std::uint32_t next = std::bit_cast<std::uint32_t>(boundary[code + 1]);
        const std::uint32_t below = std::min(next - lowest, 1U << kShift);
        steps_[bucket] =
            static_cast<std::int32_t>((code << kShift) + (1U << kShift) - below - lowest);
    }
}

}  // namespace galley::texel
