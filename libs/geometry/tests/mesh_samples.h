#pragma once

#include "galley/geometry/triangle_mesh.h"

namespace galley::geometry::test {

/// A grid of `side` by `side` squares with a hill, three vertices a triangle, uv in [0, 1].
inline TriangleMesh loose_grid(std::uint32_t side) {
    TriangleMesh mesh;
    mesh.uvs.resize(1);
    const auto corner = [&](std::uint32_t x, std::uint32_t y) {
        const auto fx = static_cast<float>(x), fy = static_cast<float>(y);
        const auto size = static_cast<float>(side);
        mesh.indices.push_back(static_cast<std::uint32_t>(mesh.positions.size()));
        mesh.positions.push_back({fx, fy, fx * (size - fx) * fy * (size - fy)});
        mesh.uvs[0].push_back({fx / size, fy / size});
    };
    for (std::uint32_t y = 0; y < side; ++y) {
        for (std::uint32_t x = 0; x < side; ++x) {
            corner(x, y), corner(x + 1, y), corner(x + 1, y + 1);
            corner(x, y), corner(x + 1, y + 1), corner(x, y + 1);
        }
    }
    return mesh;
}

}  // namespace galley::geometry::test
