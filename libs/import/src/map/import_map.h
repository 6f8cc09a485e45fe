#pragma once

#include "galley/import/importer.h"

namespace galley {

/// The importer of worlds or of tile maps: one map, and in the ledger which of its names nobody
/// can check.
[[nodiscard]] Result<Imported> import_map(Kind kind, SourceFiles& files, const VirtualPath& path);

}  // namespace galley
