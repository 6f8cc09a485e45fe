#include "bmp_header.h"

#include <bit>

#include <fmt/format.h>

#include "codec.h"
#include "galley/base/byte_reader.h"
#include "galley/base/try.h"

// Microsoft's "Bitmap Header Types" and BITMAPINFOHEADER pages.
namespace galley::image {
namespace {

enum : std::uint32_t { kRgb = 0, kRle8 = 1, kRle4 = 2, kBitfields = 3, kAlphaBitfields = 6 };

constexpr std::uint64_t kFileHeader = 14;
constexpr std::uint32_t kCoreHeader = 12;

struct RawHeader {
    std::uint32_t pixels_at = 0;
    std::uint32_t size = 0;
    std::int64_t width = 0;
    std::int64_t height = 0;
    unsigned planes = 0;
    unsigned bits = 0;
    std::uint32_t compression = kRgb;
    std::uint32_t colors_used = 0;
    std::array<std::uint32_t, 4> masks = {};
    std::uint64_t end = 0;  // of the header and the masks behind it
};

Result<RawHeader> read_raw(ByteSpan file) {
    ByteReader reader(file);
    RawHeader raw;
    reader.skip(10);
    raw.pixels_at = reader.u32();
    raw.size = reader.u32();
    const bool known = raw.size == kCoreHeader || raw.size == 40 || raw.size == 52 ||
                       raw.size == 56 || raw.size == 108 || raw.size == 124;
    if (!known)
        return unsupported(fmt::format("BMP with a header of {} bytes is not read", raw.size));
    if (raw.size == kCoreHeader) {
        raw.width = reader.u16();
        raw.height = reader.u16();
        raw.planes = reader.u16();
        raw.bits = reader.u16();
    } else {
        raw.width = reader.i32();
        raw.height = reader.i32();
        raw.planes = reader.u16();
        raw.bits = reader.u16();
        raw.compression = reader.u32();
        reader.skip(12);  // size of the pixels, resolution
        raw.colors_used = reader.u32();
        reader.skip(4);
        // A header of 40 bytes has its masks behind it where the compression says so.
        const bool colors =
            raw.size >= 52 || raw.compression == kBitfields || raw.compression == kAlphaBitfields;
        const bool alpha = raw.size >= 56 || raw.compression == kAlphaBitfields;
        for (std::size_t i = 0; i < 3 && colors; ++i) raw.masks[i] = reader.u32();
        if (alpha) raw.masks[3] = reader.u32();
    }
    if (reader.failed()) return damaged("the file ends in its header", reader.failed_at());
    raw.end = std::max(reader.offset(), kFileHeader + raw.size);
    if (raw.end > file.size()) return damaged("the file ends in its header", file.size());
    return raw;
}

Result<BmpMask> mask_of(std::uint32_t mask) {
    if (mask == 0) return BmpMask{};
    const auto shift = static_cast<unsigned>(std::countr_zero(mask));
    const auto bits = static_cast<unsigned>(std::popcount(mask));
    if (mask >> shift != 0xffffffffu >> (32 - bits)) return damaged("a colour mask with gaps");
    return BmpMask{shift, bits};
}

Result<void> take_masks(const RawHeader& raw, BmpHeader& header) {
    std::array<std::uint32_t, 4> masks = raw.masks;
    if (raw.compression == kRgb)
        masks = raw.bits == 16 ? std::array<std::uint32_t, 4>{0x7c00, 0x3e0, 0x1f, 0}
                               : std::array<std::uint32_t, 4>{0xff0000, 0xff00, 0xff, 0};
    for (std::size_t i = 0; i < 4; ++i) {
        TRY_ASSIGN(header.masks[i], mask_of(masks[i]));
        if (masks[i] >> (raw.bits - 1) > 1) return damaged("a colour mask wider than a pixel");
    }
    header.info.source_bits = static_cast<std::uint8_t>(header.masks[1].bits);
    return {};
}

Result<void> check_combination(const RawHeader& raw, const BmpHeader& header) {
    const unsigned bits = raw.bits;
    if (bits != 1 && bits != 4 && bits != 8 && bits != 16 && bits != 24 && bits != 32)
        return unsupported(fmt::format("BMP of {} bits a pixel is not read", bits));
    bool fits = false;
    switch (raw.compression) {
    case kRgb: fits = true; break;
    case kRle8: fits = bits == 8 && !header.top_down; break;
    case kRle4: fits = bits == 4 && !header.top_down; break;
    case kBitfields:
    case kAlphaBitfields: fits = bits == 16 || bits == 32; break;
    default: break;
    }
    if (fits) return {};
    return unsupported(fmt::format("BMP compression {} with {} bits a pixel{} is not read",
                                   raw.compression, bits, header.top_down ? ", top down," : ""));
}

Result<void> take_palette(const RawHeader& raw, std::uint64_t file_size, BmpHeader& header) {
    const std::uint32_t most = 1u << raw.bits;
    if (raw.colors_used > most)
        return damaged(
            fmt::format("a palette of {} colours for {} bits", raw.colors_used, raw.bits));
    header.info.palette = true;
    header.palette_at = raw.end;
    header.palette_entry_bytes = raw.size == kCoreHeader ? 3 : 4;
    // Old files may hold fewer colours than their bits allow; the pixels begin behind them.
    std::uint64_t entries = raw.colors_used != 0 ? raw.colors_used : most;
    const std::uint64_t end = std::min<std::uint64_t>(header.pixels_at, file_size);
    entries = std::min(entries, (end - raw.end) / header.palette_entry_bytes);
    header.palette_entries = static_cast<std::uint32_t>(entries);
    if (entries == 0) return damaged("the palette is missing", raw.end);
    return {};
}

}  // namespace

Result<BmpHeader> read_bmp_header(ByteSpan file) {
    TRY_ASSIGN(const RawHeader raw, read_raw(file));
    BmpHeader header;
    header.info.format = ImageFormat::bmp;
    if (raw.width <= 0 || raw.height == 0)
        return damaged(fmt::format("the header says {} x {} pixels", raw.width, raw.height), 18);
    header.info.width = static_cast<std::uint32_t>(raw.width);
    header.top_down = raw.height < 0;
    header.info.height = static_cast<std::uint32_t>(header.top_down ? -raw.height : raw.height);
    header.bits = raw.bits;
    header.rle = raw.compression == kRle8 || raw.compression == kRle4;
    header.pixels_at = raw.pixels_at;
    TRY(check_combination(raw, header));
    if (header.pixels_at < raw.end || header.pixels_at > file.size())
        return damaged("the pixels begin inside the header, or behind the end", 10);
    header.info.channels = 3;
    if (raw.bits <= 8) TRY(take_palette(raw, file.size(), header));
    if (raw.bits == 16 || raw.bits == 32) TRY(take_masks(raw, header));
    if (header.masks[3].bits != 0) header.info.channels = 4;
    return header;
}

}  // namespace galley::image
