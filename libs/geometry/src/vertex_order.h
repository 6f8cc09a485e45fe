#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "galley/geometry/triangle_mesh.h"

namespace galley::geometry {

/// Calls `fn` with each attribute array that is there, in a fixed order.
template <class Mesh, class Fn>
void for_each_attribute(Mesh& mesh, Fn&& fn) {
    fn(mesh.positions);
    if (!mesh.normals.empty()) fn(mesh.normals);
    if (!mesh.tangents.empty()) fn(mesh.tangents);
    for (auto& uv : mesh.uvs) {
        if (!uv.empty()) fn(uv);
    }
    if (!mesh.colors.empty()) fn(mesh.colors);
}

/// Makes vertex i what vertex `sources[i]` was, in every attribute; indices are not touched.
inline void gather_vertices(TriangleMesh& mesh, std::span<const std::uint32_t> sources) {
    for_each_attribute(mesh, [&]<class T>(std::vector<T>& values) {
        std::vector<T> gathered;
        gathered.reserve(sources.size());
        for (const std::uint32_t source : sources) gathered.push_back(values[source]);
        values = std::move(gathered);
    });
}

}  // namespace galley::geometry
