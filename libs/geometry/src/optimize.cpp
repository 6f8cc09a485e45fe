#include "galley/geometry/optimize.h"

#include <meshoptimizer.h>

#include "galley/base/assert.h"
#include "vertex_order.h"

namespace galley::geometry {

void optimize_for_gpu(TriangleMesh& mesh) {
    GALLEY_ASSERT(mesh.indices.size() % 3 == 0);
    const std::size_t count = mesh.positions.size();
    for (const std::uint32_t index : mesh.indices) GALLEY_ASSERT(index < count);
    std::vector<std::uint32_t> indices(mesh.indices.size());
    meshopt_optimizeVertexCache(indices.data(), mesh.indices.data(), indices.size(), count);

    std::vector<std::uint32_t> remap(count);
    const std::size_t used =
        meshopt_optimizeVertexFetchRemap(remap.data(), indices.data(), indices.size(), count);
    std::vector<std::uint32_t> sources(used);
    for (std::uint32_t old = 0; old < count; ++old) {
        if (remap[old] < used) sources[remap[old]] = old;
    }
    for (std::uint32_t& index : indices) index = remap[index];
    mesh.indices = std::move(indices);
    gather_vertices(mesh, sources);
}

}  // namespace galley::geometry
