#include "orientation.h"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace galley::image {
namespace {

using namespace std::string_view_literals;

std::uint32_t big_u16(ByteSpan bytes, std::size_t at) {
    return std::to_integer<std::uint32_t>(bytes[at]) << 8 |
           std::to_integer<std::uint32_t>(bytes[at + 1]);
}

}  // namespace

std::uint8_t exif_orientation(ByteSpan tiff) {
    if (tiff.size() < 8) return 1;
    const bool little = as_text(tiff.first(4)) == "II*\0"sv;
    if (!little && as_text(tiff.first(4)) != "MM\0*"sv) return 1;
    const auto u16 = [&](std::size_t at) {
        const std::uint32_t big = big_u16(tiff, at);
        return little ? (big >> 8 | (big & 255u) << 8) : big;
    };
    const auto u32 = [&](std::size_t at) {
        return little ? u16(at) | u16(at + 2) << 16 : u16(at) << 16 | u16(at + 2);
    };
    const std::size_t directory = u32(4);
    if (directory > tiff.size() - 2) return 1;
    const std::size_t entries =
        std::min<std::size_t>(u16(directory), (tiff.size() - directory - 2) / 12);
    for (std::size_t i = 0; i < entries; ++i) {
        const std::size_t entry = directory + 2 + 12 * i;
        constexpr std::uint32_t kOrientation = 0x112;
        constexpr std::uint32_t kShort = 3;
        if (u16(entry) != kOrientation) continue;
        const std::uint32_t value = u16(entry + 8);
        const bool valid =
            u16(entry + 2) == kShort && u32(entry + 4) == 1 && value >= 1 && value <= 8;
        return valid ? static_cast<std::uint8_t>(value) : std::uint8_t{1};
    }
    return 1;
}

Image oriented(Image stored, std::uint8_t orientation) {
    if (orientation <= 1 || orientation > 8) return stored;
    // Rows become columns for 5 to 8. The seen pixel (x, y) is the stored one at (a, b), or (b, a),
    // with a and b counted from the other end where the orientation mirrors them.
    const bool transposed = orientation >= 5;
    const bool mirror_x =
        orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
    const bool mirror_y =
        orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;

    Image seen{.width = transposed ? stored.height : stored.width,
               .height = transposed ? stored.width : stored.height,
               .channels = stored.channels,
               .type = stored.type,
               .pixels = Bytes(stored.pixels.size())};
    const std::size_t pixel = stored.pixel_bytes();
    std::byte* out = seen.pixels.data();
    for (std::uint32_t y = 0; y < seen.height; ++y) {
        for (std::uint32_t x = 0; x < seen.width; ++x) {
            std::uint32_t column = transposed ? y : x;
            std::uint32_t row = transposed ? x : y;
            if (mirror_x) column = stored.width - 1 - column;
            if (mirror_y) row = stored.height - 1 - row;
            std::memcpy(out,
                        stored.pixels.data() + (std::size_t{row} * stored.width + column) * pixel,
                        pixel);
            out += pixel;
        }
    }
    return seen;
}

Image turned(Image stored, std::uint8_t orientation, Ledger& ledger) {
    if (orientation == 1) return stored;
    ledger.add(Verdict::converted, "EXIF orientation", "",
               fmt::format("orientation {} is applied to the pixels", orientation));
    return oriented(std::move(stored), orientation);
}

}  // namespace galley::image
