#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cook_state.h"
#include "galley/base/bytes.h"
#include "galley/base/file_system.h"
#include "galley/project/project.h"

namespace galley {

/// Files that differ from what a finished cook knew of them. Sorted.
struct ChangedFiles {
    std::vector<std::string> inputs;   ///< virtual paths of sources and of what imports read
    std::vector<std::string> recipes;  ///< virtual paths of the sources that they are of

    [[nodiscard]] bool empty() const { return inputs.empty() && recipes.empty(); }
};

/// The directories and files of a project as a finished cook left them, in the order in which a
/// cook asks the file system for them. With nothing to do it reads this file, asks, and is done
/// without listing a directory or reading the state log; with files changed in place it looks at
/// these alone. As long as a directory has its stamps no name in it came or went.
/// `docs/formats/state.md`.
class KnownTree {
public:
    /// Below which root a directory is.
    enum class Root : std::uint8_t { sources, recipes };

    /// What a cook tells when nothing changed.
    struct Counts {
        std::uint64_t sources = 0;
        std::uint64_t assets = 0;
        std::uint64_t unclaimed = 0;  ///< files below the sources that no importer claims
        bool failed = false;          ///< something did: it is told again from the log
        bool lossy = false;  ///< an import or cook was, or may have been: a strict cook tells it
    };

    /// Nothing when there is no whole file, or it was written beside another log than the one that
    /// has this stat.
    [[nodiscard]] static std::optional<KnownTree> read(FileSystem& fs, const std::string& path,
                                                       const FileStat& log);

    [[nodiscard]] const CookSummary& summary() const { return summary_; }
    [[nodiscard]] const Counts& counts() const { return counts_; }
    /// The files that differ from what they were. Nothing when a file or directory came or went, or
    /// that can't be told: then the tree has to be listed.
    [[nodiscard]] std::optional<ChangedFiles> find_changed(FileSystem& fs, const Project& project,
                                                           unsigned threads) const;
    /// In no particular order; one may be there several times.
    [[nodiscard]] std::vector<ScannedDirectory> directories(Root root) const;

private:
    /// Up to `kFilesPerGroup` files of one directory; `bytes` holds the files.
    struct Group {
        Root root = Root::sources;
        std::string_view directory;
        FileStat stat;
        std::uint32_t files = 0;
        ByteSpan bytes;
    };
    class Comparison;
    [[nodiscard]] bool compare_others(FileSystem& fs, const Project& project,
                                      ChangedFiles& changed) const;
    bool decode(ByteReader& reader);

    std::unique_ptr<MappedFile> file_;
    CookSummary summary_;
    Counts counts_;
    std::string_view sources_prefix_;
    std::vector<Group> groups_;
    struct Other {
        std::string_view path;
        std::optional<FileStat> stat;  ///< without one, being a file is enough
    };
    std::vector<Other> others_;  ///< that imports read, and are no sources
    std::vector<std::string_view> absent_;
};

/// What `KnownTree` is made from.
struct TreeAsSeen {
    std::span<const SourceHead> heads;  ///< as the log holds them now, sorted by source
    std::span<const ScannedDirectory> sources;
    std::span<const ScannedDirectory> recipes;
    std::uint64_t unclaimed = 0;
    std::int64_t seen_ns = 0;  ///< the clock before the directories were read
};

/// The file's bytes. Nothing when something was changed so shortly before it was seen that a later
/// change could go unnoticed: then the next cook has to look closer.
[[nodiscard]] std::optional<Bytes> encode_known_tree(const Project& project, const TreeAsSeen& tree,
                                                     const CookSummary& summary,
                                                     const FileStat& log);

}  // namespace galley
