#pragma once

#include <string>

#include "galley/base/diagnostics.h"
#include "galley/base/file_system.h"
#include "galley/import/map_source.h"
#include "galley/preview/map_view.h"
#include "source.h"

namespace galley::cli {

/// What the names in a map's source look like: the pictures of the project that holds it (of its
/// folder, outside of one) by their stems, and materials as they were cooked last. What cannot be
/// read is warned of and left out.
[[nodiscard]] preview::MapPictures source_map_pictures(FileSystem& fs, const Source& source,
                                                       const ImportedMap& map,
                                                       Diagnostics& diagnostics);

/// The same for a cooked map in a store (`cooked/store/3f/3f....vda`), by the manifest beside it.
[[nodiscard]] preview::MapPictures stored_map_pictures(FileSystem& fs, const std::string& file,
                                                       const vda::SeedBody& body,
                                                       Diagnostics& diagnostics);

/// kNoSuchPart for a body that is neither a world nor a tile map.
[[nodiscard]] Result<Image> view_map(const vda::SeedBody& body,
                                     const preview::MapPictures& pictures,
                                     const preview::MapViewOptions& options);

}  // namespace galley::cli
