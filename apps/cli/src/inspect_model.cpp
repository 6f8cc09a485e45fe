#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "console.h"
#include "inspect.h"
#include "json_text.h"
#include "material_text.h"
#include "model_bounds.h"

namespace galley::cli {
namespace {

/// Lists of a person's view end here; --json has all.
constexpr std::size_t kMostLines = 24;

struct CountRow {
    std::string_view name;
    std::uint64_t ModelCounts::* count;
};
constexpr CountRow kCounts[] = {
    {"meshes", &ModelCounts::meshes},         {"primitives", &ModelCounts::primitives},
    {"triangles", &ModelCounts::triangles},   {"vertices", &ModelCounts::vertices},
    {"materials", &ModelCounts::materials},   {"textures", &ModelCounts::textures},
    {"images", &ModelCounts::images},         {"skins", &ModelCounts::skins},
    {"animations", &ModelCounts::animations}, {"morph_targets", &ModelCounts::morph_targets},
    {"nodes", &ModelCounts::nodes},           {"cameras", &ModelCounts::cameras},
    {"lights", &ModelCounts::lights},
};

Json index_or_null(std::int32_t index) { return index < 0 ? Json() : Json(std::int64_t{index}); }

Json indices_json(const std::vector<std::uint32_t>& indices) {
    Json out = Json::array();
    for (const std::uint32_t i : indices) out.push_back(i);
    return out;
}

std::vector<std::string> attribute_names(const TriangleMesh& mesh) {
    std::vector<std::string> out;
    if (!mesh.positions.empty()) out.emplace_back("position");
    if (!mesh.normals.empty()) out.emplace_back("normal");
    if (!mesh.tangents.empty()) out.emplace_back("tangent");
    for (std::size_t i = 0; i < mesh.uvs.size(); ++i) out.push_back(fmt::format("uv{}", i));
    if (!mesh.colors.empty()) out.emplace_back("color");
    return out;
}

Json primitive_json(const ModelPrimitive& primitive) {
    Json out = Json::object();
    out.set("triangles", std::uint64_t{primitive.mesh.indices.size() / 3});
    out.set("vertices", std::uint64_t{primitive.mesh.positions.size()});
    Json attributes = Json::array();
    for (const std::string& name : attribute_names(primitive.mesh)) attributes.push_back(name);
    out.set("attributes", std::move(attributes));
    out.set("material", index_or_null(primitive.material));
    if (!primitive.variant_materials.empty()) {
        Json variants = Json::array();
        for (const std::int32_t m : primitive.variant_materials) {
            variants.push_back(index_or_null(m));
        }
        out.set("variant_materials", std::move(variants));
    }
    out.set("skipped", primitive.skipped.empty() ? Json() : Json(primitive.skipped));
    return out;
}

Json meshes_json(const Model& model) {
    Json out = Json::array();
    for (const ModelMesh& mesh : model.meshes) {
        Json primitives = Json::array();
        for (const ModelPrimitive& primitive : mesh.primitives) {
            primitives.push_back(primitive_json(primitive));
        }
        Json row = Json::object();
        row.set("name", mesh.name);
        row.set("primitives", std::move(primitives));
        out.push_back(std::move(row));
    }
    return out;
}

Json materials_json(const Model& model) {
    Json out = Json::array();
    for (const ModelMaterial& material : model.materials) {
        Json row = Json::object();
        row.set("name", material.name);
        const Json values = material_json(material.material);
        for (const auto& [key, value] : *values.if_object()) row.set(key, value);
        out.push_back(std::move(row));
    }
    return out;
}

Json images_json(const Model& model) {
    Json out = Json::array();
    for (const ModelImage& image : model.images) {
        Json row = Json::object();
        row.set("name", image.name);
        row.set("path", image.embedded() ? Json() : Json(image.path));
        row.set("embedded_bytes",
                image.embedded() ? Json(std::uint64_t{image.encoded.size()}) : Json());
        row.set("media_type", image.media_type);
        row.set("missing", image.missing);
        out.push_back(std::move(row));
    }
    return out;
}

Json nodes_json(const Model& model) {
    Json out = Json::array();
    for (const ModelNode& node : model.nodes) {
        Json row = Json::object();
        row.set("name", node.name);
        row.set("parent", index_or_null(node.parent));
        row.set("children", indices_json(node.children));
        if (node.has_matrix) {
            Json matrix = Json::array();
            for (const float v : node.matrix.m) matrix.push_back(Json(double{v}));
            row.set("matrix", std::move(matrix));
        } else {
            row.set("translation", json_of(node.translation));
            row.set("rotation", json_of(Vec4{node.rotation.x, node.rotation.y, node.rotation.z,
                                             node.rotation.w}));
            row.set("scale", json_of(node.scale));
        }
        row.set("mesh", index_or_null(node.mesh));
        row.set("camera", index_or_null(node.camera));
        row.set("light", index_or_null(node.light));
        row.set("skin", index_or_null(node.skin));
        out.push_back(std::move(row));
    }
    return out;
}

Json scenes_json(const Model& model) {
    Json out = Json::array();
    for (const ModelScene& scene : model.scenes) {
        Json row = Json::object();
        row.set("name", scene.name);
        row.set("roots", indices_json(scene.roots));
        out.push_back(std::move(row));
    }
    return out;
}

Json cameras_json(const Model& model) {
    Json out = Json::array();
    for (const ModelCamera& camera : model.cameras) {
        Json row = Json::object();
        row.set("name", camera.name);
        row.set("type", camera.orthographic ? "orthographic" : "perspective");
        if (camera.orthographic) {
            row.set("x_mag", double{camera.x_mag});
            row.set("y_mag", double{camera.y_mag});
        } else {
            row.set("fov_y_radians", double{camera.fov_y});
            row.set("aspect", camera.aspect == 0 ? Json() : Json(double{camera.aspect}));
        }
        row.set("z_near", double{camera.z_near});
        row.set("z_far", camera.z_far == 0 ? Json() : Json(double{camera.z_far}));
        out.push_back(std::move(row));
    }
    return out;
}

Json lights_json(const Model& model) {
    Json out = Json::array();
    for (const ModelLight& light : model.lights) {
        Json row = Json::object();
        row.set("name", light.name);
        row.set("type", light.type == ModelLightType::directional ? "directional"
                        : light.type == ModelLightType::point     ? "point"
                                                                  : "spot");
        row.set("color", json_of(light.color));
        row.set("intensity", double{light.intensity});
        row.set("range", light.range == 0 ? Json() : Json(double{light.range}));
        if (light.type == ModelLightType::spot) {
            row.set("inner_cone_radians", double{light.inner_cone});
            row.set("outer_cone_radians", double{light.outer_cone});
        }
        out.push_back(std::move(row));
    }
    return out;
}

Json model_json(const Model& model) {
    Json variants = Json::array();
    for (const std::string& variant : model.variants) variants.push_back(variant);

    Json out = Json::object();
    out.set("generator", model.generator);
    out.set("copyright", model.copyright);
    out.set("counts", counts_json(model.counts));
    const auto bounds = model_bounds(model);
    out.set("bounds", bounds ? json_of(*bounds) : Json());
    out.set("default_scene", index_or_null(model.default_scene));
    out.set("scenes", scenes_json(model));
    out.set("nodes", nodes_json(model));
    out.set("meshes", meshes_json(model));
    out.set("materials", materials_json(model));
    out.set("images", images_json(model));
    out.set("cameras", cameras_json(model));
    out.set("lights", lights_json(model));
    out.set("variants", std::move(variants));
    return out;
}

std::string shown_name(std::string_view name, std::size_t index) {
    return name.empty() ? fmt::format("#{}", index) : std::string(name);
}

std::string primitive_text(const ModelPrimitive& primitive) {
    if (!primitive.skipped.empty()) return fmt::format("no mesh: {}", primitive.skipped);
    std::string attributes;
    for (const std::string& name : attribute_names(primitive.mesh)) {
        attributes += (attributes.empty() ? "" : " ") + name;
    }
    return fmt::format("{} triangles, {} vertices ({})", primitive.mesh.indices.size() / 3,
                       primitive.mesh.positions.size(), attributes);
}

/// `title` and a line for each of `count`, as `line(i)` gives it.
template <class Line>
void add_list(std::string& out, std::string_view title, std::size_t count, const Line& line) {
    if (count == 0) return;
    out += fmt::format("  {}:\n", title);
    for (std::size_t i = 0; i < std::min(count, kMostLines); ++i) {
        out += fmt::format("    {}\n", line(i));
    }
    if (count > kMostLines) out += fmt::format("    and {} more\n", count - kMostLines);
}

std::string model_text(const Model& model) {
    std::string out = "  model:";
    for (const CountRow& row : kCounts) {
        const std::uint64_t count = model.counts.*row.count;
        if (count != 0) out += fmt::format(" {} {}", count, row.name) + ",";
    }
    out.back() = '\n';
    if (!model.generator.empty()) out += fmt::format("  generator: {}\n", model.generator);
    if (const auto b = model_bounds(model)) {
        out += fmt::format("  size: {:.4g} x {:.4g} x {:.4g} m, from ({:.4g}, {:.4g}, {:.4g}) to "
                           "({:.4g}, {:.4g}, {:.4g})\n",
                           b->max.x - b->min.x, b->max.y - b->min.y, b->max.z - b->min.z, b->min.x,
                           b->min.y, b->min.z, b->max.x, b->max.y, b->max.z);
    }
    add_list(out, "meshes", model.meshes.size(), [&](std::size_t i) {
        const ModelMesh& mesh = model.meshes[i];
        std::string line = shown_name(mesh.name, i) + ": ";
        if (mesh.primitives.size() == 1) return line + primitive_text(mesh.primitives[0]);
        line += fmt::format("{} primitives", mesh.primitives.size());
        for (const ModelPrimitive& p : mesh.primitives) line += "\n      " + primitive_text(p);
        return line;
    });
    add_list(out, "materials", model.materials.size(), [&](std::size_t i) {
        const ModelMaterial& material = model.materials[i];
        return shown_name(material.name, i) + ": " + material_text(material.material);
    });
    add_list(out, "images", model.images.size(), [&](std::size_t i) {
        const ModelImage& image = model.images[i];
        if (!image.embedded()) return image.path + (image.missing ? ": missing" : "");
        return fmt::format("{}: embedded, {}, {}", shown_name(image.name, i), image.media_type,
                           bytes_text(image.encoded.size()));
    });
    return out;
}

}  // namespace

Json counts_json(const ModelCounts& counts) {
    Json out = Json::object();
    for (const CountRow& row : kCounts) out.set(row.name, counts.*row.count);
    return out;
}

Inspection inspect_model(const Model& model) { return {model_json(model), model_text(model)}; }

namespace {

/// `, 8 bits`; nothing of blocks.
std::string bits_text(const ImageInfo& info) {
    if (info.source_bits == 0) return {};
    return fmt::format(", {} bits{}", info.source_bits,
                       info.format == ImageFormat::hdr ? " and a shared exponent" : "");
}

/// ` to 16 bits`, where these are not the file's own.
std::string decoded_as(const ImageInfo& info, std::uint32_t bits) {
    if (info.type == SampleType::float32) return fmt::format(" to {}-bit floats", bits);
    return info.source_bits == bits ? std::string() : fmt::format(" to {} bits", bits);
}

/// `, 7 levels, 6 faces`, of a texture file; into `json` too.
std::string count_pictures(const ImageInfo& info, Json& json) {
    if (info.levels == 0) return {};
    std::string text = fmt::format(", {} level{}", info.levels, info.levels == 1 ? "" : "s");
    json.set("levels", info.levels);
    const auto add = [&](std::string_view word, std::uint32_t count) {
        json.set(word, count);
        if (count > 1) text += fmt::format(", {} {}", count, word);
    };
    add("layers", info.layers);
    add("faces", info.faces);
    add("slices", info.slices);
    return text;
}

}  // namespace

Inspection inspect_image(const ImageInfo& info) {
    static constexpr std::string_view kChannels[] = {"", "grey", "grey and alpha", "RGB", "RGBA"};
    const auto decoded_bits = static_cast<std::uint32_t>(Image::sample_bytes(info.type) * 8);
    Inspection out;
    out.json.set("format", image_format_word(info.format));
    out.json.set("width", info.width);
    out.json.set("height", info.height);
    out.json.set("channels", std::uint32_t{info.channels});
    out.json.set("bits", info.source_bits == 0 ? Json() : Json(std::uint32_t{info.source_bits}));
    out.json.set("decoded_bits", decoded_bits);
    out.json.set("float", info.type == SampleType::float32);
    out.json.set("palette", info.palette);
    out.json.set("interlaced", info.interlaced);
    out.json.set("decoded_bytes", info.decoded_bytes());
    std::string stored;
    if (!info.stored_as.empty()) {
        out.json.set("stored_as", info.stored_as);
        out.json.set("srgb", info.srgb);
        stored = fmt::format(" of {}{}", info.stored_as, info.srgb ? " sRGB" : "");
    }
    const std::string pictures = count_pictures(info, out.json);
    out.text =
        fmt::format("  image: {}{}, {} x {}{}, {}{}{}{}, {} decoded{}\n",
                    image_format_word(info.format), stored, info.width, info.height, pictures,
                    kChannels[std::min<std::size_t>(info.channels, 4)], bits_text(info),
                    info.palette ? ", palette" : "", info.interlaced ? ", interlaced" : "",
                    bytes_text(info.decoded_bytes()), decoded_as(info, decoded_bits));
    return out;
}

}  // namespace galley::cli
