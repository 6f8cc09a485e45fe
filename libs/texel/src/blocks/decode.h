#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace galley::texel {

/// Decodes `count` blocks that stand side by side into four rows of pixels, `stride` bytes apart.
using DecodeBlocks = void (*)(const std::byte* blocks, std::size_t count, std::byte* pixels,
                              std::size_t stride);

// Into RGBA of 8 bits.
void decode_bc1(const std::byte* blocks, std::size_t count, std::byte* pixels, std::size_t stride);
void decode_bc2(const std::byte* blocks, std::size_t count, std::byte* pixels, std::size_t stride);
void decode_bc3(const std::byte* blocks, std::size_t count, std::byte* pixels, std::size_t stride);
void decode_bc7(const std::byte* blocks, std::size_t count, std::byte* pixels, std::size_t stride);

// Into one or two channels of 8 bits, of 16 bits, of halves.
void decode_bc4_8(const std::byte* blocks, std::size_t count, std::byte* pixels,
                  std::size_t stride);
void decode_bc5_8(const std::byte* blocks, std::size_t count, std::byte* pixels,
                  std::size_t stride);
void decode_bc4_16(const std::byte* blocks, std::size_t count, std::byte* pixels,
                   std::size_t stride);
void decode_bc5_16(const std::byte* blocks, std::size_t count, std::byte* pixels,
                   std::size_t stride);
void decode_bc4_snorm(const std::byte* blocks, std::size_t count, std::byte* pixels,
                      std::size_t stride);
void decode_bc5_snorm(const std::byte* blocks, std::size_t count, std::byte* pixels,
                      std::size_t stride);

// Into RGBA of halves.
void decode_bc6h_ufloat(const std::byte* blocks, std::size_t count, std::byte* pixels,
                        std::size_t stride);
void decode_bc6h_sfloat(const std::byte* blocks, std::size_t count, std::byte* pixels,
                        std::size_t stride);

/// The eight 8-bit values that the indices of a BC4 block choose from, the first in the lowest
/// byte.
[[nodiscard]] std::uint64_t bc4_palette8(std::uint64_t block);

inline std::uint64_t load_u64(const std::byte* from) {
    std::uint64_t value = 0;
    std::memcpy(&value, from, sizeof value);
    return value;
}

}  // namespace galley::texel
