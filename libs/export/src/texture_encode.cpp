#include "galley/export/texture_encode.h"

#include <fmt/format.h>

#include "galley/base/try.h"
#include "galley/export/errors.h"
#include "galley/texel/image_check.h"
#include "galley/texel/image_depth.h"
#include "galley/texel/texture_build.h"
#include "galley/texel/view_image.h"

namespace galley {
namespace {

constexpr std::string_view kWords[] = {"plain", "BC1", "BC3", "BC4", "BC5", "BC7"};

std::string_view word_of(TextureCoding coding) { return kWords[static_cast<std::size_t>(coding)]; }

bool is_numbers(TextureCoding coding) {
    return coding == TextureCoding::bc4 || coding == TextureCoding::bc5;
}

/// The format of blocks; `plain` has none of its own.
PixelFormat blocks_of(TextureCoding coding, bool srgb) {
    switch (coding) {
    case TextureCoding::bc1: return srgb ? PixelFormat::bc1_srgb : PixelFormat::bc1_unorm;
    case TextureCoding::bc3: return srgb ? PixelFormat::bc3_srgb : PixelFormat::bc3_unorm;
    case TextureCoding::bc4: return PixelFormat::bc4_unorm;
    case TextureCoding::bc5: return PixelFormat::bc5_unorm;
    case TextureCoding::plain:
    case TextureCoding::bc7: break;
    }
    return srgb ? PixelFormat::bc7_srgb : PixelFormat::bc7_unorm;
}

/// The format tagged anew; those without an sRGB form stay.
PixelFormat tagged(PixelFormat format, bool srgb) {
    using enum PixelFormat;
    constexpr std::pair<PixelFormat, PixelFormat> kPairs[] = {{rgba8_unorm, rgba8_srgb},
                                                              {bc1_unorm, bc1_srgb},
                                                              {bc3_unorm, bc3_srgb},
                                                              {bc7_unorm, bc7_srgb}};
    for (const auto& [numbers, light] : kPairs)
        if (format == numbers || format == light) return srgb ? light : numbers;
    return format;
}

Result<void> refuse_srgb(TextureCoding coding, std::optional<bool> srgb) {
    if (!is_numbers(coding) || !srgb.value_or(false)) return {};
    return fail(kTextureCoding, fmt::format("{} has no sRGB form", word_of(coding)), {},
                "colours take bc1, bc3 or bc7");
}

texel::BlockEncodeOptions block_options(const TextureEncodeOptions& options, TextureCoding coding,
                                        bool srgb, bool transparent) {
    texel::BlockEncodeOptions out;
    out.quality = options.quality;
    out.metric = srgb ? texel::BlockMetric::perceptual : texel::BlockMetric::linear;
    out.alpha = !transparent                   ? texel::BlockAlpha::ignored
                : coding == TextureCoding::bc1 ? texel::BlockAlpha::one_bit
                : srgb                         ? texel::BlockAlpha::weighs_color
                                               : texel::BlockAlpha::straight;
    return out;
}

Result<Bytes> encode_level(ByteSpan pixels, PixelFormat from, PixelFormat to, std::uint32_t width,
                           std::uint32_t height, const texel::BlockEncodeOptions& options,
                           JobPool& pool) {
    if (!texel::can_encode_blocks(from, to))
        return fail(kTextureCoding,
                    fmt::format("{} cannot hold pixels of {}", find_pixel_format(to)->name,
                                find_pixel_format(from)->name),
                    {}, "leave --format out, or name plain");
    return texel::encode_blocks({pixels, from, width, height}, to, options, &pool);
}

std::optional<TextureCoding> coding_of(PixelFormat format) {
    switch (tagged(format, false)) {
    case PixelFormat::bc1_unorm: return TextureCoding::bc1;
    case PixelFormat::bc3_unorm: return TextureCoding::bc3;
    case PixelFormat::bc4_unorm: return TextureCoding::bc4;
    case PixelFormat::bc5_unorm: return TextureCoding::bc5;
    case PixelFormat::bc7_unorm: return TextureCoding::bc7;
    default: break;
    }
    if (find_pixel_format(format)->block_width == 1) return TextureCoding::plain;
    return std::nullopt;
}

/// The bytes of a level, every layer of it, in the coding.
Result<Bytes> level_again(const TextureView& texture, std::uint32_t level, TextureCoding coding,
                          const TextureEncodeOptions& options, PixelFormat& format, JobPool& pool) {
    const TextureInfo& info = texture.info;
    const std::uint32_t width = mip_size(info.width, level);
    const std::uint32_t height = mip_size(info.height, level);
    const std::size_t layer = texture.levels[level].size() / info.layers;
    const bool srgb = options.srgb.value_or(find_pixel_format(info.format)->is_srgb);
    Bytes out;
    for (std::uint32_t i = 0; i < info.layers; ++i) {
        TRY_ASSIGN(const texel::PlainLevel plain,
                   texel::plain_level(texture.levels[level].subspan(i * layer, layer), info.format,
                                      width, height));
        if (coding == TextureCoding::plain) {
            format = tagged(plain.format, srgb);
            out.insert(out.end(), plain.pixels.begin(), plain.pixels.end());
            continue;
        }
        format = blocks_of(coding, srgb);
        TRY_ASSIGN(const Bytes blocks,
                   encode_level(plain.pixels, plain.format, format, width, height,
                                block_options(options, coding, srgb, true), pool));
        out.insert(out.end(), blocks.begin(), blocks.end());
    }
    return out;
}

}  // namespace

Result<OwnTexture> encode_picture(const Image& image, const TextureEncodeOptions& options,
                                  JobPool& pool) {
    const bool eight_bits = image.type == SampleType::unorm8;
    const bool grey_numbers = image.channels == 1 && options.srgb == false;
    const TextureCoding coding = options.coding.value_or(!eight_bits    ? TextureCoding::plain
                                                         : grey_numbers ? TextureCoding::bc4
                                                                        : TextureCoding::bc7);
    TRY(refuse_srgb(coding, options.srgb));
    if (coding != TextureCoding::plain && image.type == SampleType::float32)
        return fail(kTextureCoding,
                    fmt::format("{} holds 8 bits a channel, and this picture is of floats",
                                word_of(coding)),
                    {}, "leave --format out, or name plain");
    const bool srgb = options.srgb.value_or(!is_numbers(coding));
    const texel::ChannelUse use = srgb ? texel::ChannelUse::color
                                  : coding == TextureCoding::bc5 && !options.srgb
                                      ? texel::ChannelUse::normal
                                      : texel::ChannelUse::data;
    texel::MipOptions mips;
    mips.chain = options.mips;
    const bool narrow =
        image.type == SampleType::unorm16 && coding != TextureCoding::plain && !is_numbers(coding);
    const Image narrowed = narrow ? texel::to_eight_bits(image) : Image();
    const Image& source = narrow ? narrowed : image;
    TRY_ASSIGN(texel::BuiltTexture built, texel::build_texture(source, use, mips, pool));

    OwnTexture out;
    out.info.format = built.layout.format;
    out.info.usage = static_cast<TextureUsage>(use);
    out.info.width = built.width;
    out.info.height = built.height;
    out.info.levels = static_cast<std::uint32_t>(built.levels.size());
    for (std::size_t i = 0; i < 4; ++i)
        out.info.swizzle[i] = static_cast<Swizzle>(built.layout.swizzle[i]);
    out.levels = std::move(built.levels);
    if (coding == TextureCoding::plain) return out;
    const PixelFormat blocks = blocks_of(coding, srgb);
    const auto encode = block_options(options, coding, srgb, texel::has_transparency(source));
    for (std::uint32_t i = 0; i < out.info.levels; ++i) {
        TRY_ASSIGN(out.levels[i],
                   encode_level(out.levels[i], out.info.format, blocks, mip_size(out.info.width, i),
                                mip_size(out.info.height, i), encode, pool));
    }
    out.info.format = blocks;
    return out;
}

Result<OwnTexture> encode_again(const TextureView& texture, const TextureEncodeOptions& options,
                                JobPool& pool) {
    OwnTexture out;
    out.info = texture.info;
    if (!options.mips) out.info.levels = 1;
    const std::optional<TextureCoding> present = coding_of(texture.info.format);
    const bool keep = !options.coding || options.coding == present;
    const bool srgb = options.srgb.value_or(find_pixel_format(texture.info.format)->is_srgb);
    if (options.coding) TRY(refuse_srgb(*options.coding, options.srgb));
    for (std::uint32_t i = 0; i < out.info.levels; ++i) {
        if (keep) {
            out.levels.emplace_back(texture.levels[i].begin(), texture.levels[i].end());
            continue;
        }
        TRY_ASSIGN(Bytes level,
                   level_again(texture, i, *options.coding, options, out.info.format, pool));
        out.levels.push_back(std::move(level));
    }
    if (keep) out.info.format = tagged(texture.info.format, srgb);
    // sRGB is for colour alone (T2).
    if (find_pixel_format(out.info.format)->is_srgb) out.info.usage = TextureUsage::color;
    if (out.info.usage == TextureUsage::normal && find_pixel_format(out.info.format)->channels < 2)
        out.info.usage = TextureUsage::data;
    return out;
}

}  // namespace galley
