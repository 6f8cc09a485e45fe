#include "plane_rows.h"

#include <cstring>

#include "../float4.h"
#include "fixed_light.h"
#include "galley/texel/half.h"
#include "galley/texel/srgb.h"

namespace galley::texel {

void PlaneRows::resize(std::uint32_t width, std::size_t rows, int planes) {
    stride_ = plane_stride(width);
    planes_ = planes;
    const std::size_t floats = rows * row_floats();
    if (floats <= capacity_) return;
    floats_ = std::make_unique_for_overwrite<float[]>(floats);
    capacity_ = floats;
}

PlaneLayout plane_layout(ChannelUse use, unsigned channels, bool weighted) {
    switch (use) {
    case ChannelUse::color:
        return weighted ? PlaneLayout{PlaneKind::weighted, 4} : PlaneLayout{PlaneKind::color, 3};
    case ChannelUse::normal: return {PlaneKind::vector, 3};
    case ChannelUse::data: break;
    }
    return {PlaneKind::data, channels == 2 ? 4 : static_cast<int>(channels)};
}

PlaneReader::PlaneReader(const Image& image, ChannelUse use, const PlaneLayout& layout,
                         InstructionSet set)
    : image_(image), reader_(image, use),
      meaning_{layout.kind, image.channels, srgb8_to_linear_table(), &fixed_light()},
      planes_(layout.planes), set_(set) {}

PlaneReader::Scratch PlaneReader::scratch() const {
    Scratch scratch;
    if (image_.type != SampleType::unorm8) {
        scratch.floats = float_pixels(image_.width);
        scratch.rows.resize(image_.width, 2, planes_);
    }
    return scratch;
}

const std::uint8_t* PlaneReader::bytes(std::uint32_t y) const {
    return reinterpret_cast<const std::uint8_t*>(image_.pixels.data() + y * image_.row_bytes());
}

void PlaneReader::read_deep(std::uint32_t y, float* floats, const PlaneRow& out) const {
    reader_.read(y, floats);
    for (std::size_t x = 0; x < image_.width; ++x) {
        Float4 pixel = load4(floats + 4 * x);
        if (meaning_.kind == PlaneKind::weighted) {
            const float weight = pixel[3] + kLeastWeight;
            pixel = Float4{pixel[0], pixel[1], pixel[2], 1} * all4(weight);
        }
        for (int c = 0; c < out.planes; ++c)
            out.first[static_cast<std::size_t>(c) * out.stride + x] = pixel[c];
    }
}

void PlaneReader::read(std::uint32_t y, Scratch& scratch, const PlaneRow& out) const {
    if (image_.type != SampleType::unorm8) return read_deep(y, scratch.floats.get(), out);
    GALLEY_SIMD_CHOOSE(set_, read_planes)({bytes(y), image_.width}, meaning_, out);
}

void PlaneReader::box(std::uint32_t y, Scratch& scratch, const PlaneRow& out,
                      const SrgbRow* srgb) const {
    if (image_.type != SampleType::unorm8) {
        read_deep(2 * y, scratch.floats.get(), scratch.rows.row(0));
        read_deep(2 * y + 1, scratch.floats.get(), scratch.rows.row(1));
        GALLEY_SIMD_CHOOSE(set_, box_planes)
        (scratch.rows.row(0), scratch.rows.row(1), image_.width / 2, out, srgb);
        return;
    }
    GALLEY_SIMD_CHOOSE(set_, box_pixels)
    (bytes(2 * y), bytes(2 * y + 1), image_.width / 2, meaning_, out, srgb);
}

PlaneWriter::PlaneWriter(PixelFormat format, PlaneKind kind, InstructionSet set)
    : channels_(find_pixel_format(format)->channels),
      is_float_(format == PixelFormat::r16_float || format == PixelFormat::rg16_float ||
                format == PixelFormat::rgba16_float),
      stored_{kind, static_cast<int>(channels_), find_pixel_format(format)->bits_per_channel, 1,
              format == PixelFormat::rgba8_srgb ? Srgb8Encoder::get().steps() : nullptr},
      set_(set) {}

std::optional<SrgbRow> PlaneWriter::srgb_row(std::byte* out) const {
    if (stored_.srgb_steps == nullptr) return std::nullopt;
    return SrgbRow{stored_.srgb_steps, 1, reinterpret_cast<std::uint8_t*>(out)};
}

void PlaneWriter::write(const PlaneRow& row, std::uint32_t width, float alpha_scale,
                        std::byte* out) const {
    if (is_float_) return write_half(row, width, alpha_scale, out);
    StoredPlanes stored = stored_;
    stored.alpha_scale = alpha_scale;
    GALLEY_SIMD_CHOOSE(set_, store_planes)
    (row, width, stored, reinterpret_cast<std::uint8_t*>(out));
}

void PlaneWriter::write_half(const PlaneRow& row, std::uint32_t width, float alpha_scale,
                             std::byte* out) const {
    for (std::size_t x = 0; x < width; ++x) {
        Float4 pixel = all4(1);
        for (int c = 0; c < row.planes; ++c)
            pixel[c] = row.first[static_cast<std::size_t>(c) * row.stride + x];
        if (stored_.kind == PlaneKind::weighted) {
            const float alpha = (pixel[3] - kLeastWeight) * alpha_scale;
            pixel = pixel * all4(1 / pixel[3]);
            pixel[3] = alpha < 1 ? alpha : 1.0f;
        }
        if (stored_.kind == PlaneKind::vector) pixel = pixel * 0.5f + 0.5f;
        for (unsigned c = 0; c < channels_; ++c) {
            const std::uint16_t half = float_to_half(pixel[c]);
            std::memcpy(out + (x * channels_ + c) * sizeof half, &half, sizeof half);
        }
    }
}

}  // namespace galley::texel
