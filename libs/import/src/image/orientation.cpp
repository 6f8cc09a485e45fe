#include "orientation.h"

#include <cstring>
#include <utility>

namespace galley::image {

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

}  // namespace galley::image
