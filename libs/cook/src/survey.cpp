#include "survey.h"

#include <algorithm>
#include <optional>
#include <thread>

#include "galley/base/try.h"
#include "galley/core/virtual_path.h"

namespace galley {

namespace {

/// Looks up paths that are asked for mostly in order: tries the row after the last hit first.
class ScanIndex {
public:
    explicit ScanIndex(const ScannedTree& files) : files_(files) {}

    const FileStat* find(std::string_view path) {
        if (next_ < files_.size() && files_[next_].path == path) {
            return &files_[next_++].stat;
        }
        const auto found = std::lower_bound(
            files_.begin(), files_.end(), path,
            [](const ScannedFile& file, std::string_view name) { return file.path < name; });
        if (found == files_.end() || found->path != path) {
            return nullptr;
        }
        next_ = static_cast<std::size_t>(found - files_.begin()) + 1;
        return &found->stat;
    }

private:
    const ScannedTree& files_;
    std::size_t next_ = 0;
};

class Surveyor {
public:
    Surveyor(FileSystem& fs, const Project& project, const ImporterRegistry& importers,
             const CookState& state, const SurveyOptions& options)
        : fs_(fs), project_(project), importers_(importers), state_(state), options_(options) {}

    Result<Survey> run(unsigned threads);

private:
    Result<void> scan(unsigned threads);
    void compare(const ScannedFile& file, const SourceHead* head);
    bool inputs_differ(const SourceHead& head);
    bool is_there(const InputFile& file);
    const FileStat* find_scanned(std::string_view path);
    const Importer* importer_for(std::string_view path);

