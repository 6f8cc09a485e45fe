#pragma once

#include <string>

#include "source.h"
#include "verbs.h"

namespace galley::cli {

/// Where an import goes.
struct ImportTarget {
    std::string project;
    std::string to;        ///< below assets/
    bool replace = false;  ///< files that differ
};

/// Copies what importers read below `folder`, with the files that it names, to a folder of its name
/// below `target.to`; sets of pictures become materials (`galley/import/material_folder.h`). A file
/// that can't be read is told and left out; nothing is written when a file would be overwritten.
Result<void> import_folder(const std::string& folder, const ImportTarget& target, Session& session);

/// Tells which files `file` names and does not find.
void warn_of_absent(const Source& source, const std::string& file, Session& session);

}  // namespace galley::cli
