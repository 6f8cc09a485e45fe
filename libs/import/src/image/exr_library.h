#pragma once

#include <span>
#include <string_view>

#include "exr_header.h"
#include "exr_layers.h"
#include "galley/texel/image.h"

namespace galley::image {

/// Decodes the channels of `picture` into `image`, whose size is the display window's and whose
/// samples are floats, all 0: pixels outside the data window stay so, and what is stored outside
/// the display window is left out. Alpha stays associated.
///
/// The library is given a file of one part and one level with a header of our own, and the chunks
/// that `find_exr_chunks` looked at, in the order of their table. It starts no threads.
/// Beside the image this takes the samples of the picture's channels in 32 rows or a chunk of rows,
/// and what a chunk of all channels decodes to, a few times. kImageDamaged.
[[nodiscard]] Result<void> decode_exr_channels(const ExrPart& part,
                                               std::span<const ByteSpan> chunks,
                                               const ExrPicture& picture, Image& image);

/// The version of the library.
[[nodiscard]] std::string_view exr_library_version();

}  // namespace galley::image
