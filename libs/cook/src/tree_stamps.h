#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "galley/base/bytes.h"
#include "galley/base/file_system.h"

namespace galley {

/// The directories of the sources and of the recipes as a survey found them. As long as a directory
/// has its stamp no name in it came or went, and only the files that are known need a look.
struct TreeStamps {
    struct Directory {
        std::string_view path;  ///< below its root; empty for the root
        FileStat stat;
        bool settled = true;
    };
    std::vector<Directory> sources;  ///< sorted by path
    std::vector<Directory> recipes;  ///< sorted by path
    std::uint64_t unclaimed = 0;     ///< files below the sources that no importer claims
};

/// `now_ns` was read before the scans.
[[nodiscard]] Bytes encode_tree_stamps(const ScannedTree& sources, const ScannedTree& recipes,
                                       std::uint64_t unclaimed, std::int64_t now_ns);
/// Borrows from the bytes; nothing when they are not whole.
[[nodiscard]] std::optional<TreeStamps> decode_tree_stamps(ByteSpan bytes);

}  // namespace galley
