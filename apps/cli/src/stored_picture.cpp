#include "stored_picture.h"

#include <algorithm>

#include "galley/asset/cooked_file.h"
#include "galley/asset/texture.h"
#include "galley/base/pixel_format.h"
#include "galley/base/try.h"
#include "galley/core/virtual_path.h"
#include "galley/export/texture_encode.h"
#include "galley/texel/view_image.h"
#include "source.h"

namespace galley::cli {
namespace {

constexpr std::uint32_t kMaterialTextureSide = 2048;

}  // namespace

std::optional<StoredAsset> find_stored(FileSystem& fs, const std::string& file, const Digest& key) {
    StoredAsset out;
    out.cooked = directory_of(file) + "/../..";
    const auto entries = fs.list(out.cooked);
    if (!entries) return std::nullopt;
    for (const DirectoryEntry& entry : *entries) {
        if (extension_of(entry.name) != "manifest") continue;
        const auto bytes = fs.read(join_path(out.cooked, entry.name), kMostFileBytes);
        if (!bytes) continue;
        auto manifest = Manifest::read(*bytes);
        if (!manifest) continue;
        const auto row = std::ranges::find(manifest->rows(), key, &ManifestRow::key);
        if (row == manifest->rows().end()) continue;
        out.row = *row;
        out.manifest = *std::move(manifest);
        return out;
    }
    return std::nullopt;
}

Result<preview::Texture> stored_texture(FileSystem& fs, const std::string& path,
                                        std::uint32_t most_side) {
    TRY_ASSIGN(const Bytes file, fs.read(path, kMostFileBytes));
    TRY_ASSIGN(const CookedFile cooked, open_cooked_file(file));
    TRY_ASSIGN(const TextureView view, view_texture(cooked.body));
    const std::uint64_t layer = image_bytes(view.info.format, view.info.width, view.info.height);
    TRY_ASSIGN(const Image image,
               texel::view_level(view.levels[0].first(layer), view.info.width, view.info.height,
                                 layout_of(view.info),
                                 static_cast<texel::ChannelUse>(view.info.usage)));
    return preview::make_texture(image, view.info.usage == TextureUsage::color, most_side);
}

std::vector<preview::Texture> stored_textures(FileSystem& fs, const std::string& file,
                                              const Digest& key, Diagnostics& diagnostics) {
    std::vector<preview::Texture> out;
    const auto stored = find_stored(fs, file, key);
    if (!stored) return out;
    for (const Uuid& id : stored->row.dependencies) {
        const ManifestRow* dependency = stored->manifest.find(id);
        auto texture =
            dependency == nullptr
                ? Result<preview::Texture>(preview::missing_texture())
                : stored_texture(fs, join_path(stored->cooked, store_path(dependency->key)),
                                 kMaterialTextureSide);
        if (!texture) {
            diagnostics.report(Severity::warning, texture.error());
            texture = preview::missing_texture();
        }
        out.push_back(*std::move(texture));
    }
    return out;
}

}  // namespace galley::cli
