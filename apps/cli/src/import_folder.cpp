#include "import_folder.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include <fmt/format.h>

#include "errors.h"
#include "galley/base/errors.h"
#include "galley/base/try.h"
#include "galley/core/errors.h"
#include "galley/core/virtual_path.h"
#include "galley/import/material_folder.h"
#include "galley/import/material_source.h"
#include "galley/project/recipe.h"
#include "import_copy.h"
#include "ledger_text.h"
#include "picture_findings.h"

namespace galley::cli {
namespace {

std::string last_part(const std::string& folder) {
    const auto path = std::filesystem::absolute(folder).lexically_normal();
    return (path.has_filename() ? path : path.parent_path()).filename().generic_string();
}

/// A file to be written that no file of the folder is.
struct Made {
    Copy copy;
    Bytes bytes;
};

class FolderImport {
public:
    FolderImport(const std::string& folder, const ImportTarget& target, Session& session)
        : folder_(folder), target_(target), session_(session), name_(last_part(folder)) {}

    Result<void> run() {
        TRY_ASSIGN(const ScannedTree tree, session_.fs.scan(folder_, 1));
        const ImporterRegistry importers = builtin_importers();
        for (const ScannedFile& file : tree) {
            if (importers.find_for(file.path) != nullptr) read(std::string(file.path));
        }
        if (files_.empty()) {
            return fail(kNotRead, "no file of this folder is read by an importer",
                        {.file = folder_});
        }
        make_materials();
        TRY(plan_files());
        TRY(plan_recipes());
        return write();
    }

private:
    void read(const std::string& relative) {
        const std::string file = join_path(folder_, relative);
        auto source = open_source(session_.fs, file, {});
        if (!source) {
            session_.fail(source.error());
            return;
        }
        std::set<std::string> named;
        for (const FileRead& one : source->files) {
            const std::string below = below_folder(join_path(source->root, one.path));
            if (below.empty()) {
                session_.fail({kPathEscapes,
                               "it names a file that is not in the folder",
                               {.file = file},
                               fmt::format("bring {} into the folder", one.path)});
                return;
            }
            named.insert(below);
        }
        files_.insert(named.begin(), named.end());
        if (const auto* image = std::get_if<ImportedImage>(&source->imported.content)) {
            pictures_[relative] = image->info;
        } else {
            named.erase(relative);
            named_.insert(named.begin(), named.end());
            tell_later(pictures_of(*source, relative));
        }
        if (!source->imported.ledger.entries().empty()) {
            ledgers_.emplace_back(relative, source->imported.ledger);
        }
        warn_of_absent(*source, file, session_);
    }

    /// Those inside a model, which does not stay; its files are the folder's own.
    void tell_later(std::vector<BroughtPicture> pictures) {
        std::erase_if(pictures, [](const BroughtPicture& one) { return !one.file.empty(); });
        auto found = find_in_pictures(pictures, session_);
        for (std::size_t i = 0; i < pictures.size(); ++i) {
            found_.emplace_back(std::move(pictures[i].shown), std::move(found[i]));
        }
    }

    /// The path below the folder; empty when it is not below it.
    std::string below_folder(const std::string& path) const {
        namespace fs = std::filesystem;
        const fs::path relative =
            fs::path(path).lexically_relative(fs::absolute(folder_).lexically_normal());
        std::string text = relative.generic_string();
        return text.starts_with("..") ? std::string() : text;
    }

    /// Whether somebody decided already: a model or material names one of its pictures, or the
    /// folder brings a material of the name.
    bool is_decided(const std::string& directory, const FolderMaterial& material) const {
        const auto is_named = [&](const std::string& picture) {
            return named_.contains(join_path(directory, picture));
        };
        return std::ranges::any_of(material.pictures, is_named) ||
               files_.contains(join_path(directory, material.name + std::string(kMaterialEnd)));
    }

    void make_materials() {
        std::map<std::string, std::vector<FolderPicture>> folders;
        for (const auto& [path, info] : pictures_) {
            const std::size_t slash = path.rfind('/');
            const std::string directory =
                slash == std::string::npos ? std::string() : path.substr(0, slash);
            folders[directory].push_back({path.substr(slash == std::string::npos ? 0 : slash + 1),
                                          info.width, info.height, info.channels % 2 == 0});
        }
        for (const auto& [directory, pictures] : folders) {
            const std::string folder =
                directory.empty() ? name_ : directory.substr(directory.rfind('/') + 1);
            for (FolderMaterial& material : find_materials(folder, pictures)) {
                if (is_decided(directory, material)) continue;
                for (const std::string& left : material.left_out) {
                    files_.erase(join_path(directory, left));
                }
                materials_.emplace_back(directory, std::move(material));
            }
        }
    }

    Result<Copy> place(const std::string& relative) const {
        TRY_ASSIGN(const VirtualPath path,
                   VirtualPath::parse(
                       join_path(join_path(join_path("assets", target_.to), name_), relative)));
        return Copy{join_path(folder_, relative), join_path(target_.project, path.text()),
                    path.text()};
    }

