#include <map>

#include <fmt/format.h>

#include "console.h"
#include "galley/asset/cooked_file.h"
#include "galley/asset/material.h"
#include "galley/asset/mesh.h"
#include "galley/asset/texture.h"
#include "galley/base/pixel_format.h"
#include "galley/base/try.h"
#include "galley/core/virtual_path.h"
#include "galley/project/project.h"
#include "galley/vda/asset_file.h"
#include "galley/vda/seed_body.h"
#include "galley/vfs/manifest.h"
#include "inspect.h"
#include "json_text.h"
#include "material_text.h"

namespace galley::cli {
namespace {

std::string_view vertex_format_word(VertexFormat format) {
    switch (format) {
    case VertexFormat::f32x2: return "f32x2";
    case VertexFormat::f32x3: return "f32x3";
    case VertexFormat::f32x4: return "f32x4";
    case VertexFormat::unorm8x4: return "unorm8x4";
    case VertexFormat::unorm16x4: return "unorm16x4";
    }
    return "unknown";
}

std::string attribute_text(const VertexAttribute& a) {
    const std::string_view word = semantic_word(a.semantic);
    return a.semantic == VertexSemantic::uv ? fmt::format("{}{}", word, a.set) : std::string(word);
}

Result<Inspection> inspect_mesh(ByteSpan body) {
    TRY_ASSIGN(const MeshView mesh, view_mesh(body));
    Inspection out;
    out.json.set("vertices", mesh.vertex_count);
    out.json.set("indices", mesh.index_count);
    out.json.set("index_bits", mesh.indices16.empty() ? 32 : 16);
    Json attributes = Json::array();
    std::string names;
    for (const VertexAttribute& a : mesh.attributes) {
        Json row = Json::object();
        row.set("semantic", semantic_word(a.semantic));
        row.set("set", std::uint32_t{a.set});
        row.set("format", vertex_format_word(a.format));
        row.set("stream", std::uint32_t{a.stream});
        row.set("offset", std::uint32_t{a.offset});
        attributes.push_back(std::move(row));
        names += (names.empty() ? "" : " ") + attribute_text(a);
    }
    out.json.set("attributes", std::move(attributes));
    Json levels = Json::array();
    std::string level_text;
    for (const MeshLevel& level : mesh.levels) {
        Json row = Json::object();
        row.set("triangles", level.index_count / 3);
        row.set("error", double{level.error});
        levels.push_back(std::move(row));
        level_text += fmt::format("{}{}", level_text.empty() ? "" : ", ", level.index_count / 3);
    }
    out.json.set("levels", std::move(levels));
    out.json.set("bounds", json_of(mesh.bounds));
    Json sphere = Json::object();
    sphere.set("center", json_of(mesh.sphere.center));
    sphere.set("radius", double{mesh.sphere.radius});
    out.json.set("sphere", std::move(sphere));
    out.text = fmt::format("  mesh: {} triangles, {} vertices ({}), {}-bit indices\n"
                           "  bounds: ({:.4g}, {:.4g}, {:.4g}) to ({:.4g}, {:.4g}, {:.4g})\n",
                           level_text, mesh.vertex_count, names, mesh.indices16.empty() ? 32 : 16,
                           mesh.bounds.min.x, mesh.bounds.min.y, mesh.bounds.min.z,
                           mesh.bounds.max.x, mesh.bounds.max.y, mesh.bounds.max.z);
    return out;
}

Result<Inspection> inspect_texture(ByteSpan body) {
    TRY_ASSIGN(const TextureView texture, view_texture(body));
    const TextureInfo& info = texture.info;
    static constexpr std::string_view kShapes[] = {"flat", "array", "cube"};
    static constexpr std::string_view kWraps[] = {"repeat", "mirror", "clamp"};
    static constexpr std::string_view kSwizzles = "rgba01";
    const PixelFormatInfo* format = find_pixel_format(info.format);
    std::string swizzle;
    for (const Swizzle s : info.swizzle) swizzle += kSwizzles[static_cast<std::size_t>(s)];
    Inspection out;
    out.json.set("format", format->name);
    out.json.set("usage", usage_word(info.usage));
    out.json.set("shape", kShapes[static_cast<std::size_t>(info.shape)]);
    out.json.set("width", info.width);
    out.json.set("height", info.height);
    out.json.set("layers", info.layers);
    out.json.set("levels", info.levels);
    out.json.set("wrap", Json::Array{kWraps[static_cast<std::size_t>(info.wrap_u)],
                                     kWraps[static_cast<std::size_t>(info.wrap_v)]});
    out.json.set("filter", info.filter == FilterMode::nearest ? "nearest" : "linear");
    out.json.set("swizzle", swizzle);
    out.json.set("coverage_cutoff", double{info.coverage_cutoff});
    out.text = fmt::format("  texture: {} ({}), {}, {} x {}, {} levels{}\n", format->name, swizzle,
                           usage_word(info.usage), info.width, info.height, info.levels,
                           info.layers > 1 ? fmt::format(", {} layers", info.layers) : "");
    return out;
}

Result<Inspection> inspect_material(ByteSpan body) {
    TRY_ASSIGN(const Material material, decode_material(body));
    return Inspection{material_json(material), "  material: " + material_text(material) + "\n"};
}

Result<Inspection> inspect_body(Kind kind, ByteSpan body) {
    switch (kind) {
    case Kind::mesh: return inspect_mesh(body);
    case Kind::texture: return inspect_texture(body);
    case Kind::material: return inspect_material(body);
    case Kind::world:
    case Kind::tilemap: break;  // `inspect_seed` did
    }
    return Inspection{};
}

Json meta_json(const vda::Meta& meta) {
    Json out = Json::object();
    out.set("compiler", meta.compiler);
    Json deps = Json::array();
    for (const std::string& dep : meta.deps) deps.push_back(dep);
    out.set("deps", std::move(deps));
    out.set("kind", meta.kind);
    out.set("name", meta.name);
    out.set("source", meta.source);
    out.set("source_hash", meta.source_hash);
    return out;
}

void set_all(Json& to, const Json& from) {
    for (const auto& [key, value] : *from.if_object()) to.set(key, value);
}

}  // namespace

Result<Inspection> inspect_container(ByteSpan file) {
    TRY_ASSIGN(const vda::AssetFile asset, vda::read_asset_file(file));
    Inspection out;
    out.json.set("type", "cooked");
    out.json.set("bytes", std::uint64_t{file.size()});
    out.json.set("meta", meta_json(asset.meta));
    Json chunks = Json::array();
    for (const vda::ChunkView& chunk : asset.chunks) {
        Json row = Json::object();
        row.set("type", chunk.type);
        row.set("offset", chunk.offset);
        row.set("bytes", std::uint64_t{chunk.payload.size()});
        chunks.push_back(std::move(row));
    }
    out.json.set("chunks", std::move(chunks));
    if (vda::is_seed_body_type(asset.body.type)) {
        TRY_ASSIGN(const Inspection body, inspect_seed(asset));
        out.json.set("kind", asset.meta.kind);
        out.json.set("body_bytes", std::uint64_t{asset.body.payload.size()});
        set_all(out.json, body.json);
        out.text = body.text;
        return out;
    }
    const auto kind = kind_of_chunk(asset.body.type);
    if (!kind) {
        out.text = fmt::format("  container: {} '{}' of {}, {} (body not read yet)\n",
                               asset.meta.kind, asset.meta.name, asset.meta.compiler,
                               bytes_text(asset.body.payload.size()));
        return out;
    }
    TRY_ASSIGN(const CookedFile cooked, open_cooked_file(file));
    TRY_ASSIGN(const Inspection body, inspect_body(cooked.kind, cooked.body));
    out.json.set("kind", kind_info(cooked.kind).word);
    out.json.set("key", cooked.key.to_hex());
    out.json.set("output", output_hash(cooked.kind, cooked.body).to_hex());
    out.json.set("body_version", std::uint32_t{cooked.body_version});
    out.json.set("body_bytes", std::uint64_t{cooked.body.size()});
    set_all(out.json, body.json);
    out.text = body.text + fmt::format("  {} bytes in {}, version {}, key {}\n", cooked.body.size(),
                                       asset.body.type, cooked.body_version, cooked.key.to_hex());
    return out;
}

Result<Inspection> inspect_manifest(ByteSpan file) {
    TRY_ASSIGN(const Manifest manifest, Manifest::read(file));
    Inspection out;
    out.json.set("type", "manifest");
    out.json.set("bytes", std::uint64_t{file.size()});
    out.json.set("torn", manifest.torn());
    Json records = Json::array();
    std::uint64_t total = 0;
    std::map<std::string_view, std::uint64_t> kinds;
    std::string rows;
    for (const ManifestRow& row : manifest.rows()) {
        Json record = Json::object();
        record.set("id", row.id.to_string());
        record.set("name", row.name);
        record.set("kind", kind_info(row.kind).word);
        record.set("key", row.key.to_hex());
        record.set("output", row.output.to_hex());
        record.set("bytes", row.size);
        Json dependencies = Json::array();
        for (const Uuid& id : row.dependencies) dependencies.push_back(id.to_string());
        record.set("dependencies", std::move(dependencies));
        records.push_back(std::move(record));
        total += row.size;
        ++kinds[kind_info(row.kind).word];
        rows += fmt::format("    {:<9} {:>10}  {}\n", kind_info(row.kind).word,
                            bytes_text(row.size), row.name);
    }
    out.json.set("records", std::move(records));
    out.text = fmt::format("  manifest: {} assets, {}{}\n", manifest.rows().size(),
                           bytes_text(total), manifest.torn() ? ", its end is torn" : "");
    for (const auto& [kind, count] : kinds) out.text += fmt::format("  {}: {}\n", kind, count);
    out.text += rows;
    return out;
}

Result<Inspection> inspect_project(FileSystem& fs, std::string_view directory,
                                   std::string_view out_directory) {
    Diagnostics diagnostics;
    TRY_ASSIGN(const Project project, open_project(fs, directory, out_directory, diagnostics));
    const std::string sources_root = join_path(project.root, project.sources_prefix);
    TRY_ASSIGN(const auto sources, fs.scan(sources_root, 1));
    std::uint64_t source_bytes = 0;
    for (const ScannedFile& file : sources) source_bytes += file.stat.size;
    TRY_ASSIGN(const auto cooked, fs.scan(project.cooked, 1));
    std::uint64_t store_files = 0;
    std::uint64_t store_bytes = 0;
    Json manifests = Json::array();
    std::string manifest_text;
    for (const ScannedFile& file : cooked) {
        if (file.path.starts_with("store/") && file.path.ends_with(".vda")) {
            ++store_files;
            store_bytes += file.stat.size;
        }
        if (file.path.find('/') != std::string::npos || !file.path.ends_with(".manifest")) continue;
        const std::string path = project.cooked + "/" + std::string(file.path);
        TRY_ASSIGN(const Bytes bytes, fs.read(path));
        auto manifest = Manifest::read(bytes);
        if (!manifest) return std::unexpected(std::move(manifest.error()).in_file(path));
        Json row = Json::object();
        row.set("profile", file.path.substr(0, file.path.size() - 9));
        row.set("assets", std::uint64_t{manifest->rows().size()});
        manifests.push_back(std::move(row));
        manifest_text += fmt::format("  {}: {} assets\n", file.path, manifest->rows().size());
    }
    Inspection out;
    out.json.set("type", "project");
    out.json.set("name", project.name);
    out.json.set("bare", project.bare);
    out.json.set("sources_directory", sources_root);
    out.json.set("source_files", std::uint64_t{sources.size()});
    out.json.set("source_bytes", source_bytes);
    out.json.set("cooked_directory", project.cooked);
    out.json.set("store_files", store_files);
    out.json.set("store_bytes", store_bytes);
    out.json.set("manifests", std::move(manifests));
    out.text = fmt::format("  {}: {}\n  sources: {} files, {}\n  cooked: {} files, {} in {}\n{}",
                           project.bare ? "folder of art" : "project", project.name, sources.size(),
                           bytes_text(source_bytes), store_files, bytes_text(store_bytes),
                           project.cooked, manifest_text);
    return out;
}

}  // namespace galley::cli
