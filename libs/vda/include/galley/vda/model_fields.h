#pragma once

#include <cstddef>
#include <cstdint>

#include "galley/vda/fields.h"
#include "galley/vda/model.h"

namespace galley::vda {

/// MS3, of a mesh part or a part.
template <class A, class T>
void range_fields(A& a, T& part, std::size_t indices) {
    const Mark first = a("first_index", part.first_index, Within{.rule = "MS3", .min = 0});
    const Mark count = a("index_count", part.index_count, Within{.rule = "MS3", .min = 0});
    // A difference, because a sum could overflow.
    const auto size = static_cast<std::int64_t>(indices);
    const bool inside = part.first_index >= 0 && part.first_index <= size &&
                        part.index_count <= size - part.first_index;
    a.check(inside, "MS3", first, "{} indices from {} on are not within the {} there are",
            part.index_count, part.first_index, indices);
    a.check(part.index_count % 3 == 0, "MS3", count, "{} indices are no whole triangles",
            part.index_count);
}

template <class A, Like<MeshPart> T>
void fields(A& a, T& part, std::size_t indices) {
    range_fields(a, part, indices);
    a("material", part.material);
}

template <class A, Like<ModelPart> T>
void fields(A& a, T& part, std::size_t indices) {
    a("index", part.index);
    a("shape", part.shape);
    range_fields(a, part, indices);
    a("material", part.material);
    a("uv_mapping", part.uv_mapping);
    a("flip_normals", part.flip_normals);
    a("of", part.of, Within{.rule = "MS5", .min = -1});
}

/// The marks of vertices, indices and mesh parts.
struct GeometryMarks {
    Mark vertices;
    Mark indices;
    Mark mesh_parts;
};

/// Of the base mesh, and of each lod.
template <class A, class T>
GeometryMarks geometry_fields(A& a, T& mesh) {
    GeometryMarks marks;
    marks.vertices = a.array("vertices", mesh.vertices);
    marks.indices = a.array("indices", mesh.indices);
    a.check(mesh.indices.size() % 3 == 0, "MS1", marks.indices, "{} indices are no whole triangles",
            mesh.indices.size());
    a.check_below("MS2", marks.indices, mesh.indices, mesh.vertices.size(), "vertices");
    marks.mesh_parts =
        a.list("mesh_parts", mesh.mesh_parts,
               [&](auto& in, auto& part, std::size_t) { fields(in, part, mesh.indices.size()); });
    return marks;
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
    box_fields(a, "bounds", lod.bounds);
    const GeometryMarks marks = geometry_fields(a, lod);
    constexpr std::string_view kTwice = "a level of another model has geometry of its own";
    const bool own = lod.model.empty();
    // Indices without vertices break MS2 already.
    a.check(own || lod.vertices.empty(), "MS8", marks.vertices, "{}", kTwice);
    a.check(own || lod.mesh_parts.empty(), "MS8", marks.mesh_parts, "{}", kTwice);
    a.check(!own || lod.mesh_parts.size() == model.mesh_parts.size(), "MS8", marks.mesh_parts,
            "{} mesh parts, the base mesh has {}", lod.mesh_parts.size(), model.mesh_parts.size());
    check_materials(a, marks.mesh_parts, lod, model.materials.size());
}

template <class A, Like<Model> T>
void fields(A& a, T& model) {
    a("name", model.name);
    a("pivot", model.pivot);
    a("symmetry", model.symmetry);
    a("smooth_angle_deg", model.smooth_angle_deg);
    a("triangle_budget", model.triangle_budget);
    a("pivot_offset", model.pivot_offset);
    box_fields(a, "bounds", model.bounds);
    const GeometryMarks marks = geometry_fields(a, model);
    a.strings("materials", model.materials);
    check_materials(a, marks.mesh_parts, model, model.materials.size());
    a.list("parts", model.parts,
           [&](auto& in, auto& part, std::size_t) { fields(in, part, model.indices.size()); });
    a("draw_distance", model.draw_distance, Between{.rule = "MS6", .min = 0});
    a.list("lods", model.lods,
           [&](auto& in, auto& lod, std::size_t i) { fields(in, lod, i, model); });
}

}  // namespace galley::vda
