#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cook_state.h"
#include "galley/import/importer.h"
#include "galley/project/project.h"
#include "known_tree.h"

namespace galley {

/// What a look at the tree says about one source, before any file is read.
struct SurveyedSource {
    std::string source;  ///< virtual path
    FileStat stat;
    const Importer* importer = nullptr;
    const SourceHead* head = nullptr;  ///< of the last cook, or null
    bool inputs_differ = false;        ///< a stat differs, or was not settled, or an absence ended
};

struct Survey {
    std::vector<SurveyedSource> sources;       ///< those that differ from their records, by name
    std::vector<const SourceHead*> unchanged;  ///< by name
    std::vector<const SourceHead*> gone;       ///< recorded, and no longer there
    std::uint64_t total = 0;                   ///< sources there are
    std::uint64_t unclaimed = 0;               ///< files that no importer claims
    std::vector<ScannedDirectory> source_directories;
    std::vector<ScannedDirectory> recipe_directories;
    std::int64_t begun_ns = 0;  ///< the clock before anything was looked at
};

/// Where derived files lie below the scanned root, with a slash at the end; usually nowhere
/// (empty). They never count as inputs.
[[nodiscard]] std::string outputs_below_sources(const Project& project);

/// What of a cook's options decides which sources are looked at besides those that differ.
struct SurveyOptions {
    std::uint64_t max_decoded = 0;  ///< those that failed under another limit
    bool strict = false;            ///< those of which nobody knows what was lost
    bool everything = false;        ///< all
};

/// Lists and stats the sources and recipes and compares with the state. Reads no file.
[[nodiscard]] Result<Survey> survey_sources(FileSystem& fs, const Project& project,
                                            const ImporterRegistry& importers,
                                            const CookState& state, const SurveyOptions& options,
                                            unsigned threads);

/// The same of a tree in which these files alone differ. Nothing when one of them is no file any
/// more, as a link may leave it: then the tree has to be listed.
[[nodiscard]] std::optional<Survey>
survey_changed(FileSystem& fs, const Project& project, const ImporterRegistry& importers,
               const CookState& state, const SurveyOptions& options, const ChangedFiles& changed);

}  // namespace galley
