#include "galley/texel/texture_build.h"

#include <algorithm>
#include <atomic>

#include "float4.h"
#include "galley/base/try.h"
#include "galley/texel/image_check.h"
#include "mips/mip_builder.h"
#include "pixel_rows.h"
#include "texture_build_for.h"

namespace galley::texel {
namespace {

std::size_t rows_per_job(std::uint32_t width) { return std::max(1U, (1U << 15) / width); }

/// The picture itself in the format of the layout.
void add_first_level(const Image& image, ChannelUse use, JobPool& pool, BuiltTexture& texture) {
    const PixelFormat format = texture.layout.format;
    const auto row_bytes = static_cast<std::size_t>(image_bytes(format, image.width, 1));
    ByteBlock level = ByteBlock::unset(row_bytes * image.height);
    const unsigned channels = find_pixel_format(format)->channels;
    const RowReader reader(image, use);
    const RowWriter writer(format, use);
    std::atomic<std::uint64_t> clamped = 0;
    std::atomic<std::uint64_t> not_numbers = 0;
    pool.parallel_for(
        image.height, rows_per_job(image.width), [&](std::size_t begin, std::size_t end) {
            const bool convert = !keeps_samples(image, use);
            const auto scratch = convert ? float_pixels(image.width) : nullptr;
            for (std::size_t y = begin; y < end; ++y) {
                std::byte* out = level.data() + y * row_bytes;
                const auto row = static_cast<std::uint32_t>(y);
                if (!convert) {
                    copy_samples(image, image.pixels.data() + y * image.row_bytes(), channels, out);
                    continue;
                }
                if (image.type == SampleType::float32) {
                    const FloatCounts counts = count_unstorable(image, row);
                    clamped += counts.clamped;
                    not_numbers += counts.not_numbers;
                }
                reader.read(row, scratch.get());
                writer.write(scratch.get(), image.width, out);
            }
        });
    texture.clamped = clamped;
    texture.not_numbers = not_numbers;
    texture.levels.push_back(std::move(level));
}

/// Whether a level of this size is left out; the last never is.
bool too_large(const MipOptions& options, std::uint32_t width, std::uint32_t height) {
    return options.max_size != 0 && (width > 1 || height > 1) &&
           (width > options.max_size || height > options.max_size);
}

/// The levels to be made below the picture, down to the last that is stored.
std::vector<MipLevel> levels_below(const Image& image, const MipOptions& options) {
    std::vector<MipLevel> levels;
    std::uint32_t width = image.width;
    std::uint32_t height = image.height;
    bool done = !options.chain && !too_large(options, width, height);
    while (!done && (width > 1 || height > 1)) {
        width = mip_size(width, 1);
        height = mip_size(height, 1);
        const bool store = !too_large(options, width, height);
        levels.push_back({width, height, store, {}});
        done = store && !options.chain;
    }
    return levels;
}

}  // namespace

TextureLayout plain_layout(ChannelUse use, SampleType type, std::uint8_t channels) {
    const bool eight = type == SampleType::unorm8;
    const bool sixteen = type == SampleType::unorm16;
    const auto pick = [&](PixelFormat unorm8, PixelFormat unorm16, PixelFormat half) {
        return eight ? unorm8 : sixteen ? unorm16 : half;
    };
    using enum ChannelFrom;
    if (use == ChannelUse::normal)
        return {pick(PixelFormat::rg8_unorm, PixelFormat::rg16_unorm, PixelFormat::rg16_float),
                {r, g, zero, one}};
    if (use == ChannelUse::data && channels == 1)
        return {pick(PixelFormat::r8_unorm, PixelFormat::r16_unorm, PixelFormat::r16_float),
                {r, r, r, one}};
    const PixelFormat four =
        use == ChannelUse::color ? PixelFormat::rgba8_srgb : PixelFormat::rgba8_unorm;
    return {pick(four, PixelFormat::rgba16_unorm, PixelFormat::rgba16_float), {r, g, b, a}};
}

bool keeps_samples(const Image& image, ChannelUse use) {
    return image.type == SampleType::unorm8 ||
           (image.type == SampleType::unorm16 && use != ChannelUse::color);
}

ByteSpan stored_rows(const Image& image, ByteSpan rows, PixelFormat format, Bytes& scratch) {
    const unsigned channels = find_pixel_format(format)->channels;
    if (channels == image.channels && channels != 2) return rows;
    const std::size_t count = rows.size() / image.row_bytes();
    const auto row_bytes = static_cast<std::size_t>(image_bytes(format, image.width, 1));
    scratch.resize(count * row_bytes);
    for (std::size_t i = 0; i < count; ++i)
        copy_samples(image, rows.data() + i * image.row_bytes(), channels,
                     scratch.data() + i * row_bytes);
    return scratch;
}

Result<BuiltTexture> build_texture_for(InstructionSet set, const Image& image, ChannelUse use,
                                       const MipOptions& options, JobPool& pool) {
    TRY(check_image(image));
    BuiltTexture texture;
    texture.layout = plain_layout(use, image.type, image.channels);
    texture.width = image.width;
    texture.height = image.height;
    std::vector<MipLevel> below = levels_below(image, options);
    MipBuilder mips(image, use, texture.layout.format, options, pool, set);
    for (std::size_t i = 0; i < below.size(); i += mips.next(std::span(below).subspan(i))) {
    }
    if (!too_large(options, image.width, image.height)) {
        if (options.picture)
            add_first_level(image, use, pool, texture);
        else
            texture.levels.emplace_back();
    }
    for (MipLevel& level : below) {
        if (!level.store) continue;
        if (texture.levels.empty()) {
            texture.width = level.width;
            texture.height = level.height;
        }
        texture.levels.push_back(std::move(level.pixels));
    }
    return texture;
}

Result<BuiltTexture> build_texture(const Image& image, ChannelUse use, const MipOptions& options,
                                   JobPool& pool) {
    return build_texture_for(best_instruction_set(), image, use, options, pool);
}

}  // namespace galley::texel
