#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "bmp_header.h"
#include "codec.h"
#include "galley/base/byte_reader.h"
#include "galley/base/try.h"

namespace galley::image {
namespace {

using Pixel = std::array<std::uint8_t, 4>;

class Decoder {
public:
    Decoder(ByteSpan file, const BmpHeader& header, Ledger& ledger)
        : header_(header), ledger_(ledger), reader_(file.subspan(header.pixels_at)),
          image_(make_image(header.info)) {
        palette_.fill({0, 0, 0, 255});
        for (std::size_t i = 0; i < header.palette_entries; ++i) {
            const ByteSpan entry = file.subspan(header.palette_at + i * header.palette_entry_bytes,
                                                header.palette_entry_bytes);
            for (std::size_t c = 0; c < 3; ++c)
                palette_[i][c] = std::to_integer<std::uint8_t>(entry[2 - c]);
        }
    }

    Result<Image> run() {
        if (header_.rle)
            TRY(read_runs());
        else
            for (std::uint32_t y = 0; y < image_.height; ++y) read_row(y);
        note();
        return std::move(image_);
    }

private:
    // File order is from the bottom unless the height was negative.
    std::byte* pixel_at(std::uint32_t x, std::uint32_t file_y) {
        const std::uint32_t y = header_.top_down ? file_y : image_.height - 1 - file_y;
        return image_.pixels.data() + (std::size_t{y} * image_.width + x) * image_.channels;
    }

    void put(std::uint32_t x, std::uint32_t file_y, const Pixel& pixel) {
        std::byte* out = pixel_at(x, file_y);
        for (std::size_t c = 0; c < image_.channels; ++c) out[c] = std::byte{pixel[c]};
    }

    void put_index(std::uint32_t x, std::uint32_t file_y, unsigned index) {
        outside_palette_ += index >= header_.palette_entries ? 1 : 0;
        put(x, file_y, palette_[index]);
    }

    // The last row may lack its padding, so its size is what its pixels take.
    void read_row(std::uint32_t file_y) {
        const std::uint64_t row = header_.row_bytes();
        const ByteSpan bytes = reader_.bytes(std::min(row, reader_.remaining()));
        const auto byte = [&](std::size_t at) { return std::to_integer<std::uint32_t>(bytes[at]); };
        for (std::uint32_t x = 0; x < image_.width; ++x) {
            const std::size_t at = std::size_t{x} * header_.bits / 8;
            switch (header_.bits) {
            case 1: put_index(x, file_y, byte(at) >> (7 - x % 8) & 1u); break;
            case 4: put_index(x, file_y, byte(at) >> (x % 2 == 0 ? 4 : 0) & 15u); break;
            case 8: put_index(x, file_y, byte(at)); break;
            case 16: put(x, file_y, masked(byte(at) | byte(at + 1) << 8)); break;
            case 24:
                put(x, file_y,
                    {static_cast<std::uint8_t>(byte(at + 2)),
                     static_cast<std::uint8_t>(byte(at + 1)), static_cast<std::uint8_t>(byte(at)),
                     255});
                break;
            default:
                put(x, file_y,
                    masked(byte(at) | byte(at + 1) << 8 | byte(at + 2) << 16 | byte(at + 3) << 24));
            }
        }
    }

    Pixel masked(std::uint32_t word) const {
        Pixel pixel = {0, 0, 0, 255};
        for (std::size_t c = 0; c < 4; ++c) {
            const BmpMask mask = header_.masks[c];
            if (mask.bits == 0) continue;
            const std::uint32_t full = 0xffffffffu >> (32 - mask.bits);
            pixel[c] = to_8_bits(word >> mask.shift & full, mask.bits);
        }
        return pixel;
    }

