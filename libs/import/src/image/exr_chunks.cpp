#include <algorithm>

#include <fmt/format.h>

#include "codec.h"
#include "exr_header.h"
#include "galley/base/byte_reader.h"
#include "galley/base/try.h"

namespace galley::image {
namespace {

/// The most bytes of samples that one byte of a chunk can hold.
/// - RLE: a count and a byte make at most 128.
/// - ZIP: deflate makes at most 258 bytes of 2 bits (RFC 1951, section 3.2.5). PXR24 leaves out a
///   byte of each 4 first.
/// - PIZ: a run of at most 255 samples of 2 bytes takes a code of one bit and 8 bits of length.
/// - B44: a block of 32 bytes takes 14, or 3 where it is flat. Samples that aren't halves stay.
/// - DWA: runs of 64 to 1 (in AC values, or in other channels), which deflate makes 1032 to 1.
std::uint64_t most_expansion(ExrCompression compression) {
    switch (compression) {
    case ExrCompression::none: break;
    case ExrCompression::rle: return 64;
    case ExrCompression::zips:
    case ExrCompression::zip: return 1032;
    case ExrCompression::pxr24: return 1376;
    case ExrCompression::piz: return 454;
    case ExrCompression::b44:
    case ExrCompression::b44a: return 11;
    case ExrCompression::dwaa:
    case ExrCompression::dwab: return 66048;
    }
    return 1;
}

/// The pixels of a chunk of the first level.
ExrBox box_of(const ExrPart& part, std::uint64_t index) {
    ExrBox box = part.data;
    const std::uint64_t columns =
        part.tiled ? (box.width() + part.tile_width - 1) / part.tile_width : 1;
    const std::uint64_t rows = part.tiled ? part.tile_height : part.chunk_rows();
    const auto clipped = [](std::uint64_t low, std::uint64_t size, std::int32_t from,
                            std::int32_t to) {
        const std::int64_t last = from + static_cast<std::int64_t>(low + size) - 1;
        return static_cast<std::int32_t>(std::min<std::int64_t>(last, to));
    };
    const std::uint64_t y = index / columns * rows;
    box.y0 += static_cast<std::int32_t>(y);
    box.y1 = clipped(y, rows, part.data.y0, part.data.y1);
    if (!part.tiled) return box;
    const std::uint64_t x = index % columns * part.tile_width;
    box.x0 += static_cast<std::int32_t>(x);
    box.x1 = clipped(x, part.tile_width, part.data.x0, part.data.x1);
    return box;
}

/// Whether the chunk that the reader stands at is the one of this index.
bool is_chunk(ByteReader& reader, const ExrPart& part, const ExrBox& box) {
    if (!part.tiled) return reader.i32() == box.y0;
    const auto tile = [](std::int32_t at, std::int32_t from, std::uint32_t size) {
        return static_cast<std::uint32_t>(std::int64_t{at} - from) / size;
    };
    const bool x = reader.u32() == tile(box.x0, part.data.x0, part.tile_width);
    const bool y = reader.u32() == tile(box.y0, part.data.y0, part.tile_height);
    const std::uint64_t level = reader.u64();
    return x && y && level == 0;
}

/// Whether a chunk of any kind begins here and ends in the file.
bool chunk_is_there(ByteSpan file, std::uint64_t offset, const ExrFile& exr, const ExrPart& part) {
    ByteReader chunk(file);
    chunk.skip(offset);
    chunk.skip((exr.multi_part ? 4 : 0) + (part.tiled ? 16 : 4));
    if (part.deep) {
        const std::uint64_t counts = chunk.u64();
        const std::uint64_t samples = chunk.u64();
        chunk.skip(8);
        chunk.skip(counts);
        chunk.skip(samples);
    } else {
        chunk.skip(chunk.u32());
    }
    return !chunk.failed();
}

}  // namespace

Result<std::vector<ByteSpan>> find_exr_chunks(ByteSpan file, const ExrFile& exr,
                                              std::size_t part_index) {
    const ExrPart& part = exr.parts[part_index];
    ByteReader table(file);
    table.skip(exr.tables_at);
    for (std::size_t i = 0; i < part_index; ++i) table.skip(exr.parts[i].chunk_count * 8);
    const std::uint64_t all = part.all_chunks();
    if (part.chunk_count != 0 && part.chunk_count != all)
        return damaged(fmt::format("the header says {} chunks, and the picture has {}",
                                   part.chunk_count, all));
    if (table.failed() || all > table.remaining() / 8)
        return fail(kImageImplausible,
                    fmt::format("the table of {} chunks is longer than the file", all), {},
                    "the file is cut, or its header is wrong");
    const std::uint64_t count = part.first_level_chunks();
    const std::uint64_t tables_end = table.offset() + all * 8;
    std::vector<ByteSpan> chunks;
    chunks.reserve(count);
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint64_t offset = table.u64();
        if (offset < tables_end || offset >= file.size())
            return damaged(fmt::format("chunk {} of {} is not in the file", i, count),
                           table.offset() - 8);
        ByteReader chunk(file);
        chunk.skip(offset);
        const bool of_part = !exr.multi_part || chunk.u32() == part_index;
        const std::uint64_t from = chunk.offset();
        const ExrBox box = box_of(part, i);
        const bool right = is_chunk(chunk, part, box);
        const std::uint64_t size = chunk.u32();
        if (chunk.failed() || !of_part || !right)
            return damaged(fmt::format("what the table calls chunk {} is another, or cut", i),
                           offset);
        const std::uint64_t samples = part.sample_bytes(box);
        if (size > chunk.remaining() || size > samples)
            return damaged(fmt::format("chunk {} has {} bytes, more than there are or its samples "
                                       "take",
                                       i, size),
                           offset);
        if (size < samples / most_expansion(part.compression))
            return fail(kImageImplausible,
                        fmt::format("chunk {} has {} bytes, too few for {} bytes of samples", i,
                                    size, samples),
                        {.offset = offset}, "the file is cut, or its header is wrong");
        chunks.push_back(file.subspan(from, chunk.offset() - from + size));
    }
    return chunks;
}

bool exr_is_whole(ByteSpan file, const ExrFile& exr) {
    ByteReader table(file);
    table.skip(exr.tables_at);
    for (const ExrPart& part : exr.parts) {
        const std::uint64_t count = part.chunk_count != 0 ? part.chunk_count : part.all_chunks();
        if (table.failed() || count > table.remaining() / 8) return false;
        for (std::uint64_t i = 0; i < count; ++i)
            if (!chunk_is_there(file, table.u64(), exr, part)) return false;
    }
    return true;
}

}  // namespace galley::image
