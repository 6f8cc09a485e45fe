#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "source_record.h"
#include "state_log.h"

namespace galley {

/// What the last finished cook of a profile knew about the whole: when nothing of this differs and
/// no source does, there is nothing to do.
struct CookSummary {
    Hash128 versions;   ///< of importers, cookers, bodies and libraries
    Hash128 rules;      ///< of the project's folder rules
    FileStat manifest;  ///< as it was left
    Hash128 store;      ///< stamps of the store's directories
    bool store_settled = false;
    bool twins = false;  ///< two sources had one id: to be said again by every cook
};

/// The records of all sources in one log, the last of each source counting. Read once, as borrowed
/// heads; records are decoded when they are needed.
class CookState {
public:
    CookState(FileSystem& fs, const std::string& state_directory, const std::string& profile);

    void load();
    /// Sorted by source.
    [[nodiscard]] const std::vector<SourceHead>& heads() const { return heads_; }
    [[nodiscard]] const SourceHead* find(std::string_view source) const;
    [[nodiscard]] const std::optional<CookSummary>& summary() const { return summary_; }

    /// What a survey remembers of the trees (`tree_stamps.h`); empty when nothing is remembered.
    [[nodiscard]] ByteSpan trees() const { return new_trees_ ? ByteSpan(*new_trees_) : trees_; }
    /// True when they are other than the ones remembered.
    bool set_trees(Bytes trees);
    /// For a run that records nothing of a source: the next one has to list the trees to see it.
    void forget_trees() { new_trees_ = Bytes(); }

    void put(const SourceRecord& record);
    void remove(std::string_view source);
    /// Writes what was put and removed, with the summary behind it; compacts when most is dead.
    Result<void> finish(const CookSummary& summary);

private:
    StateLog log_;
    std::vector<SourceHead> heads_;
    std::optional<CookSummary> summary_;
    std::uint64_t records_ = 0;
    ByteSpan trees_;
    std::optional<Bytes> new_trees_;
    std::map<std::string, std::optional<Bytes>, std::less<>> changed_;
};

}  // namespace galley
