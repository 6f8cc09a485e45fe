// Decoding PNG and JPEG against the libraries that decode the same bytes alone: libspng, stb_image
// where it is installed, and libjpeg-turbo. One thread; MPix/s are in the counter `mpix`.
#include <cstdlib>
#include <memory>

#include <benchmark/benchmark.h>
#include <spng.h>
#include <turbojpeg.h>
#ifdef GALLEY_BENCH_STB
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb_image.h>
#pragma GCC diagnostic pop
#endif

#include "galley/export/png.h"
#include "galley/import/image_file.h"
#include "made_picture.h"

namespace {

using namespace galley;

constexpr std::uint32_t kSide = 2048;

Bytes png_file(std::uint8_t channels) { return write_png(made_picture(kSide, channels)).value(); }

void decode(benchmark::State& state, const Bytes& file, const char* extension) {
    for (auto _ : state) {
        Ledger ledger;
        benchmark::DoNotOptimize(decode_image(file, extension, {}, ledger));
    }
    count_pixels(state, kSide);
}

void BM_png(benchmark::State& state, std::uint8_t channels) {
    decode(state, png_file(channels), "png");
}
BENCHMARK_CAPTURE(BM_png, rgb, 3);
BENCHMARK_CAPTURE(BM_png, rgba, 4);

void BM_png_spng(benchmark::State& state, std::uint8_t channels) {
    const Bytes file = png_file(channels);
    for (auto _ : state) {
        const std::unique_ptr<spng_ctx, void (*)(spng_ctx*)> context(spng_ctx_new(0),
                                                                     spng_ctx_free);
        spng_set_png_buffer(context.get(), file.data(), file.size());
        Bytes pixels(std::size_t{kSide} * kSide * channels);
        spng_decode_image(context.get(), pixels.data(), pixels.size(), SPNG_FMT_PNG, 0);
        benchmark::DoNotOptimize(pixels.data());
    }
    count_pixels(state, kSide);
}
BENCHMARK_CAPTURE(BM_png_spng, rgb, 3);
BENCHMARK_CAPTURE(BM_png_spng, rgba, 4);

#ifdef GALLEY_BENCH_STB
void BM_png_stb(benchmark::State& state, std::uint8_t channels) {
    const Bytes file = png_file(channels);
    for (auto _ : state) {
        int width = 0;
        int height = 0;
        int found = 0;
        const std::unique_ptr<stbi_uc, void (*)(void*)> pixels(
            stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(file.data()),
                                  static_cast<int>(file.size()), &width, &height, &found, 0),
            std::free);
        benchmark::DoNotOptimize(pixels.get());
    }
    count_pixels(state, kSide);
}
BENCHMARK_CAPTURE(BM_png_stb, rgb, 3);
BENCHMARK_CAPTURE(BM_png_stb, rgba, 4);
#endif

/// Colour at half the resolution, as cameras write it; `flags` TJFLAG_PROGRESSIVE or none.
Bytes jpeg_file(int flags) {
    const Image image = made_picture(kSide, 3);
    const tjhandle handle = tjInitCompress();
    unsigned char* out = nullptr;
    unsigned long size = 0;
    tjCompress2(handle, reinterpret_cast<const unsigned char*>(image.pixels.data()),
                static_cast<int>(kSide), 0, static_cast<int>(kSide), TJPF_RGB, &out, &size,
                TJSAMP_420, 90, flags);
    const auto* bytes = reinterpret_cast<const std::byte*>(out);
    Bytes file(bytes, bytes + size);
    tjFree(out);
    tjDestroy(handle);
    return file;
}

void BM_jpeg(benchmark::State& state, int flags) { decode(state, jpeg_file(flags), "jpg"); }
BENCHMARK_CAPTURE(BM_jpeg, baseline, 0);
BENCHMARK_CAPTURE(BM_jpeg, progressive, TJFLAG_PROGRESSIVE);

/// With the same inverse transform, into memory that is not cleared.
void BM_jpeg_turbojpeg(benchmark::State& state, int flags) {
    const Bytes file = jpeg_file(flags);
    for (auto _ : state) {
        const tjhandle handle = tjInitDecompress();
        const auto pixels =
            std::make_unique_for_overwrite<unsigned char[]>(std::size_t{kSide} * kSide * 3);
        tjDecompress2(handle, reinterpret_cast<const unsigned char*>(file.data()),
                      static_cast<unsigned long>(file.size()), pixels.get(),
                      static_cast<int>(kSide), 0, static_cast<int>(kSide), TJPF_RGB,
                      TJFLAG_ACCURATEDCT);
        benchmark::DoNotOptimize(pixels.get());
        tjDestroy(handle);
    }
    count_pixels(state, kSide);
}
BENCHMARK_CAPTURE(BM_jpeg_turbojpeg, baseline, 0);
BENCHMARK_CAPTURE(BM_jpeg_turbojpeg, progressive, TJFLAG_PROGRESSIVE);

}  // namespace
