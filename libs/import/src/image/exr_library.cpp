#include "exr_library.h"

#include <algorithm>
#include <cstring>
#include <exception>
#include <stdexcept>

#include <ImfFrameBuffer.h>
#include <ImfIO.h>
#include <ImfInputFile.h>
#include <ImfRgbaFile.h>
#include <OpenEXRConfig.h>
#include <fmt/format.h>

#include "codec.h"
#include "galley/base/byte_writer.h"

// The C++ interface, as the C one of this version knows no DWA. It throws; nothing leaves this
// file.
namespace galley::image {
namespace {

std::int64_t floor_div(std::int64_t value, std::int64_t by) {
    return value >= 0 ? value / by : (value - by + 1) / by;
}

void attribute(ByteWriter& out, std::string_view name, std::string_view type, ByteSpan value) {
    out.text(name);
    out.u8(0);
    out.text(type);
    out.u8(0);
    out.u32(static_cast<std::uint32_t>(value.size()));
    out.bytes(value);
}

void box_attribute(ByteWriter& out, std::string_view name, const ExrBox& box) {
    ByteWriter value;
    for (const std::int32_t corner : {box.x0, box.y0, box.x1, box.y1}) value.i32(corner);
    attribute(out, name, "box2i", value.view());
}

Bytes channel_list(const ExrPart& part) {
    ByteWriter out;
    for (const ExrChannel& channel : part.channels) {
        out.text(channel.name);
        out.u8(0);
        out.u32(static_cast<std::uint32_t>(channel.sample));
        out.u32(channel.linear ? 1 : 0);
        out.i32(channel.x_step);
        out.i32(channel.y_step);
    }
    out.u8(0);
    return out.take();
}

/// A header of one part with one level, and the table of its chunks, which follow.
Bytes own_header(const ExrPart& part, std::span<const ByteSpan> chunks) {
    constexpr std::size_t kLongestShortName = 31;
    const bool long_names = std::ranges::any_of(part.channels, [](const ExrChannel& channel) {
        return channel.name.size() > kLongestShortName;
    });
    ByteWriter out;
    out.u32(20000630);
    out.u32(2u | (part.tiled ? 0x200u : 0u) | (long_names ? 0x400u : 0u));
    attribute(out, "channels", "chlist", channel_list(part));
    if (part.primaries) {
        ByteWriter value;
        for (const float number : *part.primaries) value.f32(number);
        attribute(out, "chromaticities", "chromaticities", value.view());
    }
    const std::byte compression{static_cast<std::uint8_t>(part.compression)};
    attribute(out, "compression", "compression", {&compression, 1});
    box_attribute(out, "dataWindow", part.data);
    box_attribute(out, "displayWindow", part.data);
    const std::byte increasing{0};
    attribute(out, "lineOrder", "lineOrder", {&increasing, 1});
    ByteWriter one;
    one.f32(1);
    attribute(out, "pixelAspectRatio", "float", one.view());
    ByteWriter center;
    center.zeros(8);
    attribute(out, "screenWindowCenter", "v2f", center.view());
    attribute(out, "screenWindowWidth", "float", one.view());
    if (part.tiled) {
        ByteWriter tiles;
        tiles.u32(part.tile_width);
        tiles.u32(part.tile_height);
        tiles.u8(0);
        attribute(out, "tiles", "tiledesc", tiles.view());
    }
    out.u8(0);
    std::uint64_t offset = out.size() + 8 * chunks.size();
    for (const ByteSpan chunk : chunks) {
        out.u64(offset);
        offset += chunk.size();
    }
    return out.take();
}

/// Our header, and behind it the chunks.
class MemoryStream : public Imf::IStream {
public:
    MemoryStream(Bytes header, std::span<const ByteSpan> chunks)
        : IStream("picture"), header_(std::move(header)) {
        spans_.emplace_back(header_);
        spans_.insert(spans_.end(), chunks.begin(), chunks.end());
        std::uint64_t end = 0;
        for (const ByteSpan span : spans_) ends_.push_back(end += span.size());
    }

