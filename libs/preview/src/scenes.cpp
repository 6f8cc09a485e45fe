#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <numbers>

#include "galley/preview/scene.h"

namespace galley::preview {
namespace {

Vec4 attribute(const MeshView& mesh, const VertexAttribute& a, std::uint32_t vertex) {
    const MeshView::Stream& stream = mesh.streams[a.stream];
    const std::byte* p = stream.bytes.data() + std::size_t{vertex} * stream.stride + a.offset;
    std::array<float, 4> v = {0, 0, 0, 1};
    const auto unorm16 = [&](std::size_t i) {
        std::uint16_t bits = 0;
        std::memcpy(&bits, p + i * 2, 2);
        return static_cast<float>(bits) / 65535.0F;
    };
    switch (a.format) {
    case VertexFormat::f32x2: std::memcpy(v.data(), p, 8); break;
    case VertexFormat::f32x3: std::memcpy(v.data(), p, 12); break;
    case VertexFormat::f32x4: std::memcpy(v.data(), p, 16); break;
    case VertexFormat::unorm8x4:
        for (std::size_t i = 0; i < 4; ++i) {
            v[i] = static_cast<float>(std::to_integer<unsigned>(p[i])) / 255.0F;
        }
        break;
    case VertexFormat::unorm16x4:
        for (std::size_t i = 0; i < 4; ++i) v[i] = unorm16(i);
        break;
    }
    return {v[0], v[1], v[2], v[3]};
}

template <class T, class Convert>
std::vector<T> read_attribute(const MeshView& mesh, VertexSemantic semantic, unsigned set,
                              const Convert& convert) {
    std::vector<T> out;
    const VertexAttribute* a = mesh.find(semantic, set);
    if (a == nullptr) return out;
    out.reserve(mesh.vertex_count);
    for (std::uint32_t v = 0; v < mesh.vertex_count; ++v) {
        out.push_back(convert(attribute(mesh, *a, v)));
    }
    return out;
}

}  // namespace

Scene scene_from_mesh(const MeshView& mesh, std::uint32_t level) {
    const auto vec3 = [](const Vec4& v) { return Vec3{v.x, v.y, v.z}; };
    TriangleMesh out;
    out.positions = read_attribute<Vec3>(mesh, VertexSemantic::position, 0, vec3);
    out.normals = read_attribute<Vec3>(mesh, VertexSemantic::normal, 0, vec3);
    out.colors =
        read_attribute<Vec4>(mesh, VertexSemantic::color, 0, [](const Vec4& v) { return v; });
    if (!mesh.levels.empty()) {
        const MeshLevel& range = mesh.levels[std::min<std::size_t>(level, mesh.levels.size() - 1)];
        out.indices.reserve(range.index_count);
        for (std::uint32_t i = 0; i < range.index_count; ++i) {
            out.indices.push_back(mesh.index(std::size_t{range.first_index} + i));
        }
    }
    Scene scene;
    scene.meshes.push_back(std::move(out));
    scene.instances.push_back({});
    return scene;
}

TriangleMesh sphere_mesh(std::uint32_t segments, std::uint32_t rings) {
    constexpr float pi = std::numbers::pi_v<float>;
    TriangleMesh mesh;
    mesh.uvs.resize(1);
    for (std::uint32_t ring = 0; ring <= rings; ++ring) {
        const float v = static_cast<float>(ring) / static_cast<float>(rings);
        for (std::uint32_t segment = 0; segment <= segments; ++segment) {
            const float u = static_cast<float>(segment) / static_cast<float>(segments);
            const float around = u * 2 * pi;
            const Vec3 n{std::sin(v * pi) * std::sin(around), std::cos(v * pi),
                         std::sin(v * pi) * std::cos(around)};
            mesh.positions.push_back(n);
            mesh.normals.push_back(n);
            mesh.tangents.push_back({std::cos(around), 0, -std::sin(around), 1});
            mesh.uvs[0].push_back({u * 2, v});
        }
    }
    const std::uint32_t row = segments + 1;
    for (std::uint32_t ring = 0; ring < rings; ++ring) {
        for (std::uint32_t segment = 0; segment < segments; ++segment) {
            const std::uint32_t a = ring * row + segment;
            const std::uint32_t b = a + row;
            if (ring > 0) mesh.indices.insert(mesh.indices.end(), {a, b, a + 1});
            if (ring + 1 < rings) mesh.indices.insert(mesh.indices.end(), {a + 1, b, b + 1});
        }
    }
    return mesh;
}

Scene scene_from_material(Material material, std::vector<Texture> textures) {
    Scene scene;
    scene.meshes.push_back(sphere_mesh(192, 96));
    scene.textures = std::move(textures);
    const auto known = static_cast<std::uint32_t>(scene.textures.size());
    bool missing = false;
    for (TextureSlot& slot : material.slots) {
        if (slot.texture < known) continue;
        slot.texture = known;
        missing = true;
    }
    if (missing) scene.textures.push_back(missing_texture());
    scene.materials.push_back(std::move(material));
    scene.instances.push_back({0, 0, {}});
    return scene;
}

}  // namespace galley::preview
