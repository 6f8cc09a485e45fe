#include "png_unfilter.h"

#include <cstring>

#include "png_lanes.h"

namespace galley::image {
namespace {

template <std::size_t Pixel>
void add_left(const std::uint8_t* row, std::uint8_t* out, std::size_t size) {
    PngLanes left;
    for (std::size_t i = 0; i < size; i += Pixel) {
        left = (left + PngLanes::load<Pixel>(row + i)).low_bits();
        left.store<Pixel>(out + i);
    }
}

void add_above(const std::uint8_t* row, const std::uint8_t* above, std::uint8_t* out,
               std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) out[i] = static_cast<std::uint8_t>(row[i] + above[i]);
}

template <std::size_t Pixel>
void add_average(const std::uint8_t* row, const std::uint8_t* above, std::uint8_t* out,
                 std::size_t size) {
    PngLanes left;
    for (std::size_t i = 0; i < size; i += Pixel) {
        const PngLanes average = (left + PngLanes::load<Pixel>(above + i)).half();
        left = (PngLanes::load<Pixel>(row + i) + average).low_bits();
        left.store<Pixel>(out + i);
    }
}

/// The nearest of left, above and corner to left + above - corner; ties in that order.
template <std::size_t Pixel>
void add_paeth(const std::uint8_t* row, const std::uint8_t* above, std::uint8_t* out,
               std::size_t size) {
    PngLanes left;
    PngLanes corner;
    for (std::size_t i = 0; i < size; i += Pixel) {
        const PngLanes up = PngLanes::load<Pixel>(above + i);
        const PngLanes from_left = up - corner;
        const PngLanes from_up = left - corner;
        const PngLanes to_left = from_left.magnitude();
        const PngLanes to_up = from_up.magnitude();
        const PngLanes to_corner = (from_left + from_up).magnitude();
        const PngLanes least = PngLanes::least(PngLanes::least(to_left, to_up), to_corner);
        const PngLanes nearest =
            PngLanes::if_equal(least, to_left, left, PngLanes::if_equal(least, to_up, up, corner));
        left = (PngLanes::load<Pixel>(row + i) + nearest).low_bits();
        corner = up;
        left.store<Pixel>(out + i);
    }
}

template <std::size_t Pixel>
bool unfilter(std::uint8_t filter, const std::uint8_t* row, const std::uint8_t* above,
              std::uint8_t* out, std::size_t size) {
    switch (filter) {
    case 0: std::memmove(out, row, size); return true;
    case 1: add_left<Pixel>(row, out, size); return true;
    case 2: add_above(row, above, out, size); return true;
    case 3: add_average<Pixel>(row, above, out, size); return true;
    case 4: add_paeth<Pixel>(row, above, out, size); return true;
    default: return false;
    }
}

}  // namespace

bool unfilter_row(std::uint8_t filter, const std::uint8_t* row, const std::uint8_t* above,
                  std::uint8_t* out, std::size_t size, std::size_t pixel) {
    switch (pixel) {
    case 1: return unfilter<1>(filter, row, above, out, size);
    case 2: return unfilter<2>(filter, row, above, out, size);
    case 3: return unfilter<3>(filter, row, above, out, size);
    case 4: return unfilter<4>(filter, row, above, out, size);
    case 6: return unfilter<6>(filter, row, above, out, size);
    default: return unfilter<8>(filter, row, above, out, size);
    }
}

}  // namespace galley::image
