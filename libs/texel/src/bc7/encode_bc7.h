#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "simd/instruction_set.h"

namespace galley::texel {

/// 4 x 4 pixels of RGBA, rows from the top, red in the lowest byte.
struct PixelBlock {
    std::array<std::uint32_t, 16> pixels;
};

enum class Bc7Level : std::uint8_t { fast, normal, high };

struct Bc7Settings {
    Bc7Level level = Bc7Level::normal;
    /// Of squared errors in red, green, blue, alpha; 1 to 16. All the same: PSNR is best.
    std::array<std::uint8_t, 4> weights = {1, 1, 1, 1};
    /// Blocks whose alpha is 255 keep it, which the smallest error need not do (254 may buy better
    /// colour); others weigh their alpha 8 times where some pixel's is 0 or 255.
    bool exact_alpha = true;
    /// Alpha is how much of the colour is seen: pixels with alpha 0 may have any colour.
    bool alpha_is_opacity = false;
};

/// Weights after how much the channels add to brightness (Rec. 709), alpha as much as green.
inline constexpr std::array<std::uint8_t, 4> kBc7PerceptualWeights = {5, 12, 2, 12};

/// Encodes each block into 16 bytes of `out`, which must hold exactly that. The bytes depend on the
/// block and the settings alone: not on its neighbours, the instruction set or the compiler. Spans
/// of a few thousand blocks are the fastest: the blocks of a span are sorted by how they are to be
/// encoded, so that those that stand side by side in a vector go the same way. About 1.5 MB is used
/// beside. Any thread.
///
/// How: a bound for each mode and partition from the moments of its subsets (the eigenvalue of a
/// 3 x 3 matrix), as in ISPC Texture Compressor and bc7e; the most promising are solved: principal
/// axis (Pearson 1901), indices by projection, endpoints by least squares (S3TC encoders since
/// Simon Brown's squish), then rounded together with their p-bits against the quadratic form of the
/// least squares.
void encode_bc7(std::span<const PixelBlock> blocks, const Bc7Settings& settings,
                std::span<std::byte> out);

/// With an instruction set that is available.
void encode_bc7(std::span<const PixelBlock> blocks, const Bc7Settings& settings,
                std::span<std::byte> out, InstructionSet set);

}  // namespace galley::texel
