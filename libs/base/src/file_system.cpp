#include "galley/base/file_system.h"

namespace galley {

bool FileSystem::has_same_names(std::string_view directory, const FileStat& expected,
                                std::span<const ExpectedFile> files,
                                std::vector<std::size_t>& changed) {
    const auto own = stat(directory);
    if (!own || own->type != FileType::directory || own->mtime_ns != expected.mtime_ns ||
        own->ctime_ns != expected.ctime_ns || own->inode != expected.inode) {
        return false;
    }
    for (std::size_t i = 0; i < files.size(); ++i) {
        std::string path(directory);
        path.append("/").append(files[i].name);
        const auto found = stat(path);
        if (!found || *found != files[i].stat) changed.push_back(i);
    }
    return true;
}

}  // namespace galley
