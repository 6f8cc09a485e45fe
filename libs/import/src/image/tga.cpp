#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "codec.h"
#include "galley/base/byte_reader.h"
#include "galley/base/try.h"

// Truevision TGA File Format Specification 2.0. What version 2 appended (footer, extension and
// developer areas) does not change the pixels and is not read.
namespace galley::image {
namespace {

struct TgaHeader {
    std::uint8_t id_length = 0;
    bool rle = false;
    unsigned kind = 0;        // 1 palette, 2 colour, 3 grey
    unsigned bits = 0;        // a stored pixel
    unsigned alpha_bits = 0;  // of the descriptor
    bool from_right = false;
    bool from_top = false;
    std::uint32_t map_first = 0;
    std::uint32_t map_length = 0;
    unsigned map_bits = 0;
    ImageInfo info;

    unsigned stored_bytes() const { return (bits + 7) / 8; }
};

bool is_color_size(unsigned bits) { return bits == 15 || bits == 16 || bits == 24 || bits == 32; }

Result<TgaHeader> read_header(ByteReader& reader) {
    TgaHeader header;
    header.id_length = reader.u8();
    const unsigned has_map = reader.u8();
    const unsigned type = reader.u8();
    header.map_first = reader.u16();
    header.map_length = reader.u16();
    header.map_bits = reader.u8();
    reader.skip(4);  // the origin on a screen
    header.info.width = reader.u16();
    header.info.height = reader.u16();
    header.bits = reader.u8();
    const unsigned descriptor = reader.u8();
    if (reader.failed()) return damaged("the file ends in its header", reader.failed_at());

    header.rle = type >= 9;
    header.kind = type & 7u;
    header.alpha_bits = descriptor & 15u;
    header.from_right = (descriptor & 16u) != 0;
    header.from_top = (descriptor & 32u) != 0;
    if ((type != header.kind && type != header.kind + 8) || header.kind < 1 || header.kind > 3)
        return unsupported(fmt::format("TGA of type {} is not read", type));
    if ((descriptor & 0xc0u) != 0) return unsupported("interleaved TGA is not read");
    if (header.info.width == 0 || header.info.height == 0)
        return damaged(
            fmt::format("the header says {} x {} pixels", header.info.width, header.info.height),
            12);
    const bool palette = header.kind == 1;
    if (palette && (has_map != 1 || header.map_length == 0))
        return damaged("the colour map is missing", 1);
    if (has_map > 1) return unsupported("a colour map of an unknown type");
    if (has_map == 1 && !is_color_size(header.map_bits))
        return unsupported(fmt::format("a colour map of {} bits an entry", header.map_bits));
    const bool bits_fit =
        header.kind == 2 ? is_color_size(header.bits) : header.bits == 8 || (header.bits == 16);
    if (!bits_fit)
        return unsupported(fmt::format("TGA of type {} with {} bits a pixel", type, header.bits));
    return header;
}

// Whether colours of `bits` carry alpha: one bit of 16, eight of 32, where the descriptor says so.
bool carries_alpha(unsigned bits, unsigned alpha_bits) {
    return (bits == 16 && alpha_bits == 1) || (bits == 32 && alpha_bits == 8);
}

void complete_info(TgaHeader& header) {
    ImageInfo& info = header.info;
    info.format = ImageFormat::tga;
    info.palette = header.kind == 1;
    if (header.kind == 3) {
        info.channels = header.bits == 16 ? 2 : 1;  // 16 bits: grey and alpha
        return;
    }
    const unsigned bits = info.palette ? header.map_bits : header.bits;
    info.channels = carries_alpha(bits, header.alpha_bits) ? 4 : 3;
    info.source_bits = bits <= 16 ? 5 : 8;
}

Result<TgaHeader> header_of(ByteReader& reader) {
    TRY_ASSIGN(TgaHeader header, read_header(reader));
    complete_info(header);
    return header;
}

using Pixel = std::array<std::uint8_t, 4>;

// A stored colour, blue first, as RGBA.
Pixel read_color(const std::byte* at, unsigned bits) {
    const auto byte = [&](std::size_t i) { return std::to_integer<std::uint8_t>(at[i]); };
    if (bits >= 24) return {byte(2), byte(1), byte(0), bits == 32 ? byte(3) : std::uint8_t{255}};
    const unsigned word = byte(0) | static_cast<unsigned>(byte(1)) << 8;
    return {to_8_bits(word >> 10 & 31, 5), to_8_bits(word >> 5 & 31, 5), to_8_bits(word & 31, 5),
            static_cast<std::uint8_t>((word & 0x8000) != 0 ? 255 : 0)};
}

class Decoder {
public:
    Decoder(const TgaHeader& header, ByteReader& reader, Ledger& ledger)
        : header_(header), reader_(reader), ledger_(ledger) {}

