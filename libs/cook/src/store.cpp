#include "store.h"

#include <fmt/format.h>

#include <cstring>
#include <set>

#include "galley/base/errors.h"
#include "galley/base/try.h"
#include "galley/core/virtual_path.h"
#include "galley/vfs/manifest.h"

namespace galley {

namespace {

/// A commit costs one sync of the file system; these keep that small beside the writing, and bound
/// what a killed cook has to do again.
constexpr std::size_t kCommitFiles = 2048;
constexpr std::uint64_t kCommitBytes = std::uint64_t{512} << 20;

Hash128 fold(Hash128 fingerprint, const Digest& key) {
    Hash128 half;
    std::memcpy(&half, key.bytes.data(), sizeof(half));
    return {fingerprint.low ^ half.low, fingerprint.high ^ half.high};
}

}  // namespace

Store::Store(FileSystem& fs, std::string cooked) : fs_(fs), cooked_(std::move(cooked)) {}

Result<void> Store::open(bool writable) {
    const std::string root = join_path(cooked_, "store");
    auto shards = fs_.list(root);
    if (shards) {
        for (const DirectoryEntry& shard : *shards) {
            if (shard.type != FileType::directory || shard.name.size() != 2) {
                continue;
            }
            TRY_ASSIGN(const auto files, fs_.list(join_path(root, shard.name)));
            for (const DirectoryEntry& file : files) {
                const std::string_view name = file.name;
                if (name.size() != 68 || !name.ends_with(".vda")) {
                    continue;
                }
                if (const auto key = Digest::from_hex(name.substr(0, 64))) {
                    add_present(*key);
                }
            }
        }
    } else if (shards.error().code != kFileNotFound) {
        return std::unexpected(std::move(shards).error());
    }
    if (writable) {
        const std::string staging = join_path(cooked_, "staging");
        if (const auto leftovers = fs_.list(staging)) {
            for (const DirectoryEntry& file : *leftovers) {
                TRY(fs_.remove_file(join_path(staging, file.name)));
            }
        }
    }
    return {};
}

void Store::add_present(const Digest& key) {
    if (present_.insert(key).second) {
        fingerprint_ = fold(fingerprint_, key);
    }
}

Hash128 Store::fingerprint() const {
    const std::lock_guard lock(mutex_);
    return fingerprint_;
}

bool Store::contains(const Digest& key) const {
    const std::lock_guard lock(mutex_);
    return present_.contains(key);
}

std::size_t Store::size() const {
    const std::lock_guard lock(mutex_);
    return present_.size();
}

std::string Store::path(const Digest& key) const {
    return join_path(cooked_, store_path(key));
}

Result<void> Store::stage(const Digest& key, ByteSpan file) {
    return write_staged(path(key), file);
}

Result<void> Store::stage_authored(std::string_view target, ByteSpan text) {
    return write_staged(std::string(target), text);
}

Result<void> Store::write_staged(std::string target, ByteSpan bytes) {
    std::string temporary;
    {
        const std::lock_guard lock(mutex_);
        if (next_ == 0) {
            TRY(fs_.make_directories(join_path(cooked_, "staging")));
        }
        temporary = fmt::format("{}/staging/{}", cooked_, next_++);
    }
    auto written = [&]() -> Result<void> {
        TRY_ASSIGN(auto out, fs_.create(temporary, CreateMode::replace));
        TRY(out->write(bytes));
        return out->close();
    }();
    if (!written) {
        (void)fs_.remove_file(temporary);
        return written;
    }
    const std::lock_guard lock(mutex_);
    staged_.push_back({std::move(temporary), std::move(target)});
    staged_bytes_ += bytes.size();
    bytes_written_ += bytes.size();
    return {};
}

bool Store::wants_commit() const {
    const std::lock_guard lock(mutex_);
    return staged_.size() >= kCommitFiles || staged_bytes_ >= kCommitBytes;
}

Result<void> Store::commit() {
    const std::lock_guard committing(commit_mutex_);
    std::vector<Staged> batch;
    {
        const std::lock_guard lock(mutex_);
        batch.swap(staged_);
        staged_bytes_ = 0;
    }
    if (batch.empty()) {
        return {};
    }
    TRY(fs_.sync_tree(join_path(cooked_, "staging")));
    std::set<std::string> directories;
    for (const Staged& staged : batch) {
        const std::string directory = staged.target.substr(0, staged.target.rfind('/'));
        if (directories.insert(directory).second) {
            TRY(fs_.make_directories(directory));
        }
        TRY(fs_.rename(staged.temporary, staged.target));
    }
    TRY(fs_.sync_tree(cooked_));
    const std::lock_guard lock(mutex_);
    for (const Staged& staged : batch) {
        const std::string_view name = std::string_view(staged.target).substr(
            staged.target.rfind('/') + 1);
        if (name.size() == 68 && name.ends_with(".vda")) {
            if (const auto key = Digest::from_hex(name.substr(0, 64))) {
                add_present(*key);
            }
        }
    }
    return {};
}

std::uint64_t Store::bytes_written() const {
    const std::lock_guard lock(mutex_);
    return bytes_written_;
}

Result<void> Store::discard(const Digest& key) {
    {
        const std::lock_guard lock(mutex_);
        if (present_.erase(key) > 0) {
            fingerprint_ = fold(fingerprint_, key);
        }
    }
    return fs_.remove_file(path(key));
}

}  // namespace galley
