#include "ktx2_descriptor.h"

#include <array>
#include <span>
#include <vector>

#include "galley/base/byte_writer.h"

namespace galley {
namespace {

constexpr std::uint32_t kRgbsda = 1, kBc1 = 128, kBc3 = 130, kBc4 = 131, kBc5 = 132, kBc6h = 133,
                        kBc7 = 134;
constexpr std::uint32_t kBt709 = 1, kLinear = 1, kSrgb = 2;
constexpr std::uint8_t kAlpha = 15, kBc1WithAlpha = 1;
// Qualifiers beside a channel's number.
constexpr std::uint8_t kIsLinear = 0x10, kIsSigned = 0x40, kIsFloat = 0x80;
constexpr std::uint32_t kFloatOne = 0x3f800000, kFloatMinusOne = 0xbf800000;

struct Sample {
    std::uint16_t offset;
    std::uint8_t bits;
    std::uint8_t channel;
    std::uint32_t lower = 0;
    std::uint32_t upper = 0xffffffff;
};

struct Content {
    std::uint32_t model;
    std::vector<Sample> samples;
};

Content plain_content(const PixelFormatInfo& info) {
    constexpr std::array<std::uint8_t, 4> kChannels = {0, 1, 2, kAlpha};
    Content content{kRgbsda, {}};
    for (std::uint8_t c = 0; c < info.channels; ++c) {
        Sample sample{static_cast<std::uint16_t>(c * info.bits_per_channel), info.bits_per_channel,
                      kChannels[c]};
        sample.upper = info.bits_per_channel == 8 ? 255 : 65535;
        if (info.is_float) {
            sample.channel |= kIsFloat | kIsSigned;
            sample.lower = kFloatMinusOne;
            sample.upper = kFloatOne;
        }
        if (info.is_srgb && c == 3) sample.channel |= kIsLinear;
        content.samples.push_back(sample);
    }
    return content;
}

Content content_of(const PixelFormatInfo& info) {
    const auto alpha = static_cast<std::uint8_t>(kAlpha | (info.is_srgb ? kIsLinear : 0));
    const Sample red_signed{0, 64, kIsSigned, 0x80000000, 0x7fffffff};
    const Sample green_signed{64, 64, 1 | kIsSigned, 0x80000000, 0x7fffffff};
    switch (info.format) {
    case PixelFormat::bc1_unorm:
    case PixelFormat::bc1_srgb: return {kBc1, {{0, 64, kBc1WithAlpha}}};
    case PixelFormat::bc3_unorm:
    case PixelFormat::bc3_srgb: return {kBc3, {{0, 64, alpha}, {64, 64, 0}}};
    case PixelFormat::bc4_unorm: return {kBc4, {{0, 64, 0}}};
    case PixelFormat::bc4_snorm: return {kBc4, {red_signed}};
    case PixelFormat::bc5_unorm: return {kBc5, {{0, 64, 0}, {64, 64, 1}}};
    case PixelFormat::bc5_snorm: return {kBc5, {red_signed, green_signed}};
    case PixelFormat::bc6h_ufloat: return {kBc6h, {{0, 128, kIsFloat, 0, kFloatOne}}};
    case PixelFormat::bc6h_sfloat:
        return {kBc6h, {{0, 128, kIsFloat | kIsSigned, kFloatMinusOne, kFloatOne}}};
    case PixelFormat::bc7_unorm:
    case PixelFormat::bc7_srgb: return {kBc7, {{0, 128, 0}}};
    default: return plain_content(info);
    }
}

}  // namespace

Bytes ktx2_descriptor(PixelFormat format) {
    const PixelFormatInfo& info = *find_pixel_format(format);
    const Content content = content_of(info);
    const auto block = static_cast<std::uint32_t>(24 + 16 * content.samples.size());
    ByteWriter out;
    out.u32(4 + block);
    out.u32(0);  // Khronos, the basic format
    out.u32(2 | block << 16);
    out.u32(content.model | kBt709 << 8 | (info.is_srgb ? kSrgb : kLinear) << 16);
    out.u32((info.block_width - 1u) | (info.block_height - 1u) << 8);
    out.u32(info.block_bytes);
    out.u32(0);
    for (const Sample& sample : content.samples) {
        out.u32(sample.offset | (sample.bits - 1u) << 16 | std::uint32_t{sample.channel} << 24);
        out.u32(0);  // position
        out.u32(sample.lower);
        out.u32(sample.upper);
    }
    return out.take();
}

}  // namespace galley
