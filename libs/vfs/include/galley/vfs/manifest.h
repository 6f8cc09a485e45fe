#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "galley/asset/kinds.h"
#include "galley/base/bytes.h"
#include "galley/base/hash.h"
#include "galley/base/result.h"
#include "galley/base/uuid.h"

namespace galley {

/// One cooked asset: what a host needs to find and load it.
struct ManifestRow {
    Uuid id;
    std::string name;
    Kind kind = Kind::mesh;
    Digest key;                      ///< names the file in the store
    Digest output;                   ///< output hash of the body
    std::uint64_t size = 0;          ///< bytes of the file in the store
    std::vector<Uuid> dependencies;  ///< ordered: a material's texture slots index them

    friend bool operator==(const ManifestRow&, const ManifestRow&) = default;
};

/// A profile's manifest: an append-only log of checksummed records (`docs/formats/manifest.md`).
/// The live rows are the last of each id that was not removed since. Only whole transactions count:
/// rows after the last commit record, and a torn or damaged tail, are as if never written.
class Manifest {
public:
    /// Reads a whole file. One without a whole header, a foreign or a newer one is an error (write
    /// a whole file in its place); a damaged tail is not (`torn`).
    [[nodiscard]] static Result<Manifest> read(ByteSpan file);

    [[nodiscard]] const std::vector<ManifestRow>& rows() const { return rows_; }  ///< sorted by id
    [[nodiscard]] const ManifestRow* find(const Uuid& id) const;
    /// The row of this name, the one with the smallest id should there be several.
    [[nodiscard]] const ManifestRow* find_name(std::string_view name) const;

    /// Bytes of the file up to the end of the last whole transaction (of the header when there is
    /// none): cut the file there and append.
    [[nodiscard]] std::uint64_t valid_size() const { return valid_size_; }
    [[nodiscard]] bool torn() const { return torn_; }
    /// True when at least half of the records are dead (and more than a handful).
    [[nodiscard]] bool wants_compaction() const;

private:
    void index_names();
    /// Where `by_name_` has the first row of this name, or a free slot.
    [[nodiscard]] std::size_t name_slot(std::string_view name) const;

    std::vector<ManifestRow> rows_;
    std::vector<std::uint32_t> by_name_;  ///< open addressing by the name's hash, half empty
    std::uint64_t valid_size_ = 0;
    std::uint64_t records_ = 0;
    bool torn_ = false;
};

/// The bytes a transaction appends: ids removed, then rows set, and the commit record.
[[nodiscard]] Bytes encode_manifest_transaction(std::span<const ManifestRow> rows,
                                                std::span<const Uuid> removed);
/// A whole new file: header and one transaction, rows sorted by id.
[[nodiscard]] Bytes encode_manifest(std::span<const ManifestRow> rows);

/// `store/<2 hex>/<64 hex>.vda` below a cooked directory.
[[nodiscard]] std::string store_path(const Digest& key);

}  // namespace galley
