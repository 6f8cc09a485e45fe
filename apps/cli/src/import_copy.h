#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "console.h"
#include "galley/base/file_system.h"
#include "galley/base/result.h"

namespace galley::cli {

/// A file that an import brings into a project.
struct Copy {
    std::string from;  ///< as errors name it
    std::string to;
    std::string shown;  ///< below the project
};

enum class Copied : std::uint8_t { new_file, replaced, already_there };

/// Writes `bytes` to `copy.to` when `write` says so, else only finds out what that would do. Equal
/// contents are left alone; other contents only go with `replace` (kImportCollision).
Result<Copied> put_file(FileSystem& fs, const Copy& copy, ByteSpan bytes, bool replace, bool write);
/// The same with the bytes of `copy.from`.
Result<Copied> copy_file(FileSystem& fs, const Copy& copy, bool replace, bool write);

/// The line that tells it.
void tell(Console& console, Copied copied, const Copy& copy);

}  // namespace galley::cli
