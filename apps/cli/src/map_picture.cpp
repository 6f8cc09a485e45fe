#include "map_picture.h"

#include <algorithm>

#include <fmt/format.h>

#include "errors.h"
#include "galley/asset/cooked_file.h"
#include "galley/asset/material.h"
#include "galley/base/try.h"
#include "galley/core/virtual_path.h"
#include "galley/import/image_file.h"
#include "galley/project/project.h"
#include "galley/texel/srgb.h"
#include "source_picture.h"
#include "stored_picture.h"
#include "verbs.h"

namespace galley::cli {
namespace {

/// Tilesets are cut by whole pixels, so that they are not reduced below this.
constexpr std::uint32_t kMostSide = 4096;

Image image_of(const preview::Texture& texture) {
    const preview::Texture::Level& level = texture.levels.front();
    const ByteSpan bytes = std::as_bytes(std::span(level.rgba));
    return {level.width, level.height, 4, SampleType::unorm8, Bytes(bytes.begin(), bytes.end())};
}

/// The colour channels times a factor of linear light.
void tint(Image& image, const Vec4& factor) {
    const float* light = texel::srgb8_to_linear_table();
    const texel::Srgb8Encoder& encode = texel::Srgb8Encoder::get();
    const float channels[] = {factor.x, factor.y, factor.z};
    for (std::size_t i = 0; i + 4 <= image.pixels.size(); i += 4) {
        for (std::size_t c = 0; c < 3; ++c) {
            std::byte& sample = image.pixels[i + c];
            sample = std::byte{encode(light[std::to_integer<std::size_t>(sample)] * channels[c])};
        }
    }
}

Image one_pixel() { return {1, 1, 4, SampleType::unorm8, Bytes(4, std::byte{255})}; }

Result<Image> stored_image(FileSystem& fs, const std::string& cooked, const ManifestRow& row) {
    TRY_ASSIGN(const preview::Texture texture,
               stored_texture(fs, join_path(cooked, store_path(row.key)), kMostSide));
    return image_of(texture);
}

/// A material's base colour, with the texture of that slot.
Result<Image> material_image(FileSystem& fs, const std::string& cooked, const Manifest& manifest,
                             const ManifestRow& row) {
    TRY_ASSIGN(const Bytes file, fs.read(join_path(cooked, store_path(row.key)), kMostFileBytes));
    TRY_ASSIGN(const CookedFile opened, open_cooked_file(file));
    if (opened.kind != Kind::material) return one_pixel();
    TRY_ASSIGN(const Material material, decode_material(opened.body));
    Image image = one_pixel();
    const auto slot = std::ranges::find(material.slots, MaterialMap::base_color, &TextureSlot::map);
    if (slot != material.slots.end() && slot->texture < row.dependencies.size()) {
        const ManifestRow* texture = manifest.find(row.dependencies[slot->texture]);
        if (texture != nullptr) {
            TRY_ASSIGN(image, stored_image(fs, cooked, *texture));
        }
    }
    tint(image, material.base_color);
    return image;
}

void put(std::map<std::string, Image, std::less<>>& pictures, const std::string& name,
         Result<Image> image, Diagnostics& diagnostics) {
    if (image) {
        pictures.insert_or_assign(name, *std::move(image));
    } else {
        diagnostics.report(Severity::warning, std::move(image).error());
    }
}

/// Paths of files below which names of pictures are looked for.
Result<std::vector<std::string>> files_around(FileSystem& fs, const Source& source) {
    std::vector<std::string> paths;
    if (!find_project_root(fs, source.root).empty()) {
        const std::string assets = join_path(source.root, "assets");
        TRY_ASSIGN(const auto files, fs.scan(assets, 1));
        for (const ScannedFile& file : files) paths.push_back(join_path(assets, file.path));
        return paths;
    }
    const std::string directory = directory_of(join_path(source.root, source.path));
    TRY_ASSIGN(const auto entries, fs.list(directory));
    for (const DirectoryEntry& entry : entries) {
        paths.push_back(join_path(directory, entry.name));
    }
    return paths;
}

Result<Image> picture_file(FileSystem& fs, const std::string& path, Diagnostics& diagnostics) {
    TRY_ASSIGN(const Bytes bytes, fs.read(path, kMostFileBytes));
    Ledger ledger;
    auto image = decode_image(bytes, extension_of(path), {}, ledger);
    if (!image) return std::unexpected(std::move(image).error().in_file(path));
    warn_of_damage(ledger, path, diagnostics);
    return image_of(preview::make_texture(*image, true, kMostSide));
}

void add_pictures(FileSystem& fs, const Source& source, const ImportedMap& map,
                  preview::MapPictures& pictures, Diagnostics& diagnostics) {
    const auto paths = files_around(fs, source);
    if (!paths) {
        diagnostics.report(Severity::warning, paths.error());
        return;
    }
    const ImporterRegistry importers = builtin_importers();
    for (const std::string& path : *paths) {
        const Importer* importer = importers.find_for(path);
        if (importer == nullptr || importer->name != "image") continue;
        const auto parsed = VirtualPath::parse(path.substr(path.rfind('/') + 1));
        const auto wanted = [&](const MapName& name) {
            return name.kind == MapNameKind::texture && parsed && name.name == parsed->stem();
        };
        const auto name = std::ranges::find_if(map.names, wanted);
        if (name == map.names.end() || pictures.textures.contains(name->name)) continue;
        put(pictures.textures, name->name, picture_file(fs, path, diagnostics), diagnostics);
    }
}

/// Materials stand inside models: what they look like is taken from the last cook.
void add_materials(FileSystem& fs, const Source& source, const ImportedMap& map,
                   preview::MapPictures& pictures, Diagnostics& diagnostics) {
    const std::string cooked = join_path(source.root, "cooked");
    const auto bytes = fs.read(join_path(cooked, "desktop.manifest"), kMostFileBytes);
    if (!bytes) return;
    const auto manifest = Manifest::read(*bytes);
    if (!manifest) return;
    for (const MapName& name : map.names) {
        if (name.kind != MapNameKind::material) continue;
        const std::string part = ":material/" + name.name;
        const auto row = std::ranges::find_if(manifest->rows(), [&](const ManifestRow& other) {
            return other.kind == Kind::material && other.name.ends_with(part);
        });
        if (row == manifest->rows().end()) continue;
        put(pictures.materials, name.name, material_image(fs, cooked, *manifest, *row),
            diagnostics);
    }
}

}  // namespace

preview::MapPictures source_map_pictures(FileSystem& fs, const Source& source,
                                         const ImportedMap& map, Diagnostics& diagnostics) {
    preview::MapPictures pictures;
    add_pictures(fs, source, map, pictures, diagnostics);
    add_materials(fs, source, map, pictures, diagnostics);
    return pictures;
}

preview::MapPictures stored_map_pictures(FileSystem& fs, const std::string& file,
                                         const vda::SeedBody& body, Diagnostics& diagnostics) {
    preview::MapPictures pictures;
    const std::string name = file.substr(file.rfind('/') + 1);
    const auto key = Digest::from_hex(std::string_view(name).substr(0, name.find('.')));
    const auto stored = key ? find_stored(fs, file, *key) : std::nullopt;
    if (!stored) return pictures;
    std::size_t next = 0;
    for (const MapName& named : map_names(body)) {
        const bool texture = named.kind == MapNameKind::texture;
        if (!texture && named.kind != MapNameKind::material) continue;
        if (next == stored->row.dependencies.size()) break;
        const ManifestRow* row = stored->manifest.find(stored->row.dependencies[next++]);
        if (row == nullptr) continue;
        if (texture) {
            put(pictures.textures, named.name, stored_image(fs, stored->cooked, *row), diagnostics);
        } else {
            put(pictures.materials, named.name,
                material_image(fs, stored->cooked, stored->manifest, *row), diagnostics);
        }
    }
    return pictures;
}

Result<Image> view_map(const vda::SeedBody& body, const preview::MapPictures& pictures,
                       const preview::MapViewOptions& options) {
    if (const auto* map = std::get_if<vda::Tilemap>(&body)) {
        return preview::view_tilemap(*map, pictures, options);
    }
    if (const auto* world = std::get_if<vda::World>(&body)) {
        return preview::view_world(*world, pictures, options);
    }
    return fail(kNoSuchPart,
                fmt::format("{} is not drawn: of Veduta's kinds worlds and tile maps are",
                            vda::chunk_of(body)),
                {},
                "'galley convert' makes one of Galley's kinds of models, textures and materials");
}

}  // namespace galley::cli
