#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "default_rules.h"
#include "directories.h"
#include "galley/base/errors.h"
#include "galley/base/try.h"
#include "galley/core/atomic_file.h"
#include "galley/core/virtual_path.h"
#include "galley/project/errors.h"
#include "galley/project/project.h"

namespace galley {

namespace {

constexpr std::string_view kGitIgnore = R"(# Derived files: a cook makes them again.
/cooked/
# What a program that was killed left half-written.
*.tmp
)";

constexpr std::string_view kGitAttributes = R"(# Documents have the same bytes on every system.
*.json text eol=lf
*.gltf -text
*.md text eol=lf
.gitattributes text eol=lf
.gitignore text eol=lf

# Art: no line endings, no merging.
*.bin binary
*.bmp binary
*.dds binary
*.exr binary
*.fbx binary
*.flac binary
*.glb binary
*.hdr binary
*.jpeg binary
*.jpg binary
*.ktx2 binary
*.mp3 binary
*.ogg binary
*.otf binary
*.png binary
*.tga binary
*.ttf binary
*.vda binary
*.wav binary
*.webp binary
)";

constexpr std::string_view kReadMe = R"(# {0}

A Galley project.

- `project.json`: the project and its import rules, which say by file name what a texture is.
- `assets/`: art, as it comes from the tools that make it.
- `scenes/`, `prefabs/`: documents.
- `library/`: what was decided about each piece of art. Belongs into version control.
- `cooked/`: what is made from all this. Can be deleted at any time.

Put art into `assets/`, then run `galley cook` here.
)";

/// Remembers what it made, and removes it again unless it is kept.
class Creation {
public:
    explicit Creation(FileSystem& fs) : fs_(fs) {}
    Creation(const Creation&) = delete;
    Creation& operator=(const Creation&) = delete;

    ~Creation() {
        if (kept_) {
            return;
        }
        std::ranges::for_each(files_,
                              [&](const std::string& path) { (void)fs_.remove_file(path); });
        std::ranges::reverse(directories_);
        std::ranges::for_each(directories_,
                              [&](const std::string& path) { (void)fs_.remove_directory(path); });
    }

    /// Makes the directory and those above it that are missing, durably.
    Result<void> make_directory(const std::string& path) {
        std::vector<std::string> missing;
        for (std::string at = path; at != "." && !fs_.stat(at); at = parent(at)) {
            missing.push_back(at);
        }
        directories_.insert(directories_.end(), missing.rbegin(), missing.rend());
        TRY(fs_.make_directories(path));
        for (const std::string& made : missing) {
            TRY(fs_.sync_directory(parent(made)));
        }
        return {};
    }

    Result<void> write(std::string path, std::string_view text) {
        files_.push_back(path);
        return write_file_atomically(fs_, path, as_byte_span(text));
    }

    void keep() { kept_ = true; }

private:
    static std::string parent(const std::string& path) {
        const std::size_t slash = path.rfind('/');
        return slash == std::string::npos ? "." : path.substr(0, std::max<std::size_t>(slash, 1));
    }

    FileSystem& fs_;
    std::vector<std::string> directories_;  ///< parents first
    std::vector<std::string> files_;
    bool kept_ = false;
};

Result<void> check_free(FileSystem& fs, const std::string& directory) {
    const Result<std::vector<DirectoryEntry>> entries = fs.list(directory);
    if (!entries) {
        return entries.error().code == kFileNotFound ? Result<void>{}
                                                     : std::unexpected(entries.error());
    }
    for (const DirectoryEntry& entry : *entries) {
        if (entry.name != ".git") {
            return fail(
                kProjectExists,
                entry.name == "project.json"
                    ? fmt::format("'{}' is a project already", directory)
                    : fmt::format("'{}' is not empty: it holds '{}'", directory, entry.name),
                {.file = directory}, "choose a directory that is empty or not there yet");
        }
    }
    return {};
}

std::string project_text(std::string_view name) {
    Json project = Json::object();
    project.set("name", name);
    project.set("version", "0.1.0");
    project.set("import", default_rules());
    return write_json(project);
}

}  // namespace

Result<void> create_project(FileSystem& fs, std::string_view directory, std::string_view name) {
    const std::string root = normal_path(directory);
    TRY(check_free(fs, root));
    const std::string absolute = absolute_path(root);
    const std::string title =
        name.empty() ? absolute.substr(absolute.rfind('/') + 1) : std::string(name);

    Creation creation(fs);
    for (const std::string_view folder : std::array{"", "assets", "library", "scenes", "prefabs"}) {
        TRY(creation.make_directory(join_path(root, folder)));
    }
    TRY(creation.write(join_path(root, ".gitignore"), kGitIgnore));
    TRY(creation.write(join_path(root, ".gitattributes"), kGitAttributes));
    TRY(creation.write(join_path(root, "README.md"), fmt::format(kReadMe, title)));
    // Last, because its presence makes the directory a project.
    TRY(creation.write(join_path(root, "project.json"), project_text(title)));
    creation.keep();
    return {};
}

}  // namespace galley
