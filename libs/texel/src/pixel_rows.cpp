#include "pixel_rows.h"

#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "float4.h"
#include "galley/base/assert.h"
#include "galley/texel/half.h"
#include "galley/texel/srgb.h"
#include "mips/plane_kernels.h"

namespace galley::texel {
namespace {

const float* unorm8_table() {
    static const std::array<float, 256> kTable = [] {
        std::array<float, 256> table;
        for (std::size_t code = 0; code < table.size(); ++code)
            table[code] = static_cast<float>(code) / 255.0f;
        return table;
    }();
    return kTable.data();
}

template <class Sample>
Sample load_sample(const std::byte* row, std::size_t index) {
    Sample value;
    std::memcpy(&value, row + index * sizeof(Sample), sizeof(Sample));
    return value;
}

float storable(float value) {
    if (std::isnan(value)) return 0;
    return value > kHalfMax ? kHalfMax : value < -kHalfMax ? -kHalfMax : value;
}

template <class Sample>
Sample full_alpha() {
    if constexpr (std::is_floating_point_v<Sample>)
        return 1;
    else
        return std::numeric_limits<Sample>::max();
}

// The four channels that a pixel of `kChannels` means.
template <class Sample, unsigned kChannels>
std::array<Sample, 4> widen(const std::byte* row, std::size_t x) {
    const std::size_t at = x * kChannels;
    const Sample first = load_sample<Sample>(row, at);
    if constexpr (kChannels == 1) return {first, first, first, full_alpha<Sample>()};
    if constexpr (kChannels == 2) return {first, first, first, load_sample<Sample>(row, at + 1)};
    const Sample second = kChannels > 2 ? load_sample<Sample>(row, at + 1) : first;
    const Sample third = kChannels > 2 ? load_sample<Sample>(row, at + 2) : first;
    if constexpr (kChannels == 3) return {first, second, third, full_alpha<Sample>()};
    return {first, second, third, load_sample<Sample>(row, at + (kChannels - 1))};
}

const std::byte* row_of(const Image& image, std::uint32_t y) {
    return image.pixels.data() + y * image.row_bytes();
}

// x and y in -1..1 to a unit vector.
Float4 unit_vector(float x, float y) {
    const float planar = x * x + y * y;
    if (planar < 1.0f) return Float4{x, y, std::sqrt(1.0f - planar), 0};
    const float length = std::sqrt(planar);
    return Float4{x / length, y / length, 0, 0};
}

template <class Sample, unsigned kChannels, unsigned kStored>
void copy_row(const std::byte* row, std::uint32_t width, std::byte* out) {
    // Two stored channels are red and green: of grey and alpha, grey twice.
    if constexpr (kStored == kChannels && kStored != 2) {
        std::memcpy(out, row, std::size_t{width} * kStored * sizeof(Sample));
    } else {
        for (std::size_t x = 0; x < width; ++x) {
            const std::array<Sample, 4> pixel = widen<Sample, kChannels>(row, x);
            std::memcpy(out + x * kStored * sizeof(Sample), pixel.data(), kStored * sizeof(Sample));
        }
    }
}

/// Most pictures are RGB of 8 bits.
void add_full_alpha(const std::byte* row, std::uint32_t width, std::byte* out) {
    GALLEY_SIMD_CHOOSE(best_instruction_set(), widen_rgb)
    (reinterpret_cast<const std::uint8_t*>(row), width, reinterpret_cast<std::uint32_t*>(out));
}

template <class Sample, unsigned kStored>
void copy_channels(const Image& image, const std::byte* row, std::byte* out) {
    switch (image.channels) {
    case 1: return copy_row<Sample, 1, kStored>(row, image.width, out);
    case 2: return copy_row<Sample, 2, kStored>(row, image.width, out);
    case 3: return copy_row<Sample, 3, kStored>(row, image.width, out);
    default: return copy_row<Sample, 4, kStored>(row, image.width, out);
    }
}

template <class Sample>
void copy_stored(const Image& image, const std::byte* row, unsigned stored, std::byte* out) {
    switch (stored) {
    case 1: return copy_channels<Sample, 1>(image, row, out);
    case 2: return copy_channels<Sample, 2>(image, row, out);
    default: return copy_channels<Sample, 4>(image, row, out);
    }
}

template <unsigned kChannels, class Sample>
void write_unorm(const float* row, std::uint32_t width, float scale, float offset, std::byte* out) {
    const Float4 full = all4(static_cast<float>(std::numeric_limits<Sample>::max()));
    for (std::size_t x = 0; x < width; ++x) {
        // A filter with negative lobes goes beyond 0 and 1 beside an edge.
        Float4 value = load4(row + 4 * x) * scale + offset;
        value = value > all4(0) ? value : all4(0);
        value = value < full ? value : full;
        const Int4 codes = round4(value);
        Sample samples[4];
        for (unsigned c = 0; c < kChannels; ++c) samples[c] = static_cast<Sample>(codes[c]);
        std::memcpy(out + x * kChannels * sizeof(Sample), samples, kChannels * sizeof(Sample));
    }
}

void write_srgb8(const float* row, std::uint32_t width, std::byte* out) {
    const Srgb8Encoder& encode = Srgb8Encoder::get();
    for (std::size_t x = 0; x < width; ++x) {
        const float* pixel = row + 4 * x;
        const float alpha = pixel[3] > 0 ? (pixel[3] < 1 ? pixel[3] : 1.0f) : 0.0f;
        const std::uint8_t codes[4] = {encode(pixel[0]), encode(pixel[1]), encode(pixel[2]),
                                       static_cast<std::uint8_t>(alpha * 255.0f + 0.5f)};
        std::memcpy(out + 4 * x, codes, 4);
    }
}

template <unsigned kChannels>
void write_half(const float* row, std::uint32_t width, bool signed_to_unit, std::byte* out) {
    for (std::size_t x = 0; x < width; ++x) {
        std::uint16_t samples[kChannels];
        for (unsigned c = 0; c < kChannels; ++c) {
            const float value = row[4 * x + c];
            samples[c] = float_to_half(signed_to_unit ? value * 0.5f + 0.5f : value);
        }
        std::memcpy(out + x * sizeof samples, samples, sizeof samples);
    }
}

}  // namespace

RowReader::RowReader(const Image& image, ChannelUse use) : image_(image), use_(use) {
    if (image.type == SampleType::unorm8) {
        plain_table_ = unorm8_table();
        color_table_ = use == ChannelUse::color ? srgb8_to_linear_table() : plain_table_;
    } else if (image.type == SampleType::unorm16 && use == ChannelUse::color) {
        color_table_ = srgb16_to_linear_table();
    }
}

template <class Sample, unsigned kChannels>
void RowReader::read_as(const std::byte* row, float* out) const {
    const auto color = [&](Sample sample) -> float {
        if constexpr (std::is_same_v<Sample, std::uint8_t>)
            return color_table_[sample];
        else if constexpr (std::is_same_v<Sample, std::uint16_t>)
            return color_table_ != nullptr ? color_table_[sample]
                                           : static_cast<float>(sample) / 65535.0f;
        else
            return storable(sample);
    };
    const auto alpha = [&](Sample sample) -> float {
        if constexpr (std::is_same_v<Sample, std::uint8_t>)
            return plain_table_[sample];
        else if constexpr (std::is_same_v<Sample, std::uint16_t>)
            return static_cast<float>(sample) / 65535.0f;
        else
            return storable(sample);
    };
    for (std::size_t x = 0; x < image_.width; ++x) {
        const std::array<Sample, 4> pixel = widen<Sample, kChannels>(row, x);
        const Float4 value = {color(pixel[0]), color(pixel[1]), color(pixel[2]), alpha(pixel[3])};
        store4(out + 4 * x, use_ == ChannelUse::normal
                                ? unit_vector(value[0] * 2.0f - 1.0f, value[1] * 2.0f - 1.0f)
                                : value);
    }
}

template <class Sample>
void RowReader::read_channels(const std::byte* row, float* out) const {
    switch (image_.channels) {
    case 1: return read_as<Sample, 1>(row, out);
    case 2: return read_as<Sample, 2>(row, out);
    case 3: return read_as<Sample, 3>(row, out);
    default: return read_as<Sample, 4>(row, out);
    }
}

void RowReader::read(std::uint32_t y, float* out) const {
    const std::byte* row = row_of(image_, y);
    switch (image_.type) {
    case SampleType::unorm8: return read_channels<std::uint8_t>(row, out);
    case SampleType::unorm16: return read_channels<std::uint16_t>(row, out);
    case SampleType::float32: return read_channels<float>(row, out);
    }
}

RowWriter::RowWriter(PixelFormat format, ChannelUse use) : format_(format), use_(use) {}

void RowWriter::write(const float* row, std::uint32_t width, std::byte* out) const {
    // A vector's -1..1 is stored as 0..1.
    const bool vectors = use_ == ChannelUse::normal;
    const auto unorm = [&]<unsigned kChannels, class Sample>() {
        const float scale = static_cast<float>(std::numeric_limits<Sample>::max());
        write_unorm<kChannels, Sample>(row, width, vectors ? scale * 0.5f : scale,
                                       vectors ? scale * 0.5f : 0.0f, out);
    };
    switch (format_) {
    case PixelFormat::r8_unorm: return unorm.template operator()<1, std::uint8_t>();
    case PixelFormat::rg8_unorm: return unorm.template operator()<2, std::uint8_t>();
    case PixelFormat::rgba8_unorm: return unorm.template operator()<4, std::uint8_t>();
    case PixelFormat::rgba8_srgb: return write_srgb8(row, width, out);
    case PixelFormat::r16_unorm: return unorm.template operator()<1, std::uint16_t>();
    case PixelFormat::rg16_unorm: return unorm.template operator()<2, std::uint16_t>();
    case PixelFormat::rgba16_unorm: return unorm.template operator()<4, std::uint16_t>();
    case PixelFormat::r16_float: return write_half<1>(row, width, vectors, out);
    case PixelFormat::rg16_float: return write_half<2>(row, width, vectors, out);
    case PixelFormat::rgba16_float: return write_half<4>(row, width, vectors, out);
    default: GALLEY_ASSERT(false);  // rows of pixels are never written to blocks
    }
}

void copy_samples(const Image& image, const std::byte* row, unsigned format_channels,
                  std::byte* out) {
    if (image.type == SampleType::unorm8 && image.channels == 3 && format_channels == 4)
        add_full_alpha(row, image.width, out);
    else if (image.type == SampleType::unorm8)
        copy_stored<std::uint8_t>(image, row, format_channels, out);
    else
        copy_stored<std::uint16_t>(image, row, format_channels, out);
}

}  // namespace galley::texel
