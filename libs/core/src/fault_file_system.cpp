#include "galley/core/fault_file_system.h"

#include <string>

#include "galley/base/errors.h"
#include "galley/base/try.h"

namespace galley {

class FaultWritableFile final : public WritableFile {
public:
    FaultWritableFile(FaultFileSystem& fs, std::string path, std::unique_ptr<WritableFile> inner)
        : fs_(fs), path_(std::move(path)), inner_(std::move(inner)) {}

    Result<void> write(ByteSpan bytes) override {
        if (auto fault = fs_.write_point(path_); !fault) {
            TRY(inner_->write(bytes.first(bytes.size() / 2)));
            return fault;
        }
        return inner_->write(bytes);
    }

    Result<void> sync() override {
        TRY(fs_.write_point(path_));
        return inner_->sync();
    }

    Result<void> close() override {
        const auto fault = fs_.write_point(path_);
        auto closed = inner_->close();
        return fault ? closed : fault;
    }

private:
    FaultFileSystem& fs_;
    std::string path_;
    std::unique_ptr<WritableFile> inner_;
};

void FaultFileSystem::fail_write(std::uint64_t index, ErrorCode code, bool forever) {
    fail_at_ = index;
    code_ = code;
    forever_ = forever;
}

void FaultFileSystem::fail_reads(std::function<bool(std::string_view)> match) {
    fail_read_ = std::move(match);
}

std::uint64_t FaultFileSystem::write_points() const { return points_.load(); }

Result<void> FaultFileSystem::write_point(std::string_view path) {
    const std::uint64_t point = points_.fetch_add(1);
    if (point == fail_at_ || (forever_ && point > fail_at_)) {
        return fail(code_, "injected fault at write point " + std::to_string(point),
                    {.file = std::string(path)});
    }
    return {};
}

Result<void> FaultFileSystem::read_point(std::string_view path) const {
    if (fail_read_ && fail_read_(path)) {
        return fail(kFileAccess, "injected fault of a read", {.file = std::string(path)});
    }
    return {};
}

Result<FileStat> FaultFileSystem::stat(std::string_view path) { return inner_.stat(path); }

Result<std::vector<DirectoryEntry>> FaultFileSystem::list(std::string_view path) {
    TRY(read_point(path));
    return inner_.list(path);
}

Result<ScannedTree> FaultFileSystem::scan(std::string_view root, unsigned threads) {
    TRY(read_point(root));
    return inner_.scan(root, threads);
}

Result<std::unique_ptr<ReadableFile>> FaultFileSystem::open(std::string_view path) {
    TRY(read_point(path));
    return inner_.open(path);
}

Result<std::unique_ptr<MappedFile>> FaultFileSystem::map(std::string_view path) {
    TRY(read_point(path));
    return inner_.map(path);
}

Result<std::unique_ptr<WritableFile>> FaultFileSystem::create(std::string_view path,
                                                              CreateMode mode) {
    TRY(write_point(path));
    TRY_ASSIGN(auto file, inner_.create(path, mode));
    return std::make_unique<FaultWritableFile>(*this, std::string(path), std::move(file));
}

Result<void> FaultFileSystem::rename(std::string_view from, std::string_view to) {
    TRY(write_point(from));
    if (!mount_.empty() && from.starts_with(mount_) != to.starts_with(mount_)) {
        return fail(kOtherFileSystem, "cannot rename across file systems",
                    {.file = std::string(from)});
    }
    return inner_.rename(from, to);
}

Result<void> FaultFileSystem::remove_file(std::string_view path) {
    TRY(write_point(path));
    return inner_.remove_file(path);
}

Result<void> FaultFileSystem::remove_directory(std::string_view path) {
    TRY(write_point(path));
    return inner_.remove_directory(path);
}

Result<void> FaultFileSystem::make_directories(std::string_view path) {
    TRY(write_point(path));
    return inner_.make_directories(path);
}

Result<void> FaultFileSystem::sync_directory(std::string_view path) {
    TRY(write_point(path));
    return inner_.sync_directory(path);
}

Result<void> FaultFileSystem::sync_tree(std::string_view path) {
    TRY(write_point(path));
    return inner_.sync_tree(path);
}

Result<void> FaultFileSystem::truncate(std::string_view path, std::uint64_t size) {
    TRY(write_point(path));
    return inner_.truncate(path, size);
}

Result<std::unique_ptr<FileLock>> FaultFileSystem::lock(std::string_view path, bool wait) {
    return inner_.lock(path, wait);
}

std::int64_t FaultFileSystem::now_ns() { return inner_.now_ns(); }

}  // namespace galley
