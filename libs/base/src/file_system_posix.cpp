#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdio>

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>

#include "errno_posix.h"
#include "file_posix.h"
#include "galley/base/file_system.h"
#include "galley/base/try.h"
#include "scan_posix.h"

namespace galley {
namespace {

std::unexpected<Error> failed(ErrorCode otherwise, std::string action, std::string_view path) {
    return std::unexpected(errno_error(errno, otherwise, std::move(action), path));
}

/// The path as the system wants it: one that holds a NUL would name another file.
Result<std::string> system_path(std::string_view path) {
    if (path.find('\0') != std::string_view::npos) {
        return fail(kFileAccess, "the path holds a NUL character", {.file = std::string(path)});
    }
    return std::string(path);
}

Result<Fd> open_file(std::string_view path, int flags, ErrorCode otherwise, const char* action) {
    TRY_ASSIGN(const std::string name, system_path(path));
    int fd = -1;
    do {
        fd = ::open(name.c_str(), flags | O_CLOEXEC, 0666);
    } while (fd < 0 && errno == EINTR);
    if (fd < 0) return failed(otherwise, action, path);
    return Fd(fd);
}

struct OpenedFile {
    Fd fd;
    std::uint64_t size = 0;
};

/// Opens a regular file for reading. O_NONBLOCK: opening a named pipe must not hang.
Result<OpenedFile> open_to_read(std::string_view path) {
    TRY_ASSIGN(Fd fd, open_file(path, O_RDONLY | O_NONBLOCK, kFileAccess, "cannot open"));
    struct ::stat status;
    if (::fstat(fd.get(), &status) != 0) return failed(kFileAccess, "cannot stat", path);
    if (!S_ISREG(status.st_mode)) {
        return fail(kNotADirectory,
                    S_ISDIR(status.st_mode) ? "cannot read: it is a directory"
                                            : "cannot read: it is not a regular file",
                    {.file = std::string(path)});
    }
    return OpenedFile{std::move(fd), static_cast<std::uint64_t>(status.st_size)};
}

class PosixReadableFile final : public ReadableFile {
public:
    PosixReadableFile(OpenedFile file, std::string path)
        : file_(std::move(file)), path_(std::move(path)) {}

    [[nodiscard]] std::uint64_t size() const override { return file_.size; }

    Result<std::size_t> read(std::span<std::byte> into) override {
        std::size_t done = 0;
        while (done < into.size()) {
            const std::size_t size = std::min<std::size_t>(into.size() - done, 1U << 30);
            const ssize_t got = ::read(file_.fd.get(), into.data() + done, size);
            if (got < 0 && errno == EINTR) continue;
            if (got < 0) return failed(kFileAccess, "cannot read", path_);
            if (got == 0) break;
            done += static_cast<std::size_t>(got);
        }
        return done;
    }

private:
    OpenedFile file_;
    std::string path_;
};

Result<void> sync_fd(int fd, std::string_view path) {
    while (::fsync(fd) != 0) {
        if (errno != EINTR) return failed(kFileWrite, "cannot sync", path);
    }
    return {};
}

class PosixMapping final : public MappedFile {
public:
    PosixMapping(void* data, std::size_t size) : data_(data), size_(size) {}
    ~PosixMapping() override {
        if (data_ != nullptr) ::munmap(data_, size_);
    }
    PosixMapping(const PosixMapping&) = delete;
    PosixMapping& operator=(const PosixMapping&) = delete;
    [[nodiscard]] ByteSpan bytes() const override {
        return {static_cast<const std::byte*>(data_), size_};
    }

private:
    void* data_;
    std::size_t size_;
};

class PosixWritableFile final : public WritableFile {
public:
    PosixWritableFile(Fd fd, std::string path) : fd_(std::move(fd)), path_(std::move(path)) {}

