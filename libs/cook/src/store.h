#pragma once

#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include "galley/asset/kinds.h"
#include "galley/base/file_system.h"
#include "galley/base/hash.h"

namespace galley {

/// The content store `cooked/store/<2 hex>/<key>.vda`, written in batches: files are staged under
/// `cooked/staging/`, and `commit` makes all of them durable with one sync before it gives them
/// their names, so that a name in the store always means whole contents. Thread-safe.
class Store {
public:
    Store(FileSystem& fs, std::string cooked);

    /// What tells, without looking at files, whether any came or went since: the stamps of the
    /// store's directories. Not `settled` when one was changed so shortly ago that another change
    /// could carry the same stamp.
    struct Stamps {
        Hash128 hash;
        bool settled = false;
    };
    [[nodiscard]] Stamps stamps();

    /// Lists the keys that are there, for when many are asked for; without, each is looked up.
    Result<void> load();
    /// Removes what a killed cook left in the staging directory.
    Result<void> clear_staging();

    [[nodiscard]] bool contains(const Digest& key) const;
    [[nodiscard]] std::string path(const Digest& key) const;

    /// Writes a file, in pieces that follow one another, to the staging directory.
    Result<void> stage(const Digest& key, std::span<const ByteSpan> file);
    /// A file (project-relative or absolute path) that takes part in the next commit: staged,
    /// synced and renamed together with the bodies. Its directory is created. `as_read` is the stat
    /// with which it was read, empty when it was not there: when it is another by then, somebody
    /// edited it, and it is left alone.
    Result<void> stage_authored(std::string_view target, ByteSpan text,
                                const std::optional<FileStat>& as_read);
    /// Whether so much is staged that it is time to commit.
    [[nodiscard]] bool wants_commit() const;
    Result<void> commit();
    [[nodiscard]] std::uint64_t bytes_written() const;

    /// Takes a damaged file out of the store.
    Result<void> discard(const Digest& key);

private:
    struct Staged {
        std::string temporary;
        std::string target;
        bool authored = false;
        std::optional<FileStat> as_read = std::nullopt;  ///< of an authored file
    };
    Result<void> write_staged(Staged staged, std::span<const ByteSpan> pieces);
    [[nodiscard]] bool is_as_read(const Staged& staged);
    Result<void> give_name(const Staged& staged);

    FileSystem& fs_;
    std::string cooked_;
    mutable std::mutex mutex_;
    std::mutex commit_mutex_;
    bool loaded_ = false;
    std::unordered_set<Digest> present_;
    std::vector<Staged> staged_;
    std::uint64_t staged_bytes_ = 0;
    std::uint64_t bytes_written_ = 0;
    std::uint64_t next_ = 0;
};

}  // namespace galley
