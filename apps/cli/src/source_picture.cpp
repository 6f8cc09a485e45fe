#include "source_picture.h"

#include <filesystem>

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

/// Of a picture whose own bytes are `own`, in a project.
Result<Image> decode(FileSystem& fs, const std::string& root, const std::string& path, ByteSpan own,
                     const TextureSettings& settings, Ledger& ledger) {
    const ChannelChoices none;
    const ChannelChoices& channels = settings.channels ? *settings.channels : none;
    std::vector<Bytes> kept;
    kept.reserve(channels.size());
    TextureInput input{own, extension_of(path), settings};
    for (const ChannelChoice& choice : channels) {
        if (choice.picture.empty()) continue;
        auto bytes = fs.read(join_path(root, choice.picture), kMostFileBytes);
        if (!bytes) continue;  // said when it is needed
        kept.push_back(*std::move(bytes));
        input.pictures.push_back({choice.picture, kept.back(), extension_of(choice.picture)});
    }
    std::vector<Diagnostic> told;
    return decode_picture(input, {nullptr, {}, &ledger, &told});
}

Result<TextureSettings> settings_below(FileSystem& fs, const std::string& root,
                                       const std::string& path) {
    if (!fs.stat(join_path(root, "project.json"))) return TextureSettings();
    Diagnostics diagnostics;
    TRY_ASSIGN(const Project project, open_project(fs, root, {}, diagnostics));
    return settings_of(fs, project, path);
}

}  // namespace

void warn_of_damage(const Ledger& ledger, const std::string& file, Diagnostics& diagnostics) {
    if (ledger.partial()) {
        diagnostics.report(Severity::warning, damage_of(ledger).in_file(file));
    }
}

Result<SourcePicture> decode_source_picture(FileSystem& fs, const std::string& file) {
    namespace stdfs = std::filesystem;
    TRY_ASSIGN(const Bytes own, fs.read(file, kMostFileBytes));
    const std::string root = find_project_root(fs, directory_of(file));
    std::string path = file;
    if (!root.empty()) {
        path = stdfs::absolute(file)
                   .lexically_normal()
                   .lexically_relative(stdfs::absolute(root).lexically_normal())
                   .generic_string();
    }
    SourcePicture out;
    if (!root.empty()) {
        TRY_ASSIGN(out.settings, settings_below(fs, root, path));
    }
    TRY_ASSIGN(out.image, decode(fs, root, path, own, out.settings, out.ledger));
    return out;
}

Result<Bytes> read_source_picture(FileSystem& fs, const std::string& root, const std::string& path,
                                  Diagnostics& diagnostics) {
    TRY_ASSIGN(Bytes own, fs.read(join_path(root, path), kMostFileBytes));
    TRY_ASSIGN(const TextureSettings settings, settings_below(fs, root, path));
    if (!settings.channels) return own;
    Ledger ledger;
    TRY_ASSIGN(const Image image, decode(fs, root, path, own, settings, ledger));
    if (image.type == SampleType::float32) return own;
    // The PNG is whole: who decodes it cannot tell.
    warn_of_damage(ledger, path, diagnostics);
    return write_png(image);
}

}  // namespace galley::cli
