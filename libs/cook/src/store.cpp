#include "store.h"

#include <set>

#include <fmt/format.h>

#include "galley/base/byte_pieces.h"
#include "galley/base/byte_writer.h"
#include "galley/base/errors.h"
#include "galley/base/try.h"
#include "galley/core/atomic_file.h"
#include "galley/core/virtual_path.h"
#include "galley/vfs/manifest.h"
#include "import_source.h"

namespace galley {

namespace {

/// A commit costs one sync of the file system; these keep that small beside the writing, and bound
/// what a killed cook has to do again.
constexpr std::size_t kCommitFiles = 2048;
constexpr std::uint64_t kCommitBytes = std::uint64_t{512} << 20;

/// A call of the system costs more than copying a small file together.
Result<void> write_pieces(WritableFile& out, std::span<const ByteSpan> pieces, std::uint64_t size) {
    constexpr std::uint64_t kSmall = 64 << 10;
    if (size <= kSmall) {
        return out.write(joined(pieces));
    }
    for (const ByteSpan piece : pieces) {
        TRY(out.write(piece));
    }
    return {};
}

}  // namespace

Store::Store(FileSystem& fs, std::string cooked) : fs_(fs), cooked_(std::move(cooked)) {}

Store::Stamps Store::stamps() {
    constexpr std::string_view kHex = "0123456789abcdef";
    const std::int64_t now = fs_.now_ns();
    Stamps stamps{{}, true};
    ByteWriter writer;
    std::string shard = join_path(cooked_, "store/00");
    for (std::size_t i = 0; i < 256; ++i) {
        shard[shard.size() - 2] = kHex[i / 16];
        shard[shard.size() - 1] = kHex[i % 16];
        const auto stat = fs_.stat(shard);
        writer.i64(stat ? stat->mtime_ns : 0);
        writer.i64(stat ? stat->ctime_ns : 0);
        writer.u64(stat ? stat->inode : 0);
        stamps.settled = stamps.settled && (!stat || stamp_is_settled(*stat, now));
    }
    stamps.hash = xxh3_128(writer.view());
    return stamps;
}

Result<void> Store::load() {
    loaded_ = true;
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
                    present_.insert(*key);
                }
            }
        }
    } else if (shards.error().code != kFileNotFound) {
        return std::unexpected(std::move(shards).error());
    }
    return {};
}

Result<void> Store::clear_staging() {
    const std::string staging = join_path(cooked_, "staging");
    if (const auto leftovers = fs_.list(staging)) {
        for (const DirectoryEntry& file : *leftovers) {
            TRY(fs_.remove_file(join_path(staging, file.name)));
        }
    }
    return {};
}

bool Store::contains(const Digest& key) const {
    {
        const std::lock_guard lock(mutex_);
        if (present_.contains(key) || loaded_) {
            return present_.contains(key);
        }
    }
    return fs_.stat(path(key)).has_value();
}

std::string Store::path(const Digest& key) const { return join_path(cooked_, store_path(key)); }

Result<void> Store::stage(const Digest& key, std::span<const ByteSpan> file) {
    return write_staged({{}, path(key), false, std::nullopt}, file);
}

Result<void> Store::stage_authored(std::string_view target, ByteSpan text,
                                   const std::optional<FileStat>& as_read) {
    return write_staged({{}, std::string(target), true, as_read}, std::span(&text, 1));
}

/// Whether a file that a person may edit is still the one that was read, or still not there.
bool Store::is_as_read(const Staged& staged) {
    const auto stat = fs_.stat(staged.target);
    return stat ? staged.as_read == *stat : !staged.as_read;
}

Result<void> Store::write_staged(Staged staged, std::span<const ByteSpan> pieces) {
    const std::uint64_t size = size_of(pieces);
    std::string& temporary = staged.temporary;
    {
        const std::lock_guard lock(mutex_);
        if (next_ == 0) {
            TRY(fs_.make_directories(join_path(cooked_, "staging")));
        }
        temporary = fmt::format("{}/staging/{}", cooked_, next_++);
    }
    auto written = [&]() -> Result<void> {
        TRY_ASSIGN(auto out, fs_.create(temporary, CreateMode::replace));
        TRY(write_pieces(*out, pieces, size));
        return out->close();
    }();
    if (!written) {
        (void)fs_.remove_file(temporary);
        return written;
    }
    const std::lock_guard lock(mutex_);
    staged_.push_back(std::move(staged));
    staged_bytes_ += size;
    bytes_written_ += size;
    return {};
}

/// The library may be on another file system than the derived files, where no rename leads.
Result<void> Store::give_name(const Staged& staged) {
    const auto renamed = fs_.rename(staged.temporary, staged.target);
    if (renamed || renamed.error().code != kOtherFileSystem) {
        return renamed;
    }
    TRY_ASSIGN(const Bytes bytes, fs_.read(staged.temporary));
    TRY(write_file_atomically(fs_, staged.target, bytes));
    return fs_.remove_file(staged.temporary);
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
        if (staged.authored && !is_as_read(staged)) {
            TRY(fs_.remove_file(staged.temporary));
            continue;
        }
        TRY(give_name(staged));
    }
    TRY(fs_.sync_tree(cooked_));
    const std::lock_guard lock(mutex_);
    for (const Staged& staged : batch) {
        const std::string_view name =
            std::string_view(staged.target).substr(staged.target.rfind('/') + 1);
        if (name.size() == 68 && name.ends_with(".vda")) {
            if (const auto key = Digest::from_hex(name.substr(0, 64))) {
                present_.insert(*key);
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
        present_.erase(key);
    }
    return fs_.remove_file(path(key));
}

}  // namespace galley
