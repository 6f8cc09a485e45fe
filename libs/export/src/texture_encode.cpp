#include "galley/export/texture_encode.h"

#include <array>

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

/// Whether 16 bits of colour are light, which 8 bits hold as sRGB.
bool is_deep_light(const TextureInfo& info) {
    const PixelFormatInfo& format = *find_pixel_format(info.format);
    return info.usage == TextureUsage::color && !format.is_float && format.bits_per_channel == 16;
}

bool srgb_of(const TextureInfo& info, const TextureEncodeOptions& options) {
    return options.srgb.value_or(find_pixel_format(info.format)->is_srgb || is_deep_light(info));
}

/// A layer as RGBA of 8 bits, as a shader samples it: the swizzle applied, z of normals reckoned.
Result<Image> sampled(ByteSpan layer, const TextureInfo& info, std::uint32_t width,
                      std::uint32_t height, bool srgb) {
    const bool numbers = info.usage == TextureUsage::color && !srgb;
    return texel::view_level(layer, width, height, layout_of(info),
                             numbers ? texel::ChannelUse::data
                                     : static_cast<texel::ChannelUse>(info.usage));
}

/// What a level became.
struct LevelAgain {
    Bytes bytes;
    PixelFormat format;
    bool sampled = false;  ///< its channels are those that a shader sees
};

/// The blocks of a layer. Pixels that the coding is not made from are taken as they are sampled.
Result<Bytes> layer_in_blocks(ByteSpan layer, const TextureInfo& info, std::uint32_t level,
                              const texel::BlockEncodeOptions& options, LevelAgain& out,
                              JobPool& pool) {
    const PixelFormat to = out.format;
    const std::uint32_t width = mip_size(info.width, level);
    const std::uint32_t height = mip_size(info.height, level);
    TRY_ASSIGN(const texel::PlainLevel plain,
               texel::plain_level(layer, info.format, width, height));
    if (texel::can_encode_blocks(plain.format, to))
        return encode_level(plain.pixels, plain.format, to, width, height, options, pool);
    if (find_pixel_format(plain.format)->is_float)
        return fail(kTextureCoding,
                    fmt::format("{} holds 8 bits a channel, and this texture is of floats",
                                find_pixel_format(to)->name),
                    {}, "leave --format out, or name plain");
    out.sampled = true;
    const bool srgb = find_pixel_format(to)->is_srgb;
    TRY_ASSIGN(const Image image, sampled(layer, info, width, height, srgb));
    return encode_level(image.pixels, srgb ? PixelFormat::rgba8_srgb : PixelFormat::rgba8_unorm, to,
                        width, height, options, pool);
}

/// The bytes of a level, every layer of it, in the coding.
Result<LevelAgain> level_again(const TextureView& texture, std::uint32_t level,
                               TextureCoding coding, const TextureEncodeOptions& options,
                               JobPool& pool) {
    const TextureInfo& info = texture.info;
    const std::size_t layer_bytes = texture.levels[level].size() / info.layers;
    const bool srgb = srgb_of(info, options);
    LevelAgain out{{}, blocks_of(coding, srgb)};
    for (std::uint32_t i = 0; i < info.layers; ++i) {
        const ByteSpan layer = texture.levels[level].subspan(i * layer_bytes, layer_bytes);
        if (coding == TextureCoding::plain) {
            TRY_ASSIGN(const texel::PlainLevel plain,
                       texel::plain_level(layer, info.format, mip_size(info.width, level),
                                          mip_size(info.height, level)));
            out.format = tagged(plain.format, srgb);
            out.bytes.insert(out.bytes.end(), plain.pixels.begin(), plain.pixels.end());
            continue;
        }
        TRY_ASSIGN(const Bytes blocks,
                   layer_in_blocks(layer, info, level, block_options(options, coding, srgb, true),
                                   out, pool));
        out.bytes.insert(out.bytes.end(), blocks.begin(), blocks.end());
    }
    return out;
}

/// Where the channels are that a format of as many was made with from sampled pixels.
std::array<Swizzle, 4> sampled_swizzle(PixelFormat format) {
    using enum Swizzle;
    switch (find_pixel_format(format)->channels) {
    case 1: return {r, r, r, one};
    case 2: return {r, g, zero, one};
    default: return {r, g, b, a};
    }
}

}  // namespace

texel::TextureLayout layout_of(const TextureInfo& info) {
    texel::TextureLayout layout;
    layout.format = info.format;
    for (std::size_t i = 0; i < 4; ++i)
        layout.swizzle[i] = static_cast<texel::ChannelFrom>(info.swizzle[i]);
    return layout;
}

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
        TRY_ASSIGN(Bytes level,
                   encode_level(out.levels[i], out.info.format, blocks, mip_size(out.info.width, i),
                                mip_size(out.info.height, i), encode, pool));
        out.levels[i] = ByteBlock(std::move(level));
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
    TRY(refuse_srgb(options.coding.value_or(present.value_or(TextureCoding::plain)), options.srgb));
    bool is_sampled = false;
    for (std::uint32_t i = 0; i < out.info.levels; ++i) {
        if (keep) {
            out.levels.emplace_back(Bytes(texture.levels[i].begin(), texture.levels[i].end()));
            continue;
        }
        TRY_ASSIGN(LevelAgain level, level_again(texture, i, *options.coding, options, pool));
        out.info.format = level.format;
        is_sampled = level.sampled;
        out.levels.emplace_back(std::move(level.bytes));
    }
    if (keep) {
        const bool srgb = find_pixel_format(texture.info.format)->is_srgb;
        out.info.format = tagged(texture.info.format, options.srgb.value_or(srgb));
    }
    if (is_sampled) out.info.swizzle = sampled_swizzle(out.info.format);
    // sRGB is for colour alone (T2).
    if (find_pixel_format(out.info.format)->is_srgb) out.info.usage = TextureUsage::color;
    if (out.info.usage == TextureUsage::normal && find_pixel_format(out.info.format)->channels < 2)
        out.info.usage = TextureUsage::data;
    return out;
}

}  // namespace galley
