#include <algorithm>
#include <cstring>
#include <memory>

#include <fmt/format.h>

#include "codec.h"
#include "galley/base/try.h"
#include "orientation.h"
#include "png_chunks.h"
#include "png_expand.h"
#include "png_rows.h"

namespace galley::image {
namespace {

ImageInfo info_of(const PngChunks& chunks) {
    const PngHeader& header = chunks.header;
    ImageInfo info{.format = ImageFormat::png,
                   .width = header.width,
                   .height = header.height,
                   .type = header.bit_depth == 16 ? SampleType::unorm16 : SampleType::unorm8,
                   .source_bits = header.bit_depth,
                   .palette = header.palette(),
                   .interlaced = header.interlaced};
    const unsigned colors = header.palette() ? 3 : header.samples();
    info.channels = static_cast<std::uint8_t>(colors + (chunks.transparency.empty() ? 0 : 1));
    return info;
}

}  // namespace

Result<ImageInfo> probe_png(ByteSpan file) {
    TRY_ASSIGN(const PngChunks chunks, read_png_chunks(file, true));
    ImageInfo info = info_of(chunks);
    if (chunks.orientation >= 5) std::swap(info.width, info.height);
    return info;
}

Result<void> decode_png_rows(ByteSpan file, const DecodeLimits& limits, Ledger& ledger,
                             Image& image, const RowsDecoded& on_rows) {
    TRY_ASSIGN(const PngChunks chunks, read_png_chunks(file, false));
    const ImageInfo info = info_of(chunks);
    TRY(check_limits(info, limits));
    // A deflate stream gives at most 258 bytes for two bits (RFC 1951 section 3.2.5): 1032 to 1.
    constexpr std::uint64_t kDeflate = 1032;
    TRY(check_needed(info, chunks.data_bytes, chunks.header.filtered_bytes() / kDeflate));

    for (const LedgerEntry& note : chunks.notes.entries())
        ledger.add(note.verdict, note.what, note.where, note.detail, note.count);
    image = {.width = info.width,
             .height = info.height,
             .channels = info.channels,
             .type = info.type,
             .pixels = {}};
    const bool whole = !needs_expansion(chunks);
    // Others may look at the picture while its rows come: nothing touches it after.
    if (whole && chunks.orientation <= 1) return read_png_rows(chunks, image.pixels, on_rows);
    if (whole) {
        TRY(read_png_rows(chunks, image.pixels, {}));
    } else {
        Bytes rows;
        TRY(read_png_rows(chunks, rows, {}));
        image = make_image(info);
        expand_png(chunks, rows, image, ledger);
    }
    image = turned(std::move(image), chunks.orientation, ledger);
    return {};
}

Result<Image> decode_png(ByteSpan file, const DecodeLimits& limits, Ledger& ledger) {
    Image image;
    TRY(decode_png_rows(file, limits, ledger, image, {}));
    return image;
}

}  // namespace galley::image