    Result<void> write(ByteSpan bytes) override {
        while (!bytes.empty()) {
            const std::size_t size = std::min<std::size_t>(bytes.size(), 1U << 30);
            const ssize_t written = ::write(fd_.get(), bytes.data(), size);
            if (written < 0 && errno == EINTR) continue;
            if (written < 0) return failed(kFileWrite, "cannot write", path_);
            bytes = bytes.subspan(static_cast<std::size_t>(written));
            written_ += static_cast<std::uint64_t>(written);
        }
        return {};
    }

    Result<void> sync() override { return sync_fd(fd_.get(), path_); }

    Result<void> close() override {
        if (!fd_.valid()) return {};
        start_writing_back();
        // After EINTR the descriptor is closed on Linux; closing again could close another's.
        if (::close(fd_.release()) != 0 && errno != EINTR) {
            return failed(kFileWrite, "cannot close", path_);
        }
        return {};
    }

private:
    /// Large files set out for the disk now, while the program goes on computing, and not all at
    /// once when somebody syncs. A hint: nothing depends on it.
    void start_writing_back() {
#ifdef __linux__
        constexpr std::uint64_t kLarge = 256 * 1024;
        if (written_ >= kLarge) (void)::sync_file_range(fd_.get(), 0, 0, SYNC_FILE_RANGE_WRITE);
#endif
    }

    Fd fd_;
    std::string path_;
    std::uint64_t written_ = 0;
};

class PosixFileLock final : public FileLock {
public:
    explicit PosixFileLock(Fd fd) : fd_(std::move(fd)) {}

private:
    Fd fd_;
};

class PosixFileSystem final : public FileSystem {
public:
    Result<FileStat> stat(std::string_view path) override {
        TRY_ASSIGN(const std::string name, system_path(path));
        struct ::stat status;
        if (::stat(name.c_str(), &status) != 0) return failed(kFileAccess, "cannot stat", path);
        return file_stat(status);
    }

    Result<std::vector<DirectoryEntry>> list(std::string_view path) override {
        TRY_ASSIGN(Fd fd, open_file(path, O_RDONLY | O_DIRECTORY, kFileAccess, "cannot list"));
        return list_directory(fd.get(), path);
    }

    Result<ScannedTree> scan(std::string_view root, unsigned threads) override {
        TRY_ASSIGN(const std::string name, system_path(root));
        return scan_tree(name, threads);
    }

    bool has_same_names(std::string_view directory, const FileStat& expected,
                        std::span<const ExpectedFile> files,
                        std::vector<std::size_t>& changed) override {
        const auto fd = open_file(directory, O_RDONLY | O_DIRECTORY, kFileAccess, "cannot look at");
        return fd && directory_has_same_names(fd->get(), expected, files, changed);
    }

    Result<std::unique_ptr<ReadableFile>> open(std::string_view path) override {
        TRY_ASSIGN(OpenedFile file, open_to_read(path));
        return std::make_unique<PosixReadableFile>(std::move(file), std::string(path));
    }

    Result<std::unique_ptr<MappedFile>> map(std::string_view path) override {
        TRY_ASSIGN(const OpenedFile file, open_to_read(path));
        if (file.size == 0) return std::make_unique<PosixMapping>(nullptr, 0);
        void* data = ::mmap(nullptr, file.size, PROT_READ, MAP_SHARED, file.fd.get(), 0);
        if (data == MAP_FAILED) return failed(kFileAccess, "cannot map", path);
        return std::make_unique<PosixMapping>(data, file.size);
    }

    Result<std::unique_ptr<WritableFile>> create(std::string_view path, CreateMode mode) override {
        int flags = O_WRONLY | O_CREAT;
        if (mode == CreateMode::replace) flags |= O_TRUNC;
        if (mode == CreateMode::append) flags |= O_APPEND;
        if (mode == CreateMode::exclusive) flags |= O_EXCL;
        TRY_ASSIGN(Fd fd, open_file(path, flags, kFileWrite, "cannot create"));
        return std::make_unique<PosixWritableFile>(std::move(fd), std::string(path));
    }

    Result<void> rename(std::string_view from, std::string_view to) override {
        TRY_ASSIGN(const std::string source, system_path(from));
        TRY_ASSIGN(const std::string target, system_path(to));
        if (::rename(source.c_str(), target.c_str()) != 0) {
            return failed(kFileWrite, "cannot rename to " + target, from);
        }
        return {};
    }

