#include "png_expand.h"

#include <cstring>
#include <limits>

#include <fmt/format.h>

#include "codec.h"

namespace galley::image {
namespace {

// Reads the samples of one row, of 1 to 16 bits.
class RowSamples {
public:
    RowSamples(const std::byte* row, unsigned bits) : row_(row), bits_(bits) {}

    std::uint16_t operator[](std::size_t index) const {
        if (bits_ == 8) return std::to_integer<std::uint16_t>(row_[index]);
        if (bits_ == 16) {
            std::uint16_t sample;
            std::memcpy(&sample, row_ + 2 * index, sizeof sample);
            return sample;
        }
        const std::size_t first_bit = index * bits_;
        const unsigned shift = 8 - bits_ - static_cast<unsigned>(first_bit % 8);
        return static_cast<std::uint16_t>(
            (std::to_integer<unsigned>(row_[first_bit / 8]) >> shift) & ((1u << bits_) - 1));
    }

private:
    const std::byte* row_;
    unsigned bits_;
};

// Colours of the palette with their alpha; what the file doesn't define is opaque black.
std::array<std::array<std::uint8_t, 4>, 256> palette_colors(const PngChunks& chunks) {
    std::array<std::array<std::uint8_t, 4>, 256> colors;
    colors.fill({0, 0, 0, 255});
    for (std::size_t i = 0; i < chunks.palette.size() / 3; ++i)
        for (std::size_t c = 0; c < 3; ++c)
            colors[i][c] = std::to_integer<std::uint8_t>(chunks.palette[3 * i + c]);
    if (chunks.header.palette())
        for (std::size_t i = 0; i < chunks.transparency.size(); ++i)
            colors[i][3] = std::to_integer<std::uint8_t>(chunks.transparency[i]);
    return colors;
}

void expand_palette(const PngChunks& chunks, const Bytes& rows, Image& image, Ledger& ledger) {
    const auto colors = palette_colors(chunks);
    const std::size_t stride = (std::size_t{image.width} * chunks.header.bit_depth + 7) / 8;
    const std::size_t entries = chunks.palette.size() / 3;
    std::uint64_t outside = 0;
    std::byte* out = image.pixels.data();
    for (std::uint32_t y = 0; y < image.height; ++y) {
        const RowSamples samples(rows.data() + y * stride, chunks.header.bit_depth);
        for (std::size_t x = 0; x < image.width; ++x) {
            const std::uint16_t index = samples[x];
            outside += index >= entries ? 1 : 0;
            std::memcpy(out, colors[index].data(), image.channels);
            out += image.channels;
        }
    }
    ledger.add(Verdict::converted, "palette", "", "indices became colours");
    if (outside != 0)
        ledger.add(Verdict::approximated, "indices outside the palette", "", "became opaque black",
                   outside);
}

// Grey or RGB, with alpha where tRNS names one colour as transparent.
template <class Sample>
void expand_samples(const PngChunks& chunks, const Bytes& rows, Image& image) {
    const PngHeader& header = chunks.header;
    const unsigned colors = header.samples();
    const std::size_t stride = (std::size_t{image.width} * colors * header.bit_depth + 7) / 8;
    const bool keyed = !chunks.transparency.empty();
    std::array<std::uint16_t, 3> key = {};
    for (std::size_t c = 0; keyed && c < colors; ++c) {
        const unsigned value = std::to_integer<unsigned>(chunks.transparency[2 * c]) << 8 |
                               std::to_integer<unsigned>(chunks.transparency[2 * c + 1]);
        // Only the bits of a sample's depth count (section 11.3.2.1).
        key[c] = static_cast<std::uint16_t>(value & ((1u << header.bit_depth) - 1));
    }
    const unsigned scale = header.bit_depth < 8 ? 255u / ((1u << header.bit_depth) - 1) : 1u;
    std::byte* out = image.pixels.data();
    for (std::uint32_t y = 0; y < image.height; ++y) {
        const RowSamples samples(rows.data() + y * stride, header.bit_depth);
        for (std::size_t x = 0; x < image.width; ++x) {
            Sample pixel[4];
            bool transparent = keyed;
            for (unsigned c = 0; c < colors; ++c) {
                const std::uint16_t sample = samples[x * colors + c];
                transparent = transparent && sample == key[c];
                pixel[c] = static_cast<Sample>(sample * scale);
            }
            if (keyed) pixel[colors] = transparent ? Sample{0} : std::numeric_limits<Sample>::max();
            std::memcpy(out, pixel, image.pixel_bytes());
            out += image.pixel_bytes();
        }
    }
}

}  // namespace

bool needs_expansion(const PngChunks& chunks) {
    return chunks.header.palette() || chunks.header.bit_depth < 8 || !chunks.transparency.empty();
}

void expand_png(const PngChunks& chunks, const Bytes& rows, Image& image, Ledger& ledger) {
    if (chunks.header.palette()) return expand_palette(chunks, rows, image, ledger);
    if (chunks.header.bit_depth < 8)
        ledger.add(Verdict::converted, fmt::format("{}-bit samples", chunks.header.bit_depth), "",
                   "became 8-bit");
    if (!chunks.transparency.empty())
        ledger.add(Verdict::converted, "chunk tRNS", "", "the transparent colour became alpha");
    if (chunks.header.bit_depth == 16)
        expand_samples<std::uint16_t>(chunks, rows, image);
    else
        expand_samples<std::uint8_t>(chunks, rows, image);
}

}  // namespace galley::image
