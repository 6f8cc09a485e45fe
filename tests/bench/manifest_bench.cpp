// Reading a manifest of as many rows as the argument says: part of every cook, so of the no-op's
// budget.
#include "galley/vfs/manifest.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "galley/core/uuid5.h"

namespace {

galley::Bytes manifest_of(std::int64_t count) {
    std::vector<galley::ManifestRow> rows(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        galley::ManifestRow& row = rows[i];
        row.name = fmt::format("assets/props/set{}/rock_{}.glb:mesh/Rock", i % 100, i);
        row.id = galley::uuid5({}, row.name);
        row.kind = galley::Kind::mesh;
        row.size = i;
        row.dependencies.resize(i % 3);
    }
    return galley::encode_manifest(rows);
}

void read_manifest(benchmark::State& state) {
    const galley::Bytes file = manifest_of(state.range(0));
    for (auto _ : state) {
        auto manifest = galley::Manifest::read(file);
        benchmark::DoNotOptimize(manifest);
    }
    state.SetItemsProcessed(state.iterations() * state.range(0));
}

BENCHMARK(read_manifest)
    ->RangeMultiplier(10)
    ->Range(1000, 1'000'000)
    ->Unit(benchmark::kMillisecond);

}  // namespace
