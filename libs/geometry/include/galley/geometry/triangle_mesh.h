#pragma once

#include <cstdint>
#include <vector>

#include "galley/base/vec.h"

namespace galley {

/// Triangles as importers give them: full floats, attributes parallel to `positions` or absent
/// (empty). Right-handed, +Y up, metres, counter-clockwise front faces, uv with v downward.
struct TriangleMesh {
    std::vector<Vec3> positions;
    std::vector<Vec3> normals;           ///< unit or empty
    std::vector<Vec4> tangents;          ///< w = +1 or -1, or empty
    std::vector<std::vector<Vec2>> uvs;  ///< set by set; at most 8
    std::vector<Vec4> colors;            ///< linear RGBA, or empty
    std::vector<std::uint32_t> indices;  ///< three a triangle, each below positions.size()
};

}  // namespace galley
