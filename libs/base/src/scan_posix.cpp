#include "scan_posix.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include "errno_posix.h"
#include "file_posix.h"

namespace galley {
namespace {

/// One read of directory entries; about a thousand of them fit.
constexpr std::size_t kChunkBytes = 32 * 1024;

struct Chunk {
    std::size_t size = 0;
    alignas(dirent64) std::array<char, kChunkBytes> bytes;
};

struct RawEntry {
    const char* name;  ///< ends with NUL, inside the chunk
    std::size_t length;
    unsigned char type;  ///< DT_REG and its kin
};

/// Calls `visit` with each entry of the chunk but `.` and `..`.
template <class Visit>
void for_each_entry(const Chunk& chunk, Visit visit) {
    for (std::size_t at = 0; at < chunk.size;) {
        // The kernel aligns each record for this struct (getdents64(2)).
        const auto* entry = reinterpret_cast<const dirent64*>(chunk.bytes.data() + at);
        at += entry->d_reclen;
        const char* name = entry->d_name;
        const std::size_t length = std::strlen(name);
        const bool is_dots = name[0] == '.' && (length == 1 || (length == 2 && name[1] == '.'));
        if (!is_dots) visit(RawEntry{name, length, entry->d_type});
    }
}

/// Of a regular file.
FileStat stat_of(const struct ::statx& status) {
    const auto ns = [](const statx_timestamp& time) {
        return time.tv_sec * 1'000'000'000 + time.tv_nsec;
    };
    return {FileType::file, status.stx_size, ns(status.stx_mtime), ns(status.stx_ctime),
            status.stx_ino};
}

constexpr unsigned kStatWanted = STATX_TYPE | STATX_SIZE | STATX_MTIME | STATX_CTIME | STATX_INO;

/// Fills the chunk; false at the end, an errno on failure.
std::expected<bool, int> read_chunk(int fd, Chunk& chunk) {
    for (;;) {
        const long got = ::syscall(SYS_getdents64, fd, chunk.bytes.data(), chunk.bytes.size());
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return std::unexpected(errno);
        chunk.size = static_cast<std::size_t>(got);
        return got > 0;
    }
}

}  // namespace

Result<std::vector<DirectoryEntry>> list_directory(int fd, std::string_view path) {
    std::vector<DirectoryEntry> entries;
    Chunk chunk;
    for (;;) {
        const auto more = read_chunk(fd, chunk);
        if (!more) {
            return std::unexpected(errno_error(more.error(), kFileAccess, "cannot list", path));
        }
        if (!*more) break;
        for_each_entry(chunk, [&](const RawEntry& entry) {
            FileType type = FileType::other;
            if (entry.type == DT_REG) type = FileType::file;
            if (entry.type == DT_DIR) type = FileType::directory;
            struct ::stat status;
            if ((entry.type == DT_LNK || entry.type == DT_UNKNOWN) &&
                ::fstatat(fd, entry.name, &status, 0) == 0) {
                if (S_ISREG(status.st_mode)) type = FileType::file;
                if (S_ISDIR(status.st_mode)) type = FileType::directory;
            }
            entries.push_back({std::string(entry.name, entry.length), type});
        });
    }
    std::ranges::sort(entries, {}, &DirectoryEntry::name);
    return entries;
}

bool directory_has_same_names(int fd, const FileStat& expected, std::span<const ExpectedFile> files,
                              std::vector<std::size_t>& changed) {
    struct ::stat directory;
    if (::fstat(fd, &directory) != 0) return false;
    const FileStat own = file_stat(directory);
    if (own.inode != expected.inode || own.mtime_ns != expected.mtime_ns ||
        own.ctime_ns != expected.ctime_ns) {
        return false;
    }
    std::string name;
    for (std::size_t i = 0; i < files.size(); ++i) {
        name.assign(files[i].name);
        struct ::statx status;
        const bool same =
            ::statx(fd, name.c_str(), AT_STATX_SYNC_AS_STAT, kStatWanted, &status) == 0 &&
            S_ISREG(status.stx_mode) && files[i].stat == stat_of(status);
        if (!same) changed.push_back(i);
    }
    return true;
}

namespace {

/// The stamp given to a directory that holds a link to nowhere: the link's target may come without
/// any change of the directory. No clock gives the last nanosecond before the epoch.
constexpr std::int64_t kNoStamp = -1;

/// A directory being scanned. It lives until the whole scan ends; its descriptor is closed when its
/// last chunk is done.
struct Directory {
    std::string prefix;  ///< relative to the root: empty, or with a slash at the end
    const Directory* parent = nullptr;
    dev_t device = 0;
    ino_t inode = 0;
    FileStat stat;
    Fd fd;
    std::atomic<std::size_t> open_tasks = 1;  ///< the listing, and each chunk of it