    bool read(char out[], int count) override {
        auto size = static_cast<std::uint64_t>(count);
        if (count < 0 || at_ > ends_.back() || size > ends_.back() - at_)
            throw std::runtime_error("cut short");
        auto index = static_cast<std::size_t>(std::ranges::upper_bound(ends_, at_) - ends_.begin());
        while (size > 0) {
            const ByteSpan span = spans_[index];
            const std::uint64_t part = std::min(size, ends_[index] - at_);
            std::memcpy(out, span.data() + (span.size() - (ends_[index] - at_)), part);
            out += part;
            at_ += part;
            size -= part;
            ++index;
        }
        return at_ < ends_.back();
    }
    std::uint64_t tellg() override { return at_; }
    void seekg(std::uint64_t at) override { at_ = at; }

private:
    Bytes header_;
    std::vector<ByteSpan> spans_;
    std::vector<std::uint64_t> ends_;  // of the spans, in the stream
    std::uint64_t at_ = 0;
};

/// The samples of one channel in some rows of the data window.
struct Plane {
    std::size_t to = 0;  ///< channel of the image
    const ExrChannel* channel = nullptr;
    std::size_t width = 0;
    std::vector<float> samples;
};

class ChannelReader {
public:
    ChannelReader(const ExrPart& part, const ExrPicture& picture, Image& image)
        : part_(part), image_(image), x0_(std::max(part.data.x0, part.display.x0)),
          x1_(std::min(part.data.x1, part.display.x1)),
          y0_(std::max(part.data.y0, part.display.y0)),
          y1_(std::min(part.data.y1, part.display.y1)) {
        const bool grey = picture.shape == ExrPicture::Shape::grey;
        for (std::size_t i = 0; i < 4; ++i) {
            if (picture.from[i] == ExrPicture::kNone) continue;
            Plane plane;
            plane.to = i < 3 ? i : grey ? 1 : 3;
            plane.channel = &part.channels[picture.from[i]];
            plane.width =
                (part.data.width() - 1) / static_cast<std::uint64_t>(plane.channel->x_step) + 1;
            planes_.push_back(std::move(plane));
        }
    }

    /// Rows of blocks that begin where the data window does, so that none has samples of another.
    void run(Imf::IStream& stream) {
        if (x0_ > x1_ || y0_ > y1_) return;
        Imf::InputFile file(stream, 0);
        const std::int64_t rows = part_.tiled ? std::int64_t{part_.tile_height}
                                              : std::max<std::int64_t>(part_.chunk_rows(), 32);
        const std::int64_t skipped = (std::int64_t{y0_} - part_.data.y0) / rows * rows;
        for (std::int64_t y = part_.data.y0 + skipped; y <= y1_; y += rows) {
            const std::int64_t last = std::min<std::int64_t>(y + rows - 1, part_.data.y1);
            Imf::FrameBuffer frame;
            for (Plane& plane : planes_) frame.insert(plane.channel->name, slice(plane, y, last));
            file.setFrameBuffer(frame);
            file.readPixels(static_cast<int>(y), static_cast<int>(last));
            for (std::int64_t row = std::max<std::int64_t>(y, y0_);
                 row <= std::min<std::int64_t>(last, y1_); ++row)
                for (const Plane& plane : planes_) store(plane, y, row);
        }
    }

private:
    Imf::Slice slice(Plane& plane, std::int64_t first, std::int64_t last) const {
        const std::int64_t step = plane.channel->y_step;
        const auto height = static_cast<std::size_t>((last - first) / step + 1);
        plane.samples.assign(plane.width * height, 0);
        // The library adds sample coordinates times strides, which wraps back into the samples.
        const std::size_t row_bytes = plane.width * sizeof(float);
        const auto origin =
            static_cast<std::uint64_t>(floor_div(part_.data.x0, plane.channel->x_step)) *
                sizeof(float) +
            static_cast<std::uint64_t>(floor_div(first, step)) * row_bytes;
        const auto base = reinterpret_cast<std::uintptr_t>(plane.samples.data()) - origin;
        return {Imf::FLOAT, reinterpret_cast<char*>(base), sizeof(float),
                row_bytes,  plane.channel->x_step,         plane.channel->y_step};
    }

