// Mip chains against the plainest fast way, two tables, and stb_image_resize where it is installed;
// writing PNG. One thread; MPix/s of level 0 are in the counter `mpix`.
#include <array>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#include <benchmark/benchmark.h>
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
#include "galley/texel/srgb.h"
#include "galley/texel/texture_build.h"
#include "made_picture.h"

namespace {

using namespace galley;

constexpr std::uint32_t kMipSide = 2048;

void make_opaque(Image& image) {
    for (std::size_t i = 3; i < image.pixels.size(); i += 4) image.pixels[i] = std::byte{255};
}

void BM_mips(benchmark::State& state, texel::ChannelUse use, std::uint8_t channels,
             texel::MipFilter filter, bool opaque = false) {
    Image image = made_picture(kMipSide, channels);
    if (opaque) make_opaque(image);
    JobPool pool(1);
    // The levels below the picture, as the peers make them. That it is opaque is known, as a cook
    // knows it from its encoder.
    texel::MipOptions options{.picture = false, .filter = filter};
    if (opaque) options.transparent = false;
    for (auto _ : state) benchmark::DoNotOptimize(texel::build_texture(image, use, options, pool));
    count_pixels(state, kMipSide);
}
using enum texel::ChannelUse;
using enum texel::MipFilter;
BENCHMARK_CAPTURE(BM_mips, box_color_rgb, color, 3, box);
BENCHMARK_CAPTURE(BM_mips, box_color_rgba, color, 4, box);
BENCHMARK_CAPTURE(BM_mips, box_color_rgba_opaque, color, 4, box, true);
BENCHMARK_CAPTURE(BM_mips, box_data_rgb, data, 3, box);
BENCHMARK_CAPTURE(BM_mips, box_data_grey, data, 1, box);
BENCHMARK_CAPTURE(BM_mips, box_normal, normal, 3, box);
BENCHMARK_CAPTURE(BM_mips, kaiser_color_rgb, color, 3, kaiser);
BENCHMARK_CAPTURE(BM_mips, kaiser_color_rgba, color, 4, kaiser);
BENCHMARK_CAPTURE(BM_mips, kaiser_normal, normal, 3, kaiser);

/// The best of plain code: 8 bits become 16 of linear light by a table, four are averaged, and
/// become 8 of sRGB by another; alpha is averaged apart and weighs nothing. Each level is made of
/// the bytes of the one above.
class TwoTables {
public:
    TwoTables() {
        for (std::size_t code = 0; code < 256; ++code) {
            const float linear = texel::srgb8_to_linear_table()[code];
            to_linear_[code] = static_cast<std::uint16_t>(linear * 65535.0f + 0.5f);
        }
        for (std::size_t linear = 0; linear < 65536; ++linear)
            to_srgb_[linear] = texel::Srgb8Encoder::get()(static_cast<float>(linear) / 65535.0f);
    }

    /// From 2 * `side` to `side` pixels a side.
    void halve(const std::uint8_t* from, std::size_t side, std::uint8_t* to) const {
        for (std::size_t y = 0; y < side; ++y) {
            const std::uint8_t* above = from + y * side * 16;
            const std::uint8_t* below = above + side * 8;
            for (std::size_t x = 0; x < side; ++x, above += 8, below += 8, to += 4) {
                for (std::size_t c = 0; c < 3; ++c)
                    to[c] = to_srgb_[(2u + to_linear_[above[c]] + to_linear_[above[c + 4]] +
                                      to_linear_[below[c]] + to_linear_[below[c + 4]]) >>
                                     2];
                to[3] =
                    static_cast<std::uint8_t>((2 + above[3] + above[7] + below[3] + below[7]) >> 2);
            }
        }
    }

private:
    std::array<std::uint16_t, 256> to_linear_;
    std::array<std::uint8_t, 65536> to_srgb_;
};

void BM_mips_two_tables(benchmark::State& state) {
    Image image = made_picture(kMipSide, 4);
    make_opaque(image);
    const TwoTables tables;
    std::vector<std::vector<std::uint8_t>> levels;
    for (std::size_t side = kMipSide / 2; side > 0; side /= 2) levels.emplace_back(side * side * 4);
    for (auto _ : state) {
        const auto* above = reinterpret_cast<const std::uint8_t*>(image.pixels.data());
        std::size_t side = kMipSide / 2;
        for (std::vector<std::uint8_t>& level : levels) {
            tables.halve(above, side, level.data());
            above = level.data();
            side /= 2;
        }
        benchmark::DoNotOptimize(levels.back().data());
    }
    count_pixels(state, kMipSide);
}
BENCHMARK(BM_mips_two_tables);

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

void BM_png_encode(benchmark::State& state) {
    constexpr std::uint32_t kSide = 1024;
    const Image image = made_picture(kSide, 4);
    for (auto _ : state) benchmark::DoNotOptimize(write_png(image));
    count_pixels(state, kSide);
}
BENCHMARK(BM_png_encode);

}  // namespace
