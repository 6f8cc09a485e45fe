#pragma once

#include <cstddef>

#include "galley/geometry/triangle_mesh.h"

namespace galley::geometry {

/// Merges vertices that are equal in every attribute, bit for bit, after -0 became +0 (so two
/// vertices that differ only in the sign of a zero are one). Vertices stand in the order in which
/// the indices first name them; those that no index names are left out. The order of triangles and
/// corners stays. Gives the number of vertices left. The mesh obeys its own rules (attributes
/// parallel, indices in range); same input, same output on every machine.
std::size_t weld(TriangleMesh& mesh);

/// Takes out triangles that name one vertex twice, keeping the order of the others, and gives their
/// number. After `weld` these are all triangles with two equal corners. Triangles without area
/// whose corners differ stay: thin slivers and collapsed faces hold seams together.
std::size_t remove_degenerate_triangles(TriangleMesh& mesh);

}  // namespace galley::geometry
