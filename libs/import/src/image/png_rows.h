#pragma once

#include <functional>

#include "png_chunks.h"

namespace galley::image {

/// Inflates and unfilters the pixels of a PNG (W3C PNG, third edition, sections 7, 9 and 10) into
/// `rows`: packed rows of the whole picture, each beginning at a byte, interlace passes put
/// together, 16-bit samples in native byte order. `rows` comes empty and grows in its place. Calls
/// `on_rows`, if there is one, with the rows that are done, never for an interlaced picture.
Result<void> read_png_rows(const PngChunks& chunks, Bytes& rows,
                           const std::function<void(std::uint32_t)>& on_rows);

}  // namespace galley::image
