#include <fmt/format.h>

#include "galley/import/errors.h"
#include "gltf/document_reader.h"

namespace galley::gltf {
namespace {

void set_parents(JsonReader& r, const At& nodes_at, std::vector<ModelNode>& nodes) {
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        for (const std::uint32_t child : nodes[i].children) {
            if (nodes[child].parent >= 0) {
                return r.fail(kGltfNodeTree,
                              fmt::format("node {} is a child of node {} and of node {}", child,
                                          nodes[child].parent, i),
                              At(nodes_at, child));
            }
            nodes[child].parent = static_cast<std::int32_t>(i);
        }
    }
}

/// With one parent each, whatever cannot be reached from a node without parent is on a cycle or
/// hangs from one.
void refuse_cycles(JsonReader& r, const At& nodes_at, const std::vector<ModelNode>& nodes) {
    std::vector<std::uint32_t> pending;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (nodes[i].parent < 0) pending.push_back(static_cast<std::uint32_t>(i));
    }
    std::vector<bool> reached(nodes.size());
    while (!pending.empty()) {
        const std::uint32_t node = pending.back();
        pending.pop_back();
        reached[node] = true;
        pending.insert(pending.end(), nodes[node].children.begin(), nodes[node].children.end());
    }
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (!reached[i]) {
            return r.fail(kGltfNodeTree, fmt::format("node {} is its own ancestor", i),
                          At(nodes_at, i));
        }
    }
}

void check_scenes(JsonReader& r, const At& scenes_at, const Document& document) {
    std::vector<std::size_t> seen_in(document.nodes.size());  // scene number + 1
    for (std::size_t s = 0; s < document.scenes.size(); ++s) {
        for (const std::uint32_t root : document.scenes[s].roots) {
            if (document.nodes[root].parent >= 0) {
                return r.fail(kGltfNodeTree,
                              fmt::format("node {} is a root of the scene and a child of node {}",
                                          root, document.nodes[root].parent),
                              At(scenes_at, s));
            }
            if (seen_in[root] == s + 1) {
                return r.fail(kGltfNodeTree,
                              fmt::format("node {} is twice a root of the scene", root),
                              At(scenes_at, s));
            }
            seen_in[root] = s + 1;
        }
    }
}

}  // namespace

void link_nodes(JsonReader& r, const At& root, Document& document) {
    const At nodes_at(root, "nodes");
    set_parents(r, nodes_at, document.nodes);
    if (!r.failed()) refuse_cycles(r, nodes_at, document.nodes);
    if (!r.failed()) check_scenes(r, At(root, "scenes"), document);
}

}  // namespace galley::gltf
