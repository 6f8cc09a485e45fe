#include "material_text.h"

#include <fmt/format.h>

#include "json_text.h"

namespace galley::cli {
namespace {

std::string_view map_name(MaterialMap map) {
    for (const MaterialMapInfo& info : material_maps()) {
        if (info.map == map) return info.name;
    }
    return "unknown";
}

std::string_view wrap_word(WrapMode mode) {
    switch (mode) {
    case WrapMode::repeat: return "repeat";
    case WrapMode::mirror: return "mirror";
    case WrapMode::clamp: return "clamp";
    }
    return "repeat";
}

std::string_view filter_word(FilterMode mode) {
    return mode == FilterMode::nearest ? "nearest" : "linear";
}

/// As a person wrote it: 0.1, not 0.10000000149011612.
Json number(float v) { return *json_of(Vec2{v, 0}).if_array()->begin(); }

Json slot_json(const TextureSlot& slot) {
    Json out = Json::object();
    out.set("map", map_name(slot.map));
    out.set("texture", slot.texture);
    out.set("uv_set", std::uint32_t{slot.uv_set});
    out.set("wrap", Json::Array{wrap_word(slot.wrap_u), wrap_word(slot.wrap_v)});
    out.set("filter", Json::Array{filter_word(slot.mag_filter), filter_word(slot.min_filter),
                                  filter_word(slot.mip_filter)});
    if (slot.offset != Vec2{} || slot.scale != Vec2{1, 1} || slot.rotation != 0) {
        out.set("offset", json_of(slot.offset));
        out.set("scale", json_of(slot.scale));
        out.set("rotation_radians", number(slot.rotation));
    }
    return out;
}

void add_lobes(const Material& m, Json& out) {
    if (m.clearcoat) {
        Json lobe = Json::object();
        lobe.set("factor", number(m.clearcoat->factor));
        lobe.set("roughness", number(m.clearcoat->roughness));
        lobe.set("normal_scale", number(m.clearcoat->normal_scale));
        out.set("clearcoat", std::move(lobe));
    }
    if (m.sheen) {
        Json lobe = Json::object();
        lobe.set("color", json_of(m.sheen->color));
        lobe.set("roughness", number(m.sheen->roughness));
        out.set("sheen", std::move(lobe));
    }
    if (m.transmission) out.set("transmission", number(*m.transmission));
    if (m.volume) {
        Json lobe = Json::object();
        lobe.set("thickness", number(m.volume->thickness));
        lobe.set("attenuation_distance", number(m.volume->attenuation_distance));
        lobe.set("attenuation_color", json_of(m.volume->attenuation_color));
        out.set("volume", std::move(lobe));
    }
    if (m.specular) {
        Json lobe = Json::object();
        lobe.set("factor", number(m.specular->factor));
        lobe.set("color", json_of(m.specular->color));
        out.set("specular", std::move(lobe));
    }
    if (m.anisotropy) {
        Json lobe = Json::object();
        lobe.set("strength", number(m.anisotropy->strength));
        lobe.set("rotation_radians", number(m.anisotropy->rotation));
        out.set("anisotropy", std::move(lobe));
    }
    if (m.iridescence) {
        Json lobe = Json::object();
        lobe.set("factor", number(m.iridescence->factor));
        lobe.set("ior", number(m.iridescence->ior));
        lobe.set("thickness_min", number(m.iridescence->thickness_min));
        lobe.set("thickness_max", number(m.iridescence->thickness_max));
        out.set("iridescence", std::move(lobe));
    }
    if (m.diffuse_transmission) {
        Json lobe = Json::object();
        lobe.set("factor", number(m.diffuse_transmission->factor));
        lobe.set("color", json_of(m.diffuse_transmission->color));
        out.set("diffuse_transmission", std::move(lobe));
    }
    if (m.specular_glossiness) {
        Json lobe = Json::object();
        lobe.set("diffuse", json_of(m.specular_glossiness->diffuse));
        lobe.set("specular", json_of(m.specular_glossiness->specular));
        lobe.set("glossiness", number(m.specular_glossiness->glossiness));
        out.set("specular_glossiness", std::move(lobe));
    }
}

}  // namespace

std::string_view material_type_word(MaterialType type) {
    switch (type) {
    case MaterialType::opaque: return "opaque";
    case MaterialType::mask: return "mask";
    case MaterialType::blend: return "blend";
    }
    return "opaque";
}

Json material_json(const Material& m) {
    Json out = Json::object();
    out.set("alpha", material_type_word(m.type));
    if (m.type == MaterialType::mask) out.set("alpha_cutoff", number(m.alpha_cutoff));
    out.set("unlit", m.unlit);
    out.set("double_sided", m.double_sided);
    out.set("base_color", json_of(m.base_color));
    out.set("metallic", number(m.metallic));
    out.set("roughness", number(m.roughness));
    out.set("normal_scale", number(m.normal_scale));
    out.set("occlusion_strength", number(m.occlusion_strength));
    out.set("emissive", json_of(m.emissive));
    out.set("emissive_strength", number(m.emissive_strength));
    out.set("ior", number(m.ior));
    out.set("dispersion", number(m.dispersion));
    add_lobes(m, out);
    Json maps = Json::array();
    for (const TextureSlot& slot : m.slots) maps.push_back(slot_json(slot));
    out.set("maps", std::move(maps));
    return out;
}

std::string material_text(const Material& m) {
    std::string out(material_type_word(m.type));
    if (m.type == MaterialType::mask) out += fmt::format(" at {}", m.alpha_cutoff);
    if (m.unlit) out += ", unlit";
    if (m.double_sided) out += ", double-sided";
    if (!m.unlit) out += fmt::format(", metallic {}, roughness {}", m.metallic, m.roughness);
    Json lobes = Json::object();
    add_lobes(m, lobes);
    for (const auto& [name, value] : *lobes.if_object()) out += ", " + name;
    if (!m.slots.empty()) {
        out += "; maps:";
        for (const TextureSlot& slot : m.slots) out += fmt::format(" {}", map_name(slot.map));
    }
    return out;
}

}  // namespace galley::cli
