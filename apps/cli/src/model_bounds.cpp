#include "model_bounds.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace galley::cli {
namespace {

struct Box {
    static constexpr float kFar = std::numeric_limits<float>::infinity();
    Aabb box{{kFar, kFar, kFar}, {-kFar, -kFar, -kFar}};

    void add(Vec3 p) {
        if (!(std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z))) return;
        box.min = {std::min(box.min.x, p.x), std::min(box.min.y, p.y), std::min(box.min.z, p.z)};
        box.max = {std::max(box.max.x, p.x), std::max(box.max.y, p.y), std::max(box.max.z, p.z)};
    }
    void add(const ModelMesh& mesh, const Mat4& world) {
        for (const ModelPrimitive& primitive : mesh.primitives) {
            if (!primitive.skipped.empty()) continue;
            for (const std::uint32_t i : primitive.mesh.indices) {
                add(transform_point(world, primitive.mesh.positions[i]));
            }
        }
    }
};

std::vector<std::uint32_t> roots_of(const Model& model) {
    if (!model.scenes.empty()) {
        const auto scene = static_cast<std::size_t>(std::max(model.default_scene, 0));
        return model.scenes[std::min(scene, model.scenes.size() - 1)].roots;
    }
    std::vector<std::uint32_t> roots;
    for (std::uint32_t i = 0; i < model.nodes.size(); ++i) {
        if (model.nodes[i].parent < 0) roots.push_back(i);
    }
    return roots;
}

}  // namespace

std::optional<Aabb> model_bounds(const Model& model) {
    struct Visit {
        std::uint32_t node;
        Mat4 parent;
    };
    Box box;
    std::vector<Visit> stack;
    for (const std::uint32_t root : roots_of(model)) stack.push_back({root, {}});
    std::vector<bool> visited(model.nodes.size());
    while (!stack.empty()) {
        const Visit visit = stack.back();
        stack.pop_back();
        if (visit.node >= visited.size() || visited[visit.node]) continue;
        visited[visit.node] = true;
        const ModelNode& node = model.nodes[visit.node];
        const Mat4 world =
            visit.parent *
            (node.has_matrix ? node.matrix : compose(node.translation, node.rotation, node.scale));
        if (node.mesh >= 0) box.add(model.meshes[static_cast<std::size_t>(node.mesh)], world);
        for (const std::uint32_t child : node.children) stack.push_back({child, world});
    }
    if (model.nodes.empty()) {
        for (const ModelMesh& mesh : model.meshes) box.add(mesh, Mat4{});
    }
    if (!(box.box.min.x <= box.box.max.x)) return std::nullopt;
    return box.box;
}

}  // namespace galley::cli
