#include "galley/import/source_files.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "galley/base/errors.h"
#include "galley/base/try.h"
#include "galley/core/errors.h"
#include "galley/core/hashed_file.h"

namespace galley {
namespace {

constexpr std::string_view kArt[] = {".bin", ".glbin", ".buffer", ".gltf", ".glb",  ".png",
                                     ".jpg", ".jpeg",  ".tga",    ".bmp",  ".hdr",  ".exr",
                                     ".ktx", ".ktx2",  ".dds",    ".webp", ".basis"};
constexpr std::size_t kAbsent = std::numeric_limits<std::size_t>::max();

/// Whether the path ends as those of models' buffers and pictures do.
bool names_art(std::string_view path) {
    std::string name(path.substr(path.rfind('/') + 1));
    std::ranges::transform(name, name.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return std::ranges::any_of(kArt, [&](std::string_view end) { return name.ends_with(end); });
}

}  // namespace

SourceFiles::SourceFiles(FileSystem& fs, std::string root, std::uint64_t max_bytes,
                         std::string near, JobPool* pool)
    : fs_(fs), root_(std::move(root)), max_bytes_(max_bytes),
      near_(near.empty() ? std::string() : std::move(near) + "/"), pool_(pool) {}

Result<FileStat> SourceFiles::stat(const std::string& path) {
    if (const auto it = known_.find(path); it != known_.end()) {
        if (it->second != kAbsent) return files_[it->second].stat;
        return fail(kFileNotFound, "there is no such file", {.file = path});
    }
    if (!path.starts_with(near_) && !names_art(path)) {
        return fail(kPathEscapes, "it is not below the file that names it, nor called as art is",
                    {.file = path});
    }
    auto stat = fs_.stat(join_path(root_, path));
    const bool is_file = stat && stat->type == FileType::file;
    const bool absent =
        stat ? !is_file : stat.error().code == kFileNotFound || stat.error().code == kNotADirectory;
    if (!stat && !absent) return stat;
    if (absent) {
        absent_.push_back(path);
        known_.emplace(path, kAbsent);
        return fail(kFileNotFound, "there is no such file", {.file = path});
    }
    known_.emplace(path, files_.size());
    files_.push_back({path, *stat, {}});
    contents_.emplace_back();
    return stat;
}

Result<Bytes*> SourceFiles::find(const VirtualPath& path) {
    TRY_ASSIGN(const FileStat seen, stat(path.text()));
    const std::size_t index = known_.at(path.text());
    FileRead& file = files_[index];
    if (file.digest.is_zero()) {
        if (seen.size > max_bytes_) {
            return fail(kFileTooLarge, "the file is larger than this import may read",
                        {.file = path.text()});
        }
        TRY_ASSIGN(HashedFile read,
                   read_hashed(fs_, join_path(root_, path.text()), max_bytes_, pool_));
        file.digest = read.digest;
        contents_[index] = std::move(read.bytes);
    }
    return &contents_[index];
}

Result<ByteSpan> SourceFiles::read(const VirtualPath& path) {
    TRY_ASSIGN(const Bytes* bytes, find(path));
    return ByteSpan(*bytes);
}

Result<Bytes> SourceFiles::take(const VirtualPath& path) {
    TRY_ASSIGN(Bytes * bytes, find(path));
    return std::exchange(*bytes, {});
}

bool SourceFiles::exists(const VirtualPath& path) { return stat(path.text()).has_value(); }

}  // namespace galley
