#pragma once

#include "simd/wide.h"

// For *.simd.cpp files only: the pixels of blocks that stand side by side, a block in each lane.

namespace galley::texel::GALLEY_SIMD_NAMESPACE {
namespace {

/// The even and the odd lanes of two vectors after each other.
GALLEY_WIDE void split_lanes(U32 a, U32 b, U32& even, U32& odd) {
#if GALLEY_WIDE_BYTES == 64
    even = __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
    odd = __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
#elif GALLEY_WIDE_BYTES == 32
    even = __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14);
    odd = __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15);
#else
    even = __builtin_shufflevector(a, b, 0, 2, 4, 6);
    odd = __builtin_shufflevector(a, b, 1, 3, 5, 7);
#endif
}

/// The columns of a row of blocks with pixels of 32 bits.
GALLEY_WIDE void columns_of(const void* row, U32 column[4]) {
    const auto* bytes = static_cast<const unsigned char*>(row);
    U32 even[2];
    U32 odd[2];
    split_lanes(load<U32>(bytes), load<U32>(bytes + kWideBytes), even[0], odd[0]);
    split_lanes(load<U32>(bytes + 2 * kWideBytes), load<U32>(bytes + 3 * kWideBytes), even[1],
                odd[1]);
    split_lanes(even[0], even[1], column[0], column[2]);
    split_lanes(odd[0], odd[1], column[1], column[3]);
}

}  // namespace
}  // namespace galley::texel::GALLEY_SIMD_NAMESPACE
