#include "stored_levels.h"

#include <fmt/format.h>

#include "galley/texel/block_decode.h"

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

}  // namespace

std::optional<TextureInfo> texture_info(const StoredTexture& texture) {
    const auto format = pixel_format_of(texture.format);
    const bool as_stored = texture.depth == 1 && texture.orientation == 1 &&
                           !texture.premultiplied && (texture.faces == 1 || texture.faces == 6);
    if (!format || !as_stored) return std::nullopt;
    TextureInfo info;
    info.format = *format;
    info.usage = texture.format.srgb ? TextureUsage::color : TextureUsage::data;
    info.width = texture.width;
    info.height = texture.height;
    info.levels = texture.levels;
    info.layers = texture.layers * texture.faces;
    info.shape = texture.faces == 6    ? TextureShape::cube
                 : texture.layers == 1 ? TextureShape::flat
                                       : TextureShape::array;
    const ChannelMap map = shown_map(texture.format);
    for (std::size_t i = 0; i < map.size(); ++i) info.swizzle[i] = static_cast<Swizzle>(map[i]);
    if (!check_texture(info)) return std::nullopt;
    return info;
}

Result<std::uint64_t> check_all_levels(const TextureInfo& info, const DecodeLimits& limits) {
    std::uint64_t bytes = 0;
    for (std::uint32_t level = 0; level < info.levels; ++level) bytes += level_bytes(info, level);
    if (bytes <= limits.max_decoded) return bytes;
    return fail(kImageTooLarge,
                fmt::format("its levels take {} bytes, more than the {} that are allowed", bytes,
                            limits.max_decoded),
                {}, "split the texture, or raise --max-decoded");
}

}  // namespace galley::image