    Result<void> remove_file(std::string_view path) override {
        TRY_ASSIGN(const std::string name, system_path(path));
        if (::unlink(name.c_str()) != 0) return failed(kFileWrite, "cannot remove", path);
        return {};
    }

    Result<void> remove_directory(std::string_view path) override {
        TRY_ASSIGN(const std::string name, system_path(path));
        if (::rmdir(name.c_str()) != 0) {
            if (errno == EEXIST) errno = ENOTEMPTY;  // POSIX allows either
            return failed(kFileWrite, "cannot remove the directory", path);
        }
        return {};
    }

    Result<void> make_directories(std::string_view path) override {
        TRY_ASSIGN(const std::string name, system_path(path));
        if (::mkdir(name.c_str(), 0777) == 0) return {};
        if (errno == ENOENT) {
            const std::size_t end = name.find_last_not_of('/');
            const std::size_t slash = end == std::string::npos ? end : name.find_last_of('/', end);
            if (slash == std::string::npos || slash == 0) {
                return failed(kFileWrite, "cannot create the directory", path);
            }
            TRY(make_directories(path.substr(0, slash)));
            if (::mkdir(name.c_str(), 0777) == 0) return {};
        }
        const int number = errno;
        struct ::stat status;
        if (number == EEXIST && ::stat(name.c_str(), &status) == 0) {
            if (S_ISDIR(status.st_mode)) return {};
            return fail(kNotADirectory, "cannot create the directory: a file has its name",
                        {.file = name});
        }
        errno = number;
        return failed(kFileWrite, "cannot create the directory", path);
    }

    Result<void> sync_directory(std::string_view path) override {
        TRY_ASSIGN(Fd fd, open_file(path, O_RDONLY | O_DIRECTORY, kFileWrite, "cannot open"));
        return sync_fd(fd.get(), path);
    }

    Result<void> sync_tree(std::string_view path) override {
        TRY_ASSIGN(Fd fd, open_file(path, O_RDONLY | O_DIRECTORY, kFileWrite, "cannot open"));
        if (::syncfs(fd.get()) != 0) return failed(kFileWrite, "cannot sync", path);
        return {};
    }

    Result<void> truncate(std::string_view path, std::uint64_t size) override {
        TRY_ASSIGN(const std::string name, system_path(path));
        if (size > std::uint64_t{LLONG_MAX}) {
            errno = EFBIG;
            return failed(kFileWrite, "cannot cut", path);
        }
        while (::truncate(name.c_str(), static_cast<off_t>(size)) != 0) {
            if (errno != EINTR) return failed(kFileWrite, "cannot cut", path);
        }
        return {};
    }

    Result<std::unique_ptr<FileLock>> lock(std::string_view path, bool wait) override {
        TRY_ASSIGN(Fd fd, open_file(path, O_RDWR | O_CREAT, kFileWrite, "cannot open the lock"));
        // flock belongs to the open file, so it also excludes a second holder in this process.
        while (::flock(fd.get(), wait ? LOCK_EX : LOCK_EX | LOCK_NB) != 0) {
            if (errno == EINTR) continue;
            if (errno == EWOULDBLOCK) {
                return fail(kFileLocked, "another process holds the lock",
                            {.file = std::string(path)}, "wait for it to end");
            }
            return failed(kFileWrite, "cannot lock", path);
        }
        return std::make_unique<PosixFileLock>(std::move(fd));
    }

    std::int64_t now_ns() override {
        // The kernel stamps files with its coarse clock, or (Linux 6.13) with a finer later time.
        struct ::timespec time;
        ::clock_gettime(CLOCK_REALTIME_COARSE, &time);
        return time.tv_sec * 1'000'000'000 + time.tv_nsec;
    }
};

}  // namespace

FileSystem& real_file_system() {
    static PosixFileSystem file_system;
    return file_system;
}

}  // namespace galley
