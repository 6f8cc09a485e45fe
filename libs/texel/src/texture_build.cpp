#include "galley/texel/texture_build.h"

#include <algorithm>
#include <atomic>
#include <cmath>

#include "box_filter.h"
#include "float4.h"
#include "galley/base/try.h"
#include "galley/texel/image_check.h"
#include "pixel_rows.h"

namespace galley::texel {
namespace {

// Rows that one job takes: about as many pixels as stay in a core's cache as floats.
std::size_t rows_per_job(std::uint32_t width) { return std::max(1u, (1u << 15) / width); }

bool needs_conversion(const Image& image, ChannelUse use) {
    return image.type == SampleType::float32 ||
           (image.type == SampleType::unorm16 && use == ChannelUse::color);
}

class Builder {
public:
    Builder(const Image& image, ChannelUse use, const TextureLayout& layout, JobPool& pool)
        : image_(image), use_(use), pool_(pool), reader_(image, use), writer_(layout.format, use),
          format_(layout.format), by_alpha_(use == ChannelUse::color && has_transparency(image)) {}

    void first_level(BuiltTexture& texture);
    void further_levels(BuiltTexture& texture);

private:
    // The level that the next one is made of: the picture itself, then floats.
    struct Source {
        std::uint32_t width;
        std::uint32_t height;
        std::unique_ptr<float[]> pixels;  // null for the picture
    };

    const float* source_row(const Source& source, std::uint32_t y, float* scratch) const;
    void filter_rows(const Source& source, Source& next, std::size_t begin, std::size_t end,
                     Bytes& out) const;
    [[nodiscard]] std::size_t row_bytes(std::uint32_t width) const {
        return static_cast<std::size_t>(image_bytes(format_, width, 1));
    }

    const Image& image_;
    ChannelUse use_;
    JobPool& pool_;
    RowReader reader_;
    RowWriter writer_;
    PixelFormat format_;
    bool by_alpha_;
};

void Builder::first_level(BuiltTexture& texture) {
    Bytes level(row_bytes(image_.width) * image_.height);
    const unsigned channels = find_pixel_format(format_)->channels;
    std::atomic<std::uint64_t> clamped = 0;
    std::atomic<std::uint64_t> not_numbers = 0;
    pool_.parallel_for(image_.height, rows_per_job(image_.width),
                       [&](std::size_t begin, std::size_t end) {
                           const bool convert = needs_conversion(image_, use_);
                           const auto scratch = convert ? float_pixels(image_.width) : nullptr;
                           for (std::size_t y = begin; y < end; ++y) {
                               std::byte* out = level.data() + y * row_bytes(image_.width);
                               const auto row = static_cast<std::uint32_t>(y);
                               if (!convert) {
                                   copy_samples(image_, row, channels, out);
                                   continue;
                               }
                               if (image_.type == SampleType::float32) {
                                   const FloatCounts counts = count_unstorable(image_, row);
                                   clamped += counts.clamped;
                                   not_numbers += counts.not_numbers;
                               }
                               reader_.read(row, scratch.get());
                               writer_.write(scratch.get(), image_.width, out);
                           }
                       });
    texture.clamped = clamped;
    texture.not_numbers = not_numbers;
    texture.levels.push_back(std::move(level));
}

void Builder::further_levels(BuiltTexture& texture) {
    Source source{image_.width, image_.height, nullptr};
    const std::uint32_t count = full_mip_levels(image_.width, image_.height);
    for (std::uint32_t level = 1; level < count; ++level) {
        Source next{mip_size(image_.width, level), mip_size(image_.height, level), nullptr};
        next.pixels = float_pixels(std::size_t{next.width} * next.height);
        Bytes out(row_bytes(next.width) * next.height);
        pool_.parallel_for(next.height, rows_per_job(source.width),
                           [&](std::size_t begin, std::size_t end) {
                               filter_rows(source, next, begin, end, out);
                           });
        texture.levels.push_back(std::move(out));
        source = std::move(next);
    }
}

const float* Builder::source_row(const Source& source, std::uint32_t y, float* scratch) const {
    if (source.pixels != nullptr) return source.pixels.get() + std::size_t{y} * source.width * 4;
    reader_.read(y, scratch);
    return scratch;
}

void make_unit(float* row, std::uint32_t width) {
    for (std::size_t x = 0; x < width; ++x) {
        const Float4 vector = load4(row + 4 * x);
        const Float4 squares = vector * vector;
        const float length = std::sqrt(squares[0] + squares[1] + squares[2]);
        // Opposite vectors may leave nothing; straight up is then as good as any.
        store4(row + 4 * x, length > 1e-6f ? vector / all4(length) : Float4{0, 0, 1, 0});
    }
}

void Builder::filter_rows(const Source& source, Source& next, std::size_t begin, std::size_t end,
                          Bytes& out) const {
    const bool decode = source.pixels == nullptr;
    const auto scratch = decode ? float_pixels(std::size_t{3} * source.width) : nullptr;
    for (std::size_t y = begin; y < end; ++y) {
        const BoxTaps taps = box_taps(source.height, static_cast<std::uint32_t>(y));
        std::array<const float*, 3> rows = {};
        for (unsigned i = 0; i < taps.count; ++i) {
            float* own = decode ? scratch.get() + std::size_t{i} * source.width * 4 : nullptr;
            rows[i] = source_row(source, taps.first + i, own);
        }
        float* row = next.pixels.get() + y * next.width * 4;
        box_filter_row(std::span(rows.data(), taps.count), taps.weights, source.width, by_alpha_,
                       row);
        if (use_ == ChannelUse::normal) make_unit(row, next.width);
        writer_.write(row, next.width, out.data() + y * row_bytes(next.width));
    }
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

Result<BuiltTexture> build_texture(const Image& image, ChannelUse use, bool mips, JobPool& pool) {
    TRY(check_image(image));
    BuiltTexture texture;
    texture.layout = plain_layout(use, image.type, image.channels);
    texture.width = image.width;
    texture.height = image.height;
    Builder builder(image, use, texture.layout, pool);
    builder.first_level(texture);
    if (mips) builder.further_levels(texture);
    return texture;
}

}  // namespace galley::texel
