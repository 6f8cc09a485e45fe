#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include <fmt/format.h>

#include "galley/base/try.h"
#include "galley/export/errors.h"
#include "galley/geometry/bounds.h"
#include "losses.h"

namespace galley {

namespace {

/// Floats of one vertex's attribute; a mesh's rules leave no other format for these semantics.
template <std::size_t N>
std::array<float, N> read_floats(const MeshView& mesh, const VertexAttribute& attribute,
                                 std::uint32_t vertex) {
    const MeshView::Stream& stream = mesh.streams[attribute.stream];
    std::array<float, N> values;
    std::memcpy(values.data(),
                stream.bytes.data() + std::size_t{vertex} * stream.stride + attribute.offset,
                sizeof(values));
    return values;
}

std::vector<vda::Vertex> read_vertices(const MeshView& mesh) {
    const VertexAttribute* position = mesh.find(VertexSemantic::position);
    const VertexAttribute* normal = mesh.find(VertexSemantic::normal);
    const VertexAttribute* uv = mesh.find(VertexSemantic::uv);
    std::vector<vda::Vertex> vertices(mesh.vertex_count);
    for (std::uint32_t i = 0; i < mesh.vertex_count; ++i) {
        const auto p = read_floats<3>(mesh, *position, i);
        vertices[i].position = {p[0], p[1], p[2]};
        if (normal != nullptr) {
            const auto n = read_floats<3>(mesh, *normal, i);
            vertices[i].normal = {n[0], n[1], n[2]};
        }
        if (uv != nullptr) {
            const auto t = read_floats<2>(mesh, *uv, i);
            vertices[i].uv = {t[0], t[1]};
        }
    }
    return vertices;
}

std::vector<std::uint32_t> level_indices(const MeshView& mesh, const MeshLevel& level) {
    std::vector<std::uint32_t> indices;
    indices.reserve(level.index_count);
    for (std::uint32_t i = 0; i < level.index_count; ++i) {
        indices.push_back(mesh.index(level.first_index + i));
    }
    return indices;
}

vda::MeshPart whole(const std::vector<std::uint32_t>& indices) {
    return {0, static_cast<std::int64_t>(indices.size()), 0};
}

std::vector<Vec3> positions_of(const std::vector<vda::Vertex>& vertices) {
    std::vector<Vec3> positions;
    positions.reserve(vertices.size());
    for (const vda::Vertex& v : vertices) positions.push_back(v.position);
    return positions;
}

bool all_finite(const std::vector<vda::Vertex>& vertices) {
    return std::ranges::all_of(vertices, [](const vda::Vertex& v) {
        const float sum = v.position.x + v.position.y + v.position.z + v.normal.x + v.normal.y +
                          v.normal.z + v.uv.x + v.uv.y;
        return std::isfinite(sum);
    });
}

/// Vertices that the indices use, in the order of their first use; the indices are changed to them.
std::vector<vda::Vertex> used_vertices(const std::vector<vda::Vertex>& all,
                                       std::vector<std::uint32_t>& indices) {
    constexpr std::uint32_t kUnused = std::numeric_limits<std::uint32_t>::max();
    std::vector<std::uint32_t> place(all.size(), kUnused);
    std::vector<vda::Vertex> used;
    for (std::uint32_t& index : indices) {
        if (place[index] == kUnused) {
            place[index] = static_cast<std::uint32_t>(used.size());
            used.push_back(all[index]);
        }
        index = place[index];
    }
    return used;
}

template <class T>
void append(Bytes& bytes, const T& value) {
    const auto* begin = reinterpret_cast<const std::byte*>(&value);
    bytes.insert(bytes.end(), begin, begin + sizeof(value));
}

/// Adds a level of triangles, and its vertices behind those that are there.
void add_level(Mesh& mesh, std::vector<Vec3>& positions, const std::vector<vda::Vertex>& vertices,
               const std::vector<std::uint32_t>& indices, float error) {
    mesh.levels.push_back({static_cast<std::uint32_t>(mesh.indices.size()),
                           static_cast<std::uint32_t>(indices.size()), error});
    for (const std::uint32_t index : indices) mesh.indices.push_back(mesh.vertex_count + index);
    for (const vda::Vertex& v : vertices) {
        positions.push_back(v.position);
        append(mesh.streams[0].bytes, v.position);
        append(mesh.streams[1].bytes, v.normal);
        append(mesh.streams[1].bytes, v.uv);
    }
    mesh.vertex_count += static_cast<std::uint32_t>(vertices.size());
}

void note_model_losses(Losses& losses, const vda::Model& model) {
    losses.drop(!model.name.empty(), "name", "a mesh has none");
    losses.drop(!model.pivot.empty() || !model.symmetry.empty() || model.smooth_angle_deg != 0 ||
                    model.triangle_budget != 0 || model.pivot_offset != Vec3{},
                "pivot, symmetry, smoothing angle, triangle budget and pivot offset");
    losses.drop(!model.parts.empty(), "parts",
                fmt::format("{} parts of the source", model.parts.size()));
    losses.drop(model.mesh_parts.size() > 1 || !model.materials.empty(), "materials",
                fmt::format("{} ranges with {} materials became one mesh", model.mesh_parts.size(),
                            model.materials.size()));
    losses.drop(model.draw_distance != 0, "draw distance");
}

}  // namespace

Result<Converted<vda::Model>> to_seed(const MeshView& mesh, std::string_view name) {
    Losses losses;
    for (const VertexAttribute& attribute : mesh.attributes) {
        const bool kept = attribute.semantic <= VertexSemantic::normal ||
                          (attribute.semantic == VertexSemantic::uv && attribute.set == 0);
        losses.drop(
            !kept, fmt::format("attribute {} {}", semantic_word(attribute.semantic), attribute.set),
            "a vertex has position, normal and one uv");
    }
    losses.change(mesh.find(VertexSemantic::normal) == nullptr, "normals",
                  "none, written as 0 0 0");
    vda::Model model;
    model.name = name;
    model.pivot = "origin";
    model.bounds = mesh.bounds;
    model.vertices = read_vertices(mesh);
    model.indices = level_indices(mesh, mesh.levels.front());
    model.mesh_parts = {whole(model.indices)};
    float before = 0;
    for (std::size_t i = 1; i < mesh.levels.size(); ++i) {
        vda::ModelLod lod;
        lod.indices = level_indices(mesh, mesh.levels[i]);
        lod.vertices = used_vertices(model.vertices, lod.indices);
        lod.bounds = geometry::bounding_box(positions_of(lod.vertices));
        lod.mesh_parts = {whole(lod.indices)};
        lod.distance = std::max(mesh.levels[i].error * kLodDistancePerError,
                                std::nextafter(before, std::numeric_limits<float>::infinity()));
        before = lod.distance;
        model.lods.push_back(std::move(lod));
    }
    losses.change(
        mesh.levels.size() > 1, "errors of the levels",
        fmt::format("distances, {} metres for each metre of error", kLodDistancePerError));
    return Converted<vda::Model>{std::move(model), losses.take()};
}

Result<Converted<Mesh>> from_seed(const vda::Model& model) {
    if (model.indices.empty()) {
        return fail(kNotConvertible, "a model without triangles is no mesh");
    }
    if (!all_finite(model.vertices)) {
        return fail(kNotConvertible, "a vertex has a number that is not finite");
    }
    Losses losses;
    note_model_losses(losses, model);
    Mesh mesh;
    mesh.attributes = {{VertexSemantic::position, 0, VertexFormat::f32x3, 0, 0},
                       {VertexSemantic::normal, 0, VertexFormat::f32x3, 1, 0},
                       {VertexSemantic::uv, 0, VertexFormat::f32x2, 1, sizeof(Vec3)}};
    mesh.streams.resize(2);
    mesh.streams[0].stride = sizeof(Vec3);
    mesh.streams[1].stride = sizeof(Vec3) + sizeof(Vec2);
    std::vector<Vec3> positions;
    add_level(mesh, positions, model.vertices, model.indices, 0);
    bool by_error = false;
    for (const vda::ModelLod& lod : model.lods) {
        const bool usable =
            !lod.indices.empty() && std::isfinite(lod.distance) && all_finite(lod.vertices);
        losses.drop(!usable, "level of detail",
                    lod.model.empty() ? "it has no triangles, or a number that is not finite"
                                      : "it is another model");
        if (!usable) continue;
        add_level(mesh, positions, lod.vertices, lod.indices, lod.distance / kLodDistancePerError);
        by_error = true;
    }
    losses.change(by_error, "distances of the levels",
                  fmt::format("errors, a metre for {} metres", kLodDistancePerError));
    const geometry::Sphere sphere = geometry::bounding_sphere(positions);
    mesh.sphere = {sphere.center, sphere.radius};
    mesh.bounds = geometry::bounding_box(positions);
    TRY(check_mesh(mesh));
    return Converted<Mesh>{std::move(mesh), losses.take()};
}

}  // namespace galley
