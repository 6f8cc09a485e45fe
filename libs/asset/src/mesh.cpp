#include "galley/asset/mesh.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "body_support.h"
#include "galley/asset/errors.h"
#include "galley/base/assert.h"
#include "galley/base/try.h"
#include "mesh_check.h"

namespace galley {

namespace {

constexpr std::array<std::string_view, 5> kSemanticWords = {"position", "normal", "tangent", "uv",
                                                            "color"};
constexpr std::array<std::uint32_t, 5> kFormatBytes = {8, 12, 16, 4, 8};

}  // namespace

std::string_view semantic_word(VertexSemantic semantic) {
    const auto i = static_cast<std::size_t>(semantic);
    GALLEY_ASSERT(i < kSemanticWords.size());
    return kSemanticWords[i];
}

std::uint32_t vertex_format_bytes(VertexFormat format) {
    const auto i = static_cast<std::size_t>(format);
    GALLEY_ASSERT(i < kFormatBytes.size());
    return kFormatBytes[i];
}

const VertexAttribute* MeshView::find(VertexSemantic semantic, unsigned set) const {
    const auto found = std::ranges::find_if(attributes, [&](const VertexAttribute& attribute) {
        return attribute.semantic == semantic && attribute.set == set;
    });
    return found == attributes.end() ? nullptr : &*found;
}

Mesh to_mesh(const MeshView& view) {
    Mesh mesh;
    mesh.vertex_count = view.vertex_count;
    mesh.attributes = view.attributes;
    for (const MeshView::Stream& stream : view.streams) {
        mesh.streams.push_back({stream.stride, {stream.bytes.begin(), stream.bytes.end()}});
    }
    mesh.indices.assign(view.indices32.begin(), view.indices32.end());
    if (!view.indices16.empty()) {
        mesh.indices.assign(view.indices16.begin(), view.indices16.end());
    }
    mesh.levels = view.levels;
    mesh.bounds = view.bounds;
    mesh.sphere = view.sphere;
    return mesh;
}

MeshView borrow(const Mesh& mesh) {
    MeshView view;
    view.vertex_count = mesh.vertex_count;
    view.attributes = mesh.attributes;
    for (const Mesh::Stream& stream : mesh.streams) {
        view.streams.push_back({stream.stride, stream.bytes});
    }
    view.index_count = static_cast<std::uint32_t>(mesh.indices.size());
    view.indices32 = mesh.indices;
    view.levels = mesh.levels;
    view.bounds = mesh.bounds;
    view.sphere = mesh.sphere;
    return view;
}

Result<void> check_mesh(const Mesh& mesh) {
    if (mesh.indices.size() > 0xffffffff) {
        return std::unexpected(body::broken(
            kMeshInvalid, "indices",
            fmt::format("{} indices are more than 32 bits count (P1)", mesh.indices.size())));
    }
    const MeshView view = borrow(mesh);
    TRY(check_mesh_layout(view));
    for (std::size_t i = 0; i < view.streams.size(); ++i) {
        const std::uint64_t size = std::uint64_t{view.vertex_count} * view.streams[i].stride;
        if (view.streams[i].bytes.size() == size) continue;
        return std::unexpected(body::broken(
            kMeshInvalid, fmt::format("streams/{}", i),
            fmt::format("{} bytes instead of {} (P1)", view.streams[i].bytes.size(), size)));
    }
    return check_mesh_contents(view);
}

}  // namespace galley
