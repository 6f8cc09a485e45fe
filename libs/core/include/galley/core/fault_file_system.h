#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include "galley/base/file_system.h"

namespace galley {

/// Passes everything to another file system and makes chosen calls fail, for tests. Every call that
/// changes something (create, write, sync, close, rename, remove, make, truncate) is a write point,
/// counted from 0.
class FaultFileSystem final : public FileSystem {
public:
    explicit FaultFileSystem(FileSystem& inner) : inner_(inner) {}

    /// The write point `index` fails with `code` (kDiskFull when a test of full disks), having
    /// written half of its bytes when it is a write; `forever` makes all later ones fail too.
    void fail_write(std::uint64_t index, ErrorCode code, bool forever);
    /// Opening to read, maps, lists and scans of paths for which `match` is true fail with
    /// kFileAccess.
    void fail_reads(std::function<bool(std::string_view path)> match);
    /// Paths below `directory` are on a file system of their own: renames across fail with
    /// kOtherFileSystem.
    void mount(std::string directory) { mount_ = std::move(directory) + "/"; }
    [[nodiscard]] std::uint64_t write_points() const;

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

private:
    friend class FaultWritableFile;
    /// The error this write point shall fail with, if any.
    Result<void> write_point(std::string_view path);
    Result<void> read_point(std::string_view path) const;

    FileSystem& inner_;
    std::atomic<std::uint64_t> points_ = 0;
    std::uint64_t fail_at_ = ~std::uint64_t{0};
    bool forever_ = false;
    ErrorCode code_{"", ""};
    std::function<bool(std::string_view)> fail_read_;
    std::string mount_;
};

}  // namespace galley
