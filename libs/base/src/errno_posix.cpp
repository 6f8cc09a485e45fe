#include "errno_posix.h"

#include <cerrno>
#include <system_error>

namespace galley {
namespace {

ErrorCode code_of(int number, ErrorCode otherwise) {
    switch (number) {
    case ENOENT: return kFileNotFound;
    case ENOSPC:
    case EDQUOT: return kDiskFull;
    case EEXIST: return kFileExists;
    case ENOTDIR:
    case EISDIR: return kNotADirectory;
    case EXDEV: return kOtherFileSystem;
    default: return otherwise;
    }
}

std::string_view hint_for(int number) {
    switch (number) {
    case EACCES:
    case EPERM: return "check the permissions of the file and of the folders above it";
    case EROFS: return "the file system is mounted read-only";
    case ENOSPC: return "free some space and run it again";
    case EDQUOT: return "the disk quota is used up";
    case EMFILE:
    case ENFILE: return "raise the limit on open files (ulimit -n)";
    case ENAMETOOLONG: return "shorten the path";
    case ELOOP: return "symbolic links form a loop";
    case EIO:
    case ESTALE: return "the disk or the network file system reports a failure";
    case ENOTEMPTY: return "the directory still holds files";
    default: return {};
    }
}

}  // namespace

Error errno_error(int number, ErrorCode otherwise, std::string action, std::string_view path) {
    Error error{code_of(number, otherwise),
                std::move(action) + ": " + std::generic_category().message(number)};
    error.place.file = path;
    error.hint = hint_for(number);
    return error;
}

}  // namespace galley
