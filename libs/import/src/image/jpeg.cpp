#include <memory>

#include <fmt/format.h>
#include <turbojpeg.h>

#include "codec.h"
#include "galley/base/try.h"
#include "jpeg_scan.h"
#include "orientation.h"

namespace galley::image {
namespace {

ImageInfo stored_info(const JpegScan& scan) {
    return {.format = ImageFormat::jpeg,
            .width = scan.width,
            .height = scan.height,
            .channels = static_cast<std::uint8_t>(scan.components == 1 ? 1 : 3),
            .interlaced = scan.progressive()};
}

// Every scan of a progressive file goes over the whole picture again, however few bytes it takes.
// Encoders write about ten.
constexpr std::uint32_t kMaxScans = 100;

struct Decompressor {
    Decompressor() : handle(tjInitDecompress()) {}
    ~Decompressor() {
        if (handle != nullptr) tjDestroy(handle);
    }
    Decompressor(const Decompressor&) = delete;
    Decompressor& operator=(const Decompressor&) = delete;

    tjhandle handle;
};

Result<void> decompress(ByteSpan file, TJPF format, Image& image, Ledger& ledger) {
    const Decompressor decompressor;
    if (decompressor.handle == nullptr) return damaged("the JPEG decoder got no memory");
    // The accurate inverse DCT and the default ("fancy") upsampling give the same bytes with and
    // without SIMD. The size is given, so that a decoder that reads another one stays inside.
    const int status = tjDecompress2(
        decompressor.handle, reinterpret_cast<const unsigned char*>(file.data()),
        static_cast<unsigned long>(file.size()),
        reinterpret_cast<unsigned char*>(image.pixels.data()), static_cast<int>(image.width),
        static_cast<int>(image.row_bytes()), static_cast<int>(image.height), format,
        TJFLAG_ACCURATEDCT | TJFLAG_LIMITSCANS);
    if (status == 0) return {};
    const std::string text = tjGetErrorStr2(decompressor.handle);
    if (tjGetErrorCode(decompressor.handle) != TJERR_WARNING)
        return damaged(fmt::format("the JPEG decoder says: {}", text));
    ledger.set_partial(fmt::format("the JPEG decoder says: {}", text));
    return {};
}

// C, M, Y, K to RGB without a profile. Files with Adobe's marker hold the complement of the ink.
Image cmyk_to_rgb(const Image& cmyk, bool complement) {
    Image rgb{.width = cmyk.width,
              .height = cmyk.height,
              .channels = 3,
              .type = SampleType::unorm8,
              .pixels = Bytes(std::size_t{cmyk.width} * cmyk.height * 3)};
    const std::size_t pixels = std::size_t{cmyk.width} * cmyk.height;
    for (std::size_t i = 0; i < pixels; ++i) {
        unsigned light[4];
        for (std::size_t c = 0; c < 4; ++c) {
            const unsigned value = std::to_integer<unsigned>(cmyk.pixels[4 * i + c]);
            light[c] = complement ? value : 255 - value;
        }
        for (std::size_t c = 0; c < 3; ++c)
            rgb.pixels[3 * i + c] = static_cast<std::byte>((light[c] * light[3] + 127) / 255);
    }
    return rgb;
}

}  // namespace

Result<ImageInfo> probe_jpeg(ByteSpan file) {
    TRY_ASSIGN(const JpegScan scan, scan_jpeg(file, true));
    ImageInfo info = stored_info(scan);
    if (scan.orientation >= 5) std::swap(info.width, info.height);
    return info;
}

Result<Image> decode_jpeg(ByteSpan file, const DecodeLimits& limits, Ledger& ledger) {
    TRY_ASSIGN(const JpegScan scan, scan_jpeg(file, false));
    ImageInfo info = stored_info(scan);
    TRY(check_limits(info, limits));
    // A block takes at least one bit, its DC difference (T.81 F.1.2.1, G.1.2.1); runs of ended
    // blocks save only AC bits.
    TRY(check_needed(info, file.size(), scan.blocks() / 8));
    if (scan.scans > kMaxScans)
        return unsupported(
            fmt::format("JPEG of {} scans, where {} are read", scan.scans, kMaxScans));

    for (const LedgerEntry& note : scan.notes.entries())
        ledger.add(note.verdict, note.what, note.where, note.detail, note.count);
    const bool cmyk = scan.components == 4;
    if (cmyk) info.channels = 4;
    Image image = make_image(info);
    TRY(decompress(file,
                   cmyk                 ? TJPF_CMYK
                   : info.channels == 1 ? TJPF_GRAY
                                        : TJPF_RGB,
                   image, ledger));
    if (cmyk) {
        image = cmyk_to_rgb(image, scan.adobe);
        ledger.add(Verdict::approximated, "CMYK colours", "",
                   "became RGB as light of ideal inks, without a colour profile");
    }
    return turned(std::move(image), scan.orientation, ledger);
}

}  // namespace galley::image
