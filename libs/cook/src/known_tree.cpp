#include "known_tree.h"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <map>
#include <mutex>
#include <set>
#include <thread>

#include "galley/core/virtual_path.h"
#include "import_source.h"
#include "record_fields.h"
#include "survey.h"

namespace galley {

namespace {

constexpr std::string_view kMagic = "GLYTREE2";
/// So that threads share one directory of many files.
constexpr std::size_t kFilesPerGroup = 512;
constexpr std::size_t kStatSize = 32;
constexpr std::string_view kRecipeSuffix = ".json";

std::string_view directory_of(std::string_view path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

std::string_view name_of(std::string_view path) { return path.substr(path.rfind('/') + 1); }

using Root = KnownTree::Root;
using HeadsByDirectory = std::map<std::string_view, std::vector<const SourceHead*>>;

/// Writes one tree; false when it holds something that is not settled, or a head has no directory.
class TreeWriter {
public:
    TreeWriter(ByteWriter& writer, Root root, std::int64_t seen_ns)
        : writer_(writer), root_(root), seen_ns_(seen_ns) {}

    bool add(std::string_view path, const FileStat& stat,
             const std::vector<const SourceHead*>& heads) {
        if (!stamp_is_settled(stat, seen_ns_)) {
            return false;
        }
        std::size_t begin = 0;
        do {
            const std::size_t end = std::min(begin + kFilesPerGroup, heads.size());
            add_group(path, stat, std::span(heads).subspan(begin, end - begin));
            begin = end;
        } while (begin < heads.size());
        return true;
    }

    [[nodiscard]] std::uint32_t groups() const { return groups_; }

private:
    void add_group(std::string_view path, const FileStat& stat,
                   std::span<const SourceHead* const> heads) {
        ByteWriter files;
        std::uint32_t count = 0;
        for (const SourceHead* head : heads) {
            if (root_ == Root::sources) {
                put_text(files, name_of(head->source));
                put_stat(files, head->stat);
            } else if (head->recipe) {
                put_text(files, std::string(name_of(head->source)).append(kRecipeSuffix));
                put_stat(files, *head->recipe);
            } else {
                continue;
            }
            ++count;
        }
        writer_.u8(static_cast<std::uint8_t>(root_));
        put_text(writer_, path);
        put_stat(writer_, stat);
        writer_.u32(count);
        writer_.u32(static_cast<std::uint32_t>(files.view().size()));
        writer_.bytes(files.view());
        ++groups_;
    }

    ByteWriter& writer_;
    Root root_;
    std::int64_t seen_ns_;
    std::uint32_t groups_ = 0;
};

/// What imports read and missed beside their sources.
struct Beside {
    std::map<std::string, std::optional<FileStat>> others;
    std::set<std::string> absent;
};

const SourceHead* find_head(std::span<const SourceHead> heads, std::string_view source) {
    const auto found = std::ranges::lower_bound(heads, source, {}, &SourceHead::source);
    return found != heads.end() && found->source == source ? &*found : nullptr;
}

/// False when one of them differs already.
bool gather(std::span<const SourceHead> heads, const SourceHead& head, Beside& out) {
    const auto record = decode_source_record(head.bytes);
    if (!record) {
        return false;
    }
    for (const InputFile& file : record->files) {
        const SourceHead* source = find_head(heads, file.path);
        if (source != nullptr) {
            if (!file.digest.is_zero() && source->stat != file.stat) {
                return false;
            }
            continue;
        }
        auto& stat = out.others[file.path];
        if (!file.digest.is_zero()) {
            if (stat && *stat != file.stat) {
                return false;
            }
            stat = file.stat;
        }
    }
    out.absent.insert(record->absent.begin(), record->absent.end());
    return true;
}

void put_beside(ByteWriter& writer, const Beside& beside) {
    writer.u32(static_cast<std::uint32_t>(beside.others.size()));
    for (const auto& [path, stat] : beside.others) {
        put_text(writer, path);
        writer.u8(stat ? 1 : 0);
        put_stat(writer, stat.value_or(FileStat{}));
    }
    writer.u32(static_cast<std::uint32_t>(beside.absent.size()));
    for (const std::string& path : beside.absent) {
        put_text(writer, path);
    }
}

/// The directories, by path, that hold neither outputs nor anything below them.
std::map<std::string_view, FileStat> directories_of(std::span<const ScannedDirectory> scanned,
                                                    std::string_view outputs) {
    std::map<std::string_view, FileStat> directories;
    for (const ScannedDirectory& directory : scanned) {
        const std::string_view path = directory.path;
        const bool output = !outputs.empty() && (directory.path + "/").starts_with(outputs);
        if (!output) {
            directories.emplace(path, directory.stat);
        }
    }
    return directories;
}

}  // namespace

std::optional<Bytes> encode_known_tree(const Project& project, const TreeAsSeen& tree,
                                       const CookSummary& summary, const FileStat& log) {
    HeadsByDirectory heads;
    Beside beside;
    KnownTree::Counts counts{tree.heads.size(), 0, tree.unclaimed, false, false};
    for (const SourceHead& head : tree.heads) {
        if (!head.settled || (head.more_inputs && !gather(tree.heads, head, beside))) {
            return std::nullopt;
        }
        heads[directory_of(head.source)].push_back(&head);
        counts.assets += head.assets;
        counts.failed = counts.failed || head.failed;
        counts.lossy = counts.lossy || head.lossy || head.untold;
    }
    ByteWriter groups;
    std::uint32_t group_count = 0;
    std::size_t heads_placed = 0;
    const auto add_tree = [&](Root root, const std::map<std::string_view, FileStat>& directories,
                              const std::string& prefix) {
        static const std::vector<const SourceHead*> kNone;
        TreeWriter writer(groups, root, tree.seen_ns);
        for (const auto& [path, stat] : directories) {
            const auto inside = heads.find(join_path(prefix, path));
            const auto& files = inside == heads.end() ? kNone : inside->second;
            if (!writer.add(path, stat, files)) {
                return false;
            }
            heads_placed += root == Root::sources ? files.size() : 0;
        }
        group_count += writer.groups();
        return true;
    };
    const auto sources = directories_of(tree.sources, outputs_below_sources(project));
    if (sources.empty() || !add_tree(Root::sources, sources, project.sources_prefix)) {
        return std::nullopt;
    }
    const auto recipes = directories_of(tree.recipes, {});
    // A library that is not there yet may come any time.
    if (!project.bare && (recipes.empty() || !add_tree(Root::recipes, recipes, {}))) {
        return std::nullopt;
    }
    if (heads_placed != tree.heads.size()) {
        return std::nullopt;
    }
    ByteWriter body;
    put_stat(body, log);
    put_summary(body, summary);
    body.u64(counts.sources);
    body.u64(counts.assets);
    body.u64(counts.unclaimed);
    body.u8(counts.failed ? 1 : 0);
    body.u8(counts.lossy ? 1 : 0);
    put_text(body, project.sources_prefix);
    put_beside(body, beside);
    body.u32(group_count);
    body.bytes(groups.view());
    ByteWriter file;
    file.text(kMagic);
    file.u64(xxh3_64(body.view()));
    file.bytes(body.view());
    return file.take();
}

std::optional<KnownTree> KnownTree::read(FileSystem& fs, const std::string& path,
                                         const FileStat& log) {
    auto mapped = fs.map(path);
    if (!mapped) {
        return std::nullopt;
    }
    KnownTree tree;
    tree.file_ = *std::move(mapped);
    ByteReader reader(tree.file_->bytes());
    const bool magic = reader.text(kMagic.size()) == kMagic;
    const std::uint64_t checksum = reader.u64();
    if (reader.failed() || !magic ||
        xxh3_64(tree.file_->bytes().subspan(reader.offset())) != checksum) {
        return std::nullopt;
    }
    if (get_stat(reader) != log || !tree.decode(reader)) {
        return std::nullopt;
    }
    return tree;
}

bool KnownTree::decode(ByteReader& reader) {
    summary_ = get_summary(reader);
    counts_.sources = reader.u64();
    counts_.assets = reader.u64();
    counts_.unclaimed = reader.u64();
    counts_.failed = reader.u8() != 0;
    counts_.lossy = reader.u8() != 0;
    sources_prefix_ = get_view(reader);
    others_.resize(reader.count(4 + 1 + kStatSize));
    for (Other& other : others_) {
        other.path = get_view(reader);
        const bool exact = reader.u8() != 0;
        const FileStat stat = get_stat(reader);
        if (exact) {
            other.stat = stat;
        }
    }
    absent_.resize(reader.count(4));
    for (std::string_view& path : absent_) {
        path = get_view(reader);
    }
    groups_.resize(reader.count(1 + 4 + kStatSize + 4 + 4));
    for (Group& group : groups_) {
        group.root = reader.u8() == 0 ? Root::sources : Root::recipes;
        group.directory = get_view(reader);
        group.stat = get_stat(reader, FileType::directory);
        group.files = reader.u32();
        group.bytes = reader.bytes(reader.u32());
    }
    return reader.finished();
}

std::vector<ScannedDirectory> KnownTree::directories(Root root) const {
    std::vector<ScannedDirectory> directories;
    for (const Group& group : groups_) {
        if (group.root == root) {
            directories.push_back({std::string(group.directory), group.stat});
        }
    }
    return directories;
}

/// One thread's comparison of groups with what is there.
class KnownTree::Comparison {
public:
    Comparison(FileSystem& fs, const Project& project)
        : fs_(fs), prefix_(project.sources_prefix),
          roots_{join_path(project.root, prefix_), project.library} {}

