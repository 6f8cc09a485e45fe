#pragma once

#include <cstddef>
#include <cstdint>

#include "galley/vda/fields.h"
#include "galley/vda/model.h"

namespace galley::vda {

/// MS3, of a range of the indices that ends with the field `mark`.
template <class A>
void check_indices(A& a, const Mark& mark, std::int64_t first, std::int64_t count,
                   std::size_t indices) {
    a.check(count % 3 == 0, "MS3", mark, "{} indices are no whole triangles", count);
    // A difference, because a sum could overflow.
    const auto size = static_cast<std::int64_t>(indices);
    a.check(first >= 0 && first <= size && count <= size - first, "MS3", mark,
            "{} indices from {} on are not within the {} there are", count, first, indices);
}

template <class A, Like<MeshPart> T>
void fields(A& a, T& part, std::size_t indices) {
    a("first_index", part.first_index, Within{.rule = "MS3", .min = 0});
    const Mark count = a("index_count", part.index_count, Within{.rule = "MS3", .min = 0});
    check_indices(a, count, part.first_index, part.index_count, indices);
    a("material", part.material);
}

template <class A, Like<ModelPart> T>
void fields(A& a, T& part, std::size_t indices) {
    a("index", part.index);
    a("shape", part.shape);
    a("first_index", part.first_index, Within{.rule = "MS3", .min = 0});
    const Mark count = a("index_count", part.index_count, Within{.rule = "MS3", .min = 0});
    check_indices(a, count, part.first_index, part.index_count, indices);
    a("material", part.material);
    a("uv_mapping", part.uv_mapping);
    a("flip_normals", part.flip_normals);
    a("of", part.of, Within{.rule = "MS5", .min = -1});
}

/// Vertices, indices and mesh parts: of the base mesh, and of each lod. Gives the mark of the last.
template <class A, class T>
Mark geometry_fields(A& a, T& mesh) {
    a.array("vertices", mesh.vertices);
    const Mark indices = a.array("indices", mesh.indices);
    a.check(mesh.indices.size() % 3 == 0, "MS1", indices, "{} indices are no whole triangles",
            mesh.indices.size());
    a.check_below("MS2", indices, mesh.indices, mesh.vertices.size(), "vertices");
    return a.list("mesh_parts", mesh.mesh_parts, [&](auto& in, auto& part, std::size_t) {
        fields(in, part, mesh.indices.size());
    });
}

/// MS4, once the materials are known.
template <class A, class T>
void check_materials(A& a, const Mark& mesh_parts, T& mesh, std::size_t materials) {
    const auto most = static_cast<std::int64_t>(materials == 0 ? 0 : materials - 1);
    for (std::size_t i = 0; i < mesh.mesh_parts.size(); ++i) {
        const std::int64_t material = mesh.mesh_parts[i].material;
        a.check(material >= 0 && material <= most, "MS4",
                mesh_parts.item(i, sizeof(MeshPart), "material", offsetof(MeshPart, material)),
                "{} is not 0..{}, with {} materials", material, most, materials);
    }
}

template <class A, Like<ModelLod> T, class M>
void fields(A& a, T& lod, std::size_t index, M& model) {
    const Mark distance = a("distance", lod.distance);
    const float before = index == 0 ? 0 : model.lods[index - 1].distance;
    a.check(lod.distance > before, "MS7", distance, "{} is not above {}", lod.distance, before);
    a("model", lod.model);
    a("bounds", lod.bounds);
    const Mark parts = geometry_fields(a, lod);
    const bool bare = lod.vertices.empty() && lod.indices.empty() && lod.mesh_parts.empty();
    a.check(lod.model.empty() || bare, "MS8", parts, "a level with a model has its own geometry");
    a.check(!lod.model.empty() || lod.mesh_parts.size() == model.mesh_parts.size(), "MS8", parts,
            "{} mesh parts, the base mesh has {}", lod.mesh_parts.size(), model.mesh_parts.size());
    check_materials(a, parts, lod, model.materials.size());
}

template <class A, Like<Model> T>
void fields(A& a, T& model) {
    a("name", model.name);
    a("pivot", model.pivot);
    a("symmetry", model.symmetry);
    a("smooth_angle_deg", model.smooth_angle_deg);
    a("triangle_budget", model.triangle_budget);
    a("pivot_offset", model.pivot_offset);
    a("bounds", model.bounds);
    const Mark mesh_parts = geometry_fields(a, model);
    a.strings("materials", model.materials);
    check_materials(a, mesh_parts, model, model.materials.size());
    a.list("parts", model.parts,
           [&](auto& in, auto& part, std::size_t) { fields(in, part, model.indices.size()); });
    a("draw_distance", model.draw_distance, Between{.rule = "MS6", .min = 0});
    a.list("lods", model.lods,
           [&](auto& in, auto& lod, std::size_t i) { fields(in, lod, i, model); });
}

}  // namespace galley::vda
