#include "memory_tree.h"

#include <algorithm>
#include <set>

namespace galley::memory {
namespace {

std::vector<std::string> parts_of(std::string_view path) {
    std::vector<std::string> parts;
    for (std::size_t at = 0; at < path.size();) {
        const std::size_t end = std::min(path.find('/', at), path.size());
        const std::string_view part = path.substr(at, end - at);
        at = end + 1;
        if (part.empty() || part == ".") continue;
        if (part != "..") {
            parts.emplace_back(part);
        } else if (!parts.empty()) {
            parts.pop_back();
        }
    }
    return parts;
}

NodePtr walk(NodePtr node, const std::vector<std::string>& parts, std::size_t count) {
    for (std::size_t i = 0; i < count && node; ++i) {
        const auto found = node->entries.find(parts[i]);
        node = found == node->entries.end() ? nullptr : found->second;
    }
    return node;
}

void change(std::map<std::string, NodePtr, std::less<>>& entries, const NameChange& one) {
    if (one.target) {
        entries[one.name] = one.target;
    } else {
        entries.erase(one.name);
    }
}

/// The same numbers on every machine: splitmix64 (Vigna, public domain reference).
class Chooser {
public:
    explicit Chooser(std::uint64_t seed) : seed_(seed), state_(seed) {}

    /// 0 to `count` - 1; the extreme seeds always choose the first or the last.
    std::size_t choose(std::size_t count) {
        if (seed_ == 0) return 0;
        if (seed_ == ~std::uint64_t{0}) return count - 1;
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15U;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
        return static_cast<std::size_t>((z ^ (z >> 31)) % count);
    }

private:
    std::uint64_t seed_;
    std::uint64_t state_;
};

/// What was synced, then perhaps a part of what was added to it, or all that was written. A file
/// that was cut and written anew can hold any beginning of its new contents.
Bytes surviving_bytes(const Node& node, Chooser& chooser) {
    if (node.bytes == node.durable_bytes) return node.bytes;
    const std::size_t kept = chooser.choose(3);
    if (kept == 0) return node.durable_bytes;
    if (kept == 2) return node.bytes;
    const bool grown = node.bytes.size() >= node.durable_bytes.size() &&
                       std::ranges::equal(node.durable_bytes,
                                          std::span(node.bytes).first(node.durable_bytes.size()));
    const std::size_t least = grown ? node.durable_bytes.size() : 0;
    const std::size_t size = least + chooser.choose(node.bytes.size() - least + 1);
    return {node.bytes.begin(), node.bytes.begin() + static_cast<std::ptrdiff_t>(size)};
}

using Entries = std::map<const Node*, std::map<std::string, NodePtr, std::less<>>>;

NodePtr surviving_node(const NodePtr& node, Entries& names, std::map<const Node*, NodePtr>& copies,
                       Chooser& chooser) {
    if (const auto known = copies.find(node.get()); known != copies.end()) return known->second;
    const auto copy = std::make_shared<Node>();
    copies[node.get()] = copy;
    copy->type = node->type;
    copy->inode = node->inode;
    copy->mtime_ns = node->mtime_ns;
    copy->ctime_ns = node->ctime_ns;
    copy->bytes = copy->durable_bytes = surviving_bytes(*node, chooser);
    const auto changed = names.find(node.get());
    const auto& entries = changed == names.end() ? node->durable_entries : changed->second;
    for (const auto& [name, target] : entries) {
        copy->entries[name] = surviving_node(target, names, copies, chooser);
    }
    copy->durable_entries = copy->entries;
    return copy;
}

}  // namespace

Tree::Tree() : root(make_node(FileType::directory, 0)) {}

NodePtr Tree::make_node(FileType type, std::int64_t now) {
    auto node = std::make_shared<Node>();
    node->type = type;
    node->inode = next_inode_++;
    node->touch(now);
    return node;
}

NodePtr Tree::find(std::string_view path) const {
    const auto parts = parts_of(path);
    return walk(root, parts, parts.size());
}

std::pair<NodePtr, std::string> Tree::locate(std::string_view path) const {
    const auto parts = parts_of(path);
    if (parts.empty()) return {root, {}};
    return {walk(root, parts, parts.size() - 1), parts.back()};
}

void Tree::apply(NameOperation operation) {
    for (const NameChange& one : operation.changes) change(one.directory->entries, one);
    pending_.push_back(std::move(operation));
}

void Tree::sync_names(const NodePtr& directory) {
    // An operation is kept with all earlier ones on the directories that it touches, so that they
    // still happen in order.
    std::set<const Node*> touched = {directory.get()};
    std::vector<NameOperation> kept;
    std::vector<NameOperation> made;
    while (!pending_.empty()) {
        NameOperation operation = std::move(pending_.back());
        pending_.pop_back();
        const bool touches = std::ranges::any_of(operation.changes, [&](const NameChange& one) {
            return touched.contains(one.directory.get());
        });
        if (touches) {
            for (const NameChange& one : operation.changes) touched.insert(one.directory.get());
        }
        (touches ? made : kept).push_back(std::move(operation));
    }
    for (auto one = made.rbegin(); one != made.rend(); ++one) {
        for (const NameChange& name : one->changes) change(name.directory->durable_entries, name);
    }
    pending_.assign(std::move_iterator(kept.rbegin()), std::move_iterator(kept.rend()));
}

void Tree::sync_below(const NodePtr& node) {
    node->durable_bytes = node->bytes;
    if (node->type != FileType::directory) return;
    sync_names(node);
    for (const auto& [name, child] : node->entries) sync_below(child);
}

Tree Tree::crashed(std::uint64_t seed) const {
    Chooser chooser(seed);
    Entries names;
    for (const NameOperation& operation : pending_) {
        if (chooser.choose(2) == 0) continue;
        for (const NameChange& one : operation.changes) {
            const auto at =
                names.try_emplace(one.directory.get(), one.directory->durable_entries).first;
            change(at->second, one);
        }
    }
    std::map<const Node*, NodePtr> copies;
    Tree result;
    result.next_inode_ = next_inode_;
    result.root = surviving_node(root, names, copies, chooser);
    return result;
}

}  // namespace galley::memory
