#include "galley/export/texture_encode.h"

#include <string>

#include <fmt/format.h>

#include "channel_order.h"
#include "galley/base/try.h"
#include "galley/texel/image_check.h"
#include "galley/texel/image_depth.h"
#include "losses.h"
#include "texture_coding.h"
#include "texture_recode.h"

namespace galley {
namespace {

/// Whether 16 bits of colour are light, which 8 bits hold as sRGB.
bool is_deep_light(const TextureInfo& info) {
    const PixelFormatInfo& format = *find_pixel_format(info.format);
    return info.usage == TextureUsage::color && !format.is_float && format.bits_per_channel == 16;
}

TextureCoding coding_for(const Image& image, const TextureEncodeOptions& options) {
    if (options.coding) return *options.coding;
    if (image.type != SampleType::unorm8) return TextureCoding::plain;
    const bool grey_numbers = image.channels == 1 && options.srgb == false;
    return grey_numbers ? TextureCoding::bc4 : TextureCoding::bc7;
}

/// Of BC4 and BC5 whose channels are in another order, colours are made.
TextureCoding coding_for(const TextureInfo& info, const TextureEncodeOptions& options) {
    if (options.coding) return *options.coding;
    const TextureCoding present = coding_of(info.format).value_or(TextureCoding::plain);
    return is_numbers(present) ? TextureCoding::bc7 : present;
}

/// Whether the levels are what is asked for as they are.
bool keeps_bytes(const TextureInfo& info, const TextureEncodeOptions& options) {
    if (options.coding && options.coding != coding_of(info.format)) return false;
    const ChannelOrder order = order_of(info.format, info.swizzle);
    const bool blocks = find_pixel_format(info.format)->block_width > 1;
    return options.swizzle || order == ChannelOrder::own ||
           (order == ChannelOrder::opaque && blocks);
}

OwnTexture with_kept_bytes(const TextureView& texture, std::uint32_t levels,
                           std::optional<bool> srgb) {
    OwnTexture out;
    out.info = texture.info;
    out.info.levels = levels;
    for (std::uint32_t i = 0; i < levels; ++i)
        out.levels.emplace_back(Bytes(texture.levels[i].begin(), texture.levels[i].end()));
    const PixelFormat format = texture.info.format;
    out.info.format = tagged(format, srgb.value_or(find_pixel_format(format)->is_srgb));
    return out;
}

/// sRGB is for colour alone, normals take two channels (T2).
void fit_usage(TextureInfo& info) {
    const PixelFormatInfo& format = *find_pixel_format(info.format);
    if (format.is_srgb) info.usage = TextureUsage::color;
    if (info.usage == TextureUsage::normal && format.channels < 2) info.usage = TextureUsage::data;
}

OwnTexture own_texture(texel::BuiltTexture built, texel::ChannelUse use) {
    OwnTexture out;
    out.info.format = built.layout.format;
    out.info.usage = static_cast<TextureUsage>(use);
    out.info.width = built.width;
    out.info.height = built.height;
    out.info.levels = static_cast<std::uint32_t>(built.levels.size());
    for (std::size_t i = 0; i < 4; ++i)
        out.info.swizzle[i] = static_cast<Swizzle>(built.layout.swizzle[i]);
    out.levels = std::move(built.levels);
    return out;
}

/// The picture in plain samples.
Result<OwnTexture> in_samples(const Image& image, texel::ChannelUse use, bool mips, Losses& losses,
                              JobPool& pool) {
    texel::MipOptions options;
    options.chain = mips;
    TRY_ASSIGN(texel::BuiltTexture built, texel::build_texture(image, use, options, pool));
    losses.change(built.clamped > 0 || built.not_numbers > 0, "samples outside 16-bit float",
                  fmt::format("{} clamped to 65504, {} that were no number became 0", built.clamped,
                              built.not_numbers));
    losses.drop(use == texel::ChannelUse::normal && texel::has_transparency(image), "alpha",
                "x and y of normals are stored alone");
    return own_texture(std::move(built), use);
}

}  // namespace

texel::TextureLayout layout_of(const TextureInfo& info) {
    texel::TextureLayout layout;
    layout.format = info.format;
    for (std::size_t i = 0; i < 4; ++i)
        layout.swizzle[i] = static_cast<texel::ChannelFrom>(info.swizzle[i]);
    return layout;
}

Result<Converted<OwnTexture>> encode_picture(const Image& image,
                                             const TextureEncodeOptions& options, JobPool& pool) {
    const TextureCoding coding = coding_for(image, options);
    TRY(refuse_srgb(coding, options.srgb));
    TRY(refuse_floats(coding, image.type == SampleType::float32));
    const bool srgb = options.srgb.value_or(!is_numbers(coding));
    const texel::ChannelUse use = srgb ? texel::ChannelUse::color
                                  : coding == TextureCoding::bc5 && !options.srgb
                                      ? texel::ChannelUse::normal
                                      : texel::ChannelUse::data;
    const bool narrow =
        image.type == SampleType::unorm16 && coding != TextureCoding::plain && !is_numbers(coding);
    const Image narrowed = narrow ? texel::to_eight_bits(image) : Image();
    const Image& source = narrow ? narrowed : image;
    Losses losses;
    TRY_ASSIGN(OwnTexture plain, in_samples(source, use, options.mips, losses, pool));
    if (coding == TextureCoding::plain)
        return Converted<OwnTexture>{std::move(plain), losses.take()};
    const Recoding how{coding, srgb, texel::has_transparency(source), options.quality,
                       plain.info.levels};
    TRY_ASSIGN(OwnTexture made, recoded({plain.info, spans_of(plain.levels)}, how, losses, pool));
    return Converted<OwnTexture>{std::move(made), losses.take()};
}

Result<Converted<OwnTexture>> encode_again(const TextureView& texture,
                                           const TextureEncodeOptions& options, JobPool& pool) {
    const TextureInfo& info = texture.info;
    const std::uint32_t levels = options.mips ? info.levels : 1;
    Losses losses;
    OwnTexture out;
    if (keeps_bytes(info, options)) {
        TRY(refuse_srgb(coding_of(info.format).value_or(TextureCoding::plain), options.srgb));
        out = with_kept_bytes(texture, levels, options.srgb);
    } else {
        const TextureCoding coding = coding_for(info, options);
        TRY(refuse_srgb(coding, options.srgb));
        losses.change(!options.coding && find_pixel_format(info.format)->block_width > 1, "blocks",
                      fmt::format("made again as {}: the file has no swizzle, and theirs is not "
                                  "that of their format",
                                  word_of(coding)));
        const bool srgb =
            options.srgb.value_or(find_pixel_format(info.format)->is_srgb || is_deep_light(info));
        const Recoding how{coding, srgb, true, options.quality, levels};
        TRY_ASSIGN(out, recoded(texture, how, losses, pool));
    }
    fit_usage(out.info);
    return Converted<OwnTexture>{std::move(out), losses.take()};
}

}  // namespace galley
