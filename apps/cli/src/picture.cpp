#include "picture.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "errors.h"
#include "galley/asset/cooked_file.h"
#include "galley/base/try.h"
#include "galley/core/virtual_path.h"
#include "galley/preview/model_scene.h"
#include "galley/preview/texture_view.h"
#include "galley/project/asset_name.h"
#include "galley/texel/view_image.h"
#include "galley/vda/container.h"
#include "galley/vfs/manifest.h"
#include "source.h"

namespace galley::cli {
namespace {

constexpr std::uint64_t kMostFileBytes = std::uint64_t{4} << 30;
constexpr std::uint32_t kLitSide = 1024;
constexpr std::uint32_t kMaterialTextureSide = 2048;

preview::RenderOptions render_options(const PictureOptions& o) {
    preview::RenderOptions out;
    out.width = o.width == 0 ? kLitSide : o.width;
    out.height = o.height == 0 ? kLitSide : o.height;
    out.azimuth = o.azimuth;
    out.elevation = o.elevation;
    out.z_up = o.z_up;
    out.exposure = o.exposure;
    out.background = o.background;
    return out;
}

preview::TextureViewOptions texture_options(const PictureOptions& o) {
    return {o.width, o.height, o.level, o.exposure};
}

/// The index of the part of this name, as a cook names parts.
template <class Parts>
std::optional<std::uint32_t> find_part(const Parts& parts, std::string_view wanted) {
    PartNamer namer;
    for (std::uint32_t i = 0; i < parts.size(); ++i) {
        if (namer.next(parts[i].name) == wanted) return i;
    }
    return std::nullopt;
}

Result<Image> view_model_image(const ModelImage& image, const preview::ReadImageFile& read,
                               const PictureOptions& options) {
    Ledger ledger;
    Bytes file;
    if (!image.embedded()) {
        TRY_ASSIGN(file, read(image));
    }
    TRY_ASSIGN(const Image decoded, decode_image(image.embedded() ? image.encoded : file,
                                                 extension_of(image.path), {}, ledger));
    return preview::view_image(decoded, texture_options(options));
}

/// `mesh/Lid`, `mesh/Lid/1`, `material/Wood`.
Result<preview::ModelPart> model_part(const Model& model, std::string_view part) {
    using What = preview::ModelPart::What;
    if (part.empty()) return preview::ModelPart{};
    const std::size_t slash = part.find('/');
    const std::string_view kind = part.substr(0, slash);
    std::string_view name = part.substr(std::min(slash + 1, part.size()));
    if (kind == "material") {
        if (const auto index = find_part(model.materials, name)) {
            return preview::ModelPart{What::material, *index, 0};
        }
    } else if (kind == "mesh") {
        if (const auto index = find_part(model.meshes, name)) {
            return preview::ModelPart{What::mesh, *index, 0};
        }
        const std::size_t last = name.rfind('/');
        std::uint32_t primitive = 0;
        if (last != std::string_view::npos &&
            std::from_chars(name.data() + last + 1, name.data() + name.size(), primitive).ec ==
                std::errc()) {
            const auto index = find_part(model.meshes, name.substr(0, last));
            if (index && primitive < model.meshes[*index].primitives.size()) {
                return preview::ModelPart{What::primitive, *index, primitive};
            }
        }
    }
    return fail(kNoSuchPart, fmt::format("there is no part '{}'", part), {},
                "'galley inspect' lists the parts");
}

Result<Image> picture_of_source(FileSystem& fs, const FileAndPart& what,
                                const PictureOptions& options, JobPool& pool,
                                Diagnostics& diagnostics) {
    TRY_ASSIGN(Source source, open_source(fs, what.file, {}));
    auto* model = std::get_if<Model>(&source.imported.content);
    if (model == nullptr) {
        TRY_ASSIGN(const Bytes bytes, fs.read(what.file, kMostFileBytes));
        Ledger ledger;
        TRY_ASSIGN(const Image image, decode_image(bytes, extension_of(what.file), {}, ledger));
        return preview::view_image(image, texture_options(options));
    }
    const auto read = [&](const ModelImage& image) {
        return fs.read(join_path(source.root, image.path), kMostFileBytes);
    };
    if (what.part.starts_with("texture/")) {
        if (const auto index = find_part(model->images, std::string_view(what.part).substr(8))) {
            return view_model_image(model->images[*index], read, options);
        }
    }
    TRY_ASSIGN(const preview::ModelPart part, model_part(*model, what.part));
    TRY_ASSIGN(const preview::Scene scene,
               preview::scene_from_model(std::move(*model), part, read, {}, pool, diagnostics));
    return preview::render(scene, render_options(options), pool);
}

/// Level 0 of a texture of the store, for a material's slot.
Result<preview::Texture> stored_texture(FileSystem& fs, const std::string& path) {
    TRY_ASSIGN(const Bytes file, fs.read(path, kMostFileBytes));
    TRY_ASSIGN(const CookedFile cooked, open_cooked_file(file));
    TRY_ASSIGN(const TextureView view, view_texture(cooked.body));
    texel::TextureLayout layout;
    layout.format = view.info.format;
    for (std::size_t i = 0; i < 4; ++i) {
        layout.swizzle[i] = static_cast<texel::ChannelFrom>(view.info.swizzle[i]);
    }
    const std::uint64_t layer = image_bytes(view.info.format, view.info.width, view.info.height);
    TRY_ASSIGN(const Image image,
               texel::view_level(view.levels[0].first(layer), view.info.width, view.info.height,
                                 layout, static_cast<texel::ChannelUse>(view.info.usage)));
    return preview::make_texture(image, view.info.usage == TextureUsage::color,
                                 kMaterialTextureSide);
}

/// The textures of a material of the store, by the manifests of the directory that holds the store
/// (`cooked/store/3f/3f....vda`); empty where there are none.
std::vector<preview::Texture> stored_textures(FileSystem& fs, const std::string& file,
                                              const Digest& key, Diagnostics& diagnostics) {
    std::vector<preview::Texture> out;
    const std::string cooked = directory_of(file) + "/../..";
    const auto entries = fs.list(cooked);
    if (!entries) return out;
    for (const DirectoryEntry& entry : *entries) {
        if (extension_of(entry.name) != "manifest") continue;
        const auto bytes = fs.read(join_path(cooked, entry.name), kMostFileBytes);
        if (!bytes) continue;
        const auto manifest = Manifest::read(*bytes);
        if (!manifest) continue;
        const auto row = std::ranges::find(manifest->rows(), key, &ManifestRow::key);
        if (row == manifest->rows().end()) continue;
        for (const Uuid& id : row->dependencies) {
            const ManifestRow* dependency = manifest->find(id);
            auto texture = dependency == nullptr
                               ? Result<preview::Texture>(preview::missing_texture())
                               : stored_texture(fs, join_path(cooked, store_path(dependency->key)));
            if (!texture) {
                diagnostics.report(Severity::warning, texture.error());
                texture = preview::missing_texture();
            }
            out.push_back(*std::move(texture));
        }
        return out;
    }
    return out;
}

Result<Image> picture_of_cooked(FileSystem& fs, const std::string& file, ByteSpan bytes,
                                const PictureOptions& options, JobPool& pool,
                                Diagnostics& diagnostics) {
    TRY_ASSIGN(const CookedFile cooked, open_cooked_file(bytes));
    switch (cooked.kind) {
    case Kind::texture: {
        TRY_ASSIGN(const TextureView view, view_texture(cooked.body));
        return preview::view_texture_level(view, texture_options(options));
    }
    case Kind::mesh: {
        TRY_ASSIGN(const MeshView view, view_mesh(cooked.body));
        return preview::render(preview::scene_from_mesh(view, options.level),
                               render_options(options), pool);
    }
    case Kind::material: break;
    case Kind::world:
    case Kind::tilemap: return fail(kNoSuchPart, "maps are not drawn yet");
    }
    TRY_ASSIGN(Material material, decode_material(cooked.body));
    auto textures = stored_textures(fs, file, cooked.key, diagnostics);
    return preview::render(preview::scene_from_material(std::move(material), std::move(textures)),
                           render_options(options), pool);
}

}  // namespace

Result<Image> make_picture(FileSystem& fs, const std::string& file, const PictureOptions& options,
                           JobPool& pool, Diagnostics& diagnostics) {
    const FileAndPart what = split_part(fs, file);
    Result<Image> out;
    if (extension_of(what.file) == "vda") {
        TRY_ASSIGN(const Bytes bytes, fs.read(what.file, kMostFileBytes));
        out = picture_of_cooked(fs, what.file, bytes, options, pool, diagnostics);
    } else {
        out = picture_of_source(fs, what, options, pool, diagnostics);
    }
    if (!out) return std::unexpected(std::move(out.error()).in_file(file));
    return out;
}

}  // namespace galley::cli