    // Runs, literals and moves; what they leave out keeps colour 0 of the palette.
    Result<void> read_runs() {
        for (std::uint32_t y = 0; y < image_.height; ++y)
            for (std::uint32_t x = 0; x < image_.width; ++x) put(x, y, palette_[0]);
        for (;;) {
            const std::uint64_t at = header_.pixels_at + reader_.offset();
            const unsigned count = reader_.u8();
            const unsigned value = reader_.u8();
            if (reader_.failed()) return damaged("the file ends in its pixels", at);
            if (count != 0) {
                if (!put_run(count, value)) return damaged("a run past the end of its row", at);
            } else if (value == 0) {
                x_ = 0;
                ++y_;
            } else if (value == 1) {
                break;
            } else if (value == 2) {
                x_ += reader_.u8();
                y_ += reader_.u8();
            } else if (!put_literals(value)) {
                return damaged("pixels past the end of their row, or of the file", at);
            }
            if (x_ > padded_width() || y_ > image_.height)
                return damaged("a move out of the picture", at);
        }
        return {};
    }

    // Some encoders pack the padding of a row into its runs: it is read and left out.
    std::uint64_t padded_width() const { return header_.row_bytes() * 8 / header_.bits; }

    bool room_for(unsigned count) const {
        return y_ < image_.height && x_ + count <= padded_width();
    }

    void put_next(unsigned index) {
        if (x_ < image_.width) {
            put_index(x_, y_, index);
            ++written_;
        }
        ++x_;
    }

    bool put_run(unsigned count, unsigned value) {
        if (!room_for(count)) return false;
        for (unsigned i = 0; i < count; ++i)
            put_next(header_.bits == 8 ? value : i % 2 == 0 ? value >> 4 : value & 15u);
        return true;
    }

    // Literals are padded to 16 bits.
    bool put_literals(unsigned count) {
        const std::uint64_t size = header_.bits == 8 ? count : (count + 1) / 2;
        const ByteSpan bytes = reader_.bytes(size);
        reader_.skip(size % 2);
        if (reader_.failed() || !room_for(count)) return false;
        for (unsigned i = 0; i < count; ++i) {
            const auto byte = std::to_integer<unsigned>(bytes[header_.bits == 8 ? i : i / 2]);
            put_next(header_.bits == 8 ? byte : i % 2 == 0 ? byte >> 4 : byte & 15u);
        }
        return true;
    }

    void note() {
        if (header_.info.palette)
            ledger_.add(Verdict::converted, "palette", "", "indices became colours");
        if (outside_palette_ != 0)
            ledger_.add(Verdict::approximated, "indices outside the palette", "",
                        "became opaque black", outside_palette_);
        const std::uint64_t pixels = std::uint64_t{image_.width} * image_.height;
        if (header_.rle && written_ < pixels)
            ledger_.add(Verdict::approximated, "pixels that no run covers", "",
                        "became the first colour of the palette", pixels - written_);
        for (const BmpMask& mask : header_.masks) {
            if (mask.bits == 0 || mask.bits == 8) continue;
            ledger_.add(mask.bits > 8 ? Verdict::approximated : Verdict::converted,
                        fmt::format("{}-bit samples", mask.bits), "", "became 8-bit");
        }
    }

    const BmpHeader& header_;
    Ledger& ledger_;
    ByteReader reader_;
    Image image_;
    std::array<Pixel, 256> palette_;
    std::uint32_t x_ = 0;
    std::uint32_t y_ = 0;
    std::uint64_t written_ = 0;
    std::uint64_t outside_palette_ = 0;
};

}  // namespace

Result<ImageInfo> probe_bmp(ByteSpan file) {
    TRY_ASSIGN(const BmpHeader header, read_bmp_header(file));
    return header.info;
}

Result<Image> decode_bmp(ByteSpan file, const DecodeLimits& limits, Ledger& ledger) {
    TRY_ASSIGN(const BmpHeader header, read_bmp_header(file));
    const ImageInfo& info = header.info;
    TRY(check_limits(info, limits));
    const std::uint64_t pixels = std::uint64_t{info.width} * info.height;
    // A run of 255 pixels takes two bytes; plain rows are padded to four bytes but for the last.
    const std::uint64_t needed = header.rle ? (pixels + 254) / 255 * 2
                                            : (info.height - 1) * header.row_bytes() +
                                                  (std::uint64_t{info.width} * header.bits + 7) / 8;
    TRY(check_needed(info, file.size() - header.pixels_at, needed));
    return Decoder(file, header, ledger).run();
}

}  // namespace galley::image
