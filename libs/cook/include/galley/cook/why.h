#pragma once

#include "galley/cook/cook.h"
#include "galley/cook/cooker.h"

namespace galley {

/// Why an asset was cooked last, and whether it would be now.
struct WhyReport {
    std::string name;
    Kind kind = Kind::mesh;
    bool stale = false;           ///< a cook now would import or cook it again
    std::vector<Change> pending;  ///< what is different now from the last cook
    std::vector<Change> last;     ///< what was different when it was cooked last
    std::vector<std::pair<std::string, std::string>> inputs;  ///< what its key was made from
    Digest key;
};

/// `asset` is a name, or the end of one after a slash when that is unique; a source's path gives
/// the reports of all its assets. A source that fails gives its error. Reads only; takes no lock.
[[nodiscard]] Result<std::vector<WhyReport>>
why(FileSystem& fs, const Project& project, const ImporterRegistry& importers,
    std::string_view asset, std::span<const Cooker> cookers, const CookOptions& options);

}  // namespace galley
