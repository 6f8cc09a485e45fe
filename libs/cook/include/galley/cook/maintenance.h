#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "galley/base/file_system.h"
#include "galley/base/result.h"
#include "galley/project/project.h"

namespace galley {

struct GcReport {
    std::uint64_t kept_files = 0, kept_bytes = 0, removed_files = 0, removed_bytes = 0;
};

/// Removes from the store what no manifest names, what was used longest ago first (one that no
/// manifest ever named counts from when it was written), until what such files take is at most
/// `budget` bytes (0 removes all), and temporaries of killed cooks. Holds the writer's lock.
[[nodiscard]] Result<GcReport> collect_garbage(FileSystem& fs, const Project& project,
                                               std::uint64_t budget, bool dry_run);

struct VerifyItem {
    std::string path;
    bool good = false;
    std::string detail;  ///< what it is when good
    Error error = {};    ///< when not
};

/// Checks files (`.vda`, manifests) and whole directories (a project or a cooked directory: every
/// store file's CRCs, hashes and body rules, its name against its key, and every manifest row
/// against the store).
[[nodiscard]] std::vector<VerifyItem> verify_path(FileSystem& fs, std::string_view path);

}  // namespace galley
