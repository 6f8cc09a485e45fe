#include <array>
#include <numeric>
#include <vector>

#include "galley/base/assert.h"
#include "galley/base/byte_writer.h"
#include "galley/base/try.h"
#include "galley/export/texture_file.h"
#include "ktx2_descriptor.h"
#include "texture_levels.h"

// KTX File Format Specification 2.0; numbers of VkFormat.
namespace galley {
namespace {

std::uint32_t vulkan_format(PixelFormat format) {
    switch (format) {
    case PixelFormat::r8_unorm: return 9;
    case PixelFormat::rg8_unorm: return 16;
    case PixelFormat::rgba8_unorm: return 37;
    case PixelFormat::rgba8_srgb: return 43;
    case PixelFormat::r16_unorm: return 70;
    case PixelFormat::rg16_unorm: return 77;
    case PixelFormat::rgba16_unorm: return 91;
    case PixelFormat::r16_float: return 76;
    case PixelFormat::rg16_float: return 83;
    case PixelFormat::rgba16_float: return 97;
    case PixelFormat::bc1_unorm: return 133;
    case PixelFormat::bc1_srgb: return 134;
    case PixelFormat::bc3_unorm: return 137;
    case PixelFormat::bc3_srgb: return 138;
    case PixelFormat::bc4_unorm: return 139;
    case PixelFormat::bc4_snorm: return 140;
    case PixelFormat::bc5_unorm: return 141;
    case PixelFormat::bc5_snorm: return 142;
    case PixelFormat::bc6h_ufloat: return 143;
    case PixelFormat::bc6h_sfloat: return 144;
    case PixelFormat::bc7_unorm: return 145;
    case PixelFormat::bc7_srgb: return 146;
    }
    GALLEY_ASSERT(false);
}

void put_key(ByteWriter& out, std::string_view key, std::string_view value) {
    out.u32(static_cast<std::uint32_t>(key.size() + value.size() + 2));
    out.text(key);
    out.u8(0);
    out.text(value);
    out.u8(0);
    out.align(4);
}

/// Keys in the order of their letters (section 3.11).
Bytes keys_of(const TextureInfo& info) {
    ByteWriter out;
    put_key(out, "KTXorientation", "rd");
    constexpr std::array kPlain = {Swizzle::r, Swizzle::g, Swizzle::b, Swizzle::a};
    if (info.swizzle != kPlain) {
        std::string letters;
        for (const Swizzle from : info.swizzle)
            letters += std::string_view("rgba01")[static_cast<std::size_t>(from)];
        put_key(out, "KTXswizzle", letters);
    }
    put_key(out, "KTXwriter", "galley");
    return out.take();
}

}  // namespace

Result<Bytes> write_ktx2(const TextureInfo& info, std::span<const ByteSpan> levels) {
    TRY(check_levels(info, levels));
    const PixelFormatInfo& format = *find_pixel_format(info.format);
    const bool cube = info.shape == TextureShape::cube;
    const Bytes descriptor = ktx2_descriptor(info.format);
    const Bytes keys = keys_of(info);
    const std::uint32_t descriptor_at = 80 + 24 * info.levels;
    const auto descriptor_size = static_cast<std::uint32_t>(descriptor.size());

    ByteWriter out;
    constexpr std::array<std::uint8_t, 12> kMagic = {0xab, 'K',  'T',  'X',  ' ',  '2',
                                                     '0',  0xbb, '\r', '\n', 0x1a, '\n'};
    for (const std::uint8_t byte : kMagic) out.u8(byte);
    out.u32(vulkan_format(info.format));
    out.u32(format.block_width > 1 ? 1 : format.bits_per_channel / 8u);
    out.u32(info.width);
    out.u32(info.height);
    out.u32(0);  // depth
    out.u32(info.shape == TextureShape::array ? info.layers : 0);
    out.u32(cube ? 6 : 1);
    out.u32(info.levels);
    out.u32(0);  // supercompression
    out.u32(descriptor_at);
    out.u32(descriptor_size);
    out.u32(descriptor_at + descriptor_size);
    out.u32(static_cast<std::uint32_t>(keys.size()));
    out.zeros(16);
    // Small levels first, each on a multiple of its block and of four (section 3.13.1).
    const std::uint64_t alignment = std::lcm(std::uint64_t{format.block_bytes}, std::uint64_t{4});
    std::vector<std::uint64_t> at(info.levels);
    std::uint64_t end = descriptor_at + descriptor_size + keys.size();
    for (std::uint32_t i = info.levels; i-- > 0;) {
        at[i] = (end + alignment - 1) / alignment * alignment;
        end = at[i] + levels[i].size();
    }
    out.reserve(end);
    for (std::uint32_t i = 0; i < info.levels; ++i) {
        out.u64(at[i]);
        out.u64(levels[i].size());
        out.u64(levels[i].size());
    }
    out.bytes(descriptor);
    out.bytes(keys);
    for (std::uint32_t i = info.levels; i-- > 0;) {
        out.zeros(at[i] - out.size());
        out.bytes(levels[i]);
    }
    return out.take();
}

}  // namespace galley
