#include <algorithm>
#include <cstring>
#include <memory>

#include <fmt/format.h>
#include <spng.h>

#include "codec.h"
#include "galley/base/try.h"
#include "png_chunks.h"
#include "png_expand.h"

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

// Gives the decoder the chosen chunks as if they were a file.
struct ChunkStream {
    std::span<const ByteSpan> parts;

    static int read(spng_ctx*, void* user, void* to, std::size_t size) {
        auto& stream = *static_cast<ChunkStream*>(user);
        auto* out = static_cast<std::byte*>(to);
        while (size > 0) {
            if (stream.parts.empty()) return SPNG_IO_EOF;
            if (stream.left.empty()) stream.left = stream.parts.front();
            const std::size_t count = std::min(size, stream.left.size());
            std::memcpy(out, stream.left.data(), count);
            out += count;
            size -= count;
            stream.left = stream.left.subspan(count);
            if (stream.left.empty()) stream.parts = stream.parts.subspan(1);
        }
        return SPNG_OK;
    }

    ByteSpan left = {};
};

struct FreeContext {
    void operator()(spng_ctx* context) const { spng_ctx_free(context); }
};

Result<void> unfilter(const PngChunks& chunks, Bytes& rows) {
    const std::unique_ptr<spng_ctx, FreeContext> context(spng_ctx_new(0));
    if (context == nullptr) return damaged("the PNG decoder got no memory");
    ChunkStream stream{.parts = chunks.for_decoder};
    int status = spng_set_png_stream(context.get(), ChunkStream::read, &stream);
    if (status == 0)
        status = spng_decode_image(context.get(), rows.data(), rows.size(), SPNG_FMT_PNG, 0);
    if (status != 0) return damaged(fmt::format("the PNG decoder says: {}", spng_strerror(status)));
    return {};
}

}  // namespace

Result<ImageInfo> probe_png(ByteSpan file) {
    TRY_ASSIGN(const PngChunks chunks, read_png_chunks(file, true));
    return info_of(chunks);
}

Result<Image> decode_png(ByteSpan file, const DecodeLimits& limits, Ledger& ledger) {
    TRY_ASSIGN(const PngChunks chunks, read_png_chunks(file, false));
    const ImageInfo info = info_of(chunks);
    TRY(check_limits(info, limits));
    // A deflate stream gives at most 258 bytes for two bits (RFC 1951 section 3.2.5): 1032 to 1.
    constexpr std::uint64_t kDeflate = 1032;
    TRY(check_needed(info, chunks.data_bytes, chunks.header.filtered_bytes() / kDeflate));

    for (const LedgerEntry& note : chunks.notes.entries())
        ledger.add(note.verdict, note.what, note.where, note.detail, note.count);
    if (!needs_expansion(chunks)) {
        Image image = make_image(info);
        TRY(unfilter(chunks, image.pixels));
        return image;
    }
    const std::size_t row_bytes =
        (std::size_t{info.width} * chunks.header.samples() * chunks.header.bit_depth + 7) / 8;
    Bytes rows(row_bytes * info.height);
    TRY(unfilter(chunks, rows));
    Image image = make_image(info);
    expand_png(chunks, rows, image, ledger);
    return image;
}

}  // namespace galley::image
