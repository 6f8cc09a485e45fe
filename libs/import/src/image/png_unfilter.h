#pragma once

#include <cstddef>
#include <cstdint>

namespace galley::image {

/// Takes a filter of PNG off a row (W3C PNG, third edition, section 9). `row` is the filtered row,
/// `above` the finished row before it (zeros for the first), `out` may be `row`; all have `size`
/// bytes. `pixel` is the bytes of a whole pixel, at least 1: 1, 2, 3, 4, 6 or 8. False for a filter
/// that does not exist.
[[nodiscard]] bool unfilter_row(std::uint8_t filter, const std::uint8_t* row,
                                const std::uint8_t* above, std::uint8_t* out, std::size_t size,
                                std::size_t pixel);

}  // namespace galley::image
