#pragma once

#include <string>

#include "galley/base/file_system.h"
#include "galley/base/result.h"

namespace galley::cli {

/// The file of the store that a source's asset was cooked to, by the manifest of the project that
/// holds the source. `file` is `game/assets/rock.png`, or `game/assets/crate.glb:mesh/Lid`. `out`
/// is the directory of a bare folder's cooked files, or empty. kNoSuchCooked when there is no
/// project, no manifest, or no such asset.
[[nodiscard]] Result<std::string> cooked_asset_of(FileSystem& fs, const std::string& file,
                                                  const std::string& out);

}  // namespace galley::cli