    FileSystem& fs_;
    const Project& project_;
    const ImporterRegistry& importers_;
    const CookState& state_;
    SurveyOptions options_;
    ScannedTree sources_;
    ScannedTree recipes_;
    std::string recipe_name_;
    std::string last_extension_;
    const Importer* last_importer_ = nullptr;
    std::optional<ScanIndex> recipe_index_;
    Survey survey_;
};

/// A scanned path comes after, before or at a recorded source, which has the prefix in front.
std::string_view below_prefix(std::string_view source, std::string_view prefix) {
    return prefix.empty() ? source : source.substr(std::min(source.size(), prefix.size() + 1));
}

const Importer* Surveyor::importer_for(std::string_view path) {
    const std::size_t dot = path.rfind('.');
    if (dot == std::string_view::npos || path.find('/', dot) != std::string_view::npos) {
        return nullptr;
    }
    const std::string_view written = path.substr(dot + 1);
    if (last_importer_ != nullptr && written == last_extension_) {
        return last_importer_;
    }
    std::string extension(written);
    std::transform(extension.begin(), extension.end(), extension.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    const Importer* importer = importers_.find(extension);
    if (importer == nullptr) {
        return importers_.find_for(path);
    }
    last_extension_ = written;
    last_importer_ = importer;
    return importer;
}

const FileStat* Surveyor::find_scanned(std::string_view path) {
    const std::string_view prefix = project_.sources_prefix;
    if (!prefix.empty() && !path.starts_with(prefix)) {
        return nullptr;
    }
    const std::string_view below = below_prefix(path, prefix);
    const auto found = std::lower_bound(
        sources_.begin(), sources_.end(), below,
        [](const ScannedFile& file, std::string_view name) { return file.path < name; });
    return found != sources_.end() && found->path == below ? &found->stat : nullptr;
}

bool Surveyor::is_there(const InputFile& file) {
    if (const FileStat* scanned = find_scanned(file.path)) {
        return file.digest.is_zero() || *scanned == file.stat;
    }
    const auto stat = fs_.stat(join_path(project_.root, file.path));
    return stat && stat->type == FileType::file && (file.digest.is_zero() || *stat == file.stat);
}

bool Surveyor::inputs_differ(const SourceHead& head) {
    const auto record = decode_source_record(head.bytes);
    if (!record) {
        return true;
    }
    for (const InputFile& file : record->files) {
        if (!is_there(file)) {
            return true;
        }
    }
    return std::any_of(record->absent.begin(), record->absent.end(), [&](const std::string& path) {
        const auto stat = fs_.stat(join_path(project_.root, path));
        return stat && stat->type == FileType::file;
    });
}

void Surveyor::compare(const ScannedFile& file, const SourceHead* head) {
    const Importer* importer = importer_for(file.path);
    if (importer == nullptr) {
        ++survey_.unclaimed;
        if (head != nullptr) {
            survey_.gone.push_back(head);
        }
        return;
    }
    ++survey_.total;
    const FileStat* recipe = nullptr;
    if (!project_.bare) {
        recipe_name_ = project_.sources_prefix;
        recipe_name_ += '/';
        recipe_name_ += file.path;
        recipe_name_ += ".json";
        recipe = recipe_index_->find(recipe_name_);
    }
    bool inputs = true;
    bool recipes = true;
    if (head != nullptr) {
        inputs = !head->settled || file.stat != head->stat ||
                 (head->more_inputs && inputs_differ(*head)) ||
                 (head->failed && failed_under_another_limit(*head, options_.max_decoded));
        recipes = (recipe != nullptr) != head->recipe.has_value() ||
                  (recipe != nullptr && *recipe != *head->recipe) ||
                  (options_.strict && head->untold);
    }
    if (!inputs && !recipes && !options_.everything) {
        survey_.unchanged.push_back(head);
        return;
    }
    survey_.sources.push_back(
        {join_path(project_.sources_prefix, file.path), file.stat, importer, head, inputs});
}

/// Both trees at once: each is mostly waiting for the system.
Result<void> Surveyor::scan(unsigned threads) {
    Result<ScannedTree> recipes = ScannedTree();
    const unsigned half = std::max(1U, threads / 2);
    std::thread second;
    const auto scan_recipes = [&] { recipes = fs_.scan(project_.library, half); };
    if (!project_.bare) {
        if (threads > 1) {
            second = std::thread(scan_recipes);
        } else {
            scan_recipes();
        }
    }
    auto sources = fs_.scan(join_path(project_.root, project_.sources_prefix), half);
    if (second.joinable()) {
        second.join();
    }
    TRY_ASSIGN(sources_, std::move(sources));
    TRY_ASSIGN(recipes_, std::move(recipes));
    return {};
}

Result<Survey> Surveyor::run(unsigned threads) {
    survey_.begun_ns = fs_.now_ns();
    TRY(scan(threads));
    recipe_index_.emplace(recipes_);
    const auto& heads = state_.heads();
    std::size_t next = 0;
    const std::string outputs = outputs_below_sources(project_);
    for (const ScannedFile& file : sources_) {
        if (!outputs.empty() && file.path.starts_with(outputs)) {
            continue;
        }
        while (next < heads.size() &&
               below_prefix(heads[next].source, project_.sources_prefix) < file.path) {
            survey_.gone.push_back(&heads[next++]);
        }
        const bool known = next < heads.size() &&
                           below_prefix(heads[next].source, project_.sources_prefix) == file.path;
        compare(file, known ? &heads[next] : nullptr);
        next += known ? 1 : 0;
    }
    while (next < heads.size()) {
        survey_.gone.push_back(&heads[next++]);
    }
    survey_.source_directories = sources_.directories();
    survey_.recipe_directories = recipes_.directories();
    return std::move(survey_);
}

}  // namespace

std::string outputs_below_sources(const Project& project) {
    const std::string inside = project.root + "/";
    if (!project.sources_prefix.empty() || !project.cooked.starts_with(inside)) {
        return {};
    }
    return project.cooked.substr(inside.size()) + "/";
}

std::optional<Survey> survey_changed(FileSystem& fs, const Project& project,
                                     const ImporterRegistry& importers, const CookState& state,
                                     const SurveyOptions& options, const ChangedFiles& changed) {
    const auto differs = [&](std::string_view path) {
        return std::ranges::binary_search(changed.inputs, path);
    };
    const auto reads_changed = [&](const SourceHead& head) {
        const auto record = decode_source_record(head.bytes);
        return !record || std::ranges::any_of(record->files, [&](const InputFile& file) {
            return !file.digest.is_zero() && differs(file.path);
        });
    };
    Survey survey;
    for (const SourceHead& head : state.heads()) {
        const bool inputs = differs(head.source) ||
                            (head.more_inputs && !changed.inputs.empty() && reads_changed(head)) ||
                            (head.failed && failed_under_another_limit(head, options.max_decoded));
        const bool recipe = std::ranges::binary_search(changed.recipes, head.source) ||
                            (options.strict && head.untold);
        if (!inputs && !recipe) {
            survey.unchanged.push_back(&head);
            continue;
        }
        const std::string source(head.source);
        const auto stat = fs.stat(join_path(project.root, source));
        if (!stat || stat->type != FileType::file) {
            return std::nullopt;
        }
        survey.sources.push_back({source, *stat, importers.find_for(source), &head, inputs});
    }
    return survey;
}

Result<Survey> survey_sources(FileSystem& fs, const Project& project,
                              const ImporterRegistry& importers, const CookState& state,
                              const SurveyOptions& options, unsigned threads) {
    return Surveyor(fs, project, importers, state, options).run(threads);
}

}  // namespace galley