    Result<void> plan_files() {
        for (const std::string& file : files_) {
            TRY_ASSIGN(Copy copy, place(file));
            TRY(copy_file(session_.fs, copy, target_.replace, false));
            copies_.push_back(std::move(copy));
        }
        for (const auto& [directory, material] : materials_) {
            const std::string name = material.name + std::string(kMaterialEnd);
            TRY_ASSIGN(Copy copy, place(join_path(directory, name)));
            const ByteSpan bytes = as_byte_span(material.source);
            TRY(put_file(session_.fs, copy, bytes, target_.replace, false));
            made_.push_back({std::move(copy), Bytes(bytes.begin(), bytes.end())});
        }
        return {};
    }

    /// The channels that the materials need, in the recipes of the pictures.
    Result<void> plan_recipes() {
        for (const auto& [directory, material] : materials_) {
            for (const ChannelsOf& one : material.channels) {
                TRY(plan_recipe(directory, one));
            }
        }
        return {};
    }

    Result<void> plan_recipe(const std::string& directory, const ChannelsOf& channels) {
        TRY_ASSIGN(const Copy picture, place(join_path(directory, channels.picture)));
        const std::string file = join_path("library", recipe_path(picture.shown));
        const std::string path = join_path(target_.project, file);
        Recipe recipe;
        const auto there = session_.fs.read(path);
        if (there) {
            TRY_ASSIGN(recipe, parse_recipe(as_text(*there), path));
        } else if (there.error().code != kFileNotFound) {
            return std::unexpected(there.error());
        }
        Json list = Json::array();
        for (const std::string& channel : channels.channels) {
            TRY_ASSIGN(std::string text, with_path(directory, channel));
            list.push_back(std::move(text));
        }
        if (const Json* kept = recipe.settings.find("channels")) {
            if (*kept != list) {
                session_.console.line(
                    fmt::format("kept      {}: channels {}, where the folder asks "
                                "for {}",
                                file, write_json_compact(*kept), write_json_compact(list)));
            }
            return {};
        }
        if (recipe.settings.is_null()) recipe.settings = Json::object();
        recipe.settings.set("channels", std::move(list));
        const std::string text = recipe_text(recipe);
        const ByteSpan bytes = as_byte_span(text);
        recipes_.push_back({{picture.from, path, file}, Bytes(bytes.begin(), bytes.end())});
        return {};
    }

    /// `ao.png:r` as `assets/wall/ao.png:r`.
    Result<std::string> with_path(const std::string& directory, const std::string& channel) const {
        const std::size_t colon = channel.rfind(':');
        if (colon == std::string::npos) return channel;
        TRY_ASSIGN(const Copy other, place(join_path(directory, channel.substr(0, colon))));
        return other.shown + channel.substr(colon);
    }

    void tell_pictures() {
        std::vector<BroughtPicture> pictures;
        for (const auto& [path, info] : pictures_) {
            if (files_.contains(path)) pictures.push_back({path, join_path(folder_, path)});
        }
        const auto found = find_in_pictures(pictures, session_);
        for (std::size_t i = 0; i < pictures.size(); ++i) {
            found_.emplace_back(pictures[i].shown, found[i]);
        }
        for (const auto& [shown, what] : found_) {
            tell_findings(what, {join_path(folder_, shown), {}},
                          fmt::format("          {}: ", shown), session_);
        }
    }

    Result<void> write() {
        for (const Copy& copy : copies_) {
            TRY_ASSIGN(const Copied copied, copy_file(session_.fs, copy, target_.replace, true));
            tell(session_.console, copied, copy);
        }
        for (const auto& [file, ledger] : ledgers_) {
            session_.console.out(ledger_text(ledger, fmt::format("          {}: ", file)));
        }
        tell_pictures();
        for (const Made& recipe : recipes_) {
            TRY(put_file(session_.fs, recipe.copy, recipe.bytes, true, true));
        }
        for (std::size_t i = 0; i < made_.size(); ++i) {
            const Made& made = made_[i];
            TRY(put_file(session_.fs, made.copy, made.bytes, target_.replace, true));
            session_.console.line(fmt::format("material  {}", made.copy.shown));
            session_.console.out(ledger_text(materials_[i].second.ledger, "          "));
        }
        return {};
    }

    const std::string& folder_;
    const ImportTarget& target_;
    Session& session_;
    std::string name_;
    std::set<std::string> files_;                ///< to be copied, below the folder
    std::map<std::string, ImageInfo> pictures_;  ///< by path below the folder
    std::set<std::string> named_;                ///< by models and materials
    std::vector<std::pair<std::string, Ledger>> ledgers_;
    std::vector<std::pair<std::string, PictureFindings>> found_;     ///< by path below the folder
    std::vector<std::pair<std::string, FolderMaterial>> materials_;  ///< with their directories
    std::vector<Copy> copies_;
    std::vector<Made> made_;  ///< of the materials, in their order
    std::vector<Made> recipes_;
};

}  // namespace

Result<void> import_folder(const std::string& folder, const ImportTarget& target,
                           Session& session) {
    return FolderImport(folder, target, session).run();
}

void warn_of_absent(const Source& source, const std::string& file, Session& session) {
    for (const std::string& absent : source.absent) {
        session.console.report(Severity::warning, {kFileNotFound,
                                                   "a file that it names is missing: " + absent,
                                                   {.file = file},
                                                   {},
                                                   nullptr});
    }
}

}  // namespace galley::cli
