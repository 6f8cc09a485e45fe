#pragma once

#include "galley/import/importer.h"

namespace galley {

/// The importer of worlds or of tile maps: one map, and in the ledger which of its names nobody
/// can check.
[[nodiscard]] Result<Imported> import_map(Kind kind, SourceFiles& files, const VirtualPath& path);

/// Bytes that reading a source of this size needs at most, unless it is made to hurt: JSON is
/// mostly rows of cells.
[[nodiscard]] std::uint64_t map_memory_estimate(std::uint64_t file_size);

}  // namespace galley
