#pragma once

#include "galley/geometry/triangle_mesh.h"

namespace galley::geometry {

/// Puts triangles in an order that reuses the GPU's transformed vertices (meshoptimizer's vertex
/// cache optimiser; Forsyth's scheme with a tuned table), then vertices in the order of first use,
/// so that fetches run forward through memory. The set of triangles, their winding and every
/// attribute stay; the first corner of a triangle may rotate. Vertices that no index names are left
/// out.
void optimize_for_gpu(TriangleMesh& mesh);

}  // namespace galley::geometry
