#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "galley/base/bytes.h"
#include "galley/base/result.h"

namespace galley {

/// What `read` takes at most unless it is told otherwise: 1 TiB.
inline constexpr std::uint64_t kReadLimit = std::uint64_t{1} << 40;

enum class FileType : std::uint8_t { file, directory, other };

/// What decides, without reading, whether a file is the one that was seen before.
struct FileStat {
    FileType type = FileType::other;
    std::uint64_t size = 0;
    std::int64_t mtime_ns = 0;  ///< of the bytes, in nanoseconds since the Unix epoch
    std::int64_t ctime_ns = 0;  ///< of anything about the file: programs can't set it back
    std::uint64_t inode = 0;

    friend bool operator==(const FileStat&, const FileStat&) = default;
};

struct DirectoryEntry {
    std::string name;
    FileType type = FileType::other;
};

/// One file found by `scan`, its path relative to the scanned root with forward slashes. The path
/// borrows from the tree.
struct ScannedFile {
    std::string_view path;
    FileStat stat;
};

/// A directory that a scan went through, as it was before its entries were read; the root's path is
/// empty. The size says nothing. One with a link to nowhere, whose target may come later, has a
/// time stamp that no directory has.
struct ScannedDirectory {
    std::string path;
    FileStat stat;
};

/// A file of a directory, as it is expected to be.
struct ExpectedFile {
    std::string_view name;
    FileStat stat;
};

/// What a scan found, sorted by path bytewise. Paths live in a few large blocks: a tree of 100,000
/// files costs two allocations for each thousand of them.
class ScannedTree {
public:
    [[nodiscard]] const std::vector<ScannedFile>& files() const { return files_; }
    [[nodiscard]] auto begin() const { return files_.begin(); }
    [[nodiscard]] auto end() const { return files_.end(); }
    [[nodiscard]] std::size_t size() const { return files_.size(); }
    [[nodiscard]] bool empty() const { return files_.empty(); }
    [[nodiscard]] const ScannedFile& operator[](std::size_t i) const { return files_[i]; }

    /// In no particular order.
    [[nodiscard]] const std::vector<ScannedDirectory>& directories() const { return directories_; }

    /// For those who build one: adds a file whose path lives in a block that was kept. Files are
    /// added in order.
    void add(const ScannedFile& file) { files_.push_back(file); }
    void reserve(std::size_t files) { files_.reserve(files); }
    void keep(std::unique_ptr<char[]> block) { blocks_.push_back(std::move(block)); }
    void add_directory(ScannedDirectory directory) { directories_.push_back(std::move(directory)); }

private:
    std::vector<ScannedFile> files_;
    std::vector<std::unique_ptr<char[]>> blocks_;
    std::vector<ScannedDirectory> directories_;
};

/// Bytes that stay valid while this object lives: a mapping, or a buffer that it owns.
class MappedFile {
public:
    virtual ~MappedFile() = default;
    [[nodiscard]] virtual ByteSpan bytes() const = 0;
};

/// A file opened for reading, from its beginning on. One thread at a time uses it.
class ReadableFile {
public:
    virtual ~ReadableFile() = default;
    /// When it was opened: a file may be cut or grow while it is read.
    [[nodiscard]] virtual std::uint64_t size() const = 0;
    /// The next bytes; fewer than asked for only at the end.
    [[nodiscard]] virtual Result<std::size_t> read(std::span<std::byte> into) = 0;
};

/// A file opened for writing. What was written is durable only after `sync` returned.
class WritableFile {
public:
    virtual ~WritableFile() = default;
    virtual Result<void> write(ByteSpan bytes) = 0;
    virtual Result<void> sync() = 0;
    /// Closes and reports what the close reported; the destructor closes silently.
    virtual Result<void> close() = 0;
};

/// Held while it lives; the lock of a process that died is free.
class FileLock {
public:
    virtual ~FileLock() = default;
};

enum class CreateMode : std::uint8_t {
    replace,    ///< create or truncate
    append,     ///< create or append
    exclusive,  ///< fail when it exists
};

/// The file system as Galley sees it. Paths are UTF-8 with forward slashes, absolute or relative
/// to the process's directory. Every error names the path. Safe for use from several threads.
/// A missing file is the code `kFileNotFound`, so that callers can tell it from a failing disk.
class FileSystem {
public:
    virtual ~FileSystem() = default;

    /// Follows symbolic links.
    [[nodiscard]] virtual Result<FileStat> stat(std::string_view path) = 0;
    /// The entries of a directory, sorted by name bytewise, without `.` and `..`.
    [[nodiscard]] virtual Result<std::vector<DirectoryEntry>> list(std::string_view path) = 0;
    /// Every regular file below `root`, sorted by path bytewise, names that begin with a dot left
    /// out at every level, symbolic links followed but never into a directory that is an ancestor.
    /// A missing root is an empty list. `threads` may share the work.
    [[nodiscard]] virtual Result<ScannedTree> scan(std::string_view root, unsigned threads) = 0;
    /// Whether a directory has the time stamps and inode of `expected`, so that no name in it came
    /// or went. Anything that can't be told is a no. The indexes of those of `files` in it that
    /// have not exactly their stat are appended to `changed`, in order.
    [[nodiscard]] virtual bool has_same_names(std::string_view directory, const FileStat& expected,
                                              std::span<const ExpectedFile> files,
                                              std::vector<std::size_t>& changed);
    /// A regular file.
    [[nodiscard]] virtual Result<std::unique_ptr<ReadableFile>> open(std::string_view path) = 0;
    /// The whole file; fails with `kFileTooLarge` before reading when it is larger than `limit`.
    [[nodiscard]] Result<Bytes> read(std::string_view path, std::uint64_t limit = kReadLimit);
    /// For files that are never changed once they have their name (the store). Others are read.
    [[nodiscard]] virtual Result<std::unique_ptr<MappedFile>> map(std::string_view path) = 0;
    [[nodiscard]] virtual Result<std::unique_ptr<WritableFile>> create(std::string_view path,
                                                                       CreateMode mode) = 0;
    /// Replaces `to` when it exists.
    virtual Result<void> rename(std::string_view from, std::string_view to) = 0;
    virtual Result<void> remove_file(std::string_view path) = 0;
    virtual Result<void> remove_directory(std::string_view path) = 0;
    /// Creates what is missing of the whole path; no error when it exists.
    virtual Result<void> make_directories(std::string_view path) = 0;
    /// Makes the names in this directory durable.
    virtual Result<void> sync_directory(std::string_view path) = 0;
    /// Makes everything written below `path` so far durable, contents and names (one call for many
    /// files where the system has one).
    virtual Result<void> sync_tree(std::string_view path) = 0;
    /// Cuts a file to `size`.
    virtual Result<void> truncate(std::string_view path, std::uint64_t size) = 0;
    /// An exclusive advisory lock on `path` (created when missing). Without `wait`, a lock that
    /// somebody holds is the code `kFileLocked`.
    [[nodiscard]] virtual Result<std::unique_ptr<FileLock>> lock(std::string_view path,
                                                                 bool wait) = 0;
    /// Nanoseconds since the epoch, never later than the stamp that a change from now on gives a
    /// file: one whose `mtime_ns` is below what this returned before it was read cannot change
    /// without another stamp (the racy-timestamp rule).
    [[nodiscard]] virtual std::int64_t now_ns() = 0;
};

/// The real one. Lives as long as the process.
[[nodiscard]] FileSystem& real_file_system();

}  // namespace galley
