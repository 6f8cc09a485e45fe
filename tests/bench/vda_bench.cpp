// Decoding bodies of Veduta's kinds against what it cannot do without: copying the payload and its
// CRC. The target is 1.5 times that, in one run on one thread; `bytes_per_second` is of the
// payload.
#include <cstring>
#include <memory>

#include <benchmark/benchmark.h>

#include "galley/export/vda_check.h"
#include "galley/vda/asset_file.h"
#include "galley/vda/seed_body.h"

namespace {

using namespace galley;

vda::Meta meta_of(std::string kind) {
    return {.compiler = std::string(vda::kSeedCompiler),
            .deps = {},
            .kind = std::move(kind),
            .name = "a",
            .source = "a",
            .source_hash = std::string(64, '0')};
}

// About 64 MB of vertices and indices, each vertex used as often as on a regular grid.
Bytes model_file() {
    constexpr std::uint32_t kVertices = 1U << 20;
    vda::Model model;
    model.vertices.resize(kVertices);
    for (std::uint32_t i = 0; i < kVertices; ++i) {
        model.vertices[i].position = {static_cast<float>(i & 1023U), static_cast<float>(i >> 10),
                                      0};
    }
    for (std::uint32_t i = 0; i < 6 * kVertices; ++i) model.indices.push_back((i * 7) % kVertices);
    model.mesh_parts = {{0, static_cast<std::int64_t>(model.indices.size()), 0}};
    return vda::write_asset_file(meta_of("model"), vda::encode_model(model).value()).value();
}

// 4096 x 4096 and its chain, about 89 MB.
Bytes texture_file() {
    constexpr std::uint32_t kSide = 4096;
    vda::Texture texture;
    texture.width = kSide;
    texture.height = kSide;
    for (std::uint32_t side = kSide; side > 0; side /= 2) {
        vda::TextureLevel level{.w = side, .h = side, .pixels = {}};
        for (std::uint32_t i = 0; i < side * side; ++i) level.pixels.push_back({i * 2654435761U});
        texture.levels.push_back(std::move(level));
    }
    return vda::write_asset_file(meta_of("texture"), vda::encode_texture(texture).value()).value();
}

void count_bytes(benchmark::State& state, const Bytes& file) {
    state.SetBytesProcessed(static_cast<std::int64_t>(file.size()) *
                            static_cast<std::int64_t>(state.iterations()));
}

void decode(benchmark::State& state, Bytes (*make)()) {
    const Bytes file = make();
    for (auto _ : state) {
        const auto asset = vda::read_asset_file(file);
        auto body = vda::decode_seed_body(*asset);
        if (!body) state.SkipWithError("refused");
        benchmark::DoNotOptimize(body);
    }
    count_bytes(state, file);
}

// The CRC as the container computes it, then the copy: the same order as decoding.
void copy_and_crc(benchmark::State& state, Bytes (*make)()) {
    const Bytes file = make();
    const vda::ChunkView body = vda::read_asset_file(file)->body;
    for (auto _ : state) {
        benchmark::DoNotOptimize(vda::chunk_crc(body.type, body.payload));
        const std::unique_ptr<std::byte[]> copy(new std::byte[body.payload.size()]);
        std::memcpy(copy.get(), body.payload.data(), body.payload.size());
        benchmark::DoNotOptimize(copy.get());
        benchmark::ClobberMemory();
    }
    count_bytes(state, file);
}

BENCHMARK_CAPTURE(copy_and_crc, MESH, model_file)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(decode, MESH, model_file)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(copy_and_crc, TEXR, texture_file)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(decode, TEXR, texture_file)->Unit(benchmark::kMillisecond);

// What `verify` does for a small file once it is read.
void check_small_file(benchmark::State& state) {
    vda::Material material;
    material.name = "wood";
    const Bytes file =
        vda::write_asset_file(meta_of("material"), vda::encode_material(material).value()).value();
    for (auto _ : state) benchmark::DoNotOptimize(check_vda(file));
}
BENCHMARK(check_small_file);

}  // namespace
