#include <memory>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <webp/decode.h>
#include <webp/demux.h>

#include "codec.h"
#include "galley/base/try.h"
#include "orientation.h"

// The container is taken apart by libwebpdemux, which checks every chunk's size, and the pixels of
// one frame are decoded by libwebp.
namespace galley::image {
namespace {

const std::uint8_t* data_of(ByteSpan bytes) {
    return reinterpret_cast<const std::uint8_t*>(bytes.data());
}

using Demuxer = std::unique_ptr<WebPDemuxer, decltype(&WebPDemuxDelete)>;

/// The first frame; valid while the demuxer is.
struct Frame {
    WebPIterator iterator = {};

    Frame() = default;
    Frame(const Frame&) = delete;
    Frame& operator=(const Frame&) = delete;
    ~Frame() { WebPDemuxReleaseIterator(&iterator); }
};

/// Decodes the frame to where it stands in the picture.
bool decode_frame(const WebPIterator& frame, Image& image) {
    WebPDecoderConfig config;
    if (WebPInitDecoderConfig(&config) == 0) return false;
    const std::size_t offset = static_cast<std::size_t>(frame.y_offset) * image.row_bytes() +
                               static_cast<std::size_t>(frame.x_offset) * image.channels;
    config.output.colorspace = image.channels == 4 ? MODE_RGBA : MODE_RGB;
    config.output.is_external_memory = 1;
    config.output.u.RGBA.rgba = reinterpret_cast<std::uint8_t*>(image.pixels.data()) + offset;
    config.output.u.RGBA.stride = static_cast<int>(image.row_bytes());
    config.output.u.RGBA.size = image.pixels.size() - offset;
    const VP8StatusCode status = WebPDecode(frame.fragment.bytes, frame.fragment.size, &config);
    WebPFreeDecBuffer(&config.output);
    return status == VP8_STATUS_OK;
}

bool fits(const WebPIterator& frame, const ImageInfo& info) {
    return frame.x_offset >= 0 && frame.y_offset >= 0 && frame.width > 0 && frame.height > 0 &&
           std::uint64_t(frame.x_offset) + std::uint64_t(frame.width) <= info.width &&
           std::uint64_t(frame.y_offset) + std::uint64_t(frame.height) <= info.height;
}

void note(const WebPDemuxer* demuxer, Ledger& ledger) {
    const std::uint32_t flags = WebPDemuxGetI(demuxer, WEBP_FF_FORMAT_FLAGS);
    if ((flags & ICCP_FLAG) != 0)
        ledger.add(Verdict::dropped, "ICC profile", "", "not applied; colour is taken as sRGB");
    const std::uint32_t frames = WebPDemuxGetI(demuxer, WEBP_FF_FRAME_COUNT);
    if (frames > 1)
        ledger.add(Verdict::dropped, "further frames of an animation", "",
                   "the first is the picture", frames - 1);
}

/// Of the EXIF chunk; 1 where there is none.
std::uint8_t orientation_of(const WebPDemuxer* demuxer) {
    constexpr std::string_view kJpegPrefix("Exif\0\0", 6);  // which some writers leave there
    WebPChunkIterator chunk = {};
    if ((WebPDemuxGetI(demuxer, WEBP_FF_FORMAT_FLAGS) & EXIF_FLAG) == 0 ||
        WebPDemuxGetChunk(demuxer, "EXIF", 1, &chunk) == 0)
        return 1;
    ByteSpan exif(reinterpret_cast<const std::byte*>(chunk.chunk.bytes), chunk.chunk.size);
    if (as_text(exif).starts_with(kJpegPrefix)) exif = exif.subspan(kJpegPrefix.size());
    const std::uint8_t orientation = exif_orientation(exif);
    WebPDemuxReleaseChunkIterator(&chunk);
    return orientation;
}

/// What is stored, before EXIF turns it.
Result<ImageInfo> stored_info(ByteSpan file) {
    WebPBitstreamFeatures features;
    const VP8StatusCode status = WebPGetFeatures(data_of(file), file.size(), &features);
    if (status == VP8_STATUS_UNSUPPORTED_FEATURE)
        return unsupported("this variant of WebP is not read");
    if (status != VP8_STATUS_OK) return damaged("the header of the WebP file is cut or wrong");
    ImageInfo info;
    info.format = ImageFormat::webp;
    info.width = static_cast<std::uint32_t>(features.width);
    info.height = static_cast<std::uint32_t>(features.height);
    info.channels = features.has_alpha != 0 ? 4 : 3;
    return info;
}

}  // namespace

Result<ImageInfo> probe_webp(ByteSpan file) {
    TRY_ASSIGN(ImageInfo info, stored_info(file));
    const WebPData data{data_of(file), file.size()};
    const Demuxer demuxer(WebPDemux(&data), WebPDemuxDelete);
    if (demuxer != nullptr && orientation_of(demuxer.get()) >= 5)
        std::swap(info.width, info.height);
    return info;
}

Result<Image> decode_webp(ByteSpan file, const DecodeLimits& limits, Ledger& ledger) {
    TRY_ASSIGN(const ImageInfo info, stored_info(file));
    TRY(check_limits(info, limits));
    const WebPData data{data_of(file), file.size()};
    const Demuxer demuxer(WebPDemux(&data), WebPDemuxDelete);
    if (demuxer == nullptr) return damaged("the file is cut, or a chunk has a wrong size");
    Frame frame;
    if (WebPDemuxGetFrame(demuxer.get(), 1, &frame.iterator) == 0 || frame.iterator.complete == 0)
        return damaged("the file has no whole picture");
    if (!fits(frame.iterator, info)) return damaged("the first frame reaches beyond the picture");
    Image image = make_image(info);
    if (!decode_frame(frame.iterator, image)) return damaged("the pixels are damaged or cut");
    note(demuxer.get(), ledger);
    return turned(std::move(image), orientation_of(demuxer.get()), ledger);
}

}  // namespace galley::image
