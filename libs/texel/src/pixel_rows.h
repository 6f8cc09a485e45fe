#pragma once

#include <cstddef>
#include <cstdint>

#include "galley/base/pixel_format.h"
#include "galley/texel/image.h"
#include "galley/texel/texture_build.h"

namespace galley::texel {

/// Reads rows of a picture as what is averaged: linear colour and alpha, plain channels, or unit
/// vectors in x, y, z. Four floats a pixel.
class RowReader {
public:
    RowReader(const Image& image, ChannelUse use);
    void read(std::uint32_t y, float* out) const;

private:
    template <class Sample, unsigned kChannels>
    void read_as(const std::byte* row, float* out) const;
    template <class Sample>
    void read_channels(const std::byte* row, float* out) const;

    const Image& image_;
    ChannelUse use_;
    /// Value of a code by channel kind; null where it is computed.
    const float* color_table_ = nullptr;
    const float* plain_table_ = nullptr;
};

/// Writes such a row as a stored format, each sample rounded once.
class RowWriter {
public:
    RowWriter(PixelFormat format, ChannelUse use);
    void write(const float* row, std::uint32_t width, std::byte* out) const;

private:
    PixelFormat format_;
    ChannelUse use_;
};

/// Copies a row of samples of a picture such as `image`, whose pixels it does not look at, into the
/// channels of a stored format: grey widened where the format has four channels, alpha full where
/// the picture has none, the first two of RGB for two channels.
void copy_samples(const Image& image, const std::byte* row, unsigned format_channels,
                  std::byte* out);

}  // namespace galley::texel
