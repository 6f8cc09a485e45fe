// One input is a glTF or GLB file; where it names buffers, one small file answers to every name
// it can have.
#include "galley/import/gltf.h"

#include <cstddef>
#include <cstdint>
#include <span>

#include "galley/core/memory_file_system.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace galley;
    const ByteSpan bytes = std::as_bytes(std::span(data, size));
    MemoryFileSystem fs;
    fs.put("/p/model.gltf", bytes);
    fs.put("/p/a.bin", bytes);
    ImportLimits limits;
    limits.max_geometry = std::uint64_t{64} << 20;
    SourceFiles files(fs, "/p", std::uint64_t{1} << 24);
    const auto path = VirtualPath::parse("model.gltf");
    if (!path) return 0;
    const auto imported = import_gltf(files, *path, limits);
    if (!imported) return 0;
    for (const ModelMesh& mesh : std::get<Model>(imported->content).meshes) {
        for (const ModelPrimitive& primitive : mesh.primitives) {
            for (const std::uint32_t index : primitive.mesh.indices) {
                if (index >= primitive.mesh.positions.size()) __builtin_trap();
            }
            if (primitive.mesh.normals.size() != primitive.mesh.positions.size()) __builtin_trap();
        }
    }
    return 0;
}