    /// False when a name in the directory may have come or gone.
    bool compare(const Group& group) {
        ByteReader reader(group.bytes);
        files_.clear();
        changed_.clear();
        for (std::uint32_t i = 0; i < group.files && !reader.failed(); ++i) {
            const std::string_view name = get_view(reader);
            files_.push_back({name, get_stat(reader)});
        }
        const std::string& root = roots_[static_cast<std::size_t>(group.root)];
        if (!reader.finished() ||
            !fs_.has_same_names(join_path(root, group.directory), group.stat, files_, changed_)) {
            return false;
        }
        for (const std::size_t i : changed_) {
            add(group, files_[i].name);
        }
        return true;
    }

    [[nodiscard]] const ChangedFiles& changed() const { return changed_files_; }

private:
    void add(const Group& group, std::string_view name) {
        if (group.root == Root::recipes) {
            name.remove_suffix(kRecipeSuffix.size());
            changed_files_.recipes.push_back(join_path(group.directory, name));
        } else {
            changed_files_.inputs.push_back(join_path(prefix_, join_path(group.directory, name)));
        }
    }

    FileSystem& fs_;
    const std::string& prefix_;
    std::string roots_[2];
    std::vector<ExpectedFile> files_;
    std::vector<std::size_t> changed_;
    ChangedFiles changed_files_;
};

/// False when one is no file any more, or one that was absent came.
bool KnownTree::compare_others(FileSystem& fs, const Project& project,
                               ChangedFiles& changed) const {
    for (const Other& other : others_) {
        const auto stat = fs.stat(join_path(project.root, other.path));
        if (!stat || stat->type != FileType::file) {
            return false;
        }
        if (other.stat && *stat != *other.stat) {
            changed.inputs.emplace_back(other.path);
        }
    }
    return std::ranges::none_of(absent_, [&](std::string_view path) {
        const auto stat = fs.stat(join_path(project.root, path));
        return stat && stat->type == FileType::file;
    });
}

std::optional<ChangedFiles> KnownTree::find_changed(FileSystem& fs, const Project& project,
                                                    unsigned threads) const {
    if (sources_prefix_ != project.sources_prefix) {
        return std::nullopt;
    }
    std::atomic<std::size_t> next = 0;
    std::atomic<bool> same_names = true;
    std::mutex mutex;
    ChangedFiles changed;
    const auto work = [&] {
        Comparison comparison(fs, project);
        for (std::size_t i = next++; i < groups_.size() && same_names; i = next++) {
            if (!comparison.compare(groups_[i])) {
                same_names = false;
            }
        }
        const std::lock_guard lock(mutex);
        std::ranges::copy(comparison.changed().inputs, std::back_inserter(changed.inputs));
        std::ranges::copy(comparison.changed().recipes, std::back_inserter(changed.recipes));
    };
    std::vector<std::thread> helpers;
    for (unsigned i = 1; i < threads && i < groups_.size(); ++i) {
        helpers.emplace_back(work);
    }
    ChangedFiles others;
    if (!compare_others(fs, project, others)) {
        same_names = false;
    }
    work();
    for (std::thread& helper : helpers) {
        helper.join();
    }
    if (!same_names) {
        return std::nullopt;
    }
    std::ranges::copy(others.inputs, std::back_inserter(changed.inputs));
    std::ranges::sort(changed.inputs);
    std::ranges::sort(changed.recipes);
    return changed;
}

}  // namespace galley
