#include "galley/preview/model_scene.h"

#include <algorithm>
#include <map>
#include <string>

#include <fmt/format.h>

#include "galley/base/errors.h"
#include "galley/base/try.h"
#include "galley/preview/errors.h"

namespace galley::preview {
namespace {

constexpr std::uint64_t kTextureBudget = std::uint64_t{1} << 30;
constexpr std::uint32_t kLargestSide = 2048;

/// The maps that shading reads.
bool is_drawn(MaterialMap map) {
    switch (map) {
    case MaterialMap::base_color:
    case MaterialMap::metallic_roughness:
    case MaterialMap::normal:
    case MaterialMap::occlusion:
    case MaterialMap::emissive:
    case MaterialMap::clearcoat:
    case MaterialMap::clearcoat_roughness:
    case MaterialMap::clearcoat_normal:
    case MaterialMap::sheen_color:
    case MaterialMap::sheen_roughness:
    case MaterialMap::transmission:
    case MaterialMap::specular:
    case MaterialMap::specular_color:
    case MaterialMap::diffuse:
    case MaterialMap::specular_glossiness: return true;
    default: return false;
    }
}

bool is_color(MaterialMap map) {
    for (const MaterialMapInfo& info : material_maps()) {
        if (info.map == map) return info.usage == TextureUsage::color;
    }
    return false;
}

Mat4 local_matrix(const ModelNode& node) {
    return node.has_matrix ? node.matrix : compose(node.translation, node.rotation, node.scale);
}

class Builder {
public:
    Builder(Model& model, const ReadImageFile& read, const DecodeLimits& limits, JobPool& pool,
            Diagnostics& diagnostics)
        : model_(model), read_(read), limits_(limits), pool_(pool), diagnostics_(diagnostics) {}

    Scene build(const ModelPart& part) {
        switch (part.what) {
        case ModelPart::What::whole: add_whole(); break;
        case ModelPart::What::mesh: add_mesh(part.index, Mat4{}); break;
        case ModelPart::What::primitive: add_primitive(part.index, part.primitive, Mat4{}); break;
        case ModelPart::What::material:
            scene_.meshes.push_back(sphere_mesh(192, 96));
            scene_.instances.push_back(
                {0, use_material(static_cast<std::int32_t>(part.index)), {}});
            break;
        }
        make_textures();
        return std::move(scene_);
    }

private:
    void add_whole() {
        std::vector<std::uint32_t> roots;
        if (!model_.scenes.empty()) {
            const auto scene = static_cast<std::size_t>(std::max(model_.default_scene, 0));
            roots = model_.scenes[std::min(scene, model_.scenes.size() - 1)].roots;
        } else {
            for (std::uint32_t i = 0; i < model_.nodes.size(); ++i) {
                if (model_.nodes[i].parent < 0) roots.push_back(i);
            }
        }
        add_nodes(roots);
        // Geometry without any node that shows it is still what the file holds.
        if (model_.nodes.empty()) {
            for (std::uint32_t i = 0; i < model_.meshes.size(); ++i) add_mesh(i, Mat4{});
        }
    }

    /// Depth first; a node is drawn once, whatever the file says.
    void add_nodes(const std::vector<std::uint32_t>& roots) {
        struct Visit {
            std::uint32_t node;
            Mat4 parent;
        };
        std::vector<Visit> stack;
        for (auto it = roots.rbegin(); it != roots.rend(); ++it) stack.push_back({*it, {}});
        std::vector<bool> visited(model_.nodes.size());
        while (!stack.empty()) {
            const Visit visit = stack.back();
            stack.pop_back();
            if (visit.node >= visited.size() || visited[visit.node]) continue;
            visited[visit.node] = true;
            const ModelNode& node = model_.nodes[visit.node];
            const Mat4 world = visit.parent * local_matrix(node);
            if (node.mesh >= 0) add_mesh(static_cast<std::uint32_t>(node.mesh), world);
            for (auto it = node.children.rbegin(); it != node.children.rend(); ++it) {
                stack.push_back({*it, world});
            }
        }
    }

    void add_mesh(std::uint32_t mesh, const Mat4& world) {
        for (std::uint32_t i = 0; i < model_.meshes[mesh].primitives.size(); ++i) {
            add_primitive(mesh, i, world);
        }
    }

