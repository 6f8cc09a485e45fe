#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "galley/asset/cooked_file.h"
#include "galley/asset/material.h"
#include "galley/asset/mesh.h"
#include "galley/asset/texture.h"
#include "galley/base/errors.h"
#include "galley/base/try.h"
#include "galley/cook/errors.h"
#include "galley/cook/maintenance.h"
#include "galley/core/virtual_path.h"
#include "galley/export/vda_check.h"
#include "galley/vda/asset_file.h"
#include "galley/vfs/manifest.h"

namespace galley {

namespace {

/// What a body says of itself once every rule of its kind was checked.
Result<std::string> check_body(const CookedFile& file) {
    switch (file.kind) {
    case Kind::mesh: {
        TRY_ASSIGN(const MeshView mesh, view_mesh(file.body));
        return fmt::format("mesh, {} vertices, {} triangles", mesh.vertex_count,
                           mesh.levels.empty() ? 0 : mesh.levels.front().index_count / 3);
    }
    case Kind::texture: {
        TRY_ASSIGN(const TextureView texture, view_texture(file.body));
        return fmt::format("texture, {}x{} {}, {} levels", texture.info.width, texture.info.height,
                           find_pixel_format(texture.info.format)->name, texture.info.levels);
    }
    case Kind::material: {
        TRY_ASSIGN(const Material material, decode_material(file.body));
        return fmt::format("material, {} textures", material.slots.size());
    }
    case Kind::world:
    case Kind::tilemap: break;  // `check_vda` did
    }
    return fail(kUnverifiable, "a kind that this version does not know");
}

/// The key that the file's name promises, when it has the form of a store file's name.
std::optional<Digest> key_in_name(std::string_view path) {
    const std::string_view name = path.substr(path.rfind('/') + 1);
    return name.size() == 68 && name.ends_with(".vda") ? Digest::from_hex(name.substr(0, 64))
                                                       : std::nullopt;
}

Result<std::string> check_cooked(std::string_view path, ByteSpan bytes) {
    TRY_ASSIGN(const vda::AssetFile asset, vda::read_asset_file(bytes, false));
    const auto kind = kind_of_chunk(asset.body.type);
    // Not cooked by Galley, or it might be, but its META holds no key.
    if (!kind || kind_info(*kind).seed) return check_vda(bytes);
    TRY_ASSIGN(const CookedFile file, open_cooked_file(bytes));
    const auto key = key_in_name(path);
    if (key && *key != file.key) {
        return fail(kStoreDamaged,
                    fmt::format("the file is named after another key than its META holds, {}",
                                file.key.to_hex()),
                    {}, "delete it and cook again");
    }
    return check_body(file);
}

Result<std::string> check_manifest(FileSystem& fs, std::string_view path, ByteSpan bytes) {
    TRY_ASSIGN(const Manifest manifest, Manifest::read(bytes));
    if (manifest.torn()) {
        return fail(kStoreDamaged, "the last record is cut or damaged",
                    Place{.offset = manifest.valid_size()}, "cook again to complete it");
    }
    const std::string cooked(path.substr(0, path.rfind('/') == path.npos ? 0 : path.rfind('/')));
    for (const ManifestRow& row : manifest.rows()) {
        const std::string file = join_path(cooked, store_path(row.key));
        const auto stat = fs.stat(file);
        if (!stat || stat->size != row.size) {
            return fail(kStoreDamaged,
                        fmt::format("{} should be in {}, {} bytes", row.name, file, row.size), {},
                        "cook again: it is made anew");
        }
        TRY_ASSIGN(const Bytes body, fs.read(file));
        auto opened = open_cooked_file(body, false);
        if (!opened || output_hash(opened->kind, opened->body) != row.output) {
            return fail(kStoreDamaged,
                        fmt::format("{} in {} is not what was cooked", row.name, file), {},
                        "delete it and cook again");
        }
    }
    return fmt::format("manifest, {} assets", manifest.rows().size());
}

VerifyItem verify_file(FileSystem& fs, const std::string& path) {
    VerifyItem item;
    item.path = path;
    auto checked = [&]() -> Result<std::string> {
        TRY_ASSIGN(const Bytes bytes, fs.read(path));
        return path.ends_with(".manifest") ? check_manifest(fs, path, bytes)
                                           : check_cooked(path, bytes);
    }();
    item.good = checked.has_value();
    if (checked) {
        item.detail = *std::move(checked);
    } else {
        item.error = std::move(checked).error().in_file(path);
    }
    return item;
}

bool can_be_verified(std::string_view path) {
    return path.ends_with(".vda") || path.ends_with(".manifest");
}

}  // namespace

std::vector<VerifyItem> verify_path(FileSystem& fs, std::string_view path) {
    const auto stat = fs.stat(path);
    if (!stat || stat->type != FileType::directory) {
        return {verify_file(fs, std::string(path))};
    }
    std::vector<VerifyItem> items;
    const auto files = fs.scan(path, 1);
    if (!files) {
        return {{std::string(path), false, {}, files.error()}};
    }
    for (const ScannedFile& file : *files) {
        if (can_be_verified(file.path)) {
            items.push_back(verify_file(fs, join_path(path, file.path)));
        }
    }
    if (items.empty()) {
        Error error{kUnverifiable, "no cooked file is in this directory",
                    Place{.file = std::string(path)}};
        error.hint = "cook the project first";
        items.push_back({std::string(path), false, {}, std::move(error)});
    }
    return items;
}

}  // namespace galley
