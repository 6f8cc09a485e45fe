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
    std::int32_t counts[3];     ///< pixels of each subset; 0 for subsets that aren't there
    std::uint8_t position[16];  ///< of a pixel, when they are ordered by subset
};

/// How far a way is solved after its first fit.
struct Bc7Search {
    int rounds;          ///< of least squares for the indices of the round before
    int polishes;        ///< passes of small moves around the endpoints
    bool long_polishes;  ///< 16 moves a pass, else 4
};

/// Blocks that are to be encoded the same way.
struct Bc7Jobs {
    const std::uint32_t* pixels;  ///< of all blocks, 16 a block, red in the lowest byte
    const std::uint32_t* blocks;  ///< which of them
    int count;
    int way;                  ///< bc7_way
    const Bc7Shape* shape;    ///< its partition
    std::int32_t weights[4];  ///< of squared errors in red, green, blue, alpha; at most 128 where a
                              ///< channel varies
    Bc7Search search;
    std::int32_t* errors;    ///< out, one a job, unless null
    Bc7Encoding* encodings;  ///< out, one a job, unless null
};

enum class Bc7RankStage : std::uint8_t { whole, two_subsets, three_subsets };

/// Blocks whose ways are to be ranked by an estimate of their errors: those of one stage are added
/// to what the stages before found.
struct Bc7Ranking {
    const std::uint32_t* pixels;
    const std::uint32_t* blocks;
    int count;
    Bc7RankStage stage;
    bool opaque;  ///< alpha is 255 in all of them; else there's no stage of three subsets
    std::int32_t weights[4];
    int partitions;                      ///< of two subsets: the first so many
    const std::uint16_t* two_subsets;    ///< kTwoSubsets
    const std::uint32_t* three_subsets;  ///< kThreeSubsets
    int kept;                            ///< 3, 8 or 32
    std::int32_t* keys;                  ///< `kept` a block, by its number, the best first
};

/// A key orders as the estimate does and holds the way in its lowest 9 bits.
static inline constexpr int way_of_key(std::int32_t key) { return key & 511; }

}  // namespace galley::texel

GALLEY_SIMD_DECLARE(void solve_bc7(const Bc7Jobs& jobs))
GALLEY_SIMD_DECLARE(void rank_bc7(const Bc7Ranking& ranking))