    void add_primitive(std::uint32_t mesh, std::uint32_t index, const Mat4& world) {
        ModelPrimitive& primitive = model_.meshes[mesh].primitives[index];
        if (!primitive.skipped.empty()) return;
        const auto [it, added] = mesh_index_.try_emplace(
            {mesh, index}, static_cast<std::uint32_t>(scene_.meshes.size()));
        if (added) scene_.meshes.push_back(std::move(primitive.mesh));
        scene_.instances.push_back({it->second, use_material(primitive.material), world});
    }

    std::int32_t use_material(std::int32_t index) {
        if (index < 0) return -1;
        const auto next = static_cast<std::int32_t>(scene_.materials.size());
        const auto [it, added] = material_index_.try_emplace(index, next);
        if (!added) return it->second;
        Material material = model_.materials[static_cast<std::size_t>(index)].material;
        std::erase_if(material.slots, [](const TextureSlot& slot) { return !is_drawn(slot.map); });
        for (TextureSlot& slot : material.slots) {
            const auto key = std::pair(slot.texture, is_color(slot.map));
            slot.texture =
                texture_index_.try_emplace(key, static_cast<std::uint32_t>(texture_index_.size()))
                    .first->second;
        }
        scene_.materials.push_back(std::move(material));
        return next;
    }

    void make_textures() {
        scene_.textures.resize(texture_index_.size());
        std::vector<std::pair<std::pair<std::uint32_t, bool>, std::uint32_t>> wanted(
            texture_index_.begin(), texture_index_.end());
        std::uint32_t side = kLargestSide;
        // Four bytes a texel and a third more for the smaller levels.
        while (side > 64 &&
               wanted.size() * (std::uint64_t{side} * side * 16 / 3) > kTextureBudget) {
            side /= 2;
        }
        // One byte each: neighbours of a vector<bool> share a byte, and threads must not.
        std::vector<std::uint8_t> missing(wanted.size());
        pool_.parallel_for(wanted.size(), 1, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                const auto& [key, texture] = wanted[i];
                auto image = decode(key.first);
                if (image) {
                    scene_.textures[texture] = make_texture(*image, key.second, side);
                } else {
                    scene_.textures[texture] = missing_texture();
                    missing[texture] = key.second ? 0 : 1;
                    diagnostics_.report(Severity::warning, std::move(image).error());
                }
            }
        });
        // A checker says enough in the colours; as roughness or as a normal it would only confuse.
        for (Material& material : scene_.materials) {
            std::erase_if(material.slots,
                          [&](const TextureSlot& slot) { return missing[slot.texture] != 0; });
        }
    }

    Result<Image> decode(std::uint32_t index) {
        if (index >= model_.images.size()) {
            return fail(kFileNotFound, "a texture has no image");
        }
        const ModelImage& image = model_.images[index];
        Ledger ledger;
        if (image.embedded()) {
            auto decoded = decode_image(image.encoded, "", limits_, ledger);
            warn_of_damage(ledger, {.field = fmt::format("/images/{}", index)});
            return decoded;
        }
        TRY_ASSIGN(const Bytes bytes, read_(image));
        const std::size_t dot = image.path.rfind('.');
        std::string extension =
            dot == std::string::npos ? std::string() : image.path.substr(dot + 1);
        for (char& c : extension) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
        auto decoded = decode_image(bytes, extension, limits_, ledger);
        if (!decoded) return std::unexpected(std::move(decoded.error()).in_file(image.path));
        warn_of_damage(ledger, {.file = image.path});
        return decoded;
    }

    void warn_of_damage(const Ledger& ledger, Place place) {
        if (!ledger.partial()) return;
        Error error = damage_of(ledger);
        error.place = std::move(place);
        diagnostics_.report(Severity::warning, std::move(error));
    }

    Model& model_;
    const ReadImageFile& read_;
    const DecodeLimits& limits_;
    JobPool& pool_;
    Diagnostics& diagnostics_;
    Scene scene_;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> mesh_index_;
    std::map<std::int32_t, std::int32_t> material_index_;
    std::map<std::pair<std::uint32_t, bool>, std::uint32_t> texture_index_;
};

}  // namespace

Result<Scene> scene_from_model(Model model, const ModelPart& part, const ReadImageFile& read,
                               const DecodeLimits& limits, JobPool& pool,
                               Diagnostics& diagnostics) {
    Scene scene = Builder(model, read, limits, pool, diagnostics).build(part);
    if (scene.instances.empty()) {
        return fail(kPreviewEmpty, "there is no triangle to draw", {},
                    "'galley inspect' lists what the file holds");
    }
    return scene;
}

}  // namespace galley::preview
