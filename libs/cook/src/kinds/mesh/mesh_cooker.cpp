#include <algorithm>
#include <cmath>
#include <cstring>

#include <fmt/format.h>
#include <meshoptimizer.h>

#include "../cookers.h"
#include "galley/asset/mesh.h"
#include "galley/base/try.h"
#include "galley/geometry/bounds.h"
#include "galley/geometry/optimize.h"
#include "galley/geometry/weld.h"

namespace galley {

namespace {

/// Colours fit 16-bit normalised channels unless the source goes beyond [0, 1].
VertexFormat color_format(const std::vector<Vec4>& colors) {
    const auto fits = [](float v) { return v >= 0 && v <= 1; };
    const bool all = std::all_of(colors.begin(), colors.end(), [&](const Vec4& c) {
        return fits(c.x) && fits(c.y) && fits(c.z) && fits(c.w);
    });
    return all ? VertexFormat::unorm16x4 : VertexFormat::f32x4;
}

/// Writes one attribute of every vertex into an interleaved stream.
template <class Write>
void fill(Mesh::Stream& stream, std::size_t offset, std::size_t count, const Write& write) {
    for (std::size_t i = 0; i < count; ++i) {
        write(i, stream.bytes.data() + i * stream.stride + offset);
    }
}

template <class T>
void fill_floats(Mesh::Stream& stream, std::size_t offset, const std::vector<T>& values) {
    fill(stream, offset, values.size(),
         [&](std::size_t i, std::byte* out) { std::memcpy(out, &values[i], sizeof(T)); });
}

void fill_unorm16(Mesh::Stream& stream, std::size_t offset, const std::vector<Vec4>& values) {
    const auto round16 = [](float v) {
        return static_cast<std::uint16_t>(std::lround(v * 65535.0F));
    };
    fill(stream, offset, values.size(), [&](std::size_t i, std::byte* out) {
        const std::uint16_t c[4] = {round16(values[i].x), round16(values[i].y),
                                    round16(values[i].z), round16(values[i].w)};
        std::memcpy(out, c, sizeof(c));
    });
}

std::vector<VertexAttribute> layout(const TriangleMesh& mesh) {
    std::vector<VertexAttribute> attributes = {
        {VertexSemantic::position, 0, VertexFormat::f32x3, 0, 0}};
    std::uint32_t offset = 0;
    const auto add = [&](VertexSemantic semantic, std::size_t set, VertexFormat format) {
        attributes.push_back({semantic, static_cast<std::uint8_t>(set), format, 1,
                              static_cast<std::uint16_t>(offset)});
        offset += vertex_format_bytes(format);
    };
    if (!mesh.normals.empty()) {
        add(VertexSemantic::normal, 0, VertexFormat::f32x3);
    }
    if (!mesh.tangents.empty()) {
        add(VertexSemantic::tangent, 0, VertexFormat::f32x4);
    }
    for (std::size_t set = 0; set < mesh.uvs.size(); ++set) {
        if (!mesh.uvs[set].empty()) {
            add(VertexSemantic::uv, set, VertexFormat::f32x2);
        }
    }
    if (!mesh.colors.empty()) {
        add(VertexSemantic::color, 0, color_format(mesh.colors));
    }
    return attributes;
}

void fill_attribute(Mesh& out, const VertexAttribute& attribute, const TriangleMesh& mesh) {
    Mesh::Stream& stream = out.streams[attribute.stream];
    switch (attribute.semantic) {
    case VertexSemantic::position: fill_floats(stream, attribute.offset, mesh.positions); break;
    case VertexSemantic::normal: fill_floats(stream, attribute.offset, mesh.normals); break;
    case VertexSemantic::tangent: fill_floats(stream, attribute.offset, mesh.tangents); break;
    case VertexSemantic::uv: fill_floats(stream, attribute.offset, mesh.uvs[attribute.set]); break;
    case VertexSemantic::color:
        if (attribute.format == VertexFormat::unorm16x4) {
            fill_unorm16(stream, attribute.offset, mesh.colors);
        } else {
            fill_floats(stream, attribute.offset, mesh.colors);
        }
        break;
    }
}

Mesh to_gpu(const TriangleMesh& mesh) {
    Mesh out;
    out.vertex_count = static_cast<std::uint32_t>(mesh.positions.size());
    out.attributes = layout(mesh);
    for (const VertexAttribute& attribute : out.attributes) {
        if (out.streams.size() <= attribute.stream) {
            out.streams.resize(attribute.stream + std::size_t{1});
        }
        Mesh::Stream& stream = out.streams[attribute.stream];
        stream.stride =
            std::max(stream.stride, attribute.offset + vertex_format_bytes(attribute.format));
    }
    for (Mesh::Stream& stream : out.streams) {
        stream.bytes.resize(std::size_t{stream.stride} * out.vertex_count);
    }
    for (const VertexAttribute& attribute : out.attributes) {
        fill_attribute(out, attribute, mesh);
    }
    out.indices = mesh.indices;
    out.levels = {{0, static_cast<std::uint32_t>(mesh.indices.size()), 0}};
    out.bounds = geometry::bounding_box(mesh.positions);
    const geometry::Sphere sphere = geometry::bounding_sphere(mesh.positions);
    out.sphere = {sphere.center, sphere.radius};
    return out;
}

/// A mesh of nothing else keeps them: it draws nothing, but it is there, as its author left it.
void drop_degenerate_triangles(TriangleMesh& mesh, Ledger& ledger) {
    std::vector<std::uint32_t> indices = mesh.indices;
    const std::size_t dropped = geometry::remove_degenerate_triangles(mesh);
    if (mesh.indices.empty()) {
        mesh.indices = std::move(indices);
    } else if (dropped > 0) {
        ledger.add(Verdict::dropped, "triangles with two equal corners", "", "they cover no pixel",
                   dropped);
    }
}

Result<BytePieces> cook_mesh(const MeshInput& input, const CookContext& context) {
    TriangleMesh mesh = *input.mesh;
    if (!input.settings.keep_colors) {
        mesh.colors.clear();
    }
    if (mesh.uvs.size() > input.settings.max_uv_sets) {
        context.ledger->add(
            Verdict::dropped, "uv sets", "",
            fmt::format("the setting max_uv_sets keeps {}", input.settings.max_uv_sets),
            mesh.uvs.size() - input.settings.max_uv_sets);
        mesh.uvs.resize(input.settings.max_uv_sets);
    }
    geometry::weld(mesh);
    drop_degenerate_triangles(mesh, *context.ledger);
    geometry::optimize_for_gpu(mesh);
    TRY_ASSIGN(Bytes body, encode_mesh(to_gpu(mesh)));
    return in_one_piece(std::move(body));
}

}  // namespace

Cooker mesh_cooker() {
    return {Kind::mesh, 1, fmt::format("meshoptimizer {}", MESHOPTIMIZER_VERSION),
            [](const CookInput& input, const CookContext& context) {
                return cook_mesh(std::get<MeshInput>(input), context);
            }};
}

}  // namespace galley
