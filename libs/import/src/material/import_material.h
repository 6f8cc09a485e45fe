#pragma once

#include "galley/import/importer.h"

namespace galley {

/// `Importer::import` of `*.material.json`.
[[nodiscard]] Result<Imported> import_material(SourceFiles& files, const VirtualPath& path,
                                               const ImportLimits& limits);

}  // namespace galley
