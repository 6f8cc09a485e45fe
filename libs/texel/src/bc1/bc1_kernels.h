#pragma once

#include <cstdint>

#include "simd/instruction_set.h"

namespace galley::texel {

/// Blocks side by side that get the colours of BC1 or of BC3.
struct Bc1Row {
    const std::uint32_t* rows[4];  ///< RGBA of 8 bits, red in the lowest byte; 4 * count each
    int count;
    std::uint8_t* out;        ///< 8 bytes a block
    int out_stride;           ///< bytes from one block to the next
    std::int32_t* errors;     ///< out, one a block, unless null: the weighted squared error
    int effort;               ///< 0 to 2
    bool three_colors;        ///< BC1: blocks of three colours may be made
    int cutoff;               ///< pixels of less alpha are transparent; 0: none is; BC1 only
    bool alpha_weighs;        ///< errors count in proportion to alpha
    std::int32_t weights[3];  ///< of squared errors in red, green, blue, 1 to 12; all 1: unweighted
};

}  // namespace galley::texel

GALLEY_SIMD_DECLARE(void encode_bc1(const Bc1Row& row))
