#include "picture.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "errors.h"
#include "galley/asset/cooked_file.h"
#include "galley/base/try.h"
#include "galley/core/virtual_path.h"
#include "galley/import/image_texture.h"
#include "galley/preview/model_scene.h"
#include "galley/preview/texture_quality.h"
#include "galley/preview/texture_view.h"
#include "galley/project/asset_name.h"
#include "galley/vda/seed_body.h"
#include "map_picture.h"
#include "source.h"
#include "source_picture.h"
#include "stored_picture.h"

namespace galley::cli {
namespace {

constexpr std::uint32_t kLitSide = 1024;

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
    return {o.width, o.height, o.level, o.exposure, o.channel};
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
                               const PictureOptions& options, const std::string& shown,
                               Diagnostics& diagnostics) {
    Ledger ledger;
    Bytes file;
    if (!image.embedded()) {
        TRY_ASSIGN(file, read(image));
    }
    TRY_ASSIGN(const Image decoded, decode_image(image.embedded() ? image.encoded : file,
                                                 extension_of(image.path), {}, ledger));
    warn_of_damage(ledger, image.embedded() ? shown : image.path, diagnostics);
    return preview::view_image(decoded, texture_options(options));
}

/// `mesh/Lid`, `mesh/Lid/1`, `material/Wood`.
Result<preview::ModelPart> model_part(const Model& model, std::string_view part) {
    using What = preview::ModelPart::What;
    if (part.empty()) {
        const bool bare = model.meshes.empty() && !model.materials.empty();
        return preview::ModelPart{bare ? What::material : What::whole, 0, 0};
    }
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
    if (const auto* picture = std::get_if<ImportedImage>(&source.imported.content)) {
        Ledger ledger;
        const ImageInfo& info = picture->info;
        if (options.level > 0 || info.layers > 1 || info.faces > 1) {
            TRY_ASSIGN(const auto stored,
                       read_image_texture(picture->encoded, extension_of(what.file), {}, ledger));
            if (stored) {
                const TextureView view{stored->info,
                                       {stored->levels.begin(), stored->levels.end()}};
                return preview::view_texture_level(view, texture_options(options));
            }
        }
        TRY_ASSIGN(const Image image,
                   decode_image(picture->encoded, extension_of(what.file), {}, ledger));
        warn_of_damage(ledger, what.file, diagnostics);
        return preview::view_image(image, texture_options(options));
    }
    if (const auto* map = std::get_if<ImportedMap>(&source.imported.content)) {
        const auto pictures = source_map_pictures(fs, source, *map, diagnostics);
        return view_map(map->body, pictures, {options.width, options.height});
    }
    const auto read = [&](const ModelImage& image) {
        return read_source_picture(fs, source.root, image.path, diagnostics);
    };
    if (what.part.starts_with("texture/")) {
        if (const auto index = find_part(model->images, std::string_view(what.part).substr(8))) {
            return view_model_image(model->images[*index], read, options,
                                    what.file + ':' + what.part, diagnostics);
        }
    }
    TRY_ASSIGN(const preview::ModelPart part, model_part(*model, what.part));
    TRY_ASSIGN(const preview::Scene scene,
               preview::scene_from_model(std::move(*model), part, read, {}, pool, diagnostics));
    return preview::render(scene, render_options(options), pool);
}

Result<Image> picture_of_cooked(FileSystem& fs, const std::string& file, ByteSpan bytes,
                                const PictureOptions& options, JobPool& pool,
                                Diagnostics& diagnostics) {
    TRY_ASSIGN(const vda::AssetFile asset, vda::read_asset_file(bytes));
    if (vda::is_seed_body_type(asset.body.type)) {
        TRY_ASSIGN(const vda::SeedBody body, vda::decode_seed_body(asset));
        const auto pictures = stored_map_pictures(fs, file, body, diagnostics);
        return view_map(body, pictures, {options.width, options.height});
    }
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
    case Kind::tilemap: break;  // drawn above
    }
    TRY_ASSIGN(Material material, decode_material(cooked.body));
    auto textures = stored_textures(fs, file, cooked.key, diagnostics);
    return preview::render(preview::scene_from_material(std::move(material), std::move(textures)),
                           render_options(options), pool);
}

/// Where `file` is a cooked texture and `options.against` a picture: the level that was made of
/// the picture for the one that is shown. Nothing for everything else.
Result<std::optional<Image>> picture_before_cook(FileSystem& fs, const std::string& file,
                                                 const PictureOptions& options, JobPool& pool,
                                                 Diagnostics& diagnostics) {
    const FileAndPart against = split_part(fs, options.against);
    if (extension_of(file) != "vda" || extension_of(against.file) == "vda") return std::nullopt;
    if (!against.part.empty()) return std::nullopt;
    TRY_ASSIGN(const Bytes bytes, fs.read(file, kMostFileBytes));
    const auto cooked = open_cooked_file(bytes);
    if (!cooked || cooked->kind != Kind::texture) return std::nullopt;
    TRY_ASSIGN(const Source source, open_source(fs, against.file, {}));
    if (!std::holds_alternative<ImportedImage>(source.imported.content)) return std::nullopt;
    TRY_ASSIGN(const TextureView texture, view_texture(cooked->body));
    TRY_ASSIGN(const SourcePicture decoded, decode_source_picture(fs, against.file));
    warn_of_damage(decoded.ledger, against.file, diagnostics);
    const auto filter = static_cast<texel::MipFilter>(decoded.settings.mipmap_filter);
    auto made = preview::make_levels(texture, decoded.image, filter, pool);
    if (!made) return std::unexpected(std::move(made).error().in_file(options.against));
    const TextureView view{made->info, spans_of(made->levels)};
    TRY_ASSIGN(Image image, preview::view_texture_level(view, texture_options(options)));
    return image;
}

}  // namespace

Result<Image> make_comparison(FileSystem& fs, const std::string& file,
                              const PictureOptions& options, JobPool& pool,
                              Diagnostics& diagnostics) {
    TRY_ASSIGN(const Image picture, make_picture(fs, file, options, pool, diagnostics));
    PictureOptions other = options;
    other.width = picture.width;
    other.height = picture.height;
    TRY_ASSIGN(const std::optional<Image> made,
               picture_before_cook(fs, file, other, pool, diagnostics));
    if (made) return preview::view_difference(*made, picture, options.amplify);
    TRY_ASSIGN(const Image left, make_picture(fs, options.against, other, pool, diagnostics));
    return preview::view_difference(left, picture, options.amplify);
}

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
