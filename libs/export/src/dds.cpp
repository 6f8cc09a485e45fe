#include <algorithm>

#include "channel_order.h"
#include "galley/base/assert.h"
#include "galley/base/byte_writer.h"
#include "galley/base/try.h"
#include "galley/export/errors.h"
#include "galley/export/texture_file.h"
#include "texture_levels.h"

// DDS_HEADER and DDS_HEADER_DXT10; numbers of DXGI_FORMAT.
namespace galley {
namespace {

constexpr std::uint32_t kCapsHeightWidthFormat = 0x1007;
constexpr std::uint32_t kHasMipCount = 0x20000;
constexpr std::uint32_t kHasPitch = 0x8;
constexpr std::uint32_t kHasLinearSize = 0x80000;
constexpr std::uint32_t kTexture = 0x1000;
constexpr std::uint32_t kComplex = 0x8;
constexpr std::uint32_t kMipmap = 0x400000;
constexpr std::uint32_t kCubeOfSixFaces = 0xfe00;
constexpr std::uint32_t kMiscCube = 4;
constexpr std::uint32_t kDimension2d = 3;
constexpr std::uint32_t kAlphaUnknown = 0;
constexpr std::uint32_t kAlphaOpaque = 3;

std::uint32_t dxgi_format(PixelFormat format) {
    switch (format) {
    case PixelFormat::r8_unorm: return 61;
    case PixelFormat::rg8_unorm: return 49;
    case PixelFormat::rgba8_unorm: return 28;
    case PixelFormat::rgba8_srgb: return 29;
    case PixelFormat::r16_unorm: return 56;
    case PixelFormat::rg16_unorm: return 35;
    case PixelFormat::rgba16_unorm: return 11;
    case PixelFormat::r16_float: return 54;
    case PixelFormat::rg16_float: return 34;
    case PixelFormat::rgba16_float: return 10;
    case PixelFormat::bc1_unorm: return 71;
    case PixelFormat::bc1_srgb: return 72;
    case PixelFormat::bc3_unorm: return 77;
    case PixelFormat::bc3_srgb: return 78;
    case PixelFormat::bc4_unorm: return 80;
    case PixelFormat::bc4_snorm: return 81;
    case PixelFormat::bc5_unorm: return 83;
    case PixelFormat::bc5_snorm: return 84;
    case PixelFormat::bc6h_ufloat: return 95;
    case PixelFormat::bc6h_sfloat: return 96;
    case PixelFormat::bc7_unorm: return 98;
    case PixelFormat::bc7_srgb: return 99;
    }
    GALLEY_ASSERT(false);
}

void write_header(const TextureInfo& info, ByteWriter& out) {
    const bool blocks = find_pixel_format(info.format)->block_width > 1;
    const bool cube = info.shape == TextureShape::cube;
    const std::uint64_t row = image_bytes(info.format, info.width, 1);
    const std::uint64_t pitch = blocks ? image_bytes(info.format, info.width, info.height) : row;
    out.text("DDS ");
    out.u32(124);
    out.u32(kCapsHeightWidthFormat | kHasMipCount | (blocks ? kHasLinearSize : kHasPitch));
    out.u32(info.height);
    out.u32(info.width);
    out.u32(static_cast<std::uint32_t>(pitch));  // blocks of 16384 x 16384 take 256 MiB
    out.u32(1);                                  // depth
    out.u32(info.levels);
    out.zeros(44);
    out.u32(32);
    out.u32(4);
    out.text("DX10");
    out.zeros(20);
    const bool several = info.levels > 1 || info.layers > 1;
    out.u32(kTexture | (several ? kComplex : 0) | (info.levels > 1 ? kMipmap : 0));
    out.u32(cube ? kCubeOfSixFaces : 0);
    out.zeros(12);
    out.u32(dxgi_format(info.format));
    out.u32(kDimension2d);
    out.u32(cube ? kMiscCube : 0);
    out.u32(cube ? info.layers / 6 : info.layers);
    const bool opaque = order_of(info.format, info.swizzle) == ChannelOrder::opaque;
    out.u32(opaque ? kAlphaOpaque : kAlphaUnknown);
}

}  // namespace

Result<Bytes> write_dds(const TextureInfo& info, std::span<const ByteSpan> levels) {
    TRY(check_levels(info, levels));
    if (order_of(info.format, info.swizzle) == ChannelOrder::other)
        return fail(kTextureWrite, "DDS has no swizzle, and the texture's is not its format's");
    ByteWriter out;
    std::size_t size = 148;
    for (const ByteSpan level : levels) size += level.size();
    out.reserve(size);
    write_header(info, out);
    // Each layer or face has all its levels together.
    for (std::uint32_t layer = 0; layer < info.layers; ++layer) {
        for (const ByteSpan level : levels) {
            const std::size_t bytes = level.size() / info.layers;
            out.bytes(level.subspan(layer * bytes, bytes));
        }
    }
    return out.take();
}

}  // namespace galley
