#pragma once

#include <benchmark/benchmark.h>

#include "galley/texel/image.h"

namespace galley {

/// Smooth shapes with a little noise, the same in every run, so that it deflates like a photograph.
inline Image made_picture(std::uint32_t side, std::uint8_t channels) {
    Image image{.width = side,
                .height = side,
                .channels = channels,
                .type = SampleType::unorm8,
                .pixels = Bytes(std::size_t{side} * side * channels)};
    std::uint32_t noise = 1;
    std::size_t at = 0;
    for (std::uint32_t y = 0; y < side; ++y)
        for (std::uint32_t x = 0; x < side; ++x)
            for (std::uint32_t c = 0; c < channels; ++c) {
                noise = noise * 1664525u + 1013904223u;
                const std::uint32_t shape = (x * (c + 1) / 8 + y / 4 + (x * y >> 12)) & 0xffu;
                image.pixels[at++] = static_cast<std::byte>((shape + (noise >> 29)) & 0xffu);
            }
    return image;
}

inline void count_pixels(benchmark::State& state, std::uint32_t side) {
    state.counters["mpix"] = benchmark::Counter(static_cast<double>(side) * side * 1e-6,
                                                benchmark::Counter::kIsIterationInvariantRate);
}

}  // namespace galley
