#pragma once

#include <string>

#include "galley/base/file_system.h"
#include "galley/base/result.h"

namespace galley::cli {

/// The encoded bytes of a picture file below `root` as a cook takes it: when the root is a project
/// whose recipe for it combines channels, a PNG of that; else the file itself.
[[nodiscard]] Result<Bytes> read_source_picture(FileSystem& fs, const std::string& root,
                                                const std::string& path);

}  // namespace galley::cli
