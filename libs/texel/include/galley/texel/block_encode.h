#pragma once

#include <cstdint>
#include <span>

#include "galley/base/bytes.h"
#include "galley/base/jobs.h"
#include "galley/base/pixel_format.h"
#include "galley/base/result.h"

namespace galley::texel {

enum class BlockQuality : std::uint8_t { fast, normal, high };

/// What the encoder makes small: the squared error of all channels alike, or weighted by what the
/// eye sees of each (for sRGB colour).
enum class BlockMetric : std::uint8_t { linear, perceptual };

/// What alpha is for BC1, BC3 and BC7.
enum class BlockAlpha : std::uint8_t {
    ignored,   ///< taken as 255
    straight,  ///< a channel like the others
    /// A channel; and errors of colour count in proportion to it (BC7: not at all where it is 0).
    weighs_color,
    one_bit,  ///< BC1 only: pixels of less alpha than the cutoff become transparent black
};

struct BlockEncodeOptions {
    BlockQuality quality = BlockQuality::normal;
    BlockMetric metric = BlockMetric::linear;
    BlockAlpha alpha = BlockAlpha::straight;
    std::uint8_t cutoff = 128;  ///< of BlockAlpha::one_bit
};

/// Pixels of a plain format, rows from the top, tightly packed.
struct PlainPixels {
    ByteSpan bytes;  ///< image_bytes(format, width, height)
    PixelFormat format = PixelFormat::rgba8_unorm;
    std::uint32_t width = 0;
    std::uint32_t height = 0;
};

/// Whether `encode_blocks` makes blocks of `to` from pixels of `from`:
/// - BC1, BC3, BC7 from rgba8_unorm and rgba8_srgb, the values as they are. BC1 has alpha with
///   BlockAlpha::one_bit only, and is opaque otherwise.
/// - BC4 from r8_unorm, r16_unorm, r16_float, and the red of rgba8; BC5 from rg8_unorm, rg16_unorm,
///   rg16_float, and red and green of rgba8. Of 16 bits and halves, blocks keep what their sevenths
///   and fifths of a step of 8 bits can say.
/// - Signed BC4 and BC5 from halves (-1 to 1). Halves beyond the range are clamped, NaN is 0.
[[nodiscard]] bool can_encode_blocks(PixelFormat from, PixelFormat to);

/// Encodes one picture into `blocks`, image_bytes(to, width, height). Blocks that reach beyond the
/// picture are filled up with its last column and row. Rows of blocks are shared out over `pool`
/// where there is one. The bytes are the same for any number of threads, on any instruction set and
/// from both compilers.
///
/// BC1 and BC3: principal axis, least squares (Brown's cluster fit and a search around the best
/// endpoints in `high`). BC4 and BC5: least squares over both palettes, a search in `high`. BC7:
/// all modes; partitions ranked by a bound from their moments, the best solved by least squares.
///
/// kImageShape when a side is 0 or above 65536 or the bytes don't fit it; kBlockSource unless
/// can_encode_blocks.
[[nodiscard]] Result<void> encode_blocks(const PlainPixels& pixels, PixelFormat to,
                                         const BlockEncodeOptions& options,
                                         std::span<std::byte> blocks, JobPool* pool = nullptr);

/// The same into bytes of its own.
[[nodiscard]] Result<Bytes> encode_blocks(const PlainPixels& pixels, PixelFormat to,
                                          const BlockEncodeOptions& options,
                                          JobPool* pool = nullptr);

}  // namespace galley::texel