    std::mutex mutex;  ///< for what follows, while chunks are at work
    bool links_nowhere = false;
    std::vector<ScannedFile> files;
    std::vector<std::unique_ptr<char[]>> blocks;  ///< hold the paths
    std::vector<std::unique_ptr<Directory>> children;
};

struct Task {
    Directory* directory;
    std::unique_ptr<Chunk> chunk;  ///< null: list the directory
};

class Scanner {
public:
    Scanner(const std::string& root, unsigned threads) : root_path_(root), threads_(threads) {}

    Result<ScannedTree> run() {
        root_fd_ = Fd(::open(root_path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        if (!root_fd_.valid()) {
            if (errno == ENOENT) return ScannedTree();
            return std::unexpected(errno_error(errno, kFileAccess, "cannot scan", root_path_));
        }
        push({&root_, nullptr});
        work();
        for (std::thread& helper : helpers_) helper.join();
        if (error_) return std::unexpected(std::move(*error_));
        ScannedTree tree;
        tree.reserve(file_count_);
        gather(root_, tree);
        return tree;
    }

private:
    /// Queues a task, and starts a thread when there is more than the threads at work can take.
    void push(Task task) {
        const std::lock_guard lock(mutex_);
        ++unfinished_;
        tasks_.push_back(std::move(task));
        if (idle_ > 0) {
            wake_.notify_one();
        } else if (tasks_.size() > 1 && helpers_.size() + 1 < threads_) {
            helpers_.emplace_back([this] { work(); });
        }
    }

    /// Takes the newest task (so that few directories are open at a time) until all are done.
    void work() {
        std::unique_lock lock(mutex_);
        for (;;) {
            ++idle_;
            wake_.wait(lock, [this] { return !tasks_.empty() || unfinished_ == 0; });
            --idle_;
            if (tasks_.empty()) return;
            Task task = std::move(tasks_.back());
            tasks_.pop_back();
            const bool stop = error_.has_value();
            lock.unlock();
            if (!stop) {
                if (task.chunk) {
                    stat_chunk(*task.directory, *task.chunk);
                } else {
                    list(*task.directory);
                }
                leave(*task.directory);
            }
            lock.lock();
            if (--unfinished_ == 0) wake_.notify_all();
        }
    }

    void report(int number, std::string action, const std::string& relative) {
        const std::lock_guard lock(mutex_);
        const std::string path = relative.empty() ? root_path_ : root_path_ + "/" + relative;
        if (!error_) error_ = errno_error(number, kFileAccess, std::move(action), path);
    }

    void list(Directory& directory) {
        std::string name = directory.prefix.empty() ? "." : directory.prefix;
        directory.fd =
            Fd(::openat(root_fd_.get(), name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        struct ::stat status;
        if (!directory.fd.valid() || ::fstat(directory.fd.get(), &status) != 0) {
            // One that vanished since its name was read holds nothing.
            if (errno != ENOENT && errno != ENOTDIR) report(errno, "cannot scan", directory.prefix);
            return;
        }
        directory.device = status.st_dev;
        directory.inode = status.st_ino;
        directory.stat = file_stat(status);
        directory.stat.size = 0;
        for (const Directory* up = directory.parent; up != nullptr; up = up->parent) {
            if (up->device == status.st_dev && up->inode == status.st_ino) return;  // a loop
        }
        for (;;) {
            auto chunk = std::make_unique_for_overwrite<Chunk>();
            const auto more = read_chunk(directory.fd.get(), *chunk);
            if (!more) report(more.error(), "cannot scan", directory.prefix);
            if (!more || !*more) return;
            if (crowded()) {
                stat_chunk(directory, *chunk);
                continue;
            }
            directory.open_tasks.fetch_add(1, std::memory_order_relaxed);
            push({&directory, std::move(chunk)});
        }
    }

    /// Whether the other threads have enough to do, so that more chunks would only take memory.
    bool crowded() {
        const std::lock_guard lock(mutex_);
        return tasks_.size() >= 4 * std::size_t{threads_};
    }

    void stat_chunk(Directory& directory, const Chunk& chunk) {
        std::vector<ScannedFile> files;
        std::vector<std::unique_ptr<Directory>> children;
        bool links_nowhere = false;
        std::size_t entries = 0;
        for_each_entry(chunk, [&](const RawEntry&) { ++entries; });
        files.reserve(entries);
        // Names are shorter than their records.
        auto block =
            std::make_unique_for_overwrite<char[]>(chunk.size + entries * directory.prefix.size());
        char* free = block.get();
        for_each_entry(chunk, [&](const RawEntry& entry) {
            if (entry.name[0] == '.') return;
            if (entry.type == DT_DIR) {
                children.push_back(child(directory, entry));
                return;
            }
            if (entry.type != DT_REG && entry.type != DT_LNK && entry.type != DT_UNKNOWN) return;
            struct ::statx status;
            if (::statx(directory.fd.get(), entry.name, AT_STATX_SYNC_AS_STAT, kStatWanted,
                        &status) != 0) {
                // Gone since it was listed, or a link to nowhere or to itself.
                if (errno != ENOENT && errno != ENOTDIR && errno != ELOOP) {
                    report(errno, "cannot stat", directory.prefix + entry.name);
                }
                links_nowhere = links_nowhere || entry.type != DT_REG;
                return;
            }
            if (S_ISDIR(status.stx_mode)) children.push_back(child(directory, entry));
            if (!S_ISREG(status.stx_mode)) return;
            const char* path = free;
            free = std::ranges::copy(directory.prefix, free).out;
            free = std::copy_n(entry.name, entry.length, free);
            files.push_back({{path, free}, stat_of(status)});
        });
        file_count_.fetch_add(files.size(), std::memory_order_relaxed);
        const std::lock_guard lock(directory.mutex);
        directory.links_nowhere = directory.links_nowhere || links_nowhere;
        if (directory.files.empty()) {
            directory.files = std::move(files);
        } else {
            directory.files.insert(directory.files.end(), files.begin(), files.end());
        }
        directory.blocks.push_back(std::move(block));
        for (auto& added : children) {
            push({added.get(), nullptr});
            directory.children.push_back(std::move(added));
        }
    }

    static std::unique_ptr<Directory> child(const Directory& parent, const RawEntry& entry) {
        auto directory = std::make_unique<Directory>();
        directory->prefix = parent.prefix;
        directory->prefix.append(entry.name, entry.length).append("/");
        directory->parent = &parent;
        return directory;
    }

    /// Called after each task of a directory; the last one closes and sorts it.
    static void leave(Directory& directory) {
        if (directory.open_tasks.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
        directory.fd.reset();
        const std::size_t prefix = directory.prefix.size();
        std::ranges::sort(directory.files, {},
                          [prefix](const ScannedFile& file) { return file.path.substr(prefix); });
        std::ranges::sort(directory.children, {},
                          [](const auto& one) -> const std::string& { return one->prefix; });
    }

    /// Appends the tree in the order of whole paths: a directory sorts as its name with a slash.
    static void gather(Directory& directory, ScannedTree& out) {
        auto next = directory.children.begin();
        for (const ScannedFile& file : directory.files) {
            for (; next != directory.children.end() && (*next)->prefix < file.path; ++next) {
                gather(**next, out);
            }
            out.add(file);
        }
        for (; next != directory.children.end(); ++next) gather(**next, out);
        for (auto& block : directory.blocks) out.keep(std::move(block));
        std::string path = std::move(directory.prefix);
        if (!path.empty()) path.pop_back();
        if (directory.links_nowhere) directory.stat.mtime_ns = kNoStamp;
        out.add_directory({std::move(path), directory.stat});
    }

    const std::string& root_path_;
    const unsigned threads_;
    Fd root_fd_;
    Directory root_;
    std::atomic<std::size_t> file_count_ = 0;

    std::mutex mutex_;
    std::condition_variable wake_;
    std::vector<Task> tasks_;
    std::vector<std::thread> helpers_;
    std::size_t unfinished_ = 0;  ///< tasks queued or at work
    std::size_t idle_ = 0;        ///< threads that wait
    std::optional<Error> error_;
};

}  // namespace

Result<ScannedTree> scan_tree(const std::string& root, unsigned threads) {
    return Scanner(root, threads).run();
}

}  // namespace galley
