#include "stored_levels.h"

#include <fmt/format.h>

#include "galley/base/jobs.h"
#include "galley/base/try.h"
#include "galley/texel/block_decode.h"
#include "galley/texel/texture_build.h"

namespace galley::image {
namespace {

using texel::BlockCoding;

std::optional<PixelFormat> block_format_of(const StoredFormat& format) {
    const bool srgb = format.srgb;
    switch (format.block) {
    case BlockCoding::bc1: return srgb ? PixelFormat::bc1_srgb : PixelFormat::bc1_unorm;
    case BlockCoding::bc2: return std::nullopt;
    case BlockCoding::bc3: return srgb ? PixelFormat::bc3_srgb : PixelFormat::bc3_unorm;
    case BlockCoding::bc4_unorm: return PixelFormat::bc4_unorm;
    case BlockCoding::bc4_snorm: return PixelFormat::bc4_snorm;
    case BlockCoding::bc5_unorm: return PixelFormat::bc5_unorm;
    case BlockCoding::bc5_snorm: return PixelFormat::bc5_snorm;
    case BlockCoding::bc6h_ufloat: return PixelFormat::bc6h_ufloat;
    case BlockCoding::bc6h_sfloat: return PixelFormat::bc6h_sfloat;
    case BlockCoding::bc7: return srgb ? PixelFormat::bc7_srgb : PixelFormat::bc7_unorm;
    }
    return std::nullopt;
}

std::optional<PixelFormat> sample_format_of(const StoredFormat& format) {
    constexpr PixelFormat kFormats[3][3] = {
        {PixelFormat::r8_unorm, PixelFormat::rg8_unorm, PixelFormat::rgba8_unorm},
        {PixelFormat::r16_unorm, PixelFormat::rg16_unorm, PixelFormat::rgba16_unorm},
        {PixelFormat::r16_float, PixelFormat::rg16_float, PixelFormat::rgba16_float}};
    if (format.sample == StoredSample::float32) return std::nullopt;
    const unsigned channels = format.bytes / (format.sample == StoredSample::unorm8 ? 1u : 2u);
    if (channels == 3 || (format.srgb && channels != 4)) return std::nullopt;
    const unsigned column = channels == 4 ? 2 : channels - 1;
    if (format.srgb) return PixelFormat::rgba8_srgb;
    return kFormats[static_cast<unsigned>(format.sample)][column];
}

std::optional<PixelFormat> pixel_format_of(const StoredFormat& format) {
    switch (format.coding) {
    case StoredFormat::Coding::blocks: return block_format_of(format);
    case StoredFormat::Coding::samples: return sample_format_of(format);
    case StoredFormat::Coding::masks: break;
    }
    return std::nullopt;
}

bool keeps_bits(const StoredTexture& texture) {
    return pixel_format_of(texture.format) && texture.orientation == 1 && !texture.premultiplied;
}

texel::ChannelUse use_of(const StoredTexture& texture) {
    return texture.format.srgb ? texel::ChannelUse::color : texel::ChannelUse::data;
}

/// How pixels lie that stay, or that are decoded and laid out as a cook lays out pictures.
texel::TextureLayout layout_of(const StoredTexture& texture) {
    if (keeps_bits(texture)) return {*pixel_format_of(texture.format), shown_map(texture.format)};
    const ImageInfo picture = texture.info(ImageFormat::dds);
    return texel::plain_layout(use_of(texture), picture.type, picture.channels);
}

/// Lays out the pictures of a level one after another.
class LevelConverter {
public:
    LevelConverter(const StoredTexture& texture, Ledger& ledger)
        : texture_(texture), ledger_(&ledger) {}

    Result<Bytes> convert(ByteSpan stored, std::uint32_t level) {
        StoredTexture one = texture_;
        one.width = mip_size(texture_.width, level);
        one.height = mip_size(texture_.height, level);
        const ImageInfo picture = one.info(ImageFormat::dds);
        const std::uint64_t slice = one.slice_bytes(0);
        texel::MipOptions alone;
        alone.chain = false;
        Bytes out;
        for (std::uint64_t at = 0; at < stored.size(); at += slice) {
            TRY_ASSIGN(const Image image,
                       decode_stored(one, picture, stored.subspan(at, slice), *ledger_));
            ledger_ = &repeats_;
            TRY_ASSIGN(const texel::BuiltTexture built,
                       texel::build_texture(image, use_of(texture_), alone, pool_));
            out.insert(out.end(), built.levels[0].begin(), built.levels[0].end());
            clamped_ += built.clamped;
            not_numbers_ += built.not_numbers;
        }
        return out;
    }

    void note_floats(Ledger& ledger) const {
        if (clamped_ > 0 || not_numbers_ > 0)
            ledger.add(Verdict::approximated, "samples outside 16-bit float", "",
                       fmt::format("{} clamped to 65504, {} that were no number became 0", clamped_,
                                   not_numbers_));
    }

private:
    const StoredTexture& texture_;
    Ledger* ledger_;  ///< the caller's for the first picture: of the others the same is true
    Ledger repeats_;
    JobPool pool_{1};
    std::uint64_t clamped_ = 0;
    std::uint64_t not_numbers_ = 0;
};

}  // namespace

std::optional<TextureInfo> texture_info(const StoredTexture& texture) {
    if (texture.depth != 1 || (texture.faces != 1 && texture.faces != 6)) return std::nullopt;
    const texel::TextureLayout layout = layout_of(texture);
    TextureInfo info;
    info.format = layout.format;
    info.usage = texture.format.srgb ? TextureUsage::color : TextureUsage::data;
    info.width = texture.width;
    info.height = texture.height;
    info.levels = texture.levels;
    info.layers = texture.layers * texture.faces;
    info.shape = texture.faces == 6    ? TextureShape::cube
                 : texture.layers == 1 ? TextureShape::flat
                                       : TextureShape::array;
    for (std::size_t i = 0; i < info.swizzle.size(); ++i)
        info.swizzle[i] = static_cast<Swizzle>(layout.swizzle[i]);
    if (!check_texture(info)) return std::nullopt;
    return info;
}

Result<void> check_all_levels(const TextureInfo& info, const DecodeLimits& limits) {
    std::uint64_t bytes = 0;
    for (std::uint32_t level = 0; level < info.levels; ++level) bytes += level_bytes(info, level);
    if (bytes <= limits.max_decoded) return {};
    return fail(kImageTooLarge,
                fmt::format("its levels take {} bytes, more than the {} that are allowed", bytes,
                            limits.max_decoded),
                {}, "split the texture, or raise --max-decoded");
}

Result<ImageTexture> texture_of_levels(const StoredTexture& texture, const TextureInfo& info,
                                       std::vector<Bytes> stored, Ledger& ledger) {
    ImageTexture out{info, std::move(stored)};
    if (keeps_bits(texture)) return out;
    LevelConverter converter(texture, ledger);
    for (std::uint32_t level = 0; level < info.levels; ++level) {
        TRY_ASSIGN(out.levels[level], converter.convert(out.levels[level], level));
    }
    converter.note_floats(ledger);
    return out;
}

}  // namespace galley::image
