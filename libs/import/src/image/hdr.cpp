#include <array>
#include <charconv>
#include <cstring>
#include <optional>

#include <fmt/format.h>

#include "codec.h"
#include "galley/base/try.h"

// Radiance pictures (Greg Ward, "Real Pixels", Graphics Gems II; the file formats page of
// Radiance).
namespace galley::image {
namespace {

struct HdrHeader {
    ImageInfo info;
    // Pixels follow one another along the second axis of the resolution line, scanlines along the
    // first: `-Y 4 +X 6` is the usual order, rows from the top.
    bool columns = false;      // scanlines are columns
    bool from_right = false;   // X falls
    bool from_bottom = false;  // Y rises
    std::size_t pixels_at = 0;
    Ledger notes;

    std::uint32_t scanlines() const { return columns ? info.width : info.height; }
    std::uint32_t length() const { return columns ? info.height : info.width; }
};

class HeaderReader {
public:
    explicit HeaderReader(ByteSpan file) : text_(as_text(file)) {}

    Result<HdrHeader> run() {
        TRY_ASSIGN(const std::string_view magic, line());
        if (!magic.starts_with("#?")) return damaged("no Radiance header", 0);
        for (;;) {
            TRY_ASSIGN(const std::string_view text, line());
            if (text.empty()) break;
            TRY(take(text));
        }
        const std::size_t at = at_;
        TRY_ASSIGN(const std::string_view resolution, line());
        if (!take_resolution(resolution)) return damaged("no resolution line that makes sense", at);
        header_.pixels_at = at_;
        header_.info.format = ImageFormat::hdr;
        header_.info.channels = 3;
        header_.info.type = SampleType::float32;
        return std::move(header_);
    }

private:
    Result<std::string_view> line() {
        constexpr std::size_t kMaxLine = 2048;  // the same as Radiance's own reader
        const std::size_t end = text_.substr(at_, kMaxLine).find('\n');
        if (end == std::string_view::npos) return damaged("the header does not end", at_);
        std::string_view text = text_.substr(at_, end);
        at_ += end + 1;
        if (text.ends_with('\r')) text.remove_suffix(1);
        return text;
    }

    Result<void> take(std::string_view text) {
        const auto value_of = [&](std::string_view key) -> std::optional<std::string_view> {
            if (!text.starts_with(key)) return std::nullopt;
            return text.substr(key.size());
        };
        if (const auto format = value_of("FORMAT=")) {
            if (*format == "32-bit_rle_xyze")
                return unsupported("Radiance pictures in XYZ colours are not read");
            if (*format != "32-bit_rle_rgbe")
                return unsupported(fmt::format("Radiance format {} is not read", *format));
        } else if (const auto exposure = value_of("EXPOSURE=")) {
            header_.notes.add(
                Verdict::kept, "EXPOSURE", "",
                fmt::format("{}: values stay as stored, the exposure is not divided out",
                            *exposure));
        } else if (value_of("COLORCORR=") || value_of("PRIMARIES=")) {
            header_.notes.add(Verdict::dropped, std::string(text.substr(0, text.find('='))), "",
                              "not applied; colour is taken as linear sRGB");
        }
        return {};
    }

    bool take_resolution(std::string_view text) {
        struct Axis {
            char sign, name;
            std::uint32_t size;
        };
        std::array<Axis, 2> axes;
        for (Axis& axis : axes) {
            if (text.size() < 4) return false;
            axis.sign = text[0];
            axis.name = text[1];
            if ((axis.sign != '+' && axis.sign != '-') || text[2] != ' ') return false;
            text.remove_prefix(3);
            const auto [end, error] =
                std::from_chars(text.data(), text.data() + text.size(), axis.size);
            if (error != std::errc() || axis.size == 0) return false;
            text.remove_prefix(static_cast<std::size_t>(end - text.data()));
            while (text.starts_with(' ')) text.remove_prefix(1);
        }
        if (!text.empty()) return false;
        header_.columns = axes[0].name == 'X';
        const Axis& x = axes[header_.columns ? 0 : 1];
        const Axis& y = axes[header_.columns ? 1 : 0];
        if (x.name != 'X' || y.name != 'Y') return false;
        header_.info.width = x.size;
        header_.info.height = y.size;
        header_.info.source_bits = 8;
        header_.info.stored_as = "RGBE";
        header_.from_right = x.sign == '-';
        header_.from_bottom = y.sign == '+';
        return true;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    HdrHeader header_;
};

using Rgbe = std::array<std::uint8_t, 4>;

// One scanline after the other, in either of the three encodings.
class ScanlineReader {
public:
    ScanlineReader(ByteSpan file, std::size_t at) : file_(file), at_(at) {}

