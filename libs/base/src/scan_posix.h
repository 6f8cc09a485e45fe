#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "galley/base/file_system.h"

namespace galley {

/// The entries of an open directory, sorted by name; symbolic links have the type of their target.
[[nodiscard]] Result<std::vector<DirectoryEntry>> list_directory(int fd, std::string_view path);

/// `FileSystem::has_same_names` for an open directory.
[[nodiscard]] bool directory_has_same_names(int fd, const FileStat& expected,
                                            std::span<const ExpectedFile> files,
                                            std::vector<std::size_t>& changed);

/// `FileSystem::scan`.
[[nodiscard]] Result<ScannedTree> scan_tree(const std::string& root, unsigned threads);

}  // namespace galley
