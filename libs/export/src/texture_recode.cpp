#include "texture_recode.h"

#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "channel_order.h"
#include "galley/base/try.h"
#include "texture_coding.h"

namespace galley {
namespace {

texel::BlockEncodeOptions block_options(const Recoding& how) {
    texel::BlockEncodeOptions out;
    out.quality = how.quality;
    out.metric = how.srgb ? texel::BlockMetric::perceptual : texel::BlockMetric::linear;
    out.alpha = !how.transparent                   ? texel::BlockAlpha::ignored
                : how.coding == TextureCoding::bc1 ? texel::BlockAlpha::one_bit
                : how.srgb                         ? texel::BlockAlpha::weighs_color
                                                   : texel::BlockAlpha::straight;
    return out;
}

bool is_rgba8(PixelFormat format) { return tagged(format, false) == PixelFormat::rgba8_unorm; }

/// Pixels as RGBA of 8 bits as a shader samples them: the swizzle applied, z of normals reckoned.
Result<void> sample(texel::PlainLevel& pixels, const TextureInfo& info, std::uint32_t width,
                    std::uint32_t height, bool srgb) {
    const bool numbers = info.usage == TextureUsage::color && !srgb;
    texel::TextureLayout layout = layout_of(info);
    layout.format = pixels.format;
    TRY_ASSIGN(Image image,
               texel::view_level(pixels.pixels, width, height, layout,
                                 numbers ? texel::ChannelUse::data
                                         : static_cast<texel::ChannelUse>(info.usage)));
    pixels.format = srgb ? PixelFormat::rgba8_srgb : PixelFormat::rgba8_unorm;
    pixels.decoded = std::move(image.pixels);
    pixels.pixels = pixels.decoded;
    return {};
}

/// Puts pixels into the order that a plain format or blocks of `channels` channels have.
Result<void> put_in_order(texel::PlainLevel& pixels, const TextureInfo& info, std::uint32_t width,
                          std::uint32_t height, const Recoding& how, unsigned channels) {
    const std::span<const Swizzle> swizzle = info.swizzle;
    const bool own = order_of(pixels.format, info.swizzle) == ChannelOrder::own;
    const bool colors = how.coding != TextureCoding::plain && !is_numbers(how.coding);
    if (colors && (!is_rgba8(pixels.format) || info.usage == TextureUsage::normal))
        return sample(pixels, info, width, height, how.srgb);
    const bool fits = how.coding == TextureCoding::plain ||
                      find_pixel_format(pixels.format)->channels == channels;
    if (own && fits) return {};
    pick_channels(pixels, how.coding == TextureCoding::plain ? swizzle : swizzle.first(channels));
    return {};
}

/// Whether some alpha of RGBA of 8 bits is neither none nor full.
bool has_smooth_alpha(ByteSpan pixels) {
    for (std::size_t i = 3; i < pixels.size(); i += 4)
        if (pixels[i] != std::byte{0} && pixels[i] != std::byte{255}) return true;
    return false;
}

void note_channels(const TextureInfo& info, TextureCoding coding, Losses& losses) {
    const SwizzleMap seen = resolved(info.format, info.swizzle);
    const auto is_held = [&](Swizzle from) {
        return from == Swizzle::zero || from == seen[0] ||
               (coding == TextureCoding::bc5 && from == seen[1]);
    };
    const bool reckoned = coding == TextureCoding::bc5 && info.usage == TextureUsage::normal;
    const bool held = is_held(seen[1]) && (is_held(seen[2]) || reckoned) && seen[3] == Swizzle::one;
    losses.drop(is_numbers(coding) && !held, "further channels",
                fmt::format("{} holds {} alone", word_of(coding),
                            coding == TextureCoding::bc4 ? "red" : "red and green"));
}

/// One layer of a level.
struct Layer {
    ByteSpan bytes;
    std::uint32_t level = 0;
};

/// Appends what a layer becomes to `out`; gives its format, and whether BC1 cuts its alpha.
Result<PixelFormat> recode(const Layer& layer, const TextureInfo& info, const Recoding& how,
                           Bytes& out, bool& smooth_alpha, JobPool& pool) {
    const std::uint32_t width = mip_size(info.width, layer.level);
    const std::uint32_t height = mip_size(info.height, layer.level);
    const bool plain = how.coding == TextureCoding::plain;
    const PixelFormat blocks = blocks_of(how.coding, how.srgb);
    TRY_ASSIGN(texel::PlainLevel pixels,
               texel::plain_level(layer.bytes, info.format, width, height));
    TRY(put_in_order(pixels, info, width, height, how, find_pixel_format(blocks)->channels));
    if (plain) {
        out.insert(out.end(), pixels.pixels.begin(), pixels.pixels.end());
        return tagged(pixels.format, how.srgb);
    }
    if (how.coding == TextureCoding::bc1 && how.transparent && layer.level == 0)
        smooth_alpha = smooth_alpha || has_smooth_alpha(pixels.pixels);
    TRY_ASSIGN(const Bytes made, texel::encode_blocks({pixels.pixels, pixels.format, width, height},
                                                      blocks, block_options(how), &pool));
    out.insert(out.end(), made.begin(), made.end());
    return blocks;
}

}  // namespace

Result<OwnTexture> recoded(const TextureView& texture, const Recoding& how, Losses& losses,
                           JobPool& pool) {
    const TextureInfo& info = texture.info;
    TRY(refuse_floats(how.coding, find_pixel_format(info.format)->is_float));
    note_channels(info, how.coding, losses);
    bool smooth_alpha = false;
    OwnTexture out;
    out.info = info;
    out.info.levels = how.levels;
    for (std::uint32_t level = 0; level < how.levels; ++level) {
        const std::size_t size = texture.levels[level].size() / info.layers;
        Bytes bytes;
        for (std::uint32_t i = 0; i < info.layers; ++i) {
            TRY_ASSIGN(out.info.format,
                       recode({texture.levels[level].subspan(i * size, size), level}, info, how,
                              bytes, smooth_alpha, pool));
        }
        out.levels.emplace_back(std::move(bytes));
    }
    losses.change(smooth_alpha, "smooth alpha", "none or full, which is all BC1 holds");
    const bool kept = how.coding == TextureCoding::plain &&
                      order_of(out.info.format, info.swizzle) == ChannelOrder::own;
    if (!kept) out.info.swizzle = own_swizzle(out.info.format);
    return out;
}

}  // namespace galley
