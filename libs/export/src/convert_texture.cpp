#include <algorithm>

#include <fmt/format.h>

#include "galley/base/try.h"
#include "galley/export/errors.h"
#include "galley/texel/image_depth.h"
#include "galley/texel/view_image.h"
#include "losses.h"

namespace galley {

namespace {

/// One channel of a pixel as 8 bits. 16-bit numbers are little-endian, rounded to the nearest.
std::uint32_t channel(const PixelFormatInfo& format, ByteSpan pixel, std::uint32_t which) {
    const std::size_t at = std::size_t{which} * format.bits_per_channel / 8;
    if (format.bits_per_channel == 8) return std::to_integer<std::uint32_t>(pixel[at]);
    const std::uint32_t value = std::to_integer<std::uint32_t>(pixel[at]) |
                                std::to_integer<std::uint32_t>(pixel[at + 1]) << 8U;
    return texel::to_eight_bits(static_cast<std::uint16_t>(value));
}

std::uint32_t swizzled(const PixelFormatInfo& format, ByteSpan pixel, Swizzle from) {
    if (from == Swizzle::zero) return 0;
    if (from == Swizzle::one) return 255;
    const auto which = static_cast<std::uint32_t>(from);
    if (which < format.channels) return channel(format, pixel, which);
    return from == Swizzle::a ? 255 : 0;  // what a missing channel reads as
}

Result<vda::TextureLevel> to_level(const TextureInfo& info, std::uint32_t level, ByteSpan bytes) {
    vda::TextureLevel out{mip_size(info.width, level), mip_size(info.height, level), {}};
    TRY_ASSIGN(const texel::PlainLevel plain, texel::plain_level(bytes, info.format, out.w, out.h));
    const PixelFormatInfo& format = *find_pixel_format(plain.format);
    out.pixels.reserve(std::size_t{out.w} * out.h);
    for (std::size_t at = 0; at < plain.pixels.size(); at += format.block_bytes) {
        const ByteSpan pixel = plain.pixels.subspan(at, format.block_bytes);
        const auto get = [&](std::size_t i) { return swizzled(format, pixel, info.swizzle[i]); };
        out.pixels.push_back({get(3) << 24U | get(0) << 16U | get(1) << 8U | get(2)});
    }
    return out;
}

void note_texture_losses(Losses& losses, const TextureInfo& info, const PixelFormatInfo& format) {
    losses.change(format.block_width > 1, "blocks", "the pixels they decode to");
    losses.change(format.bits_per_channel > 8, "16 bits a channel", "8 bits, to the nearest");
    losses.change(info.wrap_u == WrapMode::mirror || info.wrap_v != info.wrap_u, "wrap modes",
                  "repeat or clamp, in both directions");
    losses.drop(info.usage != TextureUsage::color, "usage",
                fmt::format("{}: TEXR holds colours", usage_word(info.usage)));
    losses.drop(info.filter != FilterMode::linear, "filter", "a material has it there");
    losses.drop(info.coverage_cutoff != 0, "alpha cutoff of the levels");
}

}  // namespace

Result<Converted<vda::Texture>> to_seed(const TextureView& texture, std::string_view name) {
    const TextureInfo& info = texture.info;
    const PixelFormatInfo* format = find_pixel_format(info.format);
    if (info.shape != TextureShape::flat || format == nullptr || format->is_float) {
        return fail(kNotConvertible, "TEXR holds single pictures of 8 bits a channel", {},
                    "convert arrays, cubes and HDR pictures layer by layer");
    }
    Losses losses;
    note_texture_losses(losses, info, *format);
    vda::Texture out;
    out.name = name;
    out.tiling = info.wrap_u == WrapMode::repeat && info.wrap_v == WrapMode::repeat;
    out.wrap = info.wrap_u == WrapMode::clamp ? 1 : 0;
    out.width = info.width;
    out.height = info.height;
    for (std::uint32_t i = 0; i < info.levels; ++i) {
        TRY_ASSIGN(vda::TextureLevel level, to_level(info, i, texture.levels[i]));
        out.levels.push_back(std::move(level));
    }
    return Converted<vda::Texture>{std::move(out), losses.take()};
}

Result<Converted<OwnTexture>> from_seed(const vda::Texture& texture) {
    if (texture.levels.empty()) {
        return fail(kNotConvertible, "a texture without levels has no pixels");
    }
    Losses losses;
    losses.drop(!texture.name.empty(), "name", "a cooked texture has none");
    losses.drop(texture.layers != 0, "number of source layers");
    losses.drop(texture.tiling != (texture.wrap == 0), "tiling", "the wrap mode is kept");
    losses.drop(texture.grid != vda::Grid{}, "grid of frames");
    losses.drop(!texture.clips.empty() || !texture.play.empty(), "clips",
                fmt::format("{} clips", texture.clips.size()));
    losses.drop(texture.edge.has_value(), "edge");
    losses.drop(texture.autotile, "autotile");
    OwnTexture out;
    out.info.format = PixelFormat::rgba8_srgb;
    out.info.width = texture.width;
    out.info.height = texture.height;
    out.info.levels = static_cast<std::uint32_t>(texture.levels.size());
    out.info.wrap_u = texture.wrap == 0 ? WrapMode::repeat : WrapMode::clamp;
    out.info.wrap_v = out.info.wrap_u;
    TRY(check_texture(out.info));
    for (const vda::TextureLevel& level : texture.levels) {
        Bytes bytes;
        bytes.reserve(level.pixels.size() * 4);
        for (const vda::Color color : level.pixels) {
            for (const unsigned shift : {16U, 8U, 0U, 24U}) {  // R, G, B, A
                bytes.push_back(static_cast<std::byte>(color.argb >> shift & 0xffU));
            }
        }
        out.levels.emplace_back(std::move(bytes));
    }
    return Converted<OwnTexture>{std::move(out), losses.take()};
}

}  // namespace galley
