#include "galley/texel/block_decode.h"

#include <algorithm>
#include <array>
#include <cstring>

#include <fmt/format.h>

#include "blocks/decode.h"
#include "galley/base/assert.h"
#include "galley/base/try.h"
#include "galley/texel/errors.h"

namespace galley::texel {
namespace {

constexpr std::uint32_t kBlock = 4;
constexpr std::size_t kMostPixelBytes = 8;
/// Rows of blocks that a job takes at a time hold about this many blocks.
constexpr std::size_t kBlocksAJob = 4096;

DecodeBlocks decoder(BlockCoding coding, DecodedDepth depth) {
    const bool full = depth == DecodedDepth::full;
    switch (coding) {
    case BlockCoding::bc1: return decode_bc1;
    case BlockCoding::bc2: return decode_bc2;
    case BlockCoding::bc3: return decode_bc3;
    case BlockCoding::bc4_unorm: return full ? decode_bc4_16 : decode_bc4_8;
    case BlockCoding::bc5_unorm: return full ? decode_bc5_16 : decode_bc5_8;
    case BlockCoding::bc4_snorm: return decode_bc4_snorm;
    case BlockCoding::bc5_snorm: return decode_bc5_snorm;
    case BlockCoding::bc6h_ufloat: return decode_bc6h_ufloat;
    case BlockCoding::bc6h_sfloat: return decode_bc6h_sfloat;
    case BlockCoding::bc7: return decode_bc7;
    }
    GALLEY_ASSERT(false);
    return decode_bc1;
}

struct Level {
    DecodeBlocks decode;
    const std::byte* blocks;
    std::byte* pixels;
    std::uint32_t width;
    std::uint32_t height;
    std::uint32_t block_bytes;
    std::uint32_t pixel_bytes;
};

void decode_row(const Level& level, std::size_t row) {
    const std::size_t stride = std::size_t{level.width} * level.pixel_bytes;
    const std::size_t across = (std::size_t{level.width} + kBlock - 1) / kBlock;
    const std::byte* blocks = level.blocks + row * across * level.block_bytes;
    std::byte* pixels = level.pixels + row * kBlock * stride;
    const std::size_t rows = std::min<std::size_t>(kBlock, level.height - row * kBlock);
    const std::size_t whole = rows == kBlock ? level.width / kBlock : 0;
    level.decode(blocks, whole, pixels, stride);

    std::array<std::byte, kBlock * kBlock * kMostPixelBytes> scratch;
    const std::size_t block_row = std::size_t{kBlock} * level.pixel_bytes;
    for (std::size_t i = whole; i < across; ++i) {
        level.decode(blocks + i * level.block_bytes, 1, scratch.data(), block_row);
        const std::size_t bytes = std::min(block_row, stride - i * block_row);
        for (std::size_t y = 0; y < rows; ++y)
            std::memcpy(pixels + y * stride + i * block_row, scratch.data() + y * block_row, bytes);
    }
}

}  // namespace

std::uint32_t block_bytes(BlockCoding coding) {
    return coding == BlockCoding::bc1 || coding == BlockCoding::bc4_unorm ||
                   coding == BlockCoding::bc4_snorm
               ? 8
               : 16;
}

BlockCoding block_coding(PixelFormat format) {
    using enum PixelFormat;
    switch (format) {
    case bc1_unorm:
    case bc1_srgb: return BlockCoding::bc1;
    case bc3_unorm:
    case bc3_srgb: return BlockCoding::bc3;
    case bc4_unorm: return BlockCoding::bc4_unorm;
    case bc4_snorm: return BlockCoding::bc4_snorm;
    case bc5_unorm: return BlockCoding::bc5_unorm;
    case bc5_snorm: return BlockCoding::bc5_snorm;
    case bc6h_ufloat: return BlockCoding::bc6h_ufloat;
    case bc6h_sfloat: return BlockCoding::bc6h_sfloat;
    case bc7_unorm:
    case bc7_srgb: return BlockCoding::bc7;
    default: break;
    }
    GALLEY_ASSERT(false);
    return BlockCoding::bc1;
}

PixelFormat plain_format(BlockCoding coding, DecodedDepth depth) {
    using enum PixelFormat;
    const bool full = depth == DecodedDepth::full;
    switch (coding) {
    case BlockCoding::bc4_unorm: return full ? r16_unorm : r8_unorm;
    case BlockCoding::bc5_unorm: return full ? rg16_unorm : rg8_unorm;
    case BlockCoding::bc4_snorm: return r16_float;
    case BlockCoding::bc5_snorm: return rg16_float;
    case BlockCoding::bc6h_ufloat:
    case BlockCoding::bc6h_sfloat: return rgba16_float;
    default: return rgba8_unorm;
    }
}

Result<void> decode_blocks(BlockCoding coding, ByteSpan blocks, std::uint32_t width,
                           std::uint32_t height, DecodedDepth depth, std::span<std::byte> pixels,
                           JobPool* pool) {
    if (width == 0 || height == 0 || width > 65536 || height > 65536)
        return fail(kImageShape, fmt::format("a picture of {} x {} pixels", width, height));
    const std::size_t across = (std::size_t{width} + kBlock - 1) / kBlock;
    const std::size_t down = (std::size_t{height} + kBlock - 1) / kBlock;
    if (blocks.size() != across * down * block_bytes(coding))
        return fail(kImageShape, fmt::format("{} bytes are no blocks of {} x {} pixels",
                                             blocks.size(), width, height));
    const PixelFormat plain = plain_format(coding, depth);
    GALLEY_ASSERT(pixels.size() == image_bytes(plain, width, height));
    const Level level{decoder(coding, depth),
                      blocks.data(),
                      pixels.data(),
                      width,
                      height,
                      block_bytes(coding),
                      find_pixel_format(plain)->block_bytes};
    const auto rows = [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) decode_row(level, row);
    };
    if (pool == nullptr)
        rows(0, down);
    else
        pool->parallel_for(down, std::max<std::size_t>(1, kBlocksAJob / across), rows);
    return {};
}

Result<Bytes> decode_blocks(BlockCoding coding, ByteSpan blocks, std::uint32_t width,
                            std::uint32_t height, DecodedDepth depth, JobPool* pool) {
    // The count of blocks is checked before memory is taken for what they decode to.
    const std::uint64_t across = (std::uint64_t{width} + kBlock - 1) / kBlock;
    const std::uint64_t down = (std::uint64_t{height} + kBlock - 1) / kBlock;
    Bytes pixels;
    if (width != 0 && height != 0 && width <= 65536 && height <= 65536 &&
        blocks.size() == across * down * block_bytes(coding))
        pixels.resize(image_bytes(plain_format(coding, depth), width, height));
    TRY(decode_blocks(coding, blocks, width, height, depth, pixels, pool));
    return pixels;
}

}  // namespace galley::texel
