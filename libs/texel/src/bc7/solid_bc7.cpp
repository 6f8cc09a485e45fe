#include "bc7/solid_bc7.h"

#include <array>

#include "bc7/bc7_modes.h"

namespace galley::texel {
namespace {

struct Ends7 {
    std::uint8_t first;
    std::uint8_t second;
};

constexpr unsigned widened7(unsigned value) { return value << 1 | value >> 6; }

/// For each 8-bit value two 7-bit ends that give it at weight 21 of 64, as near to each other as
/// can be.
constexpr std::array<Ends7, 256> kEnds = [] {
    std::array<Ends7, 256> ends{};
    std::array<unsigned, 256> apart{};
    apart.fill(1000);
    for (unsigned first = 0; first < 128; ++first)
        for (unsigned second = 0; second < 128; ++second) {
            const unsigned value = (43 * widened7(first) + 21 * widened7(second) + 32) >> 6;
            const unsigned distance = first < second ? second - first : first - second;
            if (distance >= apart[value]) continue;
            apart[value] = distance;
            ends[value] = {static_cast<std::uint8_t>(first), static_cast<std::uint8_t>(second)};
        }
    return ends;
}();

static_assert([] {
    for (unsigned value = 0; value < 256; ++value)
        if ((43 * widened7(kEnds[value].first) + 21 * widened7(kEnds[value].second) + 32) >> 6 !=
            value)
            return false;
    return true;
}());

}  // namespace

Bc7Encoding solid_bc7(std::uint32_t rgba) {
    Bc7Encoding encoding{};
    encoding.way = bc7_way::kMode5;
    for (unsigned channel = 0; channel < 3; ++channel) {
        const Ends7 ends = kEnds[rgba >> (8 * channel) & 0xff];
        encoding.ends[0][0] |= std::uint32_t{ends.first} << (8 * channel);
        encoding.ends[0][1] |= std::uint32_t{ends.second} << (8 * channel);
    }
    encoding.ends[0][0] |= rgba & 0xff000000;
    encoding.ends[0][1] |= rgba & 0xff000000;
    encoding.indices[0] = encoding.indices[1] = 0x11111111;
    return encoding;
}

}  // namespace galley::texel
