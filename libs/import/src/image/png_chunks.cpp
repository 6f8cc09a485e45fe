#include "png_chunks.h"

#include <algorithm>

#include <fmt/format.h>
#include <libdeflate.h>

#include "codec.h"
#include "galley/base/try.h"
#include "orientation.h"

namespace galley::image {
namespace {

using namespace std::string_view_literals;

std::uint32_t big_u32(ByteSpan bytes, std::size_t at) {
    return std::to_integer<std::uint32_t>(bytes[at]) << 24 |
           std::to_integer<std::uint32_t>(bytes[at + 1]) << 16 |
           std::to_integer<std::uint32_t>(bytes[at + 2]) << 8 |
           std::to_integer<std::uint32_t>(bytes[at + 3]);
}

struct Chunk {
    std::string_view type;
    ByteSpan data;
    ByteSpan whole;  // length, type, data, CRC
    std::uint32_t crc = 0;
    std::uint64_t offset = 0;
};

class ChunkReader {
public:
    explicit ChunkReader(ByteSpan file) : file_(file), offset_(8) {}

    /// The next chunk. The data's checksums are for who reads the data.
    Result<Chunk> next() {
        const std::uint64_t left = file_.size() - offset_;
        if (left < 12) return damaged("the file ends where a chunk should begin", offset_);
        const std::uint64_t length = big_u32(file_, offset_);
        if (length > left - 12)
            return damaged(fmt::format("a chunk of {} bytes where {} are left", length, left - 12),
                           offset_);
        Chunk chunk;
        chunk.offset = offset_;
        chunk.whole = file_.subspan(offset_, length + 12);
        chunk.type = as_text(chunk.whole.subspan(4, 4));
        chunk.data = chunk.whole.subspan(8, length);
        for (const char letter : chunk.type)
            if (!(letter >= 'a' && letter <= 'z') && !(letter >= 'A' && letter <= 'Z'))
                return damaged("a chunk whose type is no four letters", offset_);
        chunk.crc = big_u32(chunk.whole, length + 8);
        if (chunk.type != "IDAT" &&
            libdeflate_crc32(0, chunk.whole.data() + 4, length + 4) != chunk.crc)
            return damaged(fmt::format("the checksum of chunk {} is wrong", chunk.type), offset_);
        offset_ += length + 12;
        return chunk;
    }

    std::uint64_t left() const { return file_.size() - offset_; }

private:
    ByteSpan file_;
    std::uint64_t offset_;
};

Result<PngHeader> read_header(const Chunk& chunk) {
    if (chunk.type != "IHDR" || chunk.data.size() != 13)
        return damaged("the first chunk is not a header of 13 bytes", chunk.offset);
    const auto byte = [&](std::size_t at) { return std::to_integer<std::uint8_t>(chunk.data[at]); };
    PngHeader header{.width = big_u32(chunk.data, 0),
                     .height = big_u32(chunk.data, 4),
                     .bit_depth = byte(8),
                     .color_type = byte(9),
                     .interlaced = byte(12) == 1};
    // Bit n is set where depth n is allowed for the colour type.
    constexpr std::array<std::uint32_t, 7> kDepths = {0x10116, 0, 0x10100, 0x116,
                                                      0x10100, 0, 0x10100};
    if (header.color_type > 6 || header.bit_depth > 16 ||
        (kDepths[header.color_type] >> header.bit_depth & 1u) == 0)
        return damaged(fmt::format("colour type {} with {} bits a sample", header.color_type,
                                   header.bit_depth),
                       chunk.offset + 16);
    if (byte(10) != 0 || byte(11) != 0 || byte(12) > 1)
        return damaged("an unknown compression, filter or interlace method", chunk.offset + 18);
    if (header.width == 0 || header.height == 0 || header.width > 0x7fffffffu ||
        header.height > 0x7fffffffu)
        return damaged(fmt::format("the header says {} x {} pixels", header.width, header.height),
                       chunk.offset + 8);
    return header;
}

Result<void> check_palette(const PngHeader& header, const Chunk& chunk) {
    const std::size_t size = chunk.data.size();
    const std::size_t most = header.palette() ? std::size_t{3} << header.bit_depth : 768;
    if (size == 0 || size % 3 != 0 || size > most)
        return damaged(fmt::format("a palette of {} bytes", size), chunk.offset);
    return {};
}

Result<void> check_transparency(const PngChunks& chunks, const Chunk& chunk) {
    const std::size_t size = chunk.data.size();
    bool fits = false;
    if (chunks.header.color_type == 0) fits = size == 2;
    if (chunks.header.color_type == 2) fits = size == 6;
    if (chunks.header.color_type == 3) fits = size > 0 && size <= chunks.palette.size() / 3;
    if (!fits) return damaged("a tRNS chunk that doesn't fit the picture", chunk.offset);
    return {};
}

bool has_srgb_primaries(ByteSpan data) {
    constexpr std::array<std::uint32_t, 8> kSrgb = {31270, 32900, 64000, 33000,
                                                    30000, 60000, 15000, 6000};
    if (data.size() != 32) return false;
    for (std::size_t i = 0; i < kSrgb.size(); ++i)
        if (big_u32(data, 4 * i) != kSrgb[i]) return false;
    return true;
}

// Chunks that say how samples are to be seen. They are not applied: a texture's usage decides
// whether its samples are sRGB or plain numbers.
void note_ancillary(const Chunk& chunk, Ledger& notes) {
    constexpr std::uint32_t kSrgbGamma = 45455;
    if (chunk.type == "gAMA" && chunk.data.size() == 4) {
        const std::uint32_t gamma = big_u32(chunk.data, 0);
        if (gamma != kSrgbGamma)
            notes.add(Verdict::dropped, "chunk gAMA", "",
                      fmt::format("gamma {:.5f} is not applied; colour is taken as sRGB",
                                  gamma / 100000.0));
    } else if (chunk.type == "cHRM" && !has_srgb_primaries(chunk.data)) {
        notes.add(Verdict::dropped, "chunk cHRM", "",
                  "primaries other than sRGB's are not applied; colour is taken as sRGB");
    } else if (chunk.type == "iCCP") {
        const std::string_view text = as_text(chunk.data);
        notes.add(Verdict::dropped, "chunk iCCP", "",
                  fmt::format("colour profile of {} bytes is not applied; colour is taken as sRGB",
                              text.size()));
    } else if (chunk.type == "cICP") {
        notes.add(Verdict::dropped, "chunk cICP", "",
                  "the colour space is not applied; colour is taken as sRGB");
    }
}

class Walk {
public:
    explicit Walk(ByteSpan file) : reader_(file) {}

