#include "prepared_scene.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "galley/base/try.h"
#include "galley/preview/errors.h"
#include "galley/preview/render.h"

namespace galley::preview {
namespace {

struct Bounds {
    std::array<double, 3> min;
    std::array<double, 3> max;

    Bounds() {
        min.fill(std::numeric_limits<double>::infinity());
        max.fill(-std::numeric_limits<double>::infinity());
    }
    void add(const std::array<double, 3>& p) {
        for (std::size_t i = 0; i < 3; ++i) {
            min[i] = std::min(min[i], p[i]);
            max[i] = std::max(max[i], p[i]);
        }
    }
    void add(const Bounds& other) {
        for (std::size_t i = 0; i < 3; ++i) {
            min[i] = std::min(min[i], other.min[i]);
            max[i] = std::max(max[i], other.max[i]);
        }
    }
    [[nodiscard]] bool empty() const { return !(min[0] <= max[0]); }
};

std::array<double, 3> transform(const Mat4& m, Vec3 p) {
    std::array<double, 3> out{};
    for (std::size_t row = 0; row < 3; ++row) {
        out[row] = double{m.m[row]} * p.x + double{m.m[4 + row]} * p.y +
                   double{m.m[8 + row]} * p.z + double{m.m[12 + row]};
    }
    return out;
}

bool finite(const std::array<double, 3>& p) {
    return std::isfinite(p[0]) && std::isfinite(p[1]) && std::isfinite(p[2]);
}

Bounds chunk_bounds(const Scene& scene, const Chunk& chunk) {
    const Instance& instance = scene.instances[chunk.instance];
    const TriangleMesh& mesh = scene.meshes[instance.mesh];
    Bounds bounds;
    const std::size_t first = std::size_t{chunk.first} * 3;
    for (std::size_t i = first; i < first + std::size_t{chunk.count} * 3; ++i) {
        const auto p = transform(instance.world, mesh.positions[mesh.indices[i]]);
        if (finite(p)) bounds.add(p);
    }
    return bounds;
}

Result<std::vector<Chunk>> make_chunks(const Scene& scene) {
    std::vector<Chunk> chunks;
    std::uint64_t total = 0;
    for (std::uint32_t i = 0; i < scene.instances.size(); ++i) {
        const std::uint64_t triangles = scene.meshes[scene.instances[i].mesh].indices.size() / 3;
        total += triangles;
        if (total > kMaxTriangles) {
            return fail(kPreviewTooLarge, "the scene has more triangles than a picture may draw",
                        {}, "draw a part of it: FILE:mesh/NAME");
        }
        for (std::uint64_t first = 0; first < triangles; first += kChunkTriangles) {
            const std::uint64_t count = std::min<std::uint64_t>(kChunkTriangles, triangles - first);
            chunks.push_back(
                {i, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(count)});
        }
    }
    return chunks;
}

Result<Bounds> scene_bounds(const Scene& scene, const std::vector<Chunk>& chunks, JobPool& pool) {
    std::vector<Bounds> partial(chunks.size());
    pool.parallel_for(chunks.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) partial[i] = chunk_bounds(scene, chunks[i]);
    });
    Bounds bounds;
    for (const Bounds& b : partial) bounds.add(b);
    if (bounds.empty()) {
        return fail(kPreviewEmpty, "there is no triangle to draw", {},
                    "'galley inspect' lists what the file holds");
    }
    return bounds;
}

/// scale(1 / radius) * turn(z up) * translate(-centre) * world, in double up to the end.
Mat4 normalize(const Mat4& world, const std::array<double, 3>& center, double radius, bool z_up) {
    Mat4 out;
    for (std::size_t column = 0; column < 4; ++column) {
        std::array<double, 3> v{};
        for (std::size_t row = 0; row < 3; ++row) {
            v[row] = double{world.m[column * 4 + row]} - (column == 3 ? center[row] : 0.0);
        }
        if (z_up) v = {v[0], v[2], -v[1]};
        for (std::size_t row = 0; row < 3; ++row) {
            out.m[column * 4 + row] = static_cast<float>(v[row] / radius);
        }
        out.m[column * 4 + 3] = column == 3 ? 1.0F : 0.0F;
    }
    return out;
}

bool needs_background(const Material& material) {
    return material.type == MaterialType::blend || (material.transmission.value_or(0) > 0);
}

/// For instances without a material.
const Material& plain_material() {
    static const Material plain = [] {
        Material material;
        material.base_color = {0.55F, 0.55F, 0.56F, 1};
        material.metallic = 0;
        material.roughness = 0.55F;
        material.double_sided = true;
        return material;
    }();
    return plain;
}

PreparedInstance prepare_instance(const Scene& scene, const Instance& instance,
                                  const Bounds& bounds, bool z_up) {
    std::array<double, 3> center{};
    double radius = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        center[i] = (bounds.min[i] + bounds.max[i]) / 2;
        const double half = (bounds.max[i] - bounds.min[i]) / 2;
        radius += half * half;
    }
    radius = std::sqrt(radius);
    if (!(radius > 1e-30)) radius = 1;  // a point, or less than floats can scale up

    PreparedInstance out;
    out.mesh = &scene.meshes[instance.mesh];
    out.material = instance.material < 0
                       ? &plain_material()
                       : &scene.materials[static_cast<std::size_t>(instance.material)];
    out.to_world = normalize(instance.world, center, radius, z_up);
    const auto& m = out.to_world.m;
    const Vec3 x{m[0], m[1], m[2]};
    const Vec3 y{m[4], m[5], m[6]};
    const Vec3 z{m[8], m[9], m[10]};
    out.mirrored = dot(cross(x, y), z) < 0;
    const float sign = out.mirrored ? -1.0F : 1.0F;
    out.normal_columns = {cross(y, z) * sign, cross(z, x) * sign, cross(x, y) * sign};
    out.blended = needs_background(*out.material);
    out.masked = out.material->type == MaterialType::mask;
    return out;
}

}  // namespace

std::optional<std::array<Vec3, 3>> PreparedScene::corners(std::uint32_t instance,
                                                          std::uint32_t triangle) const {
    const PreparedInstance& in = instances[instance];
    std::array<Vec3, 3> out;
    for (std::size_t i = 0; i < 3; ++i) {
        const std::uint32_t vertex = in.mesh->indices[std::size_t{triangle} * 3 + i];
        out[i] = transform_point(in.to_world, in.mesh->positions[vertex]);
        // Bounds were taken over every finite corner, so anything far outside them is not.
        if (!(std::abs(out[i].x) < 4 && std::abs(out[i].y) < 4 && std::abs(out[i].z) < 4)) {
            return std::nullopt;
        }
    }
    return out;
}

Result<PreparedScene> prepare_scene(const Scene& scene, bool z_up, JobPool& pool) {
    TRY_ASSIGN(const std::vector<Chunk> chunks, make_chunks(scene));
    TRY_ASSIGN(const Bounds bounds, scene_bounds(scene, chunks, pool));

    PreparedScene out;
    out.scene = &scene;
    out.instances.reserve(scene.instances.size());
    for (const Instance& instance : scene.instances) {
        out.instances.push_back(prepare_instance(scene, instance, bounds, z_up));
    }
    for (const Chunk& chunk : chunks) {
        (out.instances[chunk.instance].blended ? out.blended : out.solid).push_back(chunk);
    }
    return out;
}

}  // namespace galley::preview
