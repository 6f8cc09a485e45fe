#include "import_source.h"

#include <algorithm>
#include <cstdlib>
#include <new>

#include <fmt/format.h>

#include "galley/base/errors.h"
#include "galley/base/try.h"
#include "galley/cook/errors.h"
#include "galley/core/errors.h"
#include "galley/core/hashed_file.h"
#include "galley/core/sha256.h"
#include "galley/import/errors.h"
#include "model_parts.h"

namespace galley {

namespace {

constexpr std::int64_t kFineStep = 20'000'000;
constexpr std::int64_t kCoarseStep = 2'100'000'000;

std::string absolute(const Project& project, std::string_view path) {
    return join_path(project.root, path);
}

std::string recipe_file(const Project& project, std::string_view source) {
    return join_path(project.library, recipe_path(source));
}

/// The recipe as it is now; none for a bare folder or a source that has none yet.
Result<void> read_recipe(const ImportContext& context, SourceWork& work) {
    const Project& project = *context.project;
    work.record.recipe.reset();
    work.record.recipe_digest = {};
    work.record.recipe_settled = true;
    work.recipe = Recipe{};
    if (project.bare) {
        return {};
    }
    const std::string path = recipe_file(project, work.source);
    const auto stat = context.fs->stat(path);
    if (!stat) {
        if (stat.error().code != kFileNotFound) {
            return std::unexpected(stat.error());
        }
        if (context.frozen) {
            return fail(kRecipeMissing,
                        fmt::format("the recipe of {} is missing, and a frozen cook writes none",
                                    work.source),
                        Place{.file = path},
                        "cook without --frozen on a working copy and commit the recipe");
        }
        return {};
    }
    const std::int64_t now = context.fs->now_ns();
    TRY_ASSIGN(const Bytes bytes, context.fs->read(path));
    TRY_ASSIGN(work.recipe, parse_recipe(as_text(bytes), path));
    work.recipe_exists = true;
    work.record.recipe = *stat;
    work.record.recipe_settled = stamp_is_settled(*stat, now);
    work.record.recipe_digest = sha256(bytes);
    return {};
}

/// Compares every input of the record with what is there now. When all bytes are the same, `files`
/// holds them with today's stats. An input that can't be read counts as different.
bool inputs_are_same(const ImportContext& context, const SourceRecord& before,
                     std::vector<InputFile>& files) {
    for (const std::string& path : before.absent) {
        const auto stat = context.fs->stat(absolute(*context.project, path));
        if (stat && stat->type == FileType::file) {
            return false;
        }
    }
    for (InputFile file : before.files) {
        const std::string path = absolute(*context.project, file.path);
        const auto stat = context.fs->stat(path);
        if (!stat || stat->type != FileType::file) {
            return false;
        }
        // A file without a digest was only looked for: what it holds is another asset's business.
        if (!file.digest.is_zero() && (*stat != file.stat || !file.settled)) {
            const std::int64_t now = context.fs->now_ns();
            const auto read = read_hashed(*context.fs, path, kReadLimit, context.pool);
            if (!read || read->digest != file.digest) {
                return false;
            }
            file.stat = *stat;
            file.settled = stamp_is_settled(*stat, now);
        }
        files.push_back(std::move(file));
    }
    return true;
}

const InputFile* find_file(const std::vector<InputFile>& files, std::string_view path) {
    const auto found = std::find_if(files.begin(), files.end(),
                                    [&](const InputFile& file) { return file.path == path; });
    return found == files.end() ? nullptr : &*found;
}

std::string digest_text(const Digest& digest) {
    return digest.is_zero() ? "present" : digest.to_hex();
}

/// What is different between the inputs of two imports.
std::vector<Change> compare_imports(const SourceRecord& before, const SourceRecord& now) {
    std::vector<Change> changes;
    const auto label = [&](std::string_view path) {
        return fmt::format("{} {}", path == now.source ? "source" : "file", path);
    };
    if (before.importer_version != now.importer_version) {
        changes.push_back({"importer version", std::to_string(before.importer_version),
                           std::to_string(now.importer_version)});
    }
    for (const InputFile& file : now.files) {
        const InputFile* old = find_file(before.files, file.path);
        if (old == nullptr) {
            const bool was_absent = std::find(before.absent.begin(), before.absent.end(),
                                              file.path) != before.absent.end();
            changes.push_back(
                {label(file.path), was_absent ? "absent" : "", digest_text(file.digest)});
        } else if (old->digest != file.digest) {
            changes.push_back(
                {label(file.path), digest_text(old->digest), digest_text(file.digest)});
        }
    }
    for (const InputFile& file : before.files) {
        if (find_file(now.files, file.path) == nullptr) {
            const bool absent =
                std::find(now.absent.begin(), now.absent.end(), file.path) != now.absent.end();
            changes.push_back({label(file.path), digest_text(file.digest), absent ? "absent" : ""});
        }
    }
    return changes;
}

/// The name of a file found on the disk as an asset's name. A name that would be another one (it is
/// not in NFC) names no file of its own.
Result<VirtualPath> source_path(const SourceWork& work) {
    TRY_ASSIGN(VirtualPath path, VirtualPath::parse(work.source));
    if (path.text() != work.source) {
        return fail(kPathInvalid, "the name is not in composed form (NFC)",
                    Place{.file = work.source}, fmt::format("rename it to '{}'", path.text()));
    }
    return path;
}

/// Runs the importer; the inputs go into the record whether or not it succeeds.
Result<Imported> run_importer(const ImportContext& context, SourceWork& work,
                              SourceRecord& record) {
    record.files = {{work.source, work.stat, false, {}}};
    record.absent.clear();
    TRY_ASSIGN(const VirtualPath path, source_path(work));
    SourceFiles files(*context.fs, context.project->root, std::uint64_t{1} << 32, {}, context.pool);
    const std::int64_t now = context.fs->now_ns();
    auto imported = [&]() -> Result<Imported> {
        try {
            return work.importer->import(files, path, context.limits);
        } catch (const std::bad_alloc&) {
            return fail(kImportTooLarge, "memory ran out during the import",
                        Place{.file = work.source}, "cook with fewer --jobs");
        }
    }();
    record.files.clear();
    for (const FileRead& file : files.files()) {
        record.files.push_back(
            {file.path, file.stat, stamp_is_settled(file.stat, now), file.digest});
    }
    if (record.files.empty() || record.files.front().path != work.source) {
        record.files.insert(record.files.begin(), {work.source, work.stat, false, {}});
    }
    record.absent = files.absent();
    return imported;
}

void import_now(const ImportContext& context, SourceWork& work) {
    SourceRecord& record = work.record;
    work.imported_now = true;
    record.importer_version = work.importer->version;
    record.max_decoded = context.limits.decode.max_decoded;
    record.error.reset();
    record.lossy = false;
    record.ledger = {};
    record.parts.clear();
    auto imported = run_importer(context, work, record);
    if (work.before) {
        work.changes = compare_imports(*work.before, record);
    } else {
        work.changes = {{"source " + work.source, "", digest_text(record.files.front().digest)}};
    }
    if (!imported) {
        work.failed = true;
        Error error = std::move(imported).error();
        if (error.place.file.empty()) {
            error.place.file = work.source;
        }
        if (is_determined_by_inputs(error)) {
            record.error = std::move(error);
        } else {
            work.passing_error = std::move(error);
        }
        return;
    }
    work.imported = std::make_shared<Imported>(*std::move(imported));
    record.parts = describe_parts(*context.project, *context.importers, work.source,
                                  record.files.front(), *work.imported, work.diagnostics);
    record.ledger = work.imported->ledger;
    record.lossy = record.ledger.lossy();
}

}  // namespace

bool stamp_is_settled(const FileStat& stat, std::int64_t now_ns) {
    const auto settled = [now_ns](std::int64_t time) {
        const std::int64_t step = time % 1'000'000'000 == 0 ? kCoarseStep : kFineStep;
        return std::llabs(now_ns - time) > step;
    };
    return settled(stat.mtime_ns) && settled(stat.ctime_ns);
}

bool is_determined_by_inputs(const Error& error) {
    for (const ErrorCode& passing : {kFileAccess, kFileWrite, kDiskFull, kFileLocked,
                                     kImportTooLarge, kSourceChanged, kRecipeMissing}) {
        if (error.code == passing) {
            return false;
        }
    }
    return error.cause == nullptr || is_determined_by_inputs(*error.cause);
}

void import_source(const ImportContext& context, SourceWork& work) {
    if (work.before) {
        work.record = *work.before;
    }
    work.record.source = work.source;
    if (auto recipe = read_recipe(context, work); !recipe) {
        work.failed = true;
        work.record.error.reset();  // nobody looked whether it still holds
        work.passing_error = std::move(recipe).error();
        return;
    }
    if (work.before && !work.import_anyway) {
        std::vector<InputFile> files;
        if (!work.check_inputs || inputs_are_same(context, *work.before, files)) {
            if (work.check_inputs) {
                work.record.files = std::move(files);
            }
            // An import that failed under another limit was not kept; failed cooks are tried again.
            work.record.max_decoded = context.limits.decode.max_decoded;
            work.failed = work.record.error.has_value();
            return;
        }
    }
    import_now(context, work);
}

Result<void> load_parts(const ImportContext& context, SourceWork& work) {
    if (work.imported) {
        return {};
    }
    SourceRecord again = work.record;
    TRY_ASSIGN(auto imported, run_importer(context, work, again));
    std::vector<Diagnostic> repeated;
    const auto parts = describe_parts(*context.project, *context.importers, work.source,
                                      again.files.front(), imported, repeated);
    if (parts != work.record.parts) {
        return fail(kSourceChanged,
                    fmt::format("{} or a file it names changed during the cook", work.source),
                    Place{.file = work.source}, "cook again");
    }
    work.imported = std::make_shared<Imported>(std::move(imported));
    return {};
}

}  // namespace galley
