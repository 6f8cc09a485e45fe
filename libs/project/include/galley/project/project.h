#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "galley/base/diagnostics.h"
#include "galley/base/file_system.h"
#include "galley/core/json.h"
#include "galley/project/settings.h"

namespace galley {

/// One pattern of project.json's `import` list, whose entries are
/// `{"match": "*_n.*" or a list of patterns, "settings": {...}}`.
/// A pattern without a slash matches file names, one with a slash the path below `assets/`; `*` and
/// `?` stay inside a path part, `**` as a whole part takes any number of parts; ASCII letters match
/// in either case.
struct FolderRule {
    std::string match;
    Json settings;        ///< an object; places resolve in the project document
    std::string pointer;  ///< `/import/3/settings`
};

/// An open project, or a bare folder of art.
struct Project {
    std::string root;   ///< directory, as the person gave it, no trailing slash
    bool bare = false;  ///< no project.json: nothing is written beside the art
    std::string name;
    std::string version;
    JsonDocument document;  ///< project.json; the built-in rules for a bare folder
    std::vector<FolderRule> rules;

    std::string sources_prefix;  ///< `assets`, or empty for a bare folder
    std::string cooked;          ///< directory of derived files
    std::string library;         ///< directory of recipes; for a bare folder none are written
};

/// Opens `directory`. With a project.json it is a project (A1); a malformed one is an error with
/// its place; wrong-typed fields keep their defaults with a warning (A5, A6). Without one it is a
/// bare folder whose derived files go to `out`, or when that is empty to
/// `$XDG_CACHE_HOME/galley/<name>-<hash of the absolute path>` (or ~/.cache). A project's go to
/// `out` too when one is given. Without an `import` list the rules of a new project hold. A rule
/// whose settings are wrong is a warning here and an error for the sources that it matches.
[[nodiscard]] Result<Project> open_project(FileSystem& fs, std::string_view directory,
                                           std::string_view out, Diagnostics& diagnostics);

/// The directory at or above `path` that holds a project.json (A10), or an empty string.
[[nodiscard]] std::string find_project_root(FileSystem& fs, std::string_view path);

/// Writes a new project: project.json with the default rules, assets/, library/, scenes/, prefabs/,
/// .gitignore, .gitattributes, README.md. Fails when project.json exists or the directory is not
/// empty (`.git` may be there); removes what it made when it fails half-way. An empty `name` is the
/// directory's.
Result<void> create_project(FileSystem& fs, std::string_view directory, std::string_view name);

/// Takes time in proportion to the product of the two lengths at most.
[[nodiscard]] bool rule_matches(std::string_view pattern, std::string_view path_below_assets);

/// Defaults, then every matching rule in order. `source` is the path below the project's root. For
/// a picture inside a model `part` is its part (`texture/rock_n`): patterns without a slash then
/// match that name, not the model's (`letter_n.glb` says nothing about its pictures).
[[nodiscard]] Result<TextureSettings>
rule_texture_settings(const Project& project, std::string_view source, std::string_view part = {});
[[nodiscard]] Result<MeshSettings> rule_mesh_settings(const Project& project,
                                                      std::string_view source);

}  // namespace galley
