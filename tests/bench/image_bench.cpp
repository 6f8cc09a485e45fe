// Pictures: decoding a PNG against bare libspng and libpng-like work on the same bytes, and mip
// chains. One thread; MPix/s of level 0 are in the counter `mpix`.
#include <cstdlib>
#include <cstring>
#include <memory>

#include <benchmark/benchmark.h>
#include <spng.h>

#include "galley/base/jobs.h"
#include "galley/export/png.h"
#include "galley/import/image_file.h"
#include "galley/texel/texture_build.h"

namespace {

using namespace galley;

// Smooth shapes with a little noise, the same in every run, so that it deflates like a photograph.
Image made_picture(std::uint32_t side, std::uint8_t channels) {
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

void count_pixels(benchmark::State& state, std::uint32_t side) {
    state.counters["mpix"] = benchmark::Counter(static_cast<double>(side) * side * 1e-6,
                                                benchmark::Counter::kIsIterationInvariantRate);
}

void BM_mips(benchmark::State& state, texel::ChannelUse use, std::uint8_t channels) {
    constexpr std::uint32_t kSide = 2048;
    const Image image = made_picture(kSide, channels);
    JobPool pool(1);
    for (auto _ : state) benchmark::DoNotOptimize(texel::build_texture(image, use, {}, pool));
    count_pixels(state, kSide);
}
BENCHMARK_CAPTURE(BM_mips, color_rgb, texel::ChannelUse::color, 3);
BENCHMARK_CAPTURE(BM_mips, color_rgba, texel::ChannelUse::color, 4);
BENCHMARK_CAPTURE(BM_mips, data_rgb, texel::ChannelUse::data, 3);
BENCHMARK_CAPTURE(BM_mips, normal, texel::ChannelUse::normal, 3);

void BM_png_decode(benchmark::State& state) {
    constexpr std::uint32_t kSide = 1024;
    const Bytes file = write_png(made_picture(kSide, 3)).value();
    for (auto _ : state) {
        Ledger ledger;
        benchmark::DoNotOptimize(decode_image(file, "png", {}, ledger));
    }
    count_pixels(state, kSide);
}
BENCHMARK(BM_png_decode);

void BM_png_decode_spng_alone(benchmark::State& state) {
    constexpr std::uint32_t kSide = 1024;
    const Bytes file = write_png(made_picture(kSide, 3)).value();
    for (auto _ : state) {
        const std::unique_ptr<spng_ctx, void (*)(spng_ctx*)> context(spng_ctx_new(0),
                                                                     spng_ctx_free);
        spng_set_png_buffer(context.get(), file.data(), file.size());
        Bytes pixels(std::size_t{kSide} * kSide * 3);
        spng_decode_image(context.get(), pixels.data(), pixels.size(), SPNG_FMT_PNG, 0);
        benchmark::DoNotOptimize(pixels.data());
    }
    count_pixels(state, kSide);
}
BENCHMARK(BM_png_decode_spng_alone);

void BM_png_encode(benchmark::State& state) {
    constexpr std::uint32_t kSide = 1024;
    const Image image = made_picture(kSide, 4);
    for (auto _ : state) benchmark::DoNotOptimize(write_png(image));
    count_pixels(state, kSide);
}
BENCHMARK(BM_png_encode);

}  // namespace
