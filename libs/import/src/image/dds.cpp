#include <algorithm>
#include <bit>
#include <optional>

#include <fmt/format.h>

#include "dds_formats.h"
#include "galley/base/byte_reader.h"
#include "galley/base/try.h"
#include "stored_levels.h"

// DirectDraw surfaces: Microsoft's "Programming guide for DDS", DDS_HEADER and DDS_HEADER_DXT10.
namespace galley::image {
namespace {

// DDS_HEADER.dwFlags, dwCaps2; DDS_HEADER_DXT10.
constexpr std::uint32_t kHasMipCount = 0x20000;
constexpr std::uint32_t kHasDepth = 0x800000;
constexpr std::uint32_t kCubemap = 0x200;
constexpr std::uint32_t kCubeFaces = 0xfc00;
constexpr std::uint32_t kVolume = 0x200000;
constexpr std::uint32_t kDimension1d = 2;
constexpr std::uint32_t kDimension2d = 3;
constexpr std::uint32_t kDimension3d = 4;
constexpr std::uint32_t kMiscCube = 4;
constexpr std::uint32_t kAlphaPremultiplied = 2;
constexpr std::uint32_t kAlphaOpaque = 3;

struct DdsHeader {
    StoredTexture texture;
    std::uint64_t pixels_at = 0;
};

Result<void> read_extension(ByteReader& reader, StoredTexture& texture) {
    const std::uint32_t format = reader.u32();
    const std::uint32_t dimension = reader.u32();
    const std::uint32_t misc = reader.u32();
    texture.layers = reader.u32();
    const std::uint32_t alpha = reader.u32() & 7u;
    if (reader.failed()) return damaged("the file ends in its header", reader.failed_at());
    if (texture.layers == 0) return damaged("the header says an array of no layers", 140);
    if (dimension < kDimension1d || dimension > kDimension3d)
        return damaged(fmt::format("the header says dimension {}", dimension), 132);
    if (dimension == kDimension1d) texture.height = 1;
    if (dimension != kDimension3d) texture.depth = 1;
    texture.faces = dimension == kDimension2d && (misc & kMiscCube) != 0 ? 6 : 1;
    TRY_ASSIGN(texture.format, dxgi_format(format));
    texture.premultiplied = alpha == kAlphaPremultiplied;
    if (alpha == kAlphaOpaque) texture.format.map[3] = texel::ChannelFrom::one;
    return {};
}

Result<DdsHeader> read_header(ByteSpan file) {
    ByteReader reader(file);
    reader.skip(4);
    const std::uint32_t size = reader.u32();
    const std::uint32_t flags = reader.u32();
    DdsHeader header;
    StoredTexture& texture = header.texture;
    texture.height = reader.u32();
    texture.width = reader.u32();
    reader.skip(4);  // the pitch, which writers disagree about and the format decides
    const std::uint32_t depth = reader.u32();
    const std::uint32_t levels = reader.u32();
    reader.skip(44);
    DdsPixelFormat pixels;
    const std::uint32_t pixels_size = reader.u32();
    pixels.flags = reader.u32();
    pixels.four_cc = reader.u32();
    pixels.bits = reader.u32();
    for (std::uint32_t& mask : pixels.masks) mask = reader.u32();
    reader.skip(4);
    const std::uint32_t caps2 = reader.u32();
    reader.skip(12);
    if (reader.failed()) return damaged("the file ends in its header", reader.failed_at());
    if (size != 124) return damaged(fmt::format("the header says that it has {} bytes", size), 4);
    if (pixels_size != 32)
        return damaged(fmt::format("the pixel format says that it has {} bytes", pixels_size), 76);

    if ((flags & kHasMipCount) != 0) texture.levels = std::max(levels, 1u);
    if ((flags & kHasDepth) != 0 || (caps2 & kVolume) != 0) texture.depth = std::max(depth, 1u);
    if (pixels.is_dx10()) {
        TRY(read_extension(reader, texture));
    } else {
        TRY_ASSIGN(texture.format, legacy_format(pixels));
        texture.premultiplied = pixels.is_premultiplied();
        if ((caps2 & kCubemap) != 0) {
            const int faces = std::popcount(caps2 & kCubeFaces);
            texture.faces = faces == 0 ? 6 : static_cast<std::uint32_t>(faces);
        }
    }
    if (texture.width == 0 || texture.height == 0)
        return damaged(fmt::format("the header says {} x {} pixels", texture.width, texture.height),
                       12);
    const std::uint32_t longest = std::max({texture.width, texture.height, texture.depth});
    if (texture.levels > static_cast<std::uint32_t>(std::bit_width(longest)))
        return damaged(
            fmt::format("{} levels, more than {} pixels can be halved", texture.levels, longest),
            28);
    header.pixels_at = reader.offset();
    return header;
}

/// Whether `bytes` bytes hold all levels of all faces and layers.
bool holds_all(const StoredTexture& texture, std::uint64_t bytes) {
    std::uint64_t face = 0;
    for (std::uint32_t level = 0; level < texture.levels; ++level) {
        const std::uint64_t slices = mip_size(texture.depth, level);
        const std::uint64_t slice = texture.slice_bytes(level);
        if (slices > (bytes - face) / slice) return false;
        face += slices * slice;
    }
    return std::uint64_t{texture.layers} * texture.faces <= bytes / face;
}

}  // namespace

Result<ImageInfo> probe_dds(ByteSpan file) {
    TRY_ASSIGN(const DdsHeader header, read_header(file));
    return header.texture.info(ImageFormat::dds);
}

Result<Image> decode_dds(ByteSpan file, const DecodeLimits& limits, Ledger& ledger) {
    TRY_ASSIGN(const DdsHeader header, read_header(file));
    const ImageInfo info = header.texture.info(ImageFormat::dds);
    TRY(check_limits(info, limits));
    const ByteSpan pixels = file.subspan(header.pixels_at);
    const std::uint64_t first = header.texture.slice_bytes(0);
    TRY(check_needed(info, pixels.size(), first));
    header.texture.note(ledger);
    if (!holds_all(header.texture, pixels.size()))
        ledger.set_partial("the file ends in what follows its first picture");
    return decode_stored(header.texture, info, pixels.first(first), ledger);
}

Result<std::optional<ImageTexture>> read_dds_texture(ByteSpan file, const DecodeLimits& limits,
                                                     Ledger& ledger) {
    TRY_ASSIGN(const DdsHeader header, read_header(file));
    const ImageInfo picture = header.texture.info(ImageFormat::dds);
    TRY(check_limits(picture, limits));
    const ByteSpan pixels = file.subspan(header.pixels_at);
    TRY(check_needed(picture, pixels.size(), header.texture.slice_bytes(0)));
    const std::optional<TextureInfo> info = texture_info(header.texture);
    if (!info) return std::nullopt;
    TRY(check_all_levels(*info, limits));
    if (!holds_all(header.texture, pixels.size()))
        return damaged("the file ends in what follows its first picture", file.size());
    std::vector<Bytes> levels(info->levels);
    for (std::uint32_t level = 0; level < info->levels; ++level)
        levels[level].reserve(info->layers * header.texture.slice_bytes(level));
    // Each layer or face has all its levels together.
    std::size_t at = 0;
    for (std::uint32_t layer = 0; layer < info->layers; ++layer) {
        for (std::uint32_t level = 0; level < info->levels; ++level) {
            const ByteSpan slice = pixels.subspan(at, header.texture.slice_bytes(level));
            levels[level].insert(levels[level].end(), slice.begin(), slice.end());
            at += slice.size();
        }
    }
    return texture_of_levels(header.texture, *info, std::move(levels), ledger);
}

}  // namespace galley::image
