#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "ktx2_header.h"

// Numbers of VkFormat: Vulkan 1.3, section 34.1.1 (Format Definition). Packed formats are masks of
// a little-endian word; the first letter of the name has the highest bits.
namespace galley::image {
namespace {

using enum texel::BlockCoding;
using enum StoredSample;

struct Row {
    std::uint32_t number;
    StoredFormat format;
};

constexpr std::array kFormats = {
    Row{2, mask_format("R4G4B4A4", 16, {0xf000, 0xf00, 0xf0, 0xf})},
    Row{3, mask_format("B4G4R4A4", 16, {0xf0, 0xf00, 0xf000, 0xf})},
    Row{4, mask_format("R5G6B5", 16, {0xf800, 0x7e0, 0x1f, 0})},
    Row{5, mask_format("B5G6R5", 16, {0x1f, 0x7e0, 0xf800, 0})},
    Row{6, mask_format("R5G5B5A1", 16, {0xf800, 0x7c0, 0x3e, 1})},
    Row{7, mask_format("B5G5R5A1", 16, {0x3e, 0x7c0, 0xf800, 1})},
    Row{8, mask_format("A1R5G5B5", 16, {0x7c00, 0x3e0, 0x1f, 0x8000})},
    Row{9, sample_format("R8", unorm8, 1)},
    Row{15, sample_format("R8", unorm8, 1, true)},
    Row{16, sample_format("RG8", unorm8, 2)},
    Row{22, sample_format("RG8", unorm8, 2, true)},
    Row{23, sample_format("RGB8", unorm8, 3)},
    Row{29, sample_format("RGB8", unorm8, 3, true)},
    Row{30, mapped(sample_format("BGR8", unorm8, 3), kBgrMap)},
    Row{36, mapped(sample_format("BGR8", unorm8, 3, true), kBgrMap)},
    Row{37, sample_format("RGBA8", unorm8, 4)},
    Row{43, sample_format("RGBA8", unorm8, 4, true)},
    Row{44, mapped(sample_format("BGRA8", unorm8, 4), kBgraMap)},
    Row{50, mapped(sample_format("BGRA8", unorm8, 4, true), kBgraMap)},
    Row{58, mask_format("A2R10G10B10", 32, {0x3ff00000, 0xffc00, 0x3ff, 0xc0000000})},
    Row{64, mask_format("A2B10G10R10", 32, {0x3ff, 0xffc00, 0x3ff00000, 0xc0000000})},
    Row{70, sample_format("R16", unorm16, 1)},
    Row{76, sample_format("R16 float", half, 1)},
    Row{77, sample_format("RG16", unorm16, 2)},
    Row{83, sample_format("RG16 float", half, 2)},
    Row{84, sample_format("RGB16", unorm16, 3)},
    Row{90, sample_format("RGB16 float", half, 3)},
    Row{91, sample_format("RGBA16", unorm16, 4)},
    Row{97, sample_format("RGBA16 float", half, 4)},
    Row{100, sample_format("R32 float", float32, 1)},
    Row{103, sample_format("RG32 float", float32, 2)},
    Row{106, sample_format("RGB32 float", float32, 3)},
    Row{109, sample_format("RGBA32 float", float32, 4)},
    Row{131, block_format("BC1 without alpha", bc1, 3)},
    Row{132, block_format("BC1 without alpha", bc1, 3, true)},
    Row{133, block_format("BC1", bc1, 4)},
    Row{134, block_format("BC1", bc1, 4, true)},
    Row{135, block_format("BC2", bc2, 4)},
    Row{136, block_format("BC2", bc2, 4, true)},
    Row{137, block_format("BC3", bc3, 4)},
    Row{138, block_format("BC3", bc3, 4, true)},
    Row{139, block_format("BC4", bc4_unorm, 1)},
    Row{140, block_format("BC4 signed", bc4_snorm, 1)},
    Row{141, block_format("BC5", bc5_unorm, 2)},
    Row{142, block_format("BC5 signed", bc5_snorm, 2)},
    Row{143, block_format("BC6H", bc6h_ufloat, 3)},
    Row{144, block_format("BC6H signed", bc6h_sfloat, 3)},
    Row{145, block_format("BC7", bc7, 4)},
    Row{146, block_format("BC7", bc7, 4, true)},
};

struct Family {
    std::uint32_t first;
    std::uint32_t last;
    std::string_view name;
};
// 1000066000 and on: VK_EXT_texture_compression_astc_hdr.
constexpr Family kFamilies[] = {{147, 156, "ETC2 and EAC"},
                                {157, 184, "ASTC"},
                                {1000054000, 1000054007, "PVRTC"},
                                {1000066000, 1000066013, "ASTC"}};

}  // namespace

Result<StoredFormat> vulkan_format(std::uint32_t number) {
    const auto row = std::ranges::find(kFormats, number, &Row::number);
    if (row != kFormats.end()) return row->format;
    for (const Family& family : kFamilies)
        if (number >= family.first && number <= family.last)
            return unsupported(
                fmt::format("KTX2 of {} (VkFormat {}) is not read", family.name, number));
    return unsupported(fmt::format("KTX2 of VkFormat {} is not read", number));
}

}  // namespace galley::image
