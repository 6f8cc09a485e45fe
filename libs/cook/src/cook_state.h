#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "galley/base/byte_reader.h"
#include "galley/base/byte_writer.h"
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

    friend bool operator==(const CookSummary&, const CookSummary&) = default;
};
void put_summary(ByteWriter& writer, const CookSummary& summary);
[[nodiscard]] CookSummary get_summary(ByteReader& reader);

/// The records of all sources in one log, the last of each source counting. Read once, as borrowed
/// heads; records are decoded when they are needed.
class CookState {
public:
    CookState(FileSystem& fs, const std::string& state_directory, const std::string& profile);

    void load();
    [[nodiscard]] const std::string& path() const { return log_.path(); }
    /// Sorted by source.
    [[nodiscard]] const std::vector<SourceHead>& heads() const { return heads_; }
    [[nodiscard]] const SourceHead* find(std::string_view source) const;
    [[nodiscard]] const std::optional<CookSummary>& summary() const { return summary_; }

    void put(const SourceRecord& record);
    void remove(std::string_view source);
    /// Writes what was put and removed, with the summary behind it; compacts when most is dead.
    Result<void> finish(const CookSummary& summary);
    /// The heads with what was put and removed, sorted by source. Valid until the next `put`.
    [[nodiscard]] std::vector<SourceHead> heads_now() const;

private:
    StateLog log_;
    std::vector<SourceHead> heads_;
    std::optional<CookSummary> summary_;
    std::uint64_t records_ = 0;
    std::map<std::string, std::optional<Bytes>, std::less<>> changed_;
};

}  // namespace galley
