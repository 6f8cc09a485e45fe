#include "galley/texel/block_encode.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <vector>

#include <fmt/format.h>

#include "bc1/bc1_kernels.h"
#include "bc4/bc4_kernels.h"
#include "bc7/encode_bc7.h"
#include "blocks/encode.h"
#include "galley/base/assert.h"
#include "galley/base/try.h"
#include "galley/texel/errors.h"
#include "galley/texel/half.h"
#include "simd/instruction_set.h"

namespace galley::texel {
namespace {

using enum PixelFormat;

constexpr std::uint32_t kBlock = 4;
/// Rows of blocks that a job takes at a time hold about this many blocks.
constexpr std::size_t kBlocksAJob = 1024;
/// BC7 sorts the blocks of a call by how they are encoded, and is fastest with thousands.
constexpr std::size_t kBc7BlocksAJob = 4096;

bool is_rgba8(PixelFormat format) { return format == rgba8_unorm || format == rgba8_srgb; }

bool is_bc7(PixelFormat format) { return format == bc7_unorm || format == bc7_srgb; }

bool is_signed(PixelFormat format) { return format == bc4_snorm || format == bc5_snorm; }

/// Four rows of pixels that whole blocks can be read from.
struct BlockRow {
    std::array<const std::byte*, kBlock> rows;
    std::size_t count;  ///< blocks
};

class RowEncoder {
public:
    RowEncoder(const PlainPixels& pixels, PixelFormat to, const BlockEncodeOptions& options,
               InstructionSet set, std::span<std::byte> blocks)
        : pixels_(pixels), to_(to), options_(options), set_(set), blocks_(blocks),
          pixel_bytes_(find_pixel_format(pixels.format)->block_bytes),
          block_bytes_(find_pixel_format(to)->block_bytes),
          across_((std::size_t{pixels.width} + kBlock - 1) / kBlock) {}

    [[nodiscard]] std::size_t across() const { return across_; }

    /// `scratch` is the thread's own and is kept between rows.
    void encode(std::size_t row, Bytes& scratch) const {
        BlockRow whole{{}, across_};
        const std::size_t stride = std::size_t{pixels_.width} * pixel_bytes_;
        for (std::size_t y = 0; y < kBlock; ++y) {
            const std::size_t at = std::min<std::size_t>(row * kBlock + y, pixels_.height - 1);
            whole.rows[y] = pixels_.bytes.data() + at * stride;
        }
        if (must_copy()) copy(whole, scratch);
        std::byte* const out = blocks_.data() + row * across_ * block_bytes_;
        switch (to_) {
        case bc1_unorm:
        case bc1_srgb: encode_color(whole, out); break;
        case bc3_unorm:
        case bc3_srgb:
            encode_channel(whole, 24, out);
            encode_color(whole, out + 8);
            break;
        case bc4_unorm:
        case bc4_snorm: encode_channel(whole, 0, out); break;
        default:
            encode_channel(whole, 0, out);
            encode_channel(whole, is_rgba8(pixels_.format) ? 8 : pixel_bytes_ * 4, out + 8);
            break;
        }
    }

private:
    [[nodiscard]] bool is_half() const {
        return pixels_.format == r16_float || pixels_.format == rg16_float;
    }
    [[nodiscard]] bool opaque_alpha() const {
        return options_.alpha == BlockAlpha::ignored && (to_ == bc3_unorm || to_ == bc3_srgb);
    }
    [[nodiscard]] bool must_copy() const {
        return pixels_.width % kBlock != 0 || is_half() || opaque_alpha();
    }

    /// Halves to 16 bits, sides filled up to whole blocks, alpha made 255.
    void copy(BlockRow& row, Bytes& scratch) const {
        const std::size_t bytes = across_ * kBlock * pixel_bytes_;
        const std::size_t used = std::size_t{pixels_.width} * pixel_bytes_;
        scratch.resize(kBlock * bytes);
        for (std::size_t y = 0; y < kBlock; ++y) {
            std::byte* const to = scratch.data() + y * bytes;
            if (is_half())
                copy_halves(row.rows[y], used / 2, to);
            else
                std::memcpy(to, row.rows[y], used);
            if (opaque_alpha())
                for (std::size_t i = 3; i < used; i += 4) to[i] = std::byte{255};
            for (std::size_t i = used; i < bytes; ++i) to[i] = to[i - pixel_bytes_];
            row.rows[y] = to;
        }
    }

