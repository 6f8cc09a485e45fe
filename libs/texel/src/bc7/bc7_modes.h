#pragma once

#include <cstdint>

// What the eight modes of BC7 are made of: Khronos Data Format Specification 1.3, table 114.

namespace galley::texel {

enum class Bc7PBits : std::uint8_t { none, one_an_endpoint, one_a_subset };

struct Bc7Mode {
    int subsets;
    int partition_bits;
    int color_bits;  ///< of an endpoint's channel, without the p-bit
    int alpha_bits;  ///< 0: alpha is 255
    Bc7PBits p_bits;
    int index_bits;
    int second_index_bits;  ///< of the plane of its own that modes 4 and 5 have
};

// Not inline: constants without a symbol may be shared with code for other instruction sets.
constexpr Bc7Mode kBc7Modes[8] = {{3, 4, 4, 0, Bc7PBits::one_an_endpoint, 3, 0},
                                  {2, 6, 6, 0, Bc7PBits::one_a_subset, 3, 0},
                                  {3, 6, 5, 0, Bc7PBits::none, 2, 0},
                                  {2, 6, 7, 0, Bc7PBits::one_an_endpoint, 2, 0},
                                  {1, 0, 5, 6, Bc7PBits::none, 2, 3},
                                  {1, 0, 7, 8, Bc7PBits::none, 2, 2},
                                  {1, 0, 7, 7, Bc7PBits::one_an_endpoint, 4, 0},
                                  {2, 6, 5, 5, Bc7PBits::one_an_endpoint, 2, 0}};

/// One way to encode a block, in 9 bits: the mode and its partition, or its rotation and which of
/// its planes has the longer indices.
namespace bc7_way {

constexpr int kMode6 = 0;
constexpr int kMode5 = 4;   ///< + rotation
constexpr int kMode4 = 8;   ///< + 2 * rotation + (1: colour has the indices of 3 bits)
constexpr int kMode0 = 16;  ///< + partition, as all below
constexpr int kMode1 = 64;
constexpr int kMode2 = 128;
constexpr int kMode3 = 192;
constexpr int kMode7 = 256;
constexpr int kCount = 320;

static inline constexpr int mode(int way) {
    if (way >= kMode1) return way >= kMode7 ? 7 : way / 64;
    if (way >= kMode0) return 0;
    return way >= kMode4 ? 4 : way >= kMode5 ? 5 : 6;
}
/// Of the modes with partitions.
static inline constexpr int partition(int way) { return way >= kMode1 ? way % 64 : way - kMode0; }
/// Of modes 4 and 5.
static inline constexpr int rotation(int way) {
    return way >= kMode4 ? (way - kMode4) / 2 : way - kMode5;
}
static inline constexpr int index_selection(int way) {
    return way >= kMode4 && way < kMode0 ? way & 1 : 0;
}

}  // namespace bc7_way

}  // namespace galley::texel
