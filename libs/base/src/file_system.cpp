#include "galley/base/file_system.h"

#include <algorithm>

namespace galley {

bool FileSystem::is_unchanged(std::string_view directory, const FileStat& expected,
                              std::span<const ExpectedFile> files) {
    const auto own = stat(directory);
    if (!own || own->type != FileType::directory || own->mtime_ns != expected.mtime_ns ||
        own->ctime_ns != expected.ctime_ns || own->inode != expected.inode) {
        return false;
    }
    return std::ranges::all_of(files, [&](const ExpectedFile& file) {
        std::string path(directory);
        path.append("/").append(file.name);
        const auto found = stat(path);
        return found && *found == file.stat;
    });
}

}  // namespace galley
