// Importing the JSON of a large glTF scene, and the passes over a large mesh: bytes and triangles
// a second. fastgltf reads 106 to 600 MB/s of JSON, meshoptimizer orders 3.8 Mtri/s.
#include "galley/import/gltf.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "galley/core/memory_file_system.h"
#include "galley/geometry/bounds.h"
#include "galley/geometry/optimize.h"
#include "galley/geometry/weld.h"

namespace {

using namespace galley;

std::string scene_of(std::int64_t nodes) {
    std::string text = R"({"asset":{"version":"2.0"},"nodes":[{"name":"root"})";
    for (std::int64_t i = 1; i < nodes; ++i) {
        text += fmt::format(
            R"(,{{"name":"node_{}","translation":[{}.5,1.25,-3.75],"rotation":[0,0.6,0,0.8],)"
            R"("scale":[1,1,1]}})",
            i, i % 1000);
    }
    return text + "]}";
}

void import_scene(benchmark::State& state) {
    MemoryFileSystem fs;
    const std::string text = scene_of(state.range(0));
    fs.put("/p/a.gltf", text);
    const VirtualPath path = VirtualPath::parse("a.gltf").value();
    for (auto _ : state) {
        SourceFiles files(fs, "/p", std::uint64_t{1} << 32);
        auto imported = import_gltf(files, path, {});
        benchmark::DoNotOptimize(imported);
    }
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}
BENCHMARK(import_scene)->Arg(10'000)->Arg(100'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond);

/// Squares with a hill, three vertices a triangle.
TriangleMesh loose_grid(std::int64_t side) {
    TriangleMesh mesh;
    const auto corner = [&](std::int64_t x, std::int64_t y) {
        const auto fx = static_cast<float>(x), fy = static_cast<float>(y);
        mesh.indices.push_back(static_cast<std::uint32_t>(mesh.positions.size()));
        mesh.positions.push_back({fx, fy, fx * fy});
        mesh.normals.push_back({0, 0, 1});
    };
    for (std::int64_t i = 0; i < side * side; ++i) {
        const std::int64_t x = i % side, y = i / side;
        corner(x, y), corner(x + 1, y), corner(x + 1, y + 1);
        corner(x, y), corner(x + 1, y + 1), corner(x, y + 1);
    }
    return mesh;
}

template <class Pass>
void run_pass(benchmark::State& state, bool welded, Pass&& pass) {
    TriangleMesh mesh = loose_grid(state.range(0));
    if (welded) geometry::weld(mesh);
    for (auto _ : state) {
        state.PauseTiming();
        TriangleMesh copy = mesh;
        state.ResumeTiming();
        pass(copy);
    }
    state.SetItemsProcessed(state.iterations() *
                            static_cast<std::int64_t>(mesh.indices.size() / 3));
}

void weld(benchmark::State& state) {
    run_pass(state, false, [](TriangleMesh& mesh) { geometry::weld(mesh); });
}
void optimize_for_gpu(benchmark::State& state) {
    run_pass(state, true, [](TriangleMesh& mesh) { geometry::optimize_for_gpu(mesh); });
}
void bounding_sphere(benchmark::State& state) {
    run_pass(state, true, [](TriangleMesh& mesh) {
        auto sphere = geometry::bounding_sphere(mesh.positions);
        benchmark::DoNotOptimize(sphere);
    });
}
BENCHMARK(weld)->Arg(100)->Arg(700)->Unit(benchmark::kMillisecond);
BENCHMARK(optimize_for_gpu)->Arg(100)->Arg(700)->Unit(benchmark::kMillisecond);
BENCHMARK(bounding_sphere)->Arg(100)->Arg(700)->Unit(benchmark::kMillisecond);

}  // namespace
