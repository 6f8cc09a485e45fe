#pragma once

#include <cstddef>
#include <cstdint>

#include "simd/wide.h"

// For *.simd.cpp files only.

namespace galley::texel::GALLEY_SIMD_NAMESPACE {
namespace {

/// Gives `put(pixel, rgba)` the 16 pixels of as many blocks as there are lanes: of blocks[first]
/// and on, and of the last of them in lanes beyond `count`.
template <class Put>
GALLEY_WIDE void load_lanes(const std::uint32_t* pixels, const std::uint32_t* blocks, int count,
                            int first, const Put& put) {
    const std::uint32_t* from[kLanes];
    for (int lane = 0; lane < kLanes; ++lane) {
        const int at = first + lane < count ? first + lane : count - 1;
        from[lane] = pixels + std::size_t{16} * blocks[at];
    }
    for (int row = 0; row < 4; ++row) {
        U32 quads[4];
        GALLEY_UNROLL
        for (int i = 0; i < 4; ++i)
            quads[i] = load_parts([&](int part) { return from[4 * part + i] + 4 * row; });
        transpose4(quads);
        GALLEY_UNROLL
        for (int x = 0; x < 4; ++x) put(4 * row + x, quads[x]);
    }
}

}  // namespace
}  // namespace galley::texel::GALLEY_SIMD_NAMESPACE
