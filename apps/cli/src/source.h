#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "galley/base/file_system.h"
#include "galley/base/result.h"
#include "galley/import/importer.h"

namespace galley::cli {

/// A source file as its importer gives it, opened from anywhere.
struct Source {
    Imported imported;
    std::string importer;
    std::string root;             ///< directory that virtual paths are below
    std::string path;             ///< virtual path of the file itself
    std::vector<FileRead> files;  ///< everything it was made from, the file itself included
    std::vector<std::string> absent;
};

/// Imports `file`. The root is the project that holds it; outside of a project it is the file's
/// directory, or as many directories above as the file's references climb. Errors name paths as
/// the person wrote them.
[[nodiscard]] Result<Source> open_source(FileSystem& fs, std::string_view file,
                                         const ImportLimits& limits);

/// kFormatNotReadYet for a file of a format that this version knows and does not read.
Result<void> refuse_unread(std::string_view file);

/// Splits `a.glb:mesh/Lid` into file and part, where the left side is a file and the whole is not.
struct FileAndPart {
    std::string file;
    std::string part;
};
[[nodiscard]] FileAndPart split_part(FileSystem& fs, std::string_view text);

/// kOwnSource where `output` is the file `read`, by whatever name.
Result<void> refuse_own_source(std::string_view read, std::string_view output);

/// Lower case, after the last dot of the last part; empty without one.
[[nodiscard]] std::string extension_of(std::string_view path);
/// The directory of a path as it was written; `.` for a bare name.
[[nodiscard]] std::string directory_of(std::string_view path);

}  // namespace galley::cli
