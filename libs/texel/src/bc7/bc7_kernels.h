#pragma once

#include <cstddef>
#include <cstdint>

#include "simd/instruction_set.h"

namespace galley::texel {

/// One block's encoding before its bits are packed. In modes 4 and 5 channel 3 is, after the
/// rotation, the plane that has indices of its own.
struct Bc7Encoding {
    std::int32_t error;               ///< weighted sum of squared differences
    std::int32_t way;                 ///< bc7_way
    std::uint32_t ends[3][2];         ///< [subset][first, second]: 8 bits a channel, without p-bits
    std::uint32_t p_bits;             ///< bit 2 * subset + end; of a shared one both
    std::uint32_t indices[2];         ///< 4 bits a pixel, pixel 0 lowest
    std::uint32_t second_indices[2];  ///< of channel 3 in modes 4 and 5
};

/// How the pixels of a block fall into subsets.
struct Bc7Shape {
    std::int32_t counts[3];    ///< pixels of each subset; 0 for subsets that aren't there
    std::uint8_t position[16];  ///< of a pixel, when they are ordered by subset
};

/// Blocks that are to be encoded the same way.
struct Bc7Jobs {
    const std::uint32_t* pixels;  ///< of all blocks, 16 a block, red in the lowest byte
    const std::uint32_t* blocks;  ///< which of them
    int count;
    int way;                  ///< bc7_way
    const Bc7Shape* shape;    ///< its partition
    std::int32_t weights[4];  ///< of squared errors in red, green, blue, alpha; 1 to 64
    int rounds;               ///< 0: one fit; more: so many rounds of refinement
    std::int32_t* errors;     ///< out, one a job, unless null
    Bc7Encoding* encodings;   ///< out, one a job, unless null
};

}  // namespace galley::texel

GALLEY_SIMD_DECLARE(void solve_bc7(const Bc7Jobs& jobs))
