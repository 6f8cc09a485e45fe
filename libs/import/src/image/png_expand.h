#pragma once

#include "galley/import/ledger.h"
#include "galley/texel/image.h"
#include "png_chunks.h"

namespace galley::image {

/// Whether the samples of such a PNG differ from those of the picture it becomes.
[[nodiscard]] bool needs_expansion(const PngChunks& chunks);

/// Palette indices to colours, 1, 2 and 4 bits to 8, and a tRNS colour to alpha. `rows` are
/// unfiltered rows of samples in native byte order, each row beginning at a byte.
void expand_png(const PngChunks& chunks, const Bytes& rows, Image& image, Ledger& ledger);

}  // namespace galley::image
