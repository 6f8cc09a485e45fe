#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "../pixel_rows.h"
#include "plane_kernels.h"

namespace galley::texel {

[[nodiscard]] constexpr std::uint32_t plane_stride(std::uint32_t width) {
    return (width + (kPlaneAlignment - 1)) / kPlaneAlignment * kPlaneAlignment;
}

/// Rows of planes, one below the other, not initialised. Grows only.
class PlaneRows {
public:
    void resize(std::uint32_t width, std::size_t rows, int planes);

    [[nodiscard]] PlaneRow row(std::size_t y) const {
        return {floats_.get() + y * row_floats(), stride_, planes_};
    }
    [[nodiscard]] std::size_t row_floats() const {
        return std::size_t{stride_} * static_cast<unsigned>(planes_);
    }

private:
    std::unique_ptr<float[]> floats_;
    std::size_t capacity_ = 0;
    std::uint32_t stride_ = 0;
    int planes_ = 0;
};

/// How the planes of a picture that is used as `use` are averaged. `weighted` where its alpha
/// counts.
struct PlaneLayout {
    PlaneKind kind;
    int planes;
};
[[nodiscard]] PlaneLayout plane_layout(ChannelUse use, unsigned channels, bool weighted);

/// Reads rows of a picture into planes.
class PlaneReader {
public:
    PlaneReader(const Image& image, ChannelUse use, const PlaneLayout& layout, InstructionSet set);

    /// What a thread needs beside, of pictures that are not of 8 bits.
    struct Scratch {
        std::unique_ptr<float[]> floats;  ///< a row of four floats a pixel
        PlaneRows rows;                   ///< two
    };
    [[nodiscard]] Scratch scratch() const;

    void read(std::uint32_t y, Scratch& scratch, const PlaneRow& out) const;
    /// Rows 2y and 2y + 1 averaged by twos along, to half the width.
    /// Stored as well where `srgb` isn't null.
    void box(std::uint32_t y, Scratch& scratch, const PlaneRow& out, const SrgbRow* srgb) const;

private:
    [[nodiscard]] const std::uint8_t* bytes(std::uint32_t y) const;
    void read_deep(std::uint32_t y, float* floats, const PlaneRow& out) const;

    const Image& image_;
    RowReader reader_;
    PixelMeaning meaning_;
    int planes_;
    InstructionSet set_;
};

/// Stores such rows as a plain format, each sample rounded once.
class PlaneWriter {
public:
    PlaneWriter(PixelFormat format, PlaneKind kind, InstructionSet set);
    /// `alpha_scale` is what alpha is multiplied by where it counts.
    void write(const PlaneRow& row, std::uint32_t width, float alpha_scale, std::byte* out) const;
    /// What stores a row while it is made, with alpha as it is; nothing unless the format is of
    /// sRGB.
    [[nodiscard]] std::optional<SrgbRow> srgb_row(std::byte* out) const;

private:
    void write_half(const PlaneRow& row, std::uint32_t width, float alpha_scale,
                    std::byte* out) const;

    unsigned channels_;
    bool is_float_;
    StoredPlanes stored_;
    InstructionSet set_;
};

}  // namespace galley::texel