    Result<void> read_map() {
        const std::uint64_t entry = (header_.map_bits + 7) / 8;
        const ByteSpan map = reader_.bytes(header_.map_length * entry);
        if (reader_.failed())
            return damaged("the file ends in its colour map", reader_.failed_at());
        if (header_.kind != 1) return {};
        map_.reserve(header_.map_length);
        for (std::size_t i = 0; i < header_.map_length; ++i)
            map_.push_back(read_color(map.data() + i * entry, header_.map_bits));
        return {};
    }

    Result<Image> read_pixels() {
        const std::uint64_t pixels = std::uint64_t{header_.info.width} * header_.info.height;
        // A packet of one pixel's bytes and a count makes 128 pixels.
        const std::uint64_t needed = header_.rle
                                         ? (pixels + 127) / 128 * (1 + header_.stored_bytes())
                                         : pixels * header_.stored_bytes();
        TRY(check_needed(header_.info, reader_.remaining(), needed));
        image_ = make_image(header_.info);
        if (header_.rle) {
            TRY(read_packets(pixels));
        } else {
            const ByteSpan stored = reader_.bytes(needed);
            for (std::uint64_t i = 0; i < pixels; ++i)
                put(color_of(stored.data() + i * header_.stored_bytes()));
        }
        if (outside_map_ != 0)
            ledger_.add(Verdict::approximated, "indices outside the colour map", "",
                        "became opaque black", outside_map_);
        return std::move(image_);
    }

private:
    // Packets may go on across rows, but not past the last pixel.
    Result<void> read_packets(std::uint64_t pixels) {
        while (pixels > 0) {
            const std::uint64_t at = reader_.offset();
            const unsigned packet = reader_.u8();
            const std::uint64_t count = (packet & 127u) + 1;
            const bool run = (packet & 128u) != 0;
            const ByteSpan stored = reader_.bytes((run ? 1 : count) * header_.stored_bytes());
            if (reader_.failed())
                return damaged("the file ends in its pixels", reader_.failed_at());
            if (count > pixels) return damaged("a packet goes past the last pixel", at);
            for (std::uint64_t i = 0; i < count; ++i)
                put(color_of(stored.data() + (run ? 0 : i * header_.stored_bytes())));
            pixels -= count;
        }
        return {};
    }

    Pixel color_of(const std::byte* at) {
        if (header_.kind == 2) return read_color(at, header_.bits);
        const auto low = std::to_integer<std::uint8_t>(at[0]);
        const auto high =
            header_.bits == 16 ? std::to_integer<std::uint8_t>(at[1]) : std::uint8_t{0};
        if (header_.kind == 3) return {low, high, 0, 0};
        const std::uint32_t index = low | std::uint32_t{high} << 8;
        if (index >= header_.map_first && index - header_.map_first < map_.size())
            return map_[index - header_.map_first];
        ++outside_map_;
        return {0, 0, 0, 255};
    }

    // Stores the next pixel in file order where the origin puts it.
    void put(const Pixel& pixel) {
        const std::uint32_t x = header_.from_right ? image_.width - 1 - x_ : x_;
        const std::uint32_t y = header_.from_top ? y_ : image_.height - 1 - y_;
        std::byte* out =
            image_.pixels.data() + (std::size_t{y} * image_.width + x) * image_.channels;
        for (std::size_t c = 0; c < image_.channels; ++c) out[c] = std::byte{pixel[c]};
        if (++x_ == image_.width) {
            x_ = 0;
            ++y_;
        }
    }

    const TgaHeader& header_;
    ByteReader& reader_;
    Ledger& ledger_;
    std::vector<Pixel> map_;
    Image image_;
    std::uint32_t x_ = 0;
    std::uint32_t y_ = 0;
    std::uint64_t outside_map_ = 0;
};

}  // namespace

Result<ImageInfo> probe_tga(ByteSpan file) {
    ByteReader reader(file);
    TRY_ASSIGN(const TgaHeader header, header_of(reader));
    return header.info;
}

Result<Image> decode_tga(ByteSpan file, const DecodeLimits& limits, Ledger& ledger) {
    ByteReader reader(file);
    TRY_ASSIGN(const TgaHeader header, header_of(reader));
    TRY(check_limits(header.info, limits));
    reader.skip(header.id_length);
    Decoder decoder(header, reader, ledger);
    TRY(decoder.read_map());
    TRY_ASSIGN(Image image, decoder.read_pixels());
    if (header.kind == 1) ledger.add(Verdict::converted, "palette", "", "indices became colours");
    if (header.info.source_bits == 5)
        ledger.add(Verdict::converted, "5-bit samples", "", "became 8-bit");
    return image;
}

}  // namespace galley::image
