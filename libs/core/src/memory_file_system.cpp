#include "galley/core/memory_file_system.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <set>

#include "galley/base/assert.h"
#include "galley/base/errors.h"
#include "galley/base/try.h"
#include "memory_tree.h"

namespace galley {

using memory::NodePtr;

namespace {

/// Where the clock starts: September 2001, so that no time is negative or zero.
constexpr std::int64_t kStart = 1'000'000'000'000'000'000;

std::unexpected<Error> failed(ErrorCode code, std::string message, std::string_view path) {
    return fail(code, std::move(message), {.file = std::string(path)});
}

/// Reads what the file held when it was opened.
class MemoryReadableFile final : public ReadableFile {
public:
    explicit MemoryReadableFile(Bytes bytes) : bytes_(std::move(bytes)) {}
    [[nodiscard]] std::uint64_t size() const override { return bytes_.size(); }
    Result<std::size_t> read(std::span<std::byte> into) override {
        const ByteSpan rest = ByteSpan(bytes_).subspan(at_);
        const std::size_t size = std::min(into.size(), rest.size());
        std::ranges::copy(rest.first(size), into.begin());
        at_ += size;
        return size;
    }

private:
    Bytes bytes_;
    std::size_t at_ = 0;
};

class MemoryMapping final : public MappedFile {
public:
    explicit MemoryMapping(Bytes bytes) : bytes_(std::move(bytes)) {}
    [[nodiscard]] ByteSpan bytes() const override { return bytes_; }

private:
    Bytes bytes_;
};

/// Whether `wanted` is `node` or lies below it.
bool holds(const memory::Node& node, const memory::Node* wanted) {
    return &node == wanted || std::ranges::any_of(node.entries, [&](const auto& entry) {
        return holds(*entry.second, wanted);
    });
}

void scan_below(const memory::Node& directory, const std::string& prefix, ScannedTree& tree) {
    // Directories sort as their name with a slash, which is the order of whole paths.
    std::map<std::string, const memory::Node*> sorted;
    for (const auto& [name, node] : directory.entries) {
        if (name.starts_with('.')) continue;
        sorted[node->type == FileType::directory ? name + "/" : name] = node.get();
    }
    tree.add_directory(
        {prefix.substr(0, prefix.size() - (prefix.empty() ? 0 : 1)), directory.stat()});
    for (const auto& [name, node] : sorted) {
        if (node->type == FileType::directory) {
            scan_below(*node, prefix + name, tree);
            continue;
        }
        const std::string path = prefix + name;
        auto block = std::make_unique<char[]>(path.size());
        std::ranges::copy(path, block.get());
        tree.add({{block.get(), path.size()}, node->stat()});
        tree.keep(std::move(block));
    }
}

}  // namespace

struct MemoryFileSystem::Impl {
    std::mutex mutex;
    std::condition_variable unlocked;
    memory::Tree tree;
    std::int64_t now = kStart;
    std::vector<Access> log;
    std::set<const memory::Node*> locks;

    void record(Operation operation, std::string_view path) {
        log.push_back({operation, std::string(path)});
    }

    Result<NodePtr> find(std::string_view path, FileType type) const {
        NodePtr node = tree.find(path);
        if (!node) return failed(kFileNotFound, "no such file", path);
        if (node->type != type) {
            return failed(kNotADirectory,
                          type == FileType::file ? "it is a directory" : "it is not a directory",
                          path);
        }
        return node;
    }

    Result<NodePtr> directory_of(std::string_view path, std::string& name) const {
        auto [directory, last] = tree.locate(path);
        if (!directory) return failed(kFileNotFound, "no such directory", path);
        if (directory->type != FileType::directory || last.empty()) {
            return failed(kNotADirectory, "not inside a directory", path);
        }
        name = std::move(last);
        return directory;
    }

    /// Gives a name to a node, or takes it away.
    void name(NodePtr directory, const std::string& entry, NodePtr target) {
        directory->touch(now);
        tree.apply({{{std::move(directory), entry, std::move(target)}}});
    }

