#pragma once

#include "galley/base/result.h"

namespace galley {

inline constexpr ErrorCode kFileNotFound{"G1001", "file not found"};
inline constexpr ErrorCode kFileAccess{"G1002", "file cannot be opened or read"};
inline constexpr ErrorCode kFileWrite{"G1003", "file cannot be written"};
inline constexpr ErrorCode kDiskFull{"G1004", "no space left"};
inline constexpr ErrorCode kFileTooLarge{"G1005", "file larger than the limit"};
inline constexpr ErrorCode kFileLocked{"G1006", "another process holds the lock"};
inline constexpr ErrorCode kFileExists{"G1007", "file exists"};
inline constexpr ErrorCode kNotADirectory{"G1008", "not a directory, or not a file"};
inline constexpr ErrorCode kOtherFileSystem{"G1009", "a rename to another file system"};

}  // namespace galley
