#include "galley/core/hashed_file.h"

#include <algorithm>
#include <optional>
#include <span>

#include "galley/base/try.h"
#include "galley/core/sha256.h"

namespace galley {
namespace {

/// Takes about a millisecond to hash: much more than it costs to ask another thread for it.
constexpr std::size_t kPart = std::size_t{1} << 20;

/// Nothing where the file has not the size that it had when it was opened.
Result<std::optional<HashedFile>> read_opened(ReadableFile& file, JobPool* pool) {
    const auto size = static_cast<std::size_t>(file.size());
    const bool beside = pool != nullptr && size > 2 * kPart;
    HashedFile out;
    out.bytes.reserve(size);  // parts stay in place, and are touched while they are read
    Sha256 hash;
    std::size_t hashed = 0;
    while (hashed < size) {
        const std::size_t begin = out.bytes.size();
        const ByteSpan read = ByteSpan(out.bytes).subspan(hashed);
        const std::size_t count = beside ? std::min(kPart, size - begin) : size - begin;
        Result<std::size_t> got = count;
        const auto run = [&](std::size_t from, std::size_t to) {
            for (std::size_t job = from; job < to; ++job) {
                if (job == 1) {
                    hash.bytes(read);
                    continue;
                }
                out.bytes.resize(begin + count);
                got = file.read(std::span(out.bytes).subspan(begin));
            }
        };
        if (beside)
            pool->parallel_for(2, 1, run);
        else
            run(0, 2);
        if (!got) return std::unexpected(std::move(got).error());
        if (*got != count) return std::nullopt;
        hashed = begin;
    }
    std::byte beyond;
    TRY_ASSIGN(const std::size_t more, file.read(std::span(&beyond, 1)));
    if (more > 0) return std::nullopt;
    out.digest = hash.finish();
    return out;
}

}  // namespace

Result<HashedFile> read_hashed(FileSystem& fs, std::string_view path, std::uint64_t limit,
                               JobPool* pool) {
    {
        TRY_ASSIGN(const auto file, fs.open(path));
        if (file->size() <= limit) {
            TRY_ASSIGN(auto read, read_opened(*file, pool));
            if (read) return *std::move(read);
        }
    }
    HashedFile out;
    TRY_ASSIGN(out.bytes, fs.read(path, limit));
    out.digest = sha256(out.bytes);
    return out;
}

}  // namespace galley
