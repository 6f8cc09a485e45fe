// Encoders of blocks: for each format, level and crop the speed on one thread (counter `mpix`,
// millions of pixels a second) and the PSNR of what it decodes to, over the channels of the format
// (BC1 three, BC3 and BC7 four, BC4 red, BC5 red and green). With GALLEY_BENCH_PEERS set when the
// build was configured, other encoders are measured beside, on the same pixels and with the same
// decoder. Last: all threads on a larger picture, and decoders.
#include <array>
#include <cmath>
#include <cstring>
#include <functional>
#include <memory>
#include <string>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "crops.h"
#include "galley/texel/block_decode.h"
#include "galley/texel/block_encode.h"
#ifdef GALLEY_BENCH_PEERS
#include "peers.h"
#endif

namespace galley {
namespace {

constexpr std::uint32_t kSide = bench::kCropSide;

struct Target {
    const char* name;
    PixelFormat format;
    PixelFormat from;
    std::size_t channels;  ///< that count, from red on
};

constexpr Target kTargets[] = {
    {"bc1", PixelFormat::bc1_unorm, PixelFormat::rgba8_unorm, 3},
    {"bc3", PixelFormat::bc3_unorm, PixelFormat::rgba8_unorm, 4},
    {"bc4", PixelFormat::bc4_unorm, PixelFormat::r8_unorm, 1},
    {"bc5", PixelFormat::bc5_unorm, PixelFormat::rg8_unorm, 2},
    {"bc7", PixelFormat::bc7_unorm, PixelFormat::rgba8_unorm, 4},
};

#ifdef GALLEY_BENCH_PEERS
const Target& target_named(const std::string& name) {
    for (const Target& target : kTargets)
        if (target.name == name) return target;
    return kTargets[0];
}
#endif

/// The first channels of RGBA.
Bytes channels_of(const Bytes& rgba, std::size_t channels) {
    Bytes out(rgba.size() / 4 * channels);
    for (std::size_t i = 0; i < rgba.size() / 4; ++i)
        std::memcpy(&out[i * channels], &rgba[i * 4], channels);
    return out;
}

double psnr(const Target& target, const Bytes& rgba, const Bytes& blocks) {
    const Bytes decoded = texel::decode_blocks(texel::block_coding(target.format), blocks, kSide,
                                               kSide, texel::DecodedDepth::eight_bits)
                              .value();
    const std::size_t pixels = rgba.size() / 4;
    const std::size_t stride = decoded.size() / pixels;
    double squares = 0;
    for (std::size_t i = 0; i < pixels; ++i)
        for (std::size_t c = 0; c < target.channels; ++c) {
            const int off = std::to_integer<int>(rgba[4 * i + c]) -
                            std::to_integer<int>(decoded[i * stride + c]);
            squares += off * off;
        }
    const double mean = squares / static_cast<double>(pixels * target.channels);
    return mean == 0 ? 99 : 10 * std::log10(255 * 255 / mean);
}

using Encode = std::function<void(Bytes& blocks)>;

void measure(benchmark::State& state, const Target& target, const Bytes& rgba,
             const Encode& encode) {
    Bytes blocks(image_bytes(target.format, kSide, kSide));
    for (auto _ : state) {
        encode(blocks);
        benchmark::ClobberMemory();
    }
    state.counters["mpix"] =
        benchmark::Counter(kSide * kSide * 1e-6, benchmark::Counter::kIsIterationInvariantRate);
    state.counters["psnr"] = psnr(target, rgba, blocks);
}

void register_case(const std::string& name, const Target& target, const bench::Crop& crop,
                   const Encode& encode) {
    benchmark::RegisterBenchmark(fmt::format("{}/{}/{}", target.name, name, crop.name).c_str(),
                                 [&target, &crop, encode](benchmark::State& state) {
                                     measure(state, target, crop.pixels, encode);
                                 })
        ->MinTime(0.1);
}

constexpr std::array kLevels = {std::pair{"fast", texel::BlockQuality::fast},
                                std::pair{"normal", texel::BlockQuality::normal},
                                std::pair{"high", texel::BlockQuality::high}};

void register_ours(const Target& target, const bench::Crop& crop) {
    const std::size_t from = target.from == PixelFormat::rgba8_unorm ? 4 : target.channels;
    const auto pixels = std::make_shared<Bytes>(channels_of(crop.pixels, from));
    for (const auto& [name, quality] : kLevels)
        register_case(name, target, crop, [&target, pixels, quality](Bytes& blocks) {
            (void)texel::encode_blocks({*pixels, target.from, kSide, kSide}, target.format,
                                       {.quality = quality}, blocks);
        });
}

/// A picture of 4 x 4 crops, on all threads.
void register_threads(const Target& target) {
    for (const auto& [name, quality] : kLevels) {
        benchmark::RegisterBenchmark(
            fmt::format("{}/{}/threads:{}", target.name, name, hardware_threads()).c_str(),
            [&target, quality](benchmark::State& state) {
                const std::size_t from =
                    target.from == PixelFormat::rgba8_unorm ? 4 : target.channels;
                Bytes pixels;
                for (int i = 0; i < 4; ++i)
                    for (const bench::Crop& crop : bench::crops()) {
                        const Bytes part = channels_of(crop.pixels, from);
                        pixels.insert(pixels.end(), part.begin(), part.end());
                    }
                const auto height = static_cast<std::uint32_t>(pixels.size() / from / kSide);
                Bytes blocks(image_bytes(target.format, kSide, height));
                JobPool pool(hardware_threads());
                for (auto _ : state)
                    (void)texel::encode_blocks({pixels, target.from, kSide, height}, target.format,
                                               {.quality = quality}, blocks, &pool);
                state.counters["mpix"] = benchmark::Counter(
                    kSide * height * 1e-6, benchmark::Counter::kIsIterationInvariantRate);
            })
            ->UseRealTime()
            ->MinTime(0.1);
    }
}

void register_decoder(const Target& target, const bench::Crop& crop) {
    benchmark::RegisterBenchmark(
        fmt::format("{}/decode/{}", target.name, crop.name).c_str(),
        [&target, &crop](benchmark::State& state) {
            const std::size_t from = target.from == PixelFormat::rgba8_unorm ? 4 : target.channels;
            const Bytes pixels = channels_of(crop.pixels, from);
            const auto blocks =
                texel::encode_blocks({pixels, target.from, kSide, kSide}, target.format, {});
            if (!blocks) return state.SkipWithError("not encoded");
            const texel::BlockCoding coding = texel::block_coding(target.format);
            Bytes decoded(image_bytes(texel::plain_format(coding, texel::DecodedDepth::eight_bits),
                                      kSide, kSide));
            for (auto _ : state)
                (void)texel::decode_blocks(coding, *blocks, kSide, kSide,
                                           texel::DecodedDepth::eight_bits, decoded);
            state.counters["mpix"] = benchmark::Counter(
                kSide * kSide * 1e-6, benchmark::Counter::kIsIterationInvariantRate);
        })
        ->MinTime(0.1);
}

void register_all() {
    for (const Target& target : kTargets) {
        for (const bench::Crop& crop : bench::crops()) {
            if (texel::can_encode_blocks(target.from, target.format)) register_ours(target, crop);
#ifdef GALLEY_BENCH_PEERS
            for (const bench::BlockPeer& peer : bench::block_peers()) {
                if (std::strcmp(peer.format, target.name) != 0) continue;
                register_case(
                    peer.name, target_named(peer.format), crop, [&peer, &crop](Bytes& blocks) {
                        peer.encode(reinterpret_cast<const std::uint8_t*>(crop.pixels.data()),
                                    kSide, kSide, reinterpret_cast<std::uint8_t*>(blocks.data()));
                    });
            }
#endif
        }
        if (!texel::can_encode_blocks(target.from, target.format) || bench::crops().empty())
            continue;
        register_threads(target);
        register_decoder(target, bench::crops().back());
    }
}

}  // namespace
}  // namespace galley

int main(int argc, char** argv) {
    galley::register_all();
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