    /// Pixels between samples take the one at their left and above.
    void store(const Plane& plane, std::int64_t first, std::int64_t row) {
        const float* samples =
            plane.samples.data() +
            static_cast<std::size_t>((row - first) / plane.channel->y_step) * plane.width;
        const std::size_t channels = image_.channels;
        const auto left = static_cast<std::size_t>(std::int64_t{x0_} - part_.display.x0);
        const auto down = static_cast<std::size_t>(row - part_.display.y0);
        std::byte* out = image_.pixels.data() +
                         ((down * image_.width + left) * channels + plane.to) * sizeof(float);
        const std::int64_t from = std::int64_t{x0_} - part_.data.x0;
        for (std::int64_t i = 0; i <= std::int64_t{x1_} - x0_; ++i) {
            std::memcpy(out, samples + (from + i) / plane.channel->x_step, sizeof(float));
            out += channels * sizeof(float);
        }
    }

    const ExrPart& part_;
    Image& image_;
    std::int32_t x0_, x1_, y0_, y1_;  // what the picture shows of the data window
    std::vector<Plane> planes_;
};

/// Luminance and chroma through the library's own filters, in halves, as others see them.
void read_chroma(Imf::IStream& stream, const ExrPart& part, const ExrPicture& picture,
                 Image& image) {
    Imf::RgbaInputFile file(stream, picture.layer, 0);
    std::vector<Imf::Rgba> line(part.data.width());
    const auto origin = static_cast<std::uint64_t>(part.data.x0) * sizeof(Imf::Rgba);
    const auto base = reinterpret_cast<std::uintptr_t>(line.data()) - origin;
    file.setFrameBuffer(reinterpret_cast<Imf::Rgba*>(base), 1, 0);
    const int y1 = std::min(part.data.y1, part.display.y1);
    const int x0 = std::max(part.data.x0, part.display.x0);
    const int x1 = std::min(part.data.x1, part.display.x1);
    for (int y = std::max(part.data.y0, part.display.y0); y <= y1 && x0 <= x1; ++y) {
        file.readPixels(y, y);
        const auto down = static_cast<std::size_t>(std::int64_t{y} - part.display.y0);
        const auto left = static_cast<std::size_t>(std::int64_t{x0} - part.display.x0);
        std::byte* out = image.pixels.data() + (down * image.width + left) * image.pixel_bytes();
        for (std::int64_t x = x0; x <= x1; ++x) {
            const Imf::Rgba& pixel = line[static_cast<std::size_t>(x - part.data.x0)];
            const float values[] = {pixel.r, pixel.g, pixel.b, pixel.a};
            std::memcpy(out, values, image.pixel_bytes());
            out += image.pixel_bytes();
        }
    }
}

}  // namespace

Result<void> decode_exr_channels(const ExrPart& part, std::span<const ByteSpan> chunks,
                                 const ExrPicture& picture, Image& image) {
    try {
        MemoryStream stream(own_header(part, chunks), chunks);
        if (picture.shape == ExrPicture::Shape::chroma)
            read_chroma(stream, part, picture, image);
        else
            ChannelReader(part, picture, image).run(stream);
    } catch (const std::exception& error) {
        return damaged(fmt::format("OpenEXR says: {}", error.what()));
    } catch (...) {
        return damaged("OpenEXR cannot read it");
    }
    return {};
}

std::string_view exr_library_version() { return OPENEXR_VERSION_STRING; }

}  // namespace galley::image
