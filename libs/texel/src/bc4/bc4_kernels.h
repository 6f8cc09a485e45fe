#pragma once

#include <cstdint>

#include "simd/instruction_set.h"

namespace galley::texel {

/// Blocks of one channel, side by side: BC4, each half of BC5, the alpha of BC3.
struct Bc4Row {
    const std::uint8_t* rows[4];  ///< of 4 * count pixels each
    int pixel_bytes;              ///< 1, 2 or 4
    int shift;                    ///< the channel's lowest bit in a little-endian pixel
    /// Bits of a sample, 8 or 16. Signed ones are of 16, 32767 more than 32767 times their value.
    int sample_bits;
    bool is_signed;
    int count;
    std::uint8_t* out;     ///< 8 bytes a block
    int out_stride;        ///< bytes from one block to the next
    std::int32_t* errors;  ///< out for 8 bits, one a block, unless null: the squared error
    int effort;            ///< 0 to 2
};

}  // namespace galley::texel

GALLEY_SIMD_DECLARE(void encode_bc4(const Bc4Row& row))
