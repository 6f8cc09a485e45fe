#include "import_copy.h"

#include <algorithm>

#include <fmt/format.h>

#include "errors.h"
#include "galley/base/errors.h"
#include "galley/base/try.h"
#include "galley/core/atomic_file.h"
#include "source.h"

namespace galley::cli {

Result<Copied> put_file(FileSystem& fs, const Copy& copy, ByteSpan bytes, bool replace,
                        bool write) {
    const auto there = fs.read(copy.to);
    if (there && std::ranges::equal(*there, bytes)) return Copied::already_there;
    if (!there && there.error().code != kFileNotFound) return std::unexpected(there.error());
    if (there && !replace) {
        return fail(kImportCollision, fmt::format("{} holds something else", copy.shown),
                    {.file = copy.from},
                    "--replace overwrites it, --to SUBDIR puts the import elsewhere");
    }
    if (write) {
        TRY(fs.make_directories(directory_of(copy.to)));
        TRY(write_file_atomically(fs, copy.to, bytes));
    }
    return there ? Copied::replaced : Copied::new_file;
}

Result<Copied> copy_file(FileSystem& fs, const Copy& copy, bool replace, bool write) {
    TRY_ASSIGN(const Bytes bytes, fs.read(copy.from));
    return put_file(fs, copy, bytes, replace, write);
}

void tell(Console& console, Copied copied, const Copy& copy) {
    const std::string_view word = copied == Copied::new_file   ? "copied  "
                                  : copied == Copied::replaced ? "replaced"
                                                               : "same    ";
    console.line(fmt::format("{}  {}", word, copy.shown));
}

}  // namespace galley::cli