    Result<void> read(std::span<Rgbe> line) {
        // The new encoding marks itself with 2, 2 and the length, which no true colour has.
        if (line.size() >= 8 && line.size() < 32768 && left() >= 4 && byte(0) == 2 &&
            byte(1) == 2 && byte(2) < 128) {
            if ((byte(2) << 8 | byte(3)) != line.size())
                return damaged("a scanline of another length than the picture's", at_);
            at_ += 4;
            for (std::size_t channel = 0; channel < 4; ++channel) TRY(read_channel(line, channel));
            return {};
        }
        return read_pixels(line);
    }

    std::uint64_t left() const { return file_.size() - at_; }

private:
    unsigned byte(std::size_t ahead) const { return std::to_integer<unsigned>(file_[at_ + ahead]); }

    Result<void> read_channel(std::span<Rgbe> line, std::size_t channel) {
        for (std::size_t x = 0; x < line.size();) {
            if (left() < 2) return damaged("the file ends in a scanline", at_);
            const unsigned code = byte(0);
            const bool run = code > 128;
            const std::size_t count = run ? code - 128 : code;
            if (count == 0 || count > line.size() - x)
                return damaged("a run past the end of its scanline", at_);
            if (left() < 1 + (run ? 1 : count)) return damaged("the file ends in a scanline", at_);
            for (std::size_t i = 0; i < count; ++i)
                line[x + i][channel] = static_cast<std::uint8_t>(byte(run ? 1 : 1 + i));
            at_ += 1 + (run ? 1 : count);
            x += count;
        }
        return {};
    }

    // Plain pixels, among which 1, 1, 1, n repeats the one before n times, and runs that follow one
    // another count 256 times as much each.
    Result<void> read_pixels(std::span<Rgbe> line) {
        unsigned shift = 0;
        for (std::size_t x = 0; x < line.size();) {
            if (left() < 4) return damaged("the file ends in a scanline", at_);
            Rgbe pixel;
            for (std::size_t c = 0; c < 4; ++c) pixel[c] = static_cast<std::uint8_t>(byte(c));
            if (pixel[0] != 1 || pixel[1] != 1 || pixel[2] != 1) {
                line[x++] = pixel;
                shift = 0;
            } else {
                const std::uint64_t count = shift < 32 ? std::uint64_t{pixel[3]} << shift : ~0ull;
                if (x == 0 || count > line.size() - x)
                    return damaged("a run past the end of its scanline, or of nothing", at_);
                for (std::uint64_t i = 0; i < count; ++i, ++x) line[x] = line[x - 1];
                shift += 8;
            }
            at_ += 4;
        }
        return {};
    }

    ByteSpan file_;
    std::size_t at_;
};

// 2^(e - 136) times the mantissas: Ward's 1.0 is 128, 128, 128, 129.
void store_color(const Rgbe& pixel, std::byte* out) {
    float color[3] = {0, 0, 0};
    if (pixel[3] != 0) {
        // Down to 2^-135 the scale is a subnormal float; a double holds it, and the product is
        // exact.
        const double scale = std::bit_cast<double>(std::uint64_t{1023u - 136u + pixel[3]} << 52);
        for (std::size_t c = 0; c < 3; ++c) color[c] = static_cast<float>(pixel[c] * scale);
    }
    std::memcpy(out, color, sizeof color);
}

// The fewest bytes of a scanline: a pixel, then runs of up to 255, 65280, ... more pixels. The new
// encoding needs more.
std::uint64_t fewest_bytes(std::uint64_t length) {
    return length == 1 ? 4 : length <= 256 ? 8 : 12;
}

}  // namespace

Result<ImageInfo> probe_hdr(ByteSpan file) {
    TRY_ASSIGN(const HdrHeader header, HeaderReader(file).run());
    return header.info;
}

Result<Image> decode_hdr(ByteSpan file, const DecodeLimits& limits, Ledger& ledger) {
    TRY_ASSIGN(const HdrHeader header, HeaderReader(file).run());
    TRY(check_limits(header.info, limits));
    ScanlineReader reader(file, header.pixels_at);
    TRY(check_needed(header.info, reader.left(),
                     header.scanlines() * fewest_bytes(header.length())));

    for (const LedgerEntry& note : header.notes.entries())
        ledger.add(note.verdict, note.what, note.where, note.detail, note.count);
    Image image = make_image(header.info);
    std::vector<Rgbe> line(header.length());
    for (std::uint32_t s = 0; s < header.scanlines(); ++s) {
        TRY(reader.read(line));
        for (std::uint32_t i = 0; i < header.length(); ++i) {
            std::uint32_t x = header.columns ? s : i;
            std::uint32_t y = header.columns ? i : s;
            if (header.from_right) x = header.info.width - 1 - x;
            if (header.from_bottom) y = header.info.height - 1 - y;
            store_color(line[i], image.pixels.data() +
                                     (std::size_t{y} * image.width + x) * image.pixel_bytes());
        }
    }
    if (reader.left() != 0)
        ledger.add(Verdict::dropped, "bytes after the end of the picture", "",
                   "nothing follows the last scanline", reader.left());
    return image;
}

}  // namespace galley::image