    Result<PngChunks> run(bool header_only) {
        TRY_ASSIGN(const Chunk first, reader_.next());
        TRY_ASSIGN(chunks_.header, read_header(first));
        for (;;) {
            TRY_ASSIGN(const Chunk chunk, reader_.next());
            TRY(take(chunk));
            if (chunk.type == "IEND" || (header_only && chunk.type == "IDAT")) break;
        }
        if (chunks_.data_bytes == 0 && !header_only) return damaged("the picture holds no data");
        if (chunks_.header.palette() && chunks_.palette.empty())
            return damaged("the palette is missing");
        if (header_only)
            look_behind();
        else
            note_rest();
        return std::move(chunks_);
    }

private:
    Result<void> take(const Chunk& chunk) {
        const bool data = chunk.type == "IDAT";
        if (data && data_ended_) return damaged("data chunks with others between", chunk.offset);
        data_ended_ = data_ended_ || (data_seen_ && !data);
        if (data) {
            data_seen_ = true;
            chunks_.data.push_back({chunk.data, chunk.crc, chunk.offset});
            chunks_.data_bytes += chunk.data.size();
        } else if (chunk.type == "PLTE") {
            if (data_seen_ || !chunks_.palette.empty())
                return damaged("a palette too many, or after the data", chunk.offset);
            TRY(check_palette(chunks_.header, chunk));
            chunks_.palette = chunk.data;
        } else if (chunk.type == "tRNS") {
            if (data_seen_ || !chunks_.transparency.empty())
                return damaged("a tRNS chunk too many, or after the data", chunk.offset);
            TRY(check_transparency(chunks_, chunk));
            chunks_.transparency = chunk.data;
        } else if (chunk.type == "eXIf") {
            take_exif(chunk);
        } else if (chunk.type == "fcTL") {
            frames_ += data_seen_ ? 1 : 0;
        } else if (chunk.type != "IEND" && chunk.type[0] >= 'A' && chunk.type[0] <= 'Z') {
            return unsupported(fmt::format("a critical chunk of unknown type {}", chunk.type));
        } else if (chunk.type != "IEND") {
            note_ancillary(chunk, chunks_.notes);
        }
        return {};
    }

    void take_exif(const Chunk& chunk) {
        if (chunks_.orientation == 1) chunks_.orientation = exif_orientation(chunk.data);
    }

    /// Many writers put EXIF behind the data.
    void look_behind() {
        for (;;) {
            const auto chunk = reader_.next();
            if (!chunk || chunk->type == "IEND") return;
            if (chunk->type == "eXIf") take_exif(*chunk);
        }
    }

    void note_rest() {
        if (frames_ != 0)
            chunks_.notes.add(Verdict::dropped, "animation frames", "", "the still picture is read",
                              frames_);
        if (reader_.left() != 0)
            chunks_.notes.add(Verdict::dropped, "bytes after the end of the picture", "",
                              "nothing that is a PNG may follow IEND", reader_.left());
    }

    ChunkReader reader_;
    PngChunks chunks_;
    bool data_seen_ = false;
    bool data_ended_ = false;
    std::uint64_t frames_ = 0;
};

}  // namespace

std::uint64_t PngHeader::filtered_bytes() const {
    const auto pass_bytes = [&](std::uint64_t columns, std::uint64_t rows) -> std::uint64_t {
        if (columns == 0 || rows == 0) return 0;
        return rows * (1 + (columns * samples() * bit_depth + 7) / 8);
    };
    if (!interlaced) return pass_bytes(width, height);
    std::uint64_t sum = 0;
    for (const PngPass& pass : kPngPasses) {
        sum += pass_bytes(pass.columns(width), pass.rows(height));
    }
    return sum;
}

Result<PngChunks> read_png_chunks(ByteSpan file, bool header_only) {
    return Walk(file).run(header_only);
}

}  // namespace galley::image
