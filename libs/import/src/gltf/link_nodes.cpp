#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

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

/// The parentless ancestor of each node, or kNone for a node that has none. With one parent each,
/// whatever cannot be reached from a parentless node is on a cycle or hangs from one.
constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

std::vector<std::uint32_t> find_tops(const std::vector<ModelNode>& nodes) {
    std::vector<std::uint32_t> tops(nodes.size(), kNone);
    std::vector<std::uint32_t> pending;
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        if (nodes[i].parent >= 0) continue;
        tops[i] = i;
        pending.push_back(i);
    }
    while (!pending.empty()) {
        const std::uint32_t node = pending.back();
        pending.pop_back();
        for (const std::uint32_t child : nodes[node].children) {
            tops[child] = tops[node];
            pending.push_back(child);
        }
    }
    return tops;
}

/// A root that is somebody's child goes when its tree is in the scene
/// anyway; otherwise it stays, without its parent's transform: real files do that.
void clean_roots(JsonReader& r, const At& scenes_at, const std::vector<std::uint32_t>& tops,
                 Document& document) {
    std::vector<std::size_t> seen_in(document.nodes.size());  // scene number + 1
    for (std::size_t s = 0; s < document.scenes.size(); ++s) {
        std::vector<std::uint32_t>& roots = document.scenes[s].roots;
        for (const std::uint32_t root : roots) {
            if (document.nodes[root].parent < 0) seen_in[root] = s + 1;
        }
        std::vector<std::uint32_t> kept;
        for (const std::uint32_t root : roots) {
            if (document.nodes[root].parent < 0) {
                kept.push_back(root);
                continue;
            }
            r.ledger().add(Verdict::approximated, "scene root that is a child",
                           At(scenes_at, s).pointer(),
                           "drawn once, without its parent's transform when that is not in the "
                           "scene");
            if (seen_in[tops[root]] != s + 1) kept.push_back(root);
        }
        roots = std::move(kept);
    }
}

/// A root that a scene names twice would be drawn twice (section 5.27: unique items).
void refuse_repeated_roots(JsonReader& r, const At& scenes_at, const Document& document) {
    std::vector<std::size_t> seen_in(document.nodes.size());
    for (std::size_t s = 0; s < document.scenes.size(); ++s) {
        for (const std::uint32_t root : document.scenes[s].roots) {
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
    if (r.failed()) return;
    const std::vector<std::uint32_t> tops = find_tops(document.nodes);
    if (const auto lost = std::ranges::find(tops, kNone); lost != tops.end()) {
        const auto node = static_cast<std::size_t>(lost - tops.begin());
        return r.fail(kGltfNodeTree, fmt::format("node {} is its own ancestor", node),
                      At(nodes_at, node));
    }
    const At scenes_at(root, "scenes");
    refuse_repeated_roots(r, scenes_at, document);
    if (!r.failed()) clean_roots(r, scenes_at, tops, document);
}

}  // namespace galley::gltf