    void copy_halves(const std::byte* from, std::size_t count, std::byte* to) const {
        const bool sign = is_signed(to_);
        for (std::size_t i = 0; i < count; ++i) {
            std::uint16_t half = 0;
            std::memcpy(&half, from + 2 * i, sizeof half);
            float value = half_to_float(half);
            if (std::isnan(value)) value = 0;
            value = std::clamp(value, sign ? -1.0f : 0.0f, 1.0f);
            const float sample =
                std::floor((sign ? value * 32767.0f + 32767.0f : value * 65535.0f) + 0.5f);
            const auto stored = static_cast<std::uint16_t>(sample);
            std::memcpy(to + 2 * i, &stored, sizeof stored);
        }
    }

    void encode_color(const BlockRow& from, std::byte* out) const {
        Bc1Row row{};
        for (std::size_t y = 0; y < kBlock; ++y)
            row.rows[y] = reinterpret_cast<const std::uint32_t*>(from.rows[y]);
        const bool bc1 = to_ == bc1_unorm || to_ == bc1_srgb;
        row.count = static_cast<int>(from.count);
        row.out = reinterpret_cast<std::uint8_t*>(out);
        row.out_stride = static_cast<int>(block_bytes_);
        row.effort = static_cast<int>(options_.quality);
        row.three_colors = bc1;
        row.cutoff = bc1 && options_.alpha == BlockAlpha::one_bit ? options_.cutoff : 0;
        row.alpha_weighs = options_.alpha == BlockAlpha::weighs_color;
        for (std::size_t c = 0; c < 3; ++c)
            row.weights[c] =
                options_.metric == BlockMetric::perceptual ? kBc7PerceptualWeights[c] : 1;
        GALLEY_SIMD_CHOOSE(set_, encode_bc1)(row);
    }

    void encode_channel(const BlockRow& from, std::size_t shift, std::byte* out) const {
        Bc4Row row{};
        for (std::size_t y = 0; y < kBlock; ++y)
            row.rows[y] = reinterpret_cast<const std::uint8_t*>(from.rows[y]);
        const PixelFormatInfo* info = find_pixel_format(pixels_.format);
        row.pixel_bytes = static_cast<int>(pixel_bytes_);
        row.shift = static_cast<int>(shift);
        row.sample_bits = info->bits_per_channel;
        row.is_signed = is_signed(to_);
        row.count = static_cast<int>(from.count);
        row.out = reinterpret_cast<std::uint8_t*>(out);
        row.out_stride = static_cast<int>(block_bytes_);
        row.effort = static_cast<int>(options_.quality);
        GALLEY_SIMD_CHOOSE(set_, encode_bc4)(row);
    }

