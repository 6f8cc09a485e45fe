#pragma once

#include "galley/texel/texture_build.h"
#include "simd/instruction_set.h"

namespace galley::texel {

/// `build_texture` with the kernels of one instruction set, which must be available.
[[nodiscard]] Result<BuiltTexture> build_texture_for(InstructionSet set, const Image& image,
                                                     ChannelUse use, const MipOptions& options,
                                                     JobPool& pool);

}  // namespace galley::texel
