#pragma once

#include "galley/texel/block_encode.h"
#include "simd/instruction_set.h"

namespace galley::texel {

/// `encode_blocks` with the code of one instruction set, which must be available.
[[nodiscard]] Result<void> encode_blocks_for(InstructionSet set, const PlainPixels& pixels,
                                             PixelFormat to, const BlockEncodeOptions& options,
                                             std::span<std::byte> blocks, JobPool* pool);

}  // namespace galley::texel
