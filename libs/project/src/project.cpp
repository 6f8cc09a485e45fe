#include "galley/project/project.h"

#include <fmt/format.h>

#include "default_rules.h"
#include "directories.h"
#include "document.h"
#include "galley/base/errors.h"
#include "galley/base/hash.h"
#include "galley/base/try.h"
#include "galley/core/virtual_path.h"
#include "galley/project/errors.h"

namespace galley {

namespace {

constexpr std::string_view kProjectFileName = "project.json";
constexpr std::uint64_t kLargestProjectFile = 64 << 20;

std::string base_name(std::string_view path) {
    const std::string absolute = absolute_path(path);
    const std::string name = absolute.substr(absolute.rfind('/') + 1);
    return name.empty() ? "root" : name;
}

/// Reads what project.json says into a project; what is wrong is reported and left out.
class ProjectReader {
public:
    ProjectReader(Project& project, Diagnostics& diagnostics)
        : project_(project), diagnostics_(diagnostics) {}

    void read_string(std::string_view key, std::string& value) {
        const Json* json = project_.document.root.find(key);
        if (json == nullptr) {
            return;
        }
        const std::string* text = json->if_string();
        if (text == nullptr) {
            warn(*json, fmt::format("/{}", key), "a string");
            return;
        }
        value = *text;
    }

    /// Without an `import` list the default rules hold; an empty one means none.
    void read_rules() {
        const Json* import = project_.document.root.find("import");
        if (import != nullptr && !import->is_array()) {
            warn(*import, "/import", "a list of rules");
            import = nullptr;
        }
        const Json built_in = import == nullptr ? default_rules() : Json();
        const Json::Array& rules = *(import == nullptr ? built_in : *import).if_array();
        for (std::size_t i = 0; i < rules.size(); ++i) {
            read_rule(rules[i], fmt::format("/import/{}", i));
        }
    }

private:
    void warn(const Json& json, std::string pointer, std::string_view wanted) {
        diagnostics_.warn(kProjectField,
                          fmt::format("'{}' must be {}, not {}; it is ignored", pointer, wanted,
                                      json.type_name()),
                          project_.document.place(json, pointer));
    }

    void read_rule(const Json& rule, const std::string& pointer) {
        if (!rule.is_object()) {
            return warn(rule, pointer, "a rule such as {\"match\": \"*_n.*\", \"settings\": {}}");
        }
        const Json* match = rule.find("match");
        const Json* settings = rule.find("settings");
        if (match == nullptr || settings == nullptr || !settings->is_object()) {
            return warn(rule, pointer, "a rule with 'match' and an object 'settings'");
        }
        read_patterns(*match, pointer + "/match", {{}, *settings, pointer + "/settings"});
        TextureSettings scratch;  // checks the keys and values of every kind
        const Result<void> good =
            apply_settings(project_.document, *settings, pointer + "/settings", scratch);
        if (!good) {
            diagnostics_.report(Severity::warning, good.error());
        }
    }

    void read_patterns(const Json& match, const std::string& pointer, const FolderRule& rule) {
        if (const std::string* pattern = match.if_string()) {
            add(*pattern, rule);
        } else if (const Json::Array* patterns = match.if_array()) {
            for (std::size_t i = 0; i < patterns->size(); ++i) {
                if (const std::string* one = (*patterns)[i].if_string()) {
                    add(*one, rule);
                } else {
                    warn((*patterns)[i], fmt::format("{}/{}", pointer, i), "a pattern");
                }
            }
        } else {
            warn(match, pointer, "a pattern, or a list of them");
        }
    }

    void add(const std::string& pattern, FolderRule rule) {
        const Result<std::string> composed = to_nfc(pattern);  // as the paths are
        rule.match = composed ? *composed : pattern;
        project_.rules.push_back(std::move(rule));
    }

