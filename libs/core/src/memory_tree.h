#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "galley/base/file_system.h"

namespace galley::memory {

struct Node;
using NodePtr = std::shared_ptr<Node>;

/// A file or directory: what programs see now, and what a power cut leaves.
struct Node {
    FileType type = FileType::file;
    std::uint64_t inode = 0;
    std::int64_t mtime_ns = 0;
    std::int64_t ctime_ns = 0;
    Bytes bytes;
    Bytes durable_bytes;
    std::map<std::string, NodePtr, std::less<>> entries;
    std::map<std::string, NodePtr, std::less<>> durable_entries;

    void touch(std::int64_t now) { mtime_ns = ctime_ns = now; }
    [[nodiscard]] FileStat stat() const { return {type, bytes.size(), mtime_ns, ctime_ns, inode}; }
};

/// One name given (or, with a null target, taken away) in one directory.
struct NameChange {
    NodePtr directory;
    std::string name;
    NodePtr target;
};

/// What one call did to names: one change, or the two of a rename, which happen together or not at
/// all, as in a journaling file system.
struct NameOperation {
    std::vector<NameChange> changes;
};

/// The tree, with what is not durable yet. Not thread-safe. Paths are absolute or relative to `/`,
/// with `.` and `..` resolved.
class Tree {
public:
    Tree();

    [[nodiscard]] NodePtr find(std::string_view path) const;
    /// The directory that holds `path`, and its last part (empty for the root).
    [[nodiscard]] std::pair<NodePtr, std::string> locate(std::string_view path) const;
    [[nodiscard]] NodePtr make_node(FileType type, std::int64_t now);

    /// Applies an operation now and remembers that it is not durable.
    void apply(NameOperation operation);
    /// Makes the names in `directory` durable, with what they depend on.
    void sync_names(const NodePtr& directory);
    void sync_below(const NodePtr& node);

    /// What a power cut leaves; `seed` chooses what of the rest survives (0 nothing, ~0 all).
    [[nodiscard]] Tree crashed(std::uint64_t seed) const;

    NodePtr root;

private:
    std::uint64_t next_inode_ = 1;
    std::vector<NameOperation> pending_;  ///< in the order they happened
};

}  // namespace galley::memory
