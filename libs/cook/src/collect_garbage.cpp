#include <algorithm>
#include <tuple>
#include <unordered_set>

#include "cook_ledgers.h"
#include "galley/base/errors.h"
#include "galley/base/try.h"
#include "galley/cook/errors.h"
#include "galley/cook/maintenance.h"
#include "galley/core/virtual_path.h"
#include "galley/vfs/manifest.h"
#include "last_use.h"

namespace galley {

namespace {

struct Unused {
    std::string path;
    std::uint64_t size = 0;
    std::int64_t last_use_ns = 0;
    std::optional<Digest> key;  ///< none when the name is no key
};

/// The keys that any profile's manifest names. An unreadable or torn manifest is an error: what it
/// names is not known, so nothing may go.
Result<std::unordered_set<Digest>> used_keys(FileSystem& fs, const Project& project) {
    std::unordered_set<Digest> keys;
    auto entries = fs.list(project.cooked);
    if (!entries) {
        if (entries.error().code == kFileNotFound) {
            return keys;
        }
        return std::unexpected(std::move(entries).error());
    }
    for (const DirectoryEntry& entry : *entries) {
        if (!entry.name.ends_with(".manifest")) {
            continue;
        }
        const std::string path = join_path(project.cooked, entry.name);
        TRY_ASSIGN(const Bytes bytes, fs.read(path));
        auto manifest = Manifest::read(bytes);
        if (!manifest) {
            return std::unexpected(std::move(manifest).error().in_file(path));
        }
        if (manifest->torn()) {
            return fail(kStoreDamaged,
                        "the last record is cut or damaged; what it named is unknown",
                        Place{.file = path, .offset = manifest->valid_size()},
                        "cook again to complete it, then collect");
        }
        for (const ManifestRow& row : manifest->rows()) {
            keys.insert(row.key);
        }
    }
    return keys;
}

}  // namespace

Result<GcReport> collect_garbage(FileSystem& fs, const Project& project, std::uint64_t budget,
                                 bool dry_run) {
    std::unique_ptr<FileLock> writer;
    const std::string state = join_path(project.cooked, "state");
    if (!dry_run && fs.stat(state)) {
        TRY_ASSIGN(writer, fs.lock(join_path(state, "lock"), true));
    }
    TRY_ASSIGN(const auto used, used_keys(fs, project));
    const std::string root = join_path(project.cooked, "store");
    TRY_ASSIGN(const auto files, fs.scan(root, 1));
    LastUseLog uses(fs, state);
    std::unordered_set<Digest> kept;
    GcReport report;
    std::vector<Unused> unused;
    std::uint64_t unused_bytes = 0;
    for (const ScannedFile& file : files) {
        const std::string_view name = file.path.substr(file.path.rfind('/') + 1);
        const auto key = Digest::from_hex(name.substr(0, name.find('.')));
        if (key && used.contains(*key)) {
            ++report.kept_files;
            report.kept_bytes += file.stat.size;
            continue;
        }
        const auto last_use = key ? uses.find(*key) : std::nullopt;
        unused.push_back({join_path(root, file.path), file.stat.size,
                          last_use.value_or(file.stat.mtime_ns), key});
        unused_bytes += file.stat.size;
    }
    std::sort(unused.begin(), unused.end(), [](const Unused& a, const Unused& b) {
        return std::tie(a.last_use_ns, a.path) < std::tie(b.last_use_ns, b.path);
    });
    for (const Unused& file : unused) {
        if (unused_bytes <= budget) {
            ++report.kept_files;
            report.kept_bytes += file.size;
            if (file.key) {
                kept.insert(*file.key);
            }
            continue;
        }
        if (!dry_run) {
            TRY(fs.remove_file(file.path));
        }
        unused_bytes -= file.size;
        ++report.removed_files;
        report.removed_bytes += file.size;
    }
    if (!dry_run) {
        TRY(uses.rewrite([&](const Digest& key) { return kept.contains(key); }));
        TRY(CookLedgers(fs, state).rewrite(
            [&](const Digest& key) { return kept.contains(key) || used.contains(key); }));
    }
    const std::string staging = join_path(project.cooked, "staging");
    TRY_ASSIGN(const auto leftovers, fs.scan(staging, 1));
    for (const ScannedFile& file : leftovers) {
        if (!dry_run) {
            TRY(fs.remove_file(join_path(staging, file.path)));
        }
        ++report.removed_files;
        report.removed_bytes += file.stat.size;
    }
    return report;
}

}  // namespace galley
