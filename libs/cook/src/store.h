#pragma once

#include <mutex>
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

    /// Looks at what is there. Leftovers of a killed cook in the staging directory are removed when
    /// `writable`.
    Result<void> open(bool writable);

    [[nodiscard]] bool contains(const Digest& key) const;
    [[nodiscard]] std::size_t size() const;
    /// The exclusive or of the keys that are there: with `size`, tells whether files came or went.
    [[nodiscard]] Hash128 fingerprint() const;
    [[nodiscard]] std::string path(const Digest& key) const;

    /// Writes a file to the staging directory.
    Result<void> stage(const Digest& key, ByteSpan file);
    /// A file (project-relative or absolute path) that takes part in the next commit: staged,
    /// synced and renamed together with the bodies. Its directory is created.
    Result<void> stage_authored(std::string_view target, ByteSpan text);
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
    };
    Result<void> write_staged(std::string target, ByteSpan bytes);

    FileSystem& fs_;
    std::string cooked_;
    mutable std::mutex mutex_;
    std::mutex commit_mutex_;
    void add_present(const Digest& key);

    std::unordered_set<Digest> present_;
    Hash128 fingerprint_;
    std::vector<Staged> staged_;
    std::uint64_t staged_bytes_ = 0;
    std::uint64_t bytes_written_ = 0;
    std::uint64_t next_ = 0;
};

}  // namespace galley
