#include "quick_survey.h"

#include <algorithm>
#include <atomic>
#include <thread>

#include "galley/core/virtual_path.h"
#include "tree_stamps.h"

namespace galley {

namespace {

using Directory = TreeStamps::Directory;

/// Sources that follow each other in name order and stand in one directory.
struct Run {
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// One directory to look at, with the sources (or their recipes) that stand in it.
struct Task {
    std::string path;
    FileStat stat;
    bool recipes = false;
    std::vector<Run> runs;
};

std::string_view directory_of(std::string_view path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

bool add_tasks(std::vector<Task>& tasks, const std::vector<Directory>& directories,
               const std::string& root, bool recipes) {
    for (const Directory& directory : directories) {
        if (!directory.settled) {
            return false;
        }
        tasks.push_back({join_path(root, directory.path), directory.stat, recipes, {}});
    }
    return true;
}

/// Gives each run to the task of its directory; false when a directory is not among them.
bool give_runs(Task* tasks, const std::vector<Directory>& directories,
               std::string_view root_in_sources, const std::vector<SourceHead>& heads) {
    for (std::size_t begin = 0; begin < heads.size();) {
        const std::string_view directory = directory_of(heads[begin].source);
        std::size_t end = begin + 1;
        while (end < heads.size() && directory_of(heads[end].source) == directory) {
            ++end;
        }
        std::string_view below = directory;
        if (!root_in_sources.empty()) {
            below = below.substr(std::min(below.size(), root_in_sources.size()));
            below = below.starts_with('/') ? below.substr(1) : below;
        }
        const auto found = std::ranges::lower_bound(directories, below, {}, &Directory::path);
        if (found == directories.end() || found->path != below) {
            return false;
        }
        tasks[found - directories.begin()].runs.push_back({begin, end});
        begin = end;
    }
    return true;
}

bool check(FileSystem& fs, const Task& task, const std::vector<SourceHead>& heads,
           std::vector<ExpectedFile>& files) {
    files.clear();
    for (const Run& run : task.runs) {
        for (std::size_t i = run.begin; i < run.end; ++i) {
            const SourceHead& head = heads[i];
            const std::string_view name = head.source.substr(head.source.rfind('/') + 1);
            if (task.recipes && !head.recipe) {
                return false;
            }
            files.push_back(
                {name, task.recipes ? ".json" : "", task.recipes ? *head.recipe : head.stat});
        }
    }
    return fs.is_unchanged(task.path, task.stat, files);
}

/// Files that an import read or missed beside its source.
bool further_inputs_are_same(FileSystem& fs, const Project& project, const CookState& state,
                             const SourceHead& head) {
    const auto record = decode_source_record(head.bytes);
    if (!record) {
        return false;
    }
    const auto same = [&](const InputFile& file) {
        if (const SourceHead* source = state.find(file.path)) {
            return file.digest.is_zero() || source->stat == file.stat;
        }
        const auto stat = fs.stat(join_path(project.root, file.path));
        return stat && stat->type == FileType::file &&
               (file.digest.is_zero() || *stat == file.stat);
    };
    return std::ranges::all_of(record->files, same) &&
           std::ranges::none_of(record->absent, [&](const std::string& path) {
               return fs.stat(join_path(project.root, path)).has_value();
           });
}

bool check_all(FileSystem& fs, const std::vector<Task>& tasks, const std::vector<SourceHead>& heads,
               unsigned threads) {
    std::atomic<std::size_t> next = 0;
    std::atomic<bool> same = true;
    const auto work = [&] {
        std::vector<ExpectedFile> files;
        for (std::size_t i = next++; i < tasks.size() && same; i = next++) {
            if (!check(fs, tasks[i], heads, files)) {
                same = false;
            }
        }
    };
    std::vector<std::thread> helpers;
    for (unsigned i = 1; i < threads && i < tasks.size(); ++i) {
        helpers.emplace_back(work);
    }
    work();
    for (std::thread& helper : helpers) {
        helper.join();
    }
    return same;
}

}  // namespace

std::optional<Survey> quick_survey(FileSystem& fs, const Project& project, const CookState& state,
                                   std::uint64_t max_decoded, unsigned threads) {
    const auto stamps = decode_tree_stamps(state.trees());
    const std::vector<SourceHead>& heads = state.heads();
    if (!stamps || stamps->sources.empty() || !std::ranges::all_of(heads, &SourceHead::settled)) {
        return std::nullopt;
    }
    std::vector<Task> tasks;
    if (!add_tasks(tasks, stamps->sources, join_path(project.root, project.sources_prefix),
                   false) ||
        !give_runs(tasks.data(), stamps->sources, project.sources_prefix, heads)) {
        return std::nullopt;
    }
    if (!project.bare) {
        const std::size_t first = tasks.size();
        if (!add_tasks(tasks, stamps->recipes, project.library, true) ||
            !give_runs(tasks.data() + first, stamps->recipes, {}, heads)) {
            return std::nullopt;
        }
    }
    if (!check_all(fs, tasks, heads, threads)) {
        return std::nullopt;
    }
    Survey survey;
    survey.total = heads.size();
    survey.unclaimed = stamps->unclaimed;
    survey.unchanged.reserve(heads.size());
    for (const SourceHead& head : heads) {
        if ((head.more_inputs && !further_inputs_are_same(fs, project, state, head)) ||
            (head.failed && failed_under_another_limit(head, max_decoded))) {
            return std::nullopt;
        }
        survey.unchanged.push_back(&head);
    }
    return survey;
}

}  // namespace galley
