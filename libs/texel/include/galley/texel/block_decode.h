#pragma once

#include <cstdint>
#include <span>

#include "galley/base/bytes.h"
#include "galley/base/jobs.h"
#include "galley/base/pixel_format.h"
#include "galley/base/result.h"

namespace galley::texel {

/// The block formats that can be decoded: those of PixelFormat, and BC2, which is read only.
/// Values are those of the Khronos Data Format Specification 1.3, sections 18 to 20 (S3TC, RGTC,
/// BPTC), rounded once to the nearest; see `plain_format`.
enum class BlockCoding : std::uint8_t {
    bc1,
    bc2,
    bc3,
    bc4_unorm,
    bc4_snorm,
    bc5_unorm,
    bc5_snorm,
    bc6h_ufloat,
    bc6h_sfloat,
    bc7,
};

/// Bytes of a block: 8 or 16.
[[nodiscard]] std::uint32_t block_bytes(BlockCoding coding);

/// The coding of a block format; BC1 to BC7 with or without sRGB. `format` must be a block format.
[[nodiscard]] BlockCoding block_coding(PixelFormat format);

/// How finely the channels of BC4 and BC5 `unorm` are decoded: the palettes hold sevenths and
/// fifths of a step of 8 bits.
enum class DecodedDepth : std::uint8_t { eight_bits, full };

/// What the coding decodes to:
/// - BC1, BC2, BC3, BC7: rgba8_unorm. The bytes of sRGB textures are the same, decoded as they are.
/// - BC4, BC5 unorm: r8_unorm and rg8_unorm, or r16_unorm and rg16_unorm at full depth.
/// - BC4, BC5 snorm: r16_float and rg16_float, -1 to 1.
/// - BC6H: rgba16_float, alpha 1.
///
/// BC1 to BC3 colours: an endpoint of n bits is c / (2^n - 1), thirds and halves between the exact
/// endpoints, rounded once. Decoders that widen endpoints to 8 bits before they interpolate (as
/// many do) differ by one step of 255 in places. The fourth colour of a three-colour block of BC1
/// is transparent black.
[[nodiscard]] PixelFormat plain_format(BlockCoding coding, DecodedDepth depth);

/// Decodes one picture of blocks into rows of the plain format, tightly packed, from the top.
/// Any bytes are a picture: reserved modes of BC6H and BC7 give zeros (BC6H with alpha 1).
/// `pixels` must hold exactly image_bytes(plain_format(coding, depth), width, height). Rows of
/// blocks are shared out over `pool` where there is one.
/// kImageShape when a side is 0 or above 65536 or `blocks` aren't as many bytes as these say.
[[nodiscard]] Result<void> decode_blocks(BlockCoding coding, ByteSpan blocks, std::uint32_t width,
                                         std::uint32_t height, DecodedDepth depth,
                                         std::span<std::byte> pixels, JobPool* pool = nullptr);

/// The same into bytes of its own.
[[nodiscard]] Result<Bytes> decode_blocks(BlockCoding coding, ByteSpan blocks, std::uint32_t width,
                                          std::uint32_t height, DecodedDepth depth,
                                          JobPool* pool = nullptr);

}  // namespace galley::texel
