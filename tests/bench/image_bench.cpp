// Pictures: decoding a PNG against bare libspng on the same bytes, and mip chains against
// stb_image_resize where it is installed. One thread; MPix/s of level 0 are in the counter `mpix`.
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#include <benchmark/benchmark.h>
#include <spng.h>
#ifdef GALLEY_BENCH_STB
#define STB_IMAGE_RESIZE_IMPLEMENTATION
#define STB_IMAGE_RESIZE_STATIC
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wextra"
#pragma GCC diagnostic ignored "-Wcast-qual"
#include <stb_image_resize.h>
#pragma GCC diagnostic pop
#endif

#include "galley/base/jobs.h"
#include "galley/export/png.h"
#include "galley/import/image_file.h"
#include "galley/texel/texture_build.h"

namespace {

using namespace galley;

constexpr std::uint32_t kMipSide = 2048;

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

void BM_mips(benchmark::State& state, texel::ChannelUse use, std::uint8_t channels,
             texel::MipFilter filter) {
    const Image image = made_picture(kMipSide, channels);
    JobPool pool(1);
    // The levels below the picture, as the peers make them.
    const texel::MipOptions options{.picture = false, .filter = filter};
    for (auto _ : state) benchmark::DoNotOptimize(texel::build_texture(image, use, options, pool));
    count_pixels(state, kMipSide);
}
using enum texel::ChannelUse;
using enum texel::MipFilter;
BENCHMARK_CAPTURE(BM_mips, box_color_rgb, color, 3, box);
BENCHMARK_CAPTURE(BM_mips, box_color_rgba, color, 4, box);
BENCHMARK_CAPTURE(BM_mips, box_data_rgb, data, 3, box);
BENCHMARK_CAPTURE(BM_mips, box_data_grey, data, 1, box);
BENCHMARK_CAPTURE(BM_mips, box_normal, normal, 3, box);
BENCHMARK_CAPTURE(BM_mips, kaiser_color_rgb, color, 3, kaiser);
BENCHMARK_CAPTURE(BM_mips, kaiser_color_rgba, color, 4, kaiser);
BENCHMARK_CAPTURE(BM_mips, kaiser_normal, normal, 3, kaiser);

#ifdef GALLEY_BENCH_STB
void BM_mips_stb(benchmark::State& state, stbir_filter filter) {
    const Image image = made_picture(kMipSide, 4);
    std::vector<std::vector<unsigned char>> levels;
    for (std::uint32_t side = kMipSide / 2; side > 0; side /= 2)
        levels.emplace_back(std::size_t{side} * side * 4);
    for (auto _ : state) {
        const auto* above = reinterpret_cast<const unsigned char*>(image.pixels.data());
        int side = kMipSide;
        for (std::vector<unsigned char>& level : levels) {
            stbir_resize_uint8_generic(above, side, side, 0, level.data(), side / 2, side / 2, 0, 4,
                                       3, 0, STBIR_EDGE_WRAP, filter, STBIR_COLORSPACE_SRGB,
                                       nullptr);
            above = level.data();
            side /= 2;
        }
        benchmark::DoNotOptimize(levels.back().data());
    }
    count_pixels(state, kMipSide);
}
BENCHMARK_CAPTURE(BM_mips_stb, box_color_rgba, STBIR_FILTER_BOX);
BENCHMARK_CAPTURE(BM_mips_stb, mitchell_color_rgba, STBIR_FILTER_MITCHELL);
#endif

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
