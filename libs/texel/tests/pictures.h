#pragma once

#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <type_traits>
#include <vector>

#include "galley/texel/image.h"

namespace galley::texel {

template <class Sample>
Image picture(std::uint32_t width, std::uint32_t height, std::uint8_t channels,
              const std::vector<Sample>& samples) {
    Image image{.width = width,
                .height = height,
                .channels = channels,
                .type = std::is_same_v<Sample, std::uint8_t>    ? SampleType::unorm8
                        : std::is_same_v<Sample, std::uint16_t> ? SampleType::unorm16
                                                                : SampleType::float32,
                .pixels = Bytes(samples.size() * sizeof(Sample))};
    std::memcpy(image.pixels.data(), samples.data(), image.pixels.size());
    return image;
}

inline Image picture8(std::uint32_t width, std::uint32_t height, std::uint8_t channels,
                      const std::vector<std::uint8_t>& samples) {
    return picture<std::uint8_t>(width, height, channels, samples);
}

template <class Sample>
std::vector<Sample> samples_of(ByteSpan bytes) {
    std::vector<Sample> samples(bytes.size() / sizeof(Sample));
    std::memcpy(samples.data(), bytes.data(), bytes.size());
    return samples;
}

/// Samples that look random and are the same everywhere.
template <class Sample>
Image noise(std::uint32_t width, std::uint32_t height, std::uint8_t channels) {
    std::vector<Sample> samples(std::size_t{width} * height * channels);
    std::uint32_t state = 12345;
    for (Sample& sample : samples) {
        state = state * 1664525u + 1013904223u;
        if constexpr (std::is_floating_point_v<Sample>)
            sample = static_cast<Sample>(state >> 8) / 1000.0f;
        else
            sample = static_cast<Sample>(state >> 16);
    }
    return picture<Sample>(width, height, channels, samples);
}

}  // namespace galley::texel
