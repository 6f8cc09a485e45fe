#pragma once

#include <cstdint>
#include <string_view>

#include "galley/base/bytes.h"
#include "galley/base/file_system.h"
#include "galley/base/hash.h"
#include "galley/base/jobs.h"
#include "galley/base/result.h"

namespace galley {

/// A file, and the SHA-256 of its bytes.
struct HashedFile {
    Bytes bytes;
    Digest digest;
};

/// `FileSystem::read`, and the hash: of a large file it is made by another thread of `pool`, where
/// one is idle, while the next part is read. Null for no pool.
[[nodiscard]] Result<HashedFile> read_hashed(FileSystem& fs, std::string_view path,
                                             std::uint64_t limit, JobPool* pool);

}  // namespace galley
