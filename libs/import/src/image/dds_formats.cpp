#include "dds_formats.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

namespace galley::image {
namespace {

using enum texel::BlockCoding;
using enum StoredSample;

// DDS_PIXELFORMAT.dwFlags
constexpr std::uint32_t kAlphaPixels = 0x1;
constexpr std::uint32_t kAlphaAlone = 0x2;
constexpr std::uint32_t kFourCc = 0x4;
constexpr std::uint32_t kRgb = 0x40;
constexpr std::uint32_t kLuminance = 0x20000;

constexpr std::uint32_t four_cc(const char (&text)[5]) {
    std::uint32_t value = 0;
    for (unsigned i = 0; i < 4; ++i)
        value |= std::uint32_t{static_cast<unsigned char>(text[i])} << (8 * i);
    return value;
}

struct Row {
    std::uint32_t number;
    StoredFormat format;
};

constexpr ChannelMap kRedInAlpha = {texel::ChannelFrom::a, texel::ChannelFrom::g,
                                    texel::ChannelFrom::b, texel::ChannelFrom::one};

// Letters, and the numbers of D3DFORMAT that stand in their place.
constexpr std::array kFourCcs = {
    Row{four_cc("DXT1"), block_format("BC1", bc1, 4)},
    Row{four_cc("DXT2"), block_format("BC2", bc2, 4)},
    Row{four_cc("DXT3"), block_format("BC2", bc2, 4)},
    Row{four_cc("DXT4"), block_format("BC3", bc3, 4)},
    Row{four_cc("DXT5"), block_format("BC3", bc3, 4)},
    Row{four_cc("RXGB"), mapped(block_format("BC3 with red in alpha", bc3, 4), kRedInAlpha)},
    Row{four_cc("ATI1"), block_format("BC4", bc4_unorm, 1)},
    Row{four_cc("BC4U"), block_format("BC4", bc4_unorm, 1)},
    Row{four_cc("BC4S"), block_format("BC4 signed", bc4_snorm, 1)},
    Row{four_cc("ATI2"), block_format("BC5", bc5_unorm, 2)},
    Row{four_cc("BC5U"), block_format("BC5", bc5_unorm, 2)},
    Row{four_cc("BC5S"), block_format("BC5 signed", bc5_snorm, 2)},
    Row{36, sample_format("RGBA16", unorm16, 4)},
    Row{111, sample_format("R16 float", half, 1)},
    Row{112, sample_format("RG16 float", half, 2)},
    Row{113, sample_format("RGBA16 float", half, 4)},
    Row{114, sample_format("R32 float", float32, 1)},
    Row{115, sample_format("RG32 float", float32, 2)},
    Row{116, sample_format("RGBA32 float", float32, 4)},
};

// Typeless blocks are read as unsigned.
constexpr std::array kDxgi = {
    Row{2, sample_format("RGBA32 float", float32, 4)},
    Row{6, sample_format("RGB32 float", float32, 3)},
    Row{10, sample_format("RGBA16 float", half, 4)},
    Row{11, sample_format("RGBA16", unorm16, 4)},
    Row{16, sample_format("RG32 float", float32, 2)},
    Row{24, mask_format("RGB10A2", 32, {0x3ff, 0xffc00, 0x3ff00000, 0xc0000000})},
    Row{28, sample_format("RGBA8", unorm8, 4)},
    Row{29, sample_format("RGBA8", unorm8, 4, true)},
    Row{34, sample_format("RG16 float", half, 2)},
    Row{35, sample_format("RG16", unorm16, 2)},
    Row{41, sample_format("R32 float", float32, 1)},
    Row{49, sample_format("RG8", unorm8, 2)},
    Row{54, sample_format("R16 float", half, 1)},
    Row{56, sample_format("R16", unorm16, 1)},
    Row{61, sample_format("R8", unorm8, 1)},
    Row{65, sample_format("A8", unorm8, 1)},
    Row{70, block_format("BC1", bc1, 4)},
    Row{71, block_format("BC1", bc1, 4)},
    Row{72, block_format("BC1", bc1, 4, true)},
    Row{73, block_format("BC2", bc2, 4)},
    Row{74, block_format("BC2", bc2, 4)},
    Row{75, block_format("BC2", bc2, 4, true)},
    Row{76, block_format("BC3", bc3, 4)},
    Row{77, block_format("BC3", bc3, 4)},
    Row{78, block_format("BC3", bc3, 4, true)},
    Row{79, block_format("BC4", bc4_unorm, 1)},
    Row{80, block_format("BC4", bc4_unorm, 1)},
    Row{81, block_format("BC4 signed", bc4_snorm, 1)},
    Row{82, block_format("BC5", bc5_unorm, 2)},
    Row{83, block_format("BC5", bc5_unorm, 2)},
    Row{84, block_format("BC5 signed", bc5_snorm, 2)},
    Row{85, mask_format("B5G6R5", 16, {0xf800, 0x7e0, 0x1f, 0})},
    Row{86, mask_format("B5G5R5A1", 16, {0x7c00, 0x3e0, 0x1f, 0x8000})},
    Row{87, mapped(sample_format("BGRA8", unorm8, 4), kBgraMap)},
    Row{88, mapped(sample_format("BGRX8", unorm8, 4), kBgrMap)},
    Row{91, mapped(sample_format("BGRA8", unorm8, 4, true), kBgraMap)},
    Row{93, mapped(sample_format("BGRX8", unorm8, 4, true), kBgrMap)},
    Row{94, block_format("BC6H", bc6h_ufloat, 3)},
    Row{95, block_format("BC6H", bc6h_ufloat, 3)},
    Row{96, block_format("BC6H signed", bc6h_sfloat, 3)},
    Row{97, block_format("BC7", bc7, 4)},
    Row{98, block_format("BC7", bc7, 4)},
    Row{99, block_format("BC7", bc7, 4, true)},
    Row{115, mask_format("B4G4R4A4", 16, {0xf00, 0xf0, 0xf, 0xf000})},
};

template <std::size_t N>
const StoredFormat* find(const std::array<Row, N>& rows, std::uint32_t number) {
    const auto row = std::ranges::find(rows, number, &Row::number);
    return row == rows.end() ? nullptr : &row->format;
}

std::string four_cc_words(std::uint32_t value) {
    std::string text;
    for (unsigned i = 0; i < 4; ++i) {
        const auto c = static_cast<char>(value >> (8 * i) & 255u);
        if (c < ' ' || c > '~') return fmt::format("number {}", value);
        text += c;
    }
    return text;
}

/// Bits next to one another, inside the pixel.
bool is_mask_of(std::uint32_t mask, std::uint32_t bits) {
    if (mask == 0) return true;
    const std::uint32_t run = mask >> std::countr_zero(mask);
    return (run & (run + 1)) == 0 && (bits == 32 || mask >> bits == 0);
}

Result<StoredFormat> masked_format(const DdsPixelFormat& pixels) {
    const bool grey = (pixels.flags & kLuminance) != 0;
    const bool alpha_alone = (pixels.flags & kAlphaAlone) != 0;
    std::array<std::uint32_t, 4> masks = pixels.masks;
    if (grey) masks[1] = masks[2] = 0;
    if (alpha_alone) masks = {masks[3], 0, 0, 0};
    if ((pixels.flags & kAlphaPixels) == 0 || alpha_alone) masks[3] = 0;
    if (pixels.bits != 8 && pixels.bits != 16 && pixels.bits != 24 && pixels.bits != 32)
        return damaged(fmt::format("the pixel format says {} bits a pixel", pixels.bits), 88);
    for (const std::uint32_t mask : masks)
        if (!is_mask_of(mask, pixels.bits))
            return damaged(fmt::format("{:#x} is no mask of a channel", mask), 92);
    if ((masks[0] | masks[1] | masks[2]) == 0) return damaged("the masks of the colours are 0", 92);
    if (!grey && !alpha_alone) return mask_format("masked RGB", pixels.bits, masks);
    StoredFormat format = mask_format(grey ? "luminance" : "alpha alone", pixels.bits, masks);
    format.map = kGreyMap;
    if (masks[3] != 0) format.map[3] = texel::ChannelFrom::a;
    return format;
}

}  // namespace

bool DdsPixelFormat::is_dx10() const {
    return (flags & kFourCc) != 0 && four_cc == image::four_cc("DX10");
}

bool DdsPixelFormat::is_premultiplied() const {
    return (flags & kFourCc) != 0 &&
           (four_cc == image::four_cc("DXT2") || four_cc == image::four_cc("DXT4"));
}

Result<StoredFormat> legacy_format(const DdsPixelFormat& pixels) {
    if ((pixels.flags & kFourCc) != 0) {
        if (const StoredFormat* format = find(kFourCcs, pixels.four_cc)) return *format;
        return unsupported(
            fmt::format("DDS of pixel format {} is not read", four_cc_words(pixels.four_cc)));
    }
    if ((pixels.flags & (kRgb | kLuminance | kAlphaAlone)) == 0)
        return unsupported(
            fmt::format("DDS of pixel format flags {:#x} is not read", pixels.flags));
    return masked_format(pixels);
}

Result<StoredFormat> dxgi_format(std::uint32_t number) {
    if (const StoredFormat* format = find(kDxgi, number)) return *format;
    return unsupported(fmt::format("DDS of DXGI format {} is not read", number));
}

}  // namespace galley::image
