#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "source_record.h"

namespace galley {

/// The sources that this run leaves alone, as heads of the last one's records; a record is decoded
/// when somebody asks for it. For one thread.
class UnchangedSources {
public:
    UnchangedSources() = default;
    /// Sorted by source; the heads and their bytes outlive this.
    explicit UnchangedSources(std::vector<const SourceHead*> heads);

    [[nodiscard]] const std::vector<const SourceHead*>& heads() const { return heads_; }
    /// Null when the source is not among them. Stays valid until it is taken.
    [[nodiscard]] const SourceRecord* find(std::string_view source);
    /// Takes a source out: it is looked at after all.
    [[nodiscard]] std::optional<SourceRecord> take(std::string_view source);

private:
    [[nodiscard]] std::vector<const SourceHead*>::iterator locate(std::string_view source);

    std::vector<const SourceHead*> heads_;
    std::map<std::string_view, SourceRecord> decoded_;
};

}  // namespace galley
