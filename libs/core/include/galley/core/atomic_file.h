#pragma once

#include <string_view>

#include "galley/base/file_system.h"

namespace galley {

/// Replaces `path` with `bytes` so that at every moment, crashes included, the path holds the old
/// contents or the new: writes `<path>.<suffix>.tmp` beside it, syncs, renames, syncs the
/// directory. On failure the temporary is removed and the old file is untouched.
Result<void> write_file_atomically(FileSystem& fs, std::string_view path, ByteSpan bytes);

/// As above, but leaves a file alone that already holds exactly these bytes; true when it wrote.
Result<bool> write_file_if_changed(FileSystem& fs, std::string_view path, ByteSpan bytes);

}  // namespace galley
