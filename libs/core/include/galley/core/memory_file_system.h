#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "galley/base/file_system.h"

namespace galley {

/// Files in memory with a logical clock, for tests. Every change stamps the file with the clock,
/// which moves only by `advance` (so that two edits in one tick are possible). What was not synced
/// can be lost: `crash` gives the file system as a machine would find it after losing power.
class MemoryFileSystem final : public FileSystem {
public:
    MemoryFileSystem();
    ~MemoryFileSystem() override;

    /// Convenience: creates directories and the file, synced.
    void put(std::string_view path, ByteSpan bytes);
    void put(std::string_view path, std::string_view text);
    [[nodiscard]] bool exists(std::string_view path);

    void advance(std::int64_t nanoseconds);
    /// What `touch -d` does: the clock shows only in `ctime_ns`. The file must exist.
    void set_mtime(std::string_view path, std::int64_t mtime_ns);

    enum class Operation : std::uint8_t { stat, list, read, write, rename, remove, make, sync };
    struct Access {
        Operation operation;
        std::string path;
    };
    /// What was asked of it since the last call, in order.
    [[nodiscard]] std::vector<Access> take_log();

    /// A copy after a power cut: contents written but not synced are lost (empty, or cut to what
    /// was synced), renames and creations whose directory was not synced may be undone. `seed`
    /// chooses which unsynced changes survived; seed 0 keeps none, ~0 keeps all.
    [[nodiscard]] std::unique_ptr<MemoryFileSystem> crash(std::uint64_t seed);

    Result<FileStat> stat(std::string_view path) override;
    Result<std::vector<DirectoryEntry>> list(std::string_view path) override;
    Result<ScannedTree> scan(std::string_view root, unsigned threads) override;
    Result<std::unique_ptr<ReadableFile>> open(std::string_view path) override;
    Result<std::unique_ptr<MappedFile>> map(std::string_view path) override;
    Result<std::unique_ptr<WritableFile>> create(std::string_view path, CreateMode mode) override;
    Result<void> rename(std::string_view from, std::string_view to) override;
    Result<void> remove_file(std::string_view path) override;
    Result<void> remove_directory(std::string_view path) override;
    Result<void> make_directories(std::string_view path) override;
    Result<void> sync_directory(std::string_view path) override;
    Result<void> sync_tree(std::string_view path) override;
    Result<void> truncate(std::string_view path, std::uint64_t size) override;
    Result<std::unique_ptr<FileLock>> lock(std::string_view path, bool wait) override;
    std::int64_t now_ns() override;

    struct Impl;  ///< for its files and locks, which must not outlive it

private:
    std::unique_ptr<Impl> impl_;
};

}  // namespace galley
