#include "jpeg_scan.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "codec.h"
#include "galley/base/try.h"
#include "orientation.h"

namespace galley::image {
namespace {

using namespace std::string_view_literals;

std::uint32_t big_u16(ByteSpan bytes, std::size_t at) {
    return std::to_integer<std::uint32_t>(bytes[at]) << 8 |
           std::to_integer<std::uint32_t>(bytes[at + 1]);
}

bool is_frame(std::uint8_t marker) {
    return marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc;
}

class Walk {
public:
    explicit Walk(ByteSpan file) : file_(file) {}

    Result<JpegScan> run(bool header_only) {
        while (const std::uint8_t marker = next_marker()) {
            if (marker == 0xd9) break;                                           // EOI
            if (marker == 0x01 || (marker >= 0xd0 && marker <= 0xd8)) continue;  // no contents
            if (file_.size() - at_ < 2) break;
            const std::size_t length = big_u16(file_, at_);
            if (length < 2) return damaged("a marker segment of impossible length", at_);
            if (length > file_.size() - at_) break;
            const ByteSpan data = file_.subspan(at_ + 2, length - 2);
            if (is_frame(marker)) TRY(take_frame(marker, data));
            // What describes the picture comes before its first scan, for a probe as for a decoder.
            if (scan_.scans == 0) take_application(marker, data);
            at_ += length;
            if (marker == 0xda) {
                ++scan_.scans;
                if (header_only) break;
            }
        }
        if (scan_.components == 0) return damaged("the file holds no frame");
        if (profile_bytes_ != 0)
            scan_.notes.add(Verdict::dropped, "colour profile", "",
                            fmt::format("ICC profile of {} bytes is not applied; colour is taken "
                                        "as sRGB",
                                        profile_bytes_));
        return std::move(scan_);
    }

private:
    // The next marker's code, its position behind it; 0 at the end. Skips entropy-coded data, where
    // 0xff is followed by 0.
    std::uint8_t next_marker() {
        while (at_ + 1 < file_.size()) {
            const void* found = std::memchr(file_.data() + at_, 0xff, file_.size() - at_ - 1);
            if (found == nullptr) break;
            at_ = static_cast<std::size_t>(static_cast<const std::byte*>(found) - file_.data()) + 1;
            const auto code = std::to_integer<std::uint8_t>(file_[at_]);
            if (code == 0xff) continue;  // fill
            ++at_;
            if (code != 0) return code;
        }
        at_ = file_.size();
        return 0;
    }

    Result<void> take_frame(std::uint8_t marker, ByteSpan data) {
        if (scan_.components != 0) return damaged("a second frame", at_);
        if (marker > 0xc2)
            return unsupported(fmt::format("JPEG frames of type {} (lossless, hierarchical or "
                                           "arithmetic-coded) are not read",
                                           marker - 0xc0));
        if (data.size() < 6) return damaged("a frame header cut short", at_);
        const unsigned components = std::to_integer<unsigned>(data[5]);
        if (data.size() != 6 + 3 * std::size_t{components})
            return damaged("a frame header of the wrong length", at_);
        scan_.frame_marker = marker;
        scan_.precision = std::to_integer<std::uint8_t>(data[0]);
        scan_.height = big_u16(data, 1);
        scan_.width = big_u16(data, 3);
        if (scan_.precision != 8)
            return unsupported(
                fmt::format("JPEG of {} bits a sample is not read", scan_.precision));
        if (components != 1 && components != 3 && components != 4)
            return unsupported(fmt::format("JPEG of {} components is not read", components));
        if (scan_.width == 0 || scan_.height == 0)
            return damaged(fmt::format("the header says {} x {} pixels", scan_.width, scan_.height),
                           at_);
        scan_.components = static_cast<std::uint8_t>(components);
        for (std::size_t i = 0; i < components; ++i) {
            const unsigned factors = std::to_integer<unsigned>(data[7 + 3 * i]);
            scan_.horizontal[i] = static_cast<std::uint8_t>(factors >> 4);
            scan_.vertical[i] = static_cast<std::uint8_t>(factors & 15);
            if (scan_.horizontal[i] < 1 || scan_.horizontal[i] > 4 || scan_.vertical[i] < 1 ||
                scan_.vertical[i] > 4)
                return damaged("a sampling factor outside 1 to 4", at_);
        }
        return {};
    }

    void take_application(std::uint8_t marker, ByteSpan data) {
        const auto begins = [&](std::string_view text) {
            return data.size() >= text.size() && as_text(data.first(text.size())) == text;
        };
        if (marker == 0xe1 && begins("Exif\0\0"sv)) {
            if (scan_.orientation == 1) scan_.orientation = exif_orientation(data.subspan(6));
        } else if (marker == 0xe2 && begins("ICC_PROFILE\0"sv)) {
            profile_bytes_ += data.size();
        } else if (marker == 0xe2 && begins("MPF\0"sv)) {
            scan_.notes.add(Verdict::dropped, "further pictures in the file", "",
                            "the first one is read");
        } else if (marker == 0xee && begins("Adobe"sv)) {
            scan_.adobe = true;
        }
    }

    ByteSpan file_;
    std::size_t at_ = 2;  // behind SOI
    std::size_t profile_bytes_ = 0;
    JpegScan scan_;
};

}  // namespace

std::uint64_t JpegScan::blocks() const {
    const std::uint64_t max_h = *std::ranges::max_element(horizontal);
    const std::uint64_t max_v = *std::ranges::max_element(vertical);
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < components; ++i) {
        const auto count = [](std::uint64_t size, std::uint64_t factor, std::uint64_t most) {
            return (size * factor + 8 * most - 1) / (8 * most);
        };
        sum += count(width, horizontal[i], max_h) * count(height, vertical[i], max_v);
    }
    return sum;
}

Result<JpegScan> scan_jpeg(ByteSpan file, bool header_only) { return Walk(file).run(header_only); }

}  // namespace galley::image
