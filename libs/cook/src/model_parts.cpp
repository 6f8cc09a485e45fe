#include "model_parts.h"

#include <algorithm>
#include <iterator>
#include <set>

#include <fmt/format.h>

#include "galley/cook/errors.h"
#include "galley/core/sha256.h"
#include "galley/core/virtual_path.h"
#include "galley/project/asset_name.h"

namespace galley {

namespace {

/// The neutral part of a picture is its encoded bytes: decoding belongs to the cook.
ImportedPart image_part(const InputFile& file, const ImportedImage& image) {
    ImportedPart part;
    part.kind = Kind::texture;
    part.content = file.digest;
    part.weight = texture_weight(image.info, file.stat.size);
    return part;
}

/// The neutral part of a map is its source's bytes: parsing them again belongs to the cook.
ImportedPart map_part(const InputFile& file, const ImportedMap& map) {
    ImportedPart part;
    part.kind = map.kind;
    part.content = file.digest;
    part.weight = map_memory_estimate(file.stat.size);
    for (const MapName& name : map.names) {
        if (name.kind != MapNameKind::prefab && name.kind != MapNameKind::model) {
            part.named.push_back({.name = name, .source = {}, .part = {}, .rival = {}});
        }
    }
    return part;
}

std::uint64_t mesh_weight(const TriangleMesh& mesh) {
    std::uint64_t vertex = sizeof(Vec3);
    vertex += mesh.normals.empty() ? 0 : sizeof(Vec3);
    vertex += mesh.tangents.empty() ? 0 : sizeof(Vec4);
    vertex += mesh.colors.empty() ? 0 : sizeof(Vec4);
    vertex += sizeof(Vec2) * mesh.uvs.size();
    // The copy that is ordered, its remapped twin, the body and the file; indices four times.
    return mesh.positions.size() * (vertex * 5 + 16) + mesh.indices.size() * 5 * 4;
}

void add_meshes(const Model& model, std::vector<ImportedPart>& parts) {
    PartNamer namer;
    std::uint32_t index = 0;
    for (const ModelMesh& mesh : model.meshes) {
        const std::string name = namer.next(mesh.name);
        for (std::size_t i = 0; i < mesh.primitives.size(); ++i, ++index) {
            const ModelPrimitive& primitive = mesh.primitives[i];
            if (!primitive.skipped.empty()) {
                continue;
            }
            ImportedPart part;
            part.kind = Kind::mesh;
            part.name = i == 0 ? name : fmt::format("{}/{}", name, i);
            part.index = index;
            part.content = content_hash(primitive.mesh);
            part.weight = mesh_weight(primitive.mesh);
            parts.push_back(std::move(part));
        }
    }
}

std::vector<std::string> image_names(const Model& model) {
    PartNamer namer;
    std::vector<std::string> names;
    for (const ModelImage& image : model.images) {
        names.push_back(namer.next(image.name));
    }
    return names;
}

/// The embedded images that materials name; the others are dropped, saying so.
void add_images(Model& model, const std::vector<std::string>& names,
                std::vector<ImportedPart>& parts, Ledger& ledger) {
    std::set<std::string_view> used;
    for (const ImportedPart& part : parts) {
        for (const TextureReference& texture : part.textures) {
            if (!texture.external) {
                used.insert(texture.target);
            }
        }
    }
    std::vector<ImportedPart> images;
    for (std::size_t i = 0; i < model.images.size(); ++i) {
        const ModelImage& image = model.images[i];
        if (!image.embedded() || image.missing) {
            continue;
        }
        if (!used.contains(names[i])) {
            ledger.add(Verdict::dropped, "embedded image", fmt::format("/images/{}", i),
                       "no material names it");
            continue;
        }
        ImportedPart part;
        part.kind = Kind::texture;
        part.name = names[i];
        part.index = static_cast<std::uint32_t>(i);
        part.content = image.digest;
        const auto info = probe_image(image.encoded, "");
        part.weight = info ? texture_weight(*info, image.encoded.size()) : image.encoded.size();
        images.push_back(std::move(part));
    }
    std::move(images.begin(), images.end(), std::back_inserter(parts));
}

/// Whether the project cooks this file as a source of its own.
bool is_source(const Project& project, std::string_view path) {
    return project.sources_prefix.empty() ||
           (path.starts_with(project.sources_prefix) &&
            path.substr(project.sources_prefix.size()).starts_with('/'));
}

std::string why_unusable(const Project& project, const ImporterRegistry& importers,
                         const ModelImage& image) {
    if (image.missing) {
        return fmt::format("{} is missing", image.embedded() ? "the embedded image" : image.path);
    }
    if (image.embedded()) {
        return {};
    }
    if (!is_source(project, image.path)) {
        return fmt::format("{} is not below {}/", image.path, project.sources_prefix);
    }
    const Importer* importer = importers.find_for(image.path);
    if (importer == nullptr || importer->name != "image") {
        return fmt::format("{} is no picture", image.path);
    }
    return {};
}

TextureUsage usage_of(MaterialMap map) {
    for (const MaterialMapInfo& info : material_maps()) {
        if (info.map == map) {
            return info.usage;
        }
    }
    return TextureUsage::color;
}

/// Whether two slots lay their textures over a surface alike.
bool same_placement(const TextureSlot& a, const TextureSlot& b) {
    return a.uv_set == b.uv_set && a.offset == b.offset && a.scale == b.scale &&
           a.rotation == b.rotation;
}

/// The roughness map learns which normal map lies on it, where both lie alike.
void pair_roughness(const Material& material, std::vector<TextureReference>& textures) {
    const TextureSlot* rough = nullptr;
    const TextureSlot* normal = nullptr;
    for (const TextureSlot& slot : material.slots) {
        if (slot.map == MaterialMap::metallic_roughness) rough = &slot;
        if (slot.map == MaterialMap::normal) normal = &slot;
    }
    if (rough == nullptr || normal == nullptr || !same_placement(*rough, *normal)) return;
    const TextureReference& normals = textures[normal->texture];
    textures[rough->texture].normals = normals.target;
    textures[rough->texture].normals_external = normals.external;
}

/// Renumbers a material's slots to its own list of textures, which is returned.
std::vector<TextureReference>
take_textures(const Project& project, const ImporterRegistry& importers, std::string_view source,
              const Model& model, const std::vector<std::string>& names, ModelMaterial& material,
              std::vector<Diagnostic>& diagnostics) {
    std::vector<TextureReference> textures;
    std::vector<TextureSlot> slots;
    for (TextureSlot slot : material.material.slots) {
        const ModelImage& image = model.images[slot.texture];
        if (const std::string reason = why_unusable(project, importers, image); !reason.empty()) {
            diagnostics.push_back(
                {Severity::warning,
                 Error{kTextureOutside,
                       fmt::format("material {} goes without its {} texture: {}", material.name,
                                   material_maps()[static_cast<std::size_t>(slot.map)].name,
                                   reason),
                       Place{.file = std::string(source)}}});
            continue;
        }
        TextureReference reference;
        reference.external = !image.embedded();
        reference.target = image.embedded() ? names[slot.texture] : image.path;
        reference.map = slot.map;
        reference.usage = usage_of(slot.map);
        reference.wrap_u = slot.wrap_u;
        reference.wrap_v = slot.wrap_v;
        if (slot.map == MaterialMap::base_color && material.material.type == MaterialType::mask) {
            reference.cutoff = material.material.alpha_cutoff;
        }
        const auto known = std::find_if(textures.begin(), textures.end(), [&](const auto& other) {
            return other.external == reference.external && other.target == reference.target &&
                   other.usage == reference.usage;
        });
        slot.texture = static_cast<std::uint32_t>(known - textures.begin());
        if (known == textures.end()) {
            textures.push_back(std::move(reference));
        }
        slots.push_back(slot);
    }
    material.material.slots = std::move(slots);
    pair_roughness(material.material, textures);
    return textures;
}

void add_materials(const Project& project, const ImporterRegistry& importers,
                   std::string_view source, Model& model, const std::vector<std::string>& names,
                   std::vector<ImportedPart>& parts, std::vector<Diagnostic>& diagnostics) {
    PartNamer namer;
    for (std::size_t i = 0; i < model.materials.size(); ++i) {
        ModelMaterial& material = model.materials[i];
        ImportedPart part;
        part.kind = Kind::material;
        part.name = namer.next(material.name);
        part.index = static_cast<std::uint32_t>(i);
        part.textures =
            take_textures(project, importers, source, model, names, material, diagnostics);
        part.content = content_hash(material.material);
        part.weight = 4096;
        parts.push_back(std::move(part));
    }
}

}  // namespace

std::uint64_t held_bytes(const Imported& imported) {
    if (const auto* image = std::get_if<ImportedImage>(&imported.content)) {
        return image->encoded.size();
    }
    const auto* model = std::get_if<Model>(&imported.content);
    if (model == nullptr) {
        return 0;
    }
    std::uint64_t bytes = 64 * 1024 + model->nodes.size() * sizeof(ModelNode);
    for (const ModelImage& image : model->images) {
        bytes += image.encoded.size();
    }
    for (const ModelMesh& mesh : model->meshes) {
        for (const ModelPrimitive& primitive : mesh.primitives) {
            const TriangleMesh& part = primitive.mesh;
            bytes += part.positions.size() * sizeof(Vec3) + part.normals.size() * sizeof(Vec3) +
                     part.tangents.size() * sizeof(Vec4) + part.colors.size() * sizeof(Vec4) +
                     part.indices.size() * 4 + part.uvs.size() * part.positions.size() * 8;
        }
    }
    return bytes;
}

std::uint64_t texture_weight(const ImageInfo& info, std::uint64_t file_size) {
    // Sides that the decoder refuses must not fill the budget, or overflow it.
    constexpr std::uint32_t kMostSide = DecodeLimits{}.max_side;
    if (info.width > kMostSide || info.height > kMostSide) {
        return file_size;
    }
    const std::uint64_t pixels = std::uint64_t{info.width} * info.height;
    const std::uint64_t sample = info.type == SampleType::unorm8 ? 1 : 2;
    const std::uint64_t stored = (info.channels == 1 ? 1 : 4) * sample;
    // A progressive JPEG keeps two bytes a sample until its last scan.
    const std::uint64_t scans =
        info.format == ImageFormat::jpeg && info.interlaced ? pixels * info.channels * 2 : 0;
    // Decoding, with blocks of what is there; then the file is gone, and the picture, its levels
    // and the floats of two levels are there. What is written are the levels.
    const std::uint64_t levels = pixels * stored * 4 / 3;
    const std::uint64_t most = std::max(file_size + info.decoded_bytes() + scans + pixels,
                                        info.decoded_bytes() + levels + pixels * 5);
    return most + (1 << 16);
}

std::vector<ImportedPart> describe_parts(const Project& project, const ImporterRegistry& importers,
                                         std::string_view source, const InputFile& file,
                                         Imported& imported, std::vector<Diagnostic>& diagnostics) {
    if (const auto* image = std::get_if<ImportedImage>(&imported.content)) {
        return {image_part(file, *image)};
    }
    if (const auto* map = std::get_if<ImportedMap>(&imported.content)) {
        return {map_part(file, *map)};
    }
    auto& model = std::get<Model>(imported.content);
    std::vector<ImportedPart> parts;
    const std::vector<std::string> names = image_names(model);
    add_meshes(model, parts);
    add_materials(project, importers, source, model, names, parts, diagnostics);
    add_images(model, names, parts, imported.ledger);
    return parts;
}

}  // namespace galley
