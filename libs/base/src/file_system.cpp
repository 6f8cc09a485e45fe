#include "galley/base/file_system.h"

#include <array>

#include "galley/base/errors.h"
#include "galley/base/try.h"

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

Result<Bytes> FileSystem::read(std::string_view path, std::uint64_t limit) {
    TRY_ASSIGN(const auto file, open(path));
    const auto too_large = [&](std::uint64_t size) {
        return fail(kFileTooLarge,
                    "the file has " + std::to_string(size) + " bytes, more than the " +
                        std::to_string(limit) + " that are allowed here",
                    {.file = std::string(path)});
    };
    if (file->size() > limit) return too_large(file->size());
    Bytes bytes(file->size());
    TRY_ASSIGN(std::size_t size, file->read(bytes));
    // A file may have been cut, or grow while it is read; /proc has files of size 0.
    while (size == bytes.size()) {
        std::array<std::byte, 4096> more;
        TRY_ASSIGN(const std::size_t got, file->read(more));
        if (got == 0) break;
        if (got > limit - size) return too_large(size + got);
        bytes.insert(bytes.end(), more.begin(), more.begin() + static_cast<long>(got));
        size += got;
    }
    bytes.resize(size);
    return bytes;
}

}  // namespace galley
