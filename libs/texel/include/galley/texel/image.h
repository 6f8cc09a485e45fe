#pragma once

#include <cstdint>

#include "galley/base/bytes.h"

namespace galley {

enum class SampleType : std::uint8_t { unorm8, unorm16, float32 };

/// A decoded picture: rows from the top, tightly packed, channels interleaved, samples in native
/// byte order, alpha not premultiplied. One channel is grey, two are grey and alpha, three RGB,
/// four RGBA.
struct Image {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::uint8_t channels = 4;
    SampleType type = SampleType::unorm8;
    Bytes pixels;  ///< width * height * channels * sample_bytes(type)

    [[nodiscard]] static std::size_t sample_bytes(SampleType type) {
        return type == SampleType::unorm8 ? 1 : type == SampleType::unorm16 ? 2 : 4;
    }
    [[nodiscard]] std::size_t pixel_bytes() const { return channels * sample_bytes(type); }
    [[nodiscard]] std::size_t row_bytes() const { return width * pixel_bytes(); }
};

}  // namespace galley
