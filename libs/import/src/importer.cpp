#include "galley/import/importer.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "galley/base/try.h"
#include "galley/import/errors.h"
#include "galley/import/gltf.h"
#include "galley/import/material_source.h"
#include "map/import_map.h"
#include "material/import_material.h"

namespace galley {
namespace {

Result<Imported> import_image(SourceFiles& files, const VirtualPath& path,
                              const ImportLimits& /*limits*/) {
    TRY_ASSIGN(Bytes bytes, files.take(path));
    auto info = probe_image(bytes, path.extension());
    if (!info) return std::unexpected(std::move(info).error().in_file(path.text()));
    return Imported{ImportedImage{*info, std::move(bytes)}, {}};
}

auto map_importer(Kind kind) {
    return [kind](SourceFiles& files, const VirtualPath& path, const ImportLimits& /*limits*/) {
        return import_map(kind, files, path);
    };
}

}  // namespace

Result<void> ImporterRegistry::add(Importer importer) {
    for (const std::string_view extension : importer.extensions) {
        if (const Importer* other = find(extension)) {
            return fail(kImporterClaim, fmt::format("importers '{}' and '{}' both claim .{}",
                                                    other->name, importer.name, extension));
        }
    }
    importers_.push_back(std::move(importer));
    return {};
}

const Importer* ImporterRegistry::find(std::string_view extension) const {
    for (const Importer& importer : importers_) {
        if (std::ranges::find(importer.extensions, extension) != importer.extensions.end()) {
            return &importer;
        }
    }
    return nullptr;
}

const Importer* ImporterRegistry::find_for(std::string_view path) const {
    std::string name(path.substr(path.rfind('/') + 1));
    std::ranges::transform(name, name.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    for (std::size_t dot = name.find('.'); dot != name.npos; dot = name.find('.', dot + 1)) {
        const Importer* importer = find(std::string_view(name).substr(dot + 1));
        if (importer != nullptr) return importer;
    }
    return nullptr;
}

std::string_view unread_format(std::string_view extension) {
    constexpr std::pair<std::string_view, std::string_view> kFormats[] = {
        {"fbx", "FBX"},   {"obj", "OBJ"},       {"dae", "COLLADA"},  {"blend", "Blender"},
        {"usd", "USD"},   {"usda", "USD"},      {"usdc", "USD"},     {"usdz", "USD"},
        {"stl", "STL"},   {"ply", "PLY"},       {"ktx", "KTX"},      {"basis", "Basis"},
        {"gif", "GIF"},   {"psd", "Photoshop"}, {"tif", "TIFF"},     {"tiff", "TIFF"},
        {"avif", "AVIF"}, {"wav", "WAV"},       {"flac", "FLAC"},    {"ogg", "Ogg"},
        {"mp3", "MP3"},   {"opus", "Opus"},     {"ttf", "TrueType"}, {"otf", "OpenType"},
    };
    const auto found = std::ranges::find(kFormats, extension,
                                         &std::pair<std::string_view, std::string_view>::first);
    return found == std::end(kFormats) ? std::string_view() : found->second;
}

void register_builtin_importers(ImporterRegistry& registry) {
    // The lists below are ours: a failure would be ours too, and the registry's test sees it.
    (void)registry.add({.name = "gltf",
                        .version = 2,
                        .extensions = {"gltf", "glb"},
                        .import = import_gltf,
                        .memory_estimate = gltf_memory_estimate});
    (void)registry.add(
        {.name = "image",
         .version = 1,
         .extensions = {"png", "jpg", "jpeg", "tga", "bmp", "hdr", "dds", "ktx2", "webp", "exr"},
         .import = import_image,
         .memory_estimate = [](std::uint64_t size) { return size; }});
    (void)registry.add({.name = "world",
                        .version = 1,
                        .extensions = {"world.json"},
                        .import = map_importer(Kind::world),
                        .memory_estimate = map_memory_estimate});
    (void)registry.add({.name = "tilemap",
                        .version = 1,
                        .extensions = {"tilemap.json"},
                        .import = map_importer(Kind::tilemap),
                        .memory_estimate = map_memory_estimate});
    (void)registry.add(
        {.name = "material",
         .version = 1,
         .extensions = {kMaterialEnd.substr(1)},
         .import = import_material,
         .memory_estimate = [](std::uint64_t size) { return size * 32 + (64 << 10); }});
}

}  // namespace galley