    const PlainPixels& pixels_;
    PixelFormat to_;
    const BlockEncodeOptions& options_;
    InstructionSet set_;
    std::span<std::byte> blocks_;
    std::size_t pixel_bytes_;
    std::size_t block_bytes_;
    std::size_t across_;
};

Bc7Settings bc7_settings(const BlockEncodeOptions& options) {
    Bc7Settings settings;
    settings.level = static_cast<Bc7Level>(options.quality);
    if (options.metric == BlockMetric::perceptual) settings.weights = kBc7PerceptualWeights;
    settings.alpha_is_opacity = options.alpha == BlockAlpha::weighs_color;
    return settings;
}

/// The pixels of a row of blocks, block by block; the last column and row repeated.
void gather_blocks(const PlainPixels& pixels, std::size_t row, bool opaque, PixelBlock* blocks) {
    const std::size_t across = (std::size_t{pixels.width} + kBlock - 1) / kBlock;
    for (std::size_t y = 0; y < kBlock; ++y) {
        const std::size_t at = std::min<std::size_t>(row * kBlock + y, pixels.height - 1);
        const std::byte* from = pixels.bytes.data() + at * pixels.width * 4;
        for (std::size_t i = 0; i < across; ++i) {
            std::uint32_t* const to = &blocks[i].pixels[kBlock * y];
            const std::size_t count = std::min<std::size_t>(kBlock, pixels.width - i * kBlock);
            std::memcpy(to, from + i * kBlock * 4, count * 4);
            for (std::size_t x = count; x < kBlock; ++x) to[x] = to[count - 1];
            if (opaque)
                for (std::size_t x = 0; x < kBlock; ++x) to[x] |= 0xff000000;
        }
    }
}

void encode_bc7_rows(InstructionSet set, const PlainPixels& pixels,
                     const BlockEncodeOptions& options, std::size_t begin, std::size_t end,
                     std::span<std::byte> out) {
    const std::size_t across = (std::size_t{pixels.width} + kBlock - 1) / kBlock;
    std::vector<PixelBlock> blocks((end - begin) * across);
    for (std::size_t row = begin; row < end; ++row)
        gather_blocks(pixels, row, options.alpha == BlockAlpha::ignored,
                      &blocks[(row - begin) * across]);
    encode_bc7(blocks, bc7_settings(options), out.subspan(begin * across * 16, blocks.size() * 16),
               set);
}

Result<void> check(const PlainPixels& pixels, PixelFormat to) {
    if (!can_encode_blocks(pixels.format, to)) {
        const PixelFormatInfo* from = find_pixel_format(pixels.format);
        const PixelFormatInfo* target = find_pixel_format(to);
        return fail(kBlockSource, fmt::format("{} is not made from {}",
                                              target == nullptr ? "no format" : target->name,
                                              from == nullptr ? "no format" : from->name));
    }
    if (pixels.width == 0 || pixels.height == 0 || pixels.width > 65536 || pixels.height > 65536 ||
        pixels.bytes.size() != image_bytes(pixels.format, pixels.width, pixels.height))
        return fail(kImageShape, fmt::format("{} bytes are no picture of {} x {} pixels",
                                             pixels.bytes.size(), pixels.width, pixels.height));
    return {};
}

}  // namespace

bool can_encode_blocks(PixelFormat from, PixelFormat to) {
    switch (to) {
    case bc1_unorm:
    case bc1_srgb:
    case bc3_unorm:
    case bc3_srgb:
    case bc7_unorm:
    case bc7_srgb: return is_rgba8(from);
    case bc4_unorm:
        return is_rgba8(from) || from == r8_unorm || from == r16_unorm || from == r16_float;
    case bc5_unorm:
        return is_rgba8(from) || from == rg8_unorm || from == rg16_unorm || from == rg16_float;
    case bc4_snorm: return from == r16_float;
    case bc5_snorm: return from == rg16_float;
    default: return false;
    }
}

Result<void> encode_blocks_for(InstructionSet set, const PlainPixels& pixels, PixelFormat to,
                               const BlockEncodeOptions& options, std::span<std::byte> blocks,
                               JobPool* pool) {
    TRY(check(pixels, to));
    GALLEY_ASSERT(blocks.size() == image_bytes(to, pixels.width, pixels.height));
    const RowEncoder encoder(pixels, to, options, set, blocks);
    const std::size_t down = (std::size_t{pixels.height} + kBlock - 1) / kBlock;
    const auto rows = [&](std::size_t begin, std::size_t end) {
        if (is_bc7(to)) return encode_bc7_rows(set, pixels, options, begin, end, blocks);
        Bytes scratch;
        for (std::size_t row = begin; row < end; ++row) encoder.encode(row, scratch);
    };
    JobPool own(1);
    const std::size_t grain = (is_bc7(to) ? kBc7BlocksAJob : kBlocksAJob) / encoder.across();
    (pool == nullptr ? own : *pool).parallel_for(down, std::max<std::size_t>(1, grain), rows);
    return {};
}

Result<void> encode_blocks(const PlainPixels& pixels, PixelFormat to,
                           const BlockEncodeOptions& options, std::span<std::byte> blocks,
                           JobPool* pool) {
    return encode_blocks_for(best_instruction_set(), pixels, to, options, blocks, pool);
}

Result<Bytes> encode_blocks(const PlainPixels& pixels, PixelFormat to,
                            const BlockEncodeOptions& options, JobPool* pool) {
    TRY(check(pixels, to));
    Bytes blocks(image_bytes(to, pixels.width, pixels.height));
    TRY(encode_blocks(pixels, to, options, blocks, pool));
    return blocks;
}

}  // namespace galley::texel