    Result<void> make_directories(std::string_view path) {
        for (std::size_t at = 0; at < path.size();) {
            const std::size_t end = std::min(path.find('/', at + 1), path.size());
            const std::string_view part = path.substr(0, end);
            at = end;
            const NodePtr node = tree.find(part);
            if (node && node->type != FileType::directory) {
                return failed(kNotADirectory, "a file has the name of the directory", part);
            }
            if (node) continue;
            std::string last;
            TRY_ASSIGN(const NodePtr parent, directory_of(part, last));
            name(parent, last, tree.make_node(FileType::directory, now));
        }
        return {};
    }

    Result<NodePtr> open_to_write(std::string_view path, CreateMode mode) {
        std::string last;
        TRY_ASSIGN(const NodePtr directory, directory_of(path, last));
        NodePtr node = tree.find(path);
        if (node && mode == CreateMode::exclusive) {
            return failed(kFileExists, "the file exists", path);
        }
        if (node && node->type != FileType::file) {
            return failed(kNotADirectory, "it is a directory", path);
        }
        if (!node) {
            node = tree.make_node(FileType::file, now);
            name(directory, last, node);
        } else if (mode == CreateMode::replace) {
            node->bytes.clear();
            node->touch(now);
        }
        return node;
    }
};

namespace {

/// Writes at its own offset, or at the end when it appends, as an open file of POSIX does.
class MemoryWritableFile final : public WritableFile {
public:
    MemoryWritableFile(MemoryFileSystem::Impl& fs, NodePtr node, std::string path, bool append)
        : fs_(fs), node_(std::move(node)), path_(std::move(path)), append_(append) {}

    Result<void> write(ByteSpan bytes) override {
        const std::lock_guard lock(fs_.mutex);
        GALLEY_ASSERT(!closed_);
        fs_.record(MemoryFileSystem::Operation::write, path_);
        if (append_) offset_ = node_->bytes.size();
        node_->bytes.resize(std::max(node_->bytes.size(), offset_ + bytes.size()));
        std::ranges::copy(bytes, node_->bytes.begin() + static_cast<std::ptrdiff_t>(offset_));
        offset_ += bytes.size();
        node_->touch(fs_.now);
        return {};
    }

    Result<void> sync() override {
        const std::lock_guard lock(fs_.mutex);
        GALLEY_ASSERT(!closed_);
        fs_.record(MemoryFileSystem::Operation::sync, path_);
        node_->durable_bytes = node_->bytes;
        return {};
    }

