#pragma once

#include <map>
#include <string>
#include <vector>

#include "galley/base/file_system.h"
#include "galley/base/hash.h"
#include "galley/base/jobs.h"
#include "galley/base/result.h"
#include "galley/core/virtual_path.h"

namespace galley {

/// A file that was read for an import, as it was then.
struct FileRead {
    std::string path;  ///< virtual path
    FileStat stat;
    Digest digest;  ///< SHA-256 of the bytes

    friend bool operator==(const FileRead&, const FileRead&) = default;
};

/// The only way an importer sees files (Z5). Everything it reads, and everything it looked for and
/// did not find, is recorded, because both decide the result. One object serves one import on one
/// thread.
class SourceFiles {
public:
    /// `root` is the directory that virtual paths are below; `max_bytes` bounds one file. With
    /// `near`, a directory below the root, files that are not below it are opened only when their
    /// names end as those of buffers and pictures do (kPathEscapes otherwise): for a root that a
    /// file from anywhere has chosen by its references, which must not reach `/etc/passwd`.
    /// Large files are hashed on an idle thread of `pool`, if any, while they are read.
    SourceFiles(FileSystem& fs, std::string root, std::uint64_t max_bytes, std::string near = {},
                JobPool* pool = nullptr);

    /// The bytes of a file; kFileNotFound is recorded as an absence. Exact case on every system. A
    /// path that is read twice gives the same bytes (the first read is kept while this lives).
    [[nodiscard]] Result<ByteSpan> read(const VirtualPath& path);
    /// The same, given away: nobody else of the import reads the file.
    [[nodiscard]] Result<Bytes> take(const VirtualPath& path);
    /// Whether a file exists; its absence is recorded, its presence is recorded without contents
    /// (an empty digest).
    [[nodiscard]] bool exists(const VirtualPath& path);

    [[nodiscard]] const std::vector<FileRead>& files() const {
        return files_;
    }  ///< first-read order
    [[nodiscard]] const std::vector<std::string>& absent() const { return absent_; }

private:
    [[nodiscard]] Result<FileStat> stat(const std::string& path);
    [[nodiscard]] Result<Bytes*> find(const VirtualPath& path);

    FileSystem& fs_;
    std::string root_;
    std::uint64_t max_bytes_;
    std::string near_;  ///< with its slash, or empty
    JobPool* pool_;
    std::vector<FileRead> files_;
    std::vector<Bytes> contents_;
    std::vector<std::string> absent_;
    std::map<std::string, std::size_t> known_;  ///< index in files_, or kAbsent
};

}  // namespace galley
