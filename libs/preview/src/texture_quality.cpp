#include "galley/preview/texture_quality.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include <fmt/format.h>

#include "galley/base/try.h"
#include "galley/preview/errors.h"
#include "galley/texel/compare.h"
#include "galley/texel/half.h"
#include "galley/texel/image_depth.h"
#include "galley/texel/texture_build.h"
#include "galley/texel/view_image.h"

namespace galley::preview {

namespace {

/// A level's stored channels as a picture; halves become floats.
Image as_image(PixelFormat format, ByteSpan pixels, std::uint32_t width, std::uint32_t height) {
    const PixelFormatInfo& info = *find_pixel_format(format);
    Image image{width, height, info.channels, SampleType::unorm8, {}};
    if (info.is_float) {
        image.type = SampleType::float32;
        image.pixels.resize(pixels.size() * 2);
        for (std::size_t i = 0; i < pixels.size() / 2; ++i) {
            std::uint16_t half;
            std::memcpy(&half, pixels.data() + 2 * i, 2);
            const float value = texel::half_to_float(half);
            std::memcpy(image.pixels.data() + 4 * i, &value, 4);
        }
        return image;
    }
    image.type = info.bits_per_channel == 8 ? SampleType::unorm8 : SampleType::unorm16;
    image.pixels.assign(pixels.begin(), pixels.end());
    return image;
}

bool alpha_is_full(const Image& image) {
    if (image.channels != 4 || image.type != SampleType::unorm8) return false;
    for (std::size_t i = 3; i < image.pixels.size(); i += 4) {
        if (image.pixels[i] != std::byte{255}) return false;
    }
    return true;
}

Image without_alpha(const Image& image) {
    Image out{image.width, image.height, 3, image.type, {}};
    out.pixels.resize(image.pixels.size() / 4 * 3);
    for (std::size_t i = 0; i < out.pixels.size(); ++i) {
        out.pixels[i] = image.pixels[i / 3 * 4 + i % 3];
    }
    return out;
}

Result<LevelQuality> measure_level(Image stored, Image made) {
    if (stored.type == SampleType::unorm8 && made.type == SampleType::unorm16) {
        made = texel::to_eight_bits(made);
    } else if (stored.type == SampleType::unorm16 && made.type == SampleType::unorm8) {
        stored = texel::to_eight_bits(stored);
    }
    if (alpha_is_full(stored) && alpha_is_full(made)) {
        stored = without_alpha(stored);
        made = without_alpha(made);
    }
    TRY_ASSIGN(const texel::ImageDifference difference, texel::compare_images(stored, made));
    TRY_ASSIGN(const double similarity, texel::structural_similarity(stored, made));
    return LevelQuality{stored.width, stored.height, difference.psnr_db, similarity};
}

texel::MipOptions options_of(const TextureInfo& info, texel::MipFilter filter) {
    texel::MipOptions options;
    options.filter = filter;
    options.edge_u = static_cast<texel::EdgeRule>(info.wrap_u);
    options.edge_v = static_cast<texel::EdgeRule>(info.wrap_v);
    options.coverage_cutoff = info.coverage_cutoff;
    return options;
}

}  // namespace

Result<MadeLevels> make_levels(const TextureView& cooked, const Image& picture,
                               texel::MipFilter filter, JobPool& pool) {
    const bool eight = find_pixel_format(cooked.info.format)->bits_per_channel == 8;
    const bool narrow = eight && picture.type == SampleType::unorm16;
    TRY_ASSIGN(texel::BuiltTexture built,
               texel::build_texture(narrow ? texel::to_eight_bits(picture) : picture,
                                    static_cast<texel::ChannelUse>(cooked.info.usage),
                                    options_of(cooked.info, filter), pool));
    MadeLevels out;
    out.info = cooked.info;
    out.info.shape = TextureShape::flat;
    out.info.layers = 1;
    out.info.format = built.layout.format;
    for (std::size_t i = 0; i < out.info.swizzle.size(); ++i)
        out.info.swizzle[i] = static_cast<Swizzle>(built.layout.swizzle[i]);
    std::uint32_t first = 0;
    while (first < built.levels.size() && (mip_size(built.width, first) != cooked.info.width ||
                                           mip_size(built.height, first) != cooked.info.height)) {
        ++first;
    }
    if (first + cooked.info.levels > built.levels.size()) {
        return fail(kQualityNoLevel, fmt::format("the picture has no level of {} x {}",
                                                 cooked.info.width, cooked.info.height));
    }
    for (std::uint32_t i = 0; i < cooked.info.levels; ++i)
        out.levels.push_back(std::move(built.levels[first + i]));
    return out;
}

Result<std::vector<LevelQuality>> measure_texture(const TextureView& cooked, const Image& picture,
                                                  texel::MipFilter filter, JobPool& pool) {
    const TextureInfo& info = cooked.info;
    TRY_ASSIGN(const MadeLevels made, make_levels(cooked, picture, filter, pool));
    std::vector<LevelQuality> out;
    for (std::uint32_t i = 0; i < info.levels; ++i) {
        const std::uint32_t width = mip_size(info.width, i);
        const std::uint32_t height = mip_size(info.height, i);
        const auto layer = static_cast<std::size_t>(image_bytes(info.format, width, height));
        TRY_ASSIGN(const texel::PlainLevel plain,
                   texel::plain_level(cooked.levels[i].first(layer), info.format, width, height));
        auto measured = measure_level(as_image(plain.format, plain.pixels, width, height),
                                      as_image(made.info.format, made.levels[i], width, height));
        if (!measured) {
            return fail(kQualityNoLevel, fmt::format("a texture of {} can't be compared with it",
                                                     find_pixel_format(info.format)->name));
        }
        out.push_back(*measured);
    }
    return out;
}

}  // namespace galley::preview