    Result<void> close() override {
        closed_ = true;
        return {};
    }

private:
    MemoryFileSystem::Impl& fs_;
    NodePtr node_;
    std::string path_;
    bool append_;
    bool closed_ = false;
    std::size_t offset_ = 0;
};

class MemoryFileLock final : public FileLock {
public:
    MemoryFileLock(MemoryFileSystem::Impl& fs, NodePtr node) : fs_(fs), node_(std::move(node)) {}
    ~MemoryFileLock() override {
        const std::lock_guard lock(fs_.mutex);
        fs_.locks.erase(node_.get());
        fs_.unlocked.notify_all();
    }
    MemoryFileLock(const MemoryFileLock&) = delete;
    MemoryFileLock& operator=(const MemoryFileLock&) = delete;

private:
    MemoryFileSystem::Impl& fs_;
    NodePtr node_;
};

}  // namespace

MemoryFileSystem::MemoryFileSystem() : impl_(std::make_unique<Impl>()) {}
MemoryFileSystem::~MemoryFileSystem() = default;

void MemoryFileSystem::put(std::string_view path, ByteSpan bytes) {
    const std::lock_guard lock(impl_->mutex);
    const std::size_t slash = path.rfind('/');
    if (slash != std::string_view::npos && slash > 0) {
        GALLEY_ASSERT(impl_->make_directories(path.substr(0, slash)));
    }
    const auto node = impl_->open_to_write(path, CreateMode::replace);
    GALLEY_ASSERT(node);
    (*node)->bytes.assign(bytes.begin(), bytes.end());
    (*node)->durable_bytes = (*node)->bytes;
    for (std::size_t end = slash; end != std::string_view::npos && end > 0;
         end = path.rfind('/', end - 1)) {
        impl_->tree.sync_names(impl_->tree.find(path.substr(0, end)));
    }
    impl_->tree.sync_names(impl_->tree.root);
}

void MemoryFileSystem::put(std::string_view path, std::string_view text) {
    put(path, as_byte_span(text));
}

bool MemoryFileSystem::exists(std::string_view path) {
    const std::lock_guard lock(impl_->mutex);
    return impl_->tree.find(path) != nullptr;
}

void MemoryFileSystem::advance(std::int64_t nanoseconds) {
    const std::lock_guard lock(impl_->mutex);
    impl_->now += nanoseconds;
}

void MemoryFileSystem::set_mtime(std::string_view path, std::int64_t mtime_ns) {
    const std::lock_guard lock(impl_->mutex);
    const NodePtr node = impl_->tree.find(path);
    GALLEY_ASSERT(node != nullptr);
    node->mtime_ns = mtime_ns;
    node->ctime_ns = impl_->now;
}

std::vector<MemoryFileSystem::Access> MemoryFileSystem::take_log() {
    const std::lock_guard lock(impl_->mutex);
    return std::exchange(impl_->log, {});
}

std::unique_ptr<MemoryFileSystem> MemoryFileSystem::crash(std::uint64_t seed) {
    const std::lock_guard lock(impl_->mutex);
    auto result = std::make_unique<MemoryFileSystem>();
    result->impl_->tree = impl_->tree.crashed(seed);
    result->impl_->now = impl_->now;
    return result;
}

Result<FileStat> MemoryFileSystem::stat(std::string_view path) {
    const std::lock_guard lock(impl_->mutex);
    impl_->record(Operation::stat, path);
    const NodePtr node = impl_->tree.find(path);
    if (!node) return failed(kFileNotFound, "no such file", path);
    return node->stat();
}

Result<std::vector<DirectoryEntry>> MemoryFileSystem::list(std::string_view path) {
    const std::lock_guard lock(impl_->mutex);
    impl_->record(Operation::list, path);
    TRY_ASSIGN(const NodePtr directory, impl_->find(path, FileType::directory));
    std::vector<DirectoryEntry> entries;
    for (const auto& [name, node] : directory->entries) entries.push_back({name, node->type});
    return entries;
}

Result<ScannedTree> MemoryFileSystem::scan(std::string_view root, unsigned) {
    const std::lock_guard lock(impl_->mutex);
    impl_->record(Operation::list, root);
    ScannedTree files;
    if (!impl_->tree.find(root)) return files;
    TRY_ASSIGN(const NodePtr directory, impl_->find(root, FileType::directory));
    scan_below(*directory, {}, files);
    return files;
}

Result<std::unique_ptr<ReadableFile>> MemoryFileSystem::open(std::string_view path) {
    const std::lock_guard lock(impl_->mutex);
    impl_->record(Operation::read, path);
    TRY_ASSIGN(const NodePtr node, impl_->find(path, FileType::file));
    return std::make_unique<MemoryReadableFile>(node->bytes);
}

Result<std::unique_ptr<MappedFile>> MemoryFileSystem::map(std::string_view path) {
    TRY_ASSIGN(Bytes bytes, read(path));
    return std::make_unique<MemoryMapping>(std::move(bytes));
}

Result<std::unique_ptr<WritableFile>> MemoryFileSystem::create(std::string_view path,
                                                               CreateMode mode) {
    const std::lock_guard lock(impl_->mutex);
    impl_->record(Operation::make, path);
    TRY_ASSIGN(NodePtr node, impl_->open_to_write(path, mode));
    return std::make_unique<MemoryWritableFile>(*impl_, std::move(node), std::string(path),
                                                mode == CreateMode::append);
}

Result<void> MemoryFileSystem::rename(std::string_view from, std::string_view to) {
    const std::lock_guard lock(impl_->mutex);
    impl_->record(Operation::rename, from);
    std::string old_name;
    std::string new_name;
    TRY_ASSIGN(const NodePtr source, impl_->directory_of(from, old_name));
    TRY_ASSIGN(const NodePtr target, impl_->directory_of(to, new_name));
    const NodePtr node = impl_->tree.find(from);
    if (!node) return failed(kFileNotFound, "no such file", from);
    const NodePtr replaced = impl_->tree.find(to);
    if (replaced == node) return {};
    if (replaced && (replaced->type != node->type || !replaced->entries.empty())) {
        return failed(kFileWrite, "cannot rename: the target is another kind or is not empty", to);
    }
    if (holds(*node, target.get())) {
        return failed(kFileWrite, "cannot move a directory into itself", to);
    }
    source->touch(impl_->now);
    target->touch(impl_->now);
    node->ctime_ns = impl_->now;
    impl_->tree.apply({{{source, old_name, nullptr}, {target, new_name, node}}});
    return {};
}

Result<void> MemoryFileSystem::remove_file(std::string_view path) {
    const std::lock_guard lock(impl_->mutex);
    impl_->record(Operation::remove, path);
    std::string name;
    TRY_ASSIGN(const NodePtr directory, impl_->directory_of(path, name));
    TRY(impl_->find(path, FileType::file));
    impl_->name(directory, name, nullptr);
    return {};
}

Result<void> MemoryFileSystem::remove_directory(std::string_view path) {
    const std::lock_guard lock(impl_->mutex);
    impl_->record(Operation::remove, path);
    std::string name;
    TRY_ASSIGN(const NodePtr directory, impl_->directory_of(path, name));
    TRY_ASSIGN(const NodePtr node, impl_->find(path, FileType::directory));
    if (!node->entries.empty()) return failed(kFileWrite, "the directory is not empty", path);
    impl_->name(directory, name, nullptr);
    return {};
}

Result<void> MemoryFileSystem::make_directories(std::string_view path) {
    const std::lock_guard lock(impl_->mutex);
    impl_->record(Operation::make, path);
    return impl_->make_directories(path);
}

Result<void> MemoryFileSystem::sync_directory(std::string_view path) {
    const std::lock_guard lock(impl_->mutex);
    impl_->record(Operation::sync, path);
    TRY_ASSIGN(const NodePtr directory, impl_->find(path, FileType::directory));
    impl_->tree.sync_names(directory);
    return {};
}

Result<void> MemoryFileSystem::sync_tree(std::string_view path) {
    const std::lock_guard lock(impl_->mutex);
    impl_->record(Operation::sync, path);
    TRY_ASSIGN(const NodePtr directory, impl_->find(path, FileType::directory));
    impl_->tree.sync_below(directory);
    return {};
}

Result<void> MemoryFileSystem::truncate(std::string_view path, std::uint64_t size) {
    const std::lock_guard lock(impl_->mutex);
    impl_->record(Operation::write, path);
    TRY_ASSIGN(const NodePtr node, impl_->find(path, FileType::file));
    node->bytes.resize(size);
    node->touch(impl_->now);
    return {};
}

Result<std::unique_ptr<FileLock>> MemoryFileSystem::lock(std::string_view path, bool wait) {
    std::unique_lock guard(impl_->mutex);
    TRY_ASSIGN(NodePtr node, impl_->open_to_write(path, CreateMode::append));
    if (!wait && impl_->locks.contains(node.get())) {
        return failed(kFileLocked, "somebody holds the lock", path);
    }
    impl_->unlocked.wait(guard, [&] { return !impl_->locks.contains(node.get()); });
    impl_->locks.insert(node.get());
    return std::make_unique<MemoryFileLock>(*impl_, std::move(node));
}

std::int64_t MemoryFileSystem::now_ns() {
    const std::lock_guard lock(impl_->mutex);
    return impl_->now;
}

}  // namespace galley
