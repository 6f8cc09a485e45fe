#include "channel_order.h"

#include <algorithm>
#include <cstring>

#include "galley/base/assert.h"

namespace galley {
namespace {

/// The plain format of as many channels of the same samples.
PixelFormat with_channels(PixelFormat format, std::size_t channels) {
    using enum PixelFormat;
    constexpr PixelFormat kFormats[][3] = {{r8_unorm, rg8_unorm, rgba8_unorm},
                                           {r8_unorm, rg8_unorm, rgba8_srgb},
                                           {r16_unorm, rg16_unorm, rgba16_unorm},
                                           {r16_float, rg16_float, rgba16_float}};
    const PixelFormatInfo& info = *find_pixel_format(format);
    const std::size_t row = info.is_float                 ? 3
                            : info.bits_per_channel == 16 ? 2
                            : info.is_srgb                ? 1
                                                          : 0;
    return kFormats[row][channels == 4 ? 2 : channels - 1];
}

/// The bits of 1 as a sample.
std::uint16_t one_of(const PixelFormatInfo& format) {
    constexpr std::uint16_t kHalfOne = 0x3c00;
    return format.is_float ? kHalfOne : std::uint16_t{0xffff};
}

}  // namespace

SwizzleMap resolved(PixelFormat format, SwizzleMap swizzle) {
    const unsigned channels = find_pixel_format(format)->channels;
    for (Swizzle& from : swizzle)
        if (from <= Swizzle::a && static_cast<unsigned>(from) >= channels)
            from = from == Swizzle::a ? Swizzle::one : Swizzle::zero;
    return swizzle;
}

SwizzleMap own_swizzle(PixelFormat format) {
    using enum Swizzle;
    if (find_pixel_format(format)->channels == 1) return {r, r, r, one};
    return resolved(format, {r, g, b, a});
}

ChannelOrder order_of(PixelFormat format, const SwizzleMap& swizzle) {
    const SwizzleMap own = own_swizzle(format);
    const SwizzleMap in_order = resolved(format, {Swizzle::r, Swizzle::g, Swizzle::b, Swizzle::a});
    const SwizzleMap seen = resolved(format, swizzle);
    if (seen == own || seen == in_order) return ChannelOrder::own;
    const bool colors = std::equal(own.begin(), own.begin() + 3, seen.begin());
    return colors && seen[3] == Swizzle::one ? ChannelOrder::opaque : ChannelOrder::other;
}

void pick_channels(texel::PlainLevel& level, std::span<const Swizzle> picked) {
    const PixelFormatInfo& format = *find_pixel_format(level.format);
    GALLEY_ASSERT(format.block_width == 1 && picked.size() != 3 && picked.size() <= 4);
    const std::size_t size = format.bits_per_channel / 8;
    const std::uint16_t one = one_of(format);
    Bytes out(level.pixels.size() / format.block_bytes * picked.size() * size);
    std::byte* to = out.data();
    for (std::size_t at = 0; at < level.pixels.size(); at += format.block_bytes) {
        for (const Swizzle from : picked) {
            const auto channel = static_cast<std::size_t>(from);
            if (channel < format.channels)
                std::memcpy(to, level.pixels.data() + at + channel * size, size);
            else if (from == Swizzle::one || from == Swizzle::a)
                std::memcpy(to, &one, size);
            to += size;
        }
    }
    level.format = with_channels(level.format, picked.size());
    level.decoded = std::move(out);
    level.pixels = level.decoded;
}

}  // namespace galley
