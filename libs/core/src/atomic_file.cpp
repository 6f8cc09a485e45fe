#include "galley/core/atomic_file.h"

#include "galley/base/errors.h"
#include "galley/base/try.h"

namespace galley {
namespace {

/// Temporaries that a killed process left behind keep their names; nobody has this many.
constexpr int kMaxTemporaries = 10'000;

struct Temporary {
    std::string path;
    std::unique_ptr<WritableFile> file;
};

/// Creates a file of its own even when another thread or process replaces the same path now.
Result<Temporary> create_temporary(FileSystem& fs, std::string_view path) {
    for (int i = 0;; ++i) {
        Temporary temporary{std::string(path) + "." + std::to_string(i) + ".tmp", nullptr};
        auto created = fs.create(temporary.path, CreateMode::exclusive);
        if (created) {
            temporary.file = std::move(*created);
            return temporary;
        }
        if (created.error().code != kFileExists || i == kMaxTemporaries) {
            return std::unexpected(std::move(created).error());
        }
    }
}

Result<void> write_and_rename(FileSystem& fs, Temporary& temporary, std::string_view path,
                              ByteSpan bytes) {
    TRY(temporary.file->write(bytes));
    TRY(temporary.file->sync());
    TRY(temporary.file->close());
    return fs.rename(temporary.path, path);
}

std::string_view directory_of(std::string_view path) {
    const std::size_t slash = path.rfind('/');
    if (slash == std::string_view::npos) return ".";
    return path.substr(0, slash == 0 ? 1 : slash);
}

}  // namespace

Result<void> write_file_atomically(FileSystem& fs, std::string_view path, ByteSpan bytes) {
    TRY_ASSIGN(Temporary temporary, create_temporary(fs, path));
    if (auto written = write_and_rename(fs, temporary, path, bytes); !written) {
        temporary.file.reset();
        // The first error is the one to report.
        static_cast<void>(fs.remove_file(temporary.path));
        return written;
    }
    return fs.sync_directory(directory_of(path));
}

Result<bool> write_file_if_changed(FileSystem& fs, std::string_view path, ByteSpan bytes) {
    // A file of another size, or one that cannot be read, is replaced.
    const auto old = fs.read(path, bytes.size());
    if (old && as_text(*old) == as_text(bytes)) return false;
    TRY(write_file_atomically(fs, path, bytes));
    return true;
}

}  // namespace galley