    Project& project_;
    Diagnostics& diagnostics_;
};

Result<void> read_project_file(Bytes bytes, Project& project, Diagnostics& diagnostics) {
    TRY_ASSIGN(project.document,
               parse_document(as_text(bytes), join_path(project.root, kProjectFileName)));
    const Json& root = project.document.root;
    if (!root.is_object()) {
        return fail(kProjectFile, fmt::format("a project is an object, not {}", root.type_name()),
                    project.document.place(root));
    }
    ProjectReader reader(project, diagnostics);
    reader.read_string("name", project.name);
    reader.read_string("version", project.version);
    reader.read_rules();
    return {};
}

Result<std::string> bare_cooked_directory(std::string_view root) {
    TRY_ASSIGN(const std::string cache, user_cache_directory());
    const std::string absolute = absolute_path(root);
    return join_path(cache,
                     fmt::format("{}-{:016x}", base_name(root), xxh3_64(as_byte_span(absolute))));
}

/// What a file-name pattern is compared with for a part: the name that the source gave it, with the
/// full stop that patterns such as `*_n.*` ask for.
std::string part_file_name(std::string_view part) {
    part.remove_prefix(part.find('/') + 1);
    part = part.substr(0, part.find('/'));
    std::string name(part.substr(0, part.find('~')));
    return name.find('.') == std::string::npos ? name + "." : name;
}

bool rule_applies(const FolderRule& rule, std::string_view below_assets,
                  std::string_view part_name) {
    const bool names_files = rule.match.find('/') == std::string::npos;
    return rule_matches(rule.match, names_files && !part_name.empty() ? part_name : below_assets);
}

template <class Settings>
Result<Settings> rule_settings(const Project& project, std::string_view source,
                               std::string_view part) {
    std::string_view below_assets = source;
    if (!project.sources_prefix.empty() && source.starts_with(project.sources_prefix + "/")) {
        below_assets.remove_prefix(project.sources_prefix.size() + 1);
    }
    const std::string part_name = part.empty() ? std::string() : part_file_name(part);
    Settings settings;
    for (const FolderRule& rule : project.rules) {
        if (rule_applies(rule, below_assets, part_name)) {
            TRY(apply_settings(project.document, rule.settings, rule.pointer, settings));
        }
    }
    return settings;
}

}  // namespace

Result<Project> open_project(FileSystem& fs, std::string_view directory, std::string_view out,
                             Diagnostics& diagnostics) {
    while (directory.size() > 1 && directory.ends_with('/')) {
        directory.remove_suffix(1);
    }
    TRY_ASSIGN(const FileStat stat, fs.stat(directory));
    if (stat.type != FileType::directory) {
        return fail(kNotADirectory, fmt::format("'{}' is not a directory", directory),
                    {.file = std::string(directory)});
    }
    Project project;
    project.root = directory;
    project.name = base_name(directory);
    project.cooked = out;
    Result<Bytes> file = fs.read(join_path(directory, kProjectFileName), kLargestProjectFile);
    if (file) {
        project.sources_prefix = "assets";
        project.library = join_path(directory, "library");
        if (out.empty()) {
            project.cooked = join_path(directory, "cooked");
        }
        TRY(read_project_file(*std::move(file), project, diagnostics));
        return project;
    }
    if (file.error().code != kFileNotFound) {
        return std::unexpected(std::move(file).error());
    }
    project.bare = true;
    project.document.root = Json::object();
    project.document.root.set("import", default_rules());
    ProjectReader(project, diagnostics).read_rules();
    if (out.empty()) {
        TRY_ASSIGN(project.cooked, bare_cooked_directory(directory));
    }
    return project;
}

std::string find_project_root(FileSystem& fs, std::string_view path) {
    const auto is_root = [&](std::string_view directory) {
        const Result<FileStat> stat = fs.stat(join_path(directory, kProjectFileName));
        return stat && stat->type == FileType::file;
    };
    std::string at = normal_path(path);
    while (!at.starts_with('/') && at != "." && !at.starts_with("..")) {
        if (is_root(at)) {
            return at;
        }
        const std::size_t slash = at.rfind('/');
        at = slash == std::string::npos ? "." : at.substr(0, slash);
    }
    if (at == "." && is_root(at)) {
        return at;
    }
    for (at = absolute_path(at);; at.resize(at.rfind('/') == 0 ? 1 : at.rfind('/'))) {
        if (is_root(at)) {
            return at;
        }
        if (at == "/" || !at.starts_with('/')) {
            return {};
        }
    }
}

Result<TextureSettings> rule_texture_settings(const Project& project, std::string_view source,
                                              std::string_view part) {
    return rule_settings<TextureSettings>(project, source, part);
}

Result<MeshSettings> rule_mesh_settings(const Project& project, std::string_view source) {
    return rule_settings<MeshSettings>(project, source, {});
}

}  // namespace galley
