#include "source_picture.h"

#include "galley/base/errors.h"
#include "galley/base/try.h"
#include "galley/cook/decode_picture.h"
#include "galley/core/virtual_path.h"
#include "galley/export/png.h"
#include "galley/project/project.h"
#include "galley/project/recipe.h"
#include "source.h"

namespace galley::cli {
namespace {

constexpr std::uint64_t kMostFileBytes = std::uint64_t{4} << 30;

/// What rules and recipe say of a picture.
Result<TextureSettings> settings_of(FileSystem& fs, const Project& project,
                                    const std::string& path) {
    TRY_ASSIGN(TextureSettings settings, rule_texture_settings(project, path));
    const std::string file = join_path(project.library, recipe_path(path));
    const auto text = fs.read(file);
    if (!text && text.error().code == kFileNotFound) return settings;
    if (!text) return std::unexpected(text.error());
    TRY_ASSIGN(const Recipe recipe, parse_recipe(as_text(*text), file));
    if (recipe.settings.is_null()) return settings;
    TRY(apply_settings(recipe.document, recipe.settings, "/settings", settings));
    return settings;
}

}  // namespace

Result<Bytes> read_source_picture(FileSystem& fs, const std::string& root,
                                  const std::string& path) {
    TRY_ASSIGN(Bytes own, fs.read(join_path(root, path), kMostFileBytes));
    if (!fs.stat(join_path(root, "project.json"))) return own;
    Diagnostics diagnostics;
    TRY_ASSIGN(const Project project, open_project(fs, root, {}, diagnostics));
    TRY_ASSIGN(const TextureSettings settings, settings_of(fs, project, path));
    if (!settings.channels) return own;
    std::vector<Bytes> kept;
    kept.reserve(settings.channels->size());
    TextureInput input{own, extension_of(path), settings};
    for (const ChannelChoice& choice : *settings.channels) {
        if (choice.picture.empty()) continue;
        auto bytes = fs.read(join_path(root, choice.picture), kMostFileBytes);
        if (!bytes) continue;  // said when it is needed
        kept.push_back(*std::move(bytes));
        input.pictures.push_back({choice.picture, kept.back(), extension_of(choice.picture)});
    }
    Ledger ledger;
    std::vector<Diagnostic> told;
    TRY_ASSIGN(const Image image, decode_picture(input, {nullptr, {}, &ledger, &told}));
    return write_png(image);
}

}  // namespace galley::cli
