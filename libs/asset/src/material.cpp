#include "galley/asset/material.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "body_support.h"
#include "galley/asset/errors.h"
#include "galley/base/try.h"

namespace galley {

namespace {

using enum TextureUsage;

constexpr std::array<MaterialMapInfo, kMaterialMapCount> kMaps = {{
    {MaterialMap::base_color, "base_color", color},
    {MaterialMap::metallic_roughness, "metallic_roughness", data},
    {MaterialMap::normal, "normal", normal},
    {MaterialMap::occlusion, "occlusion", data},
    {MaterialMap::emissive, "emissive", color},
    {MaterialMap::clearcoat, "clearcoat", data},
    {MaterialMap::clearcoat_roughness, "clearcoat_roughness", data},
    {MaterialMap::clearcoat_normal, "clearcoat_normal", normal},
    {MaterialMap::sheen_color, "sheen_color", color},
    {MaterialMap::sheen_roughness, "sheen_roughness", data},
    {MaterialMap::transmission, "transmission", data},
    {MaterialMap::thickness, "thickness", data},
    {MaterialMap::specular, "specular", data},
    {MaterialMap::specular_color, "specular_color", color},
    {MaterialMap::anisotropy, "anisotropy", data},
    {MaterialMap::iridescence, "iridescence", data},
    {MaterialMap::iridescence_thickness, "iridescence_thickness", data},
    {MaterialMap::diffuse_transmission, "diffuse_transmission", data},
    {MaterialMap::diffuse_transmission_color, "diffuse_transmission_color", color},
    {MaterialMap::diffuse, "diffuse", color},
    {MaterialMap::specular_glossiness, "specular_glossiness", color},
}};

constexpr std::uint8_t kMaxUvSet = 7;
constexpr float kNoLimit = std::numeric_limits<float>::max();

std::unexpected<Error> wrong(std::string field, std::string message) {
    return std::unexpected(body::broken(kMaterialInvalid, std::move(field), std::move(message)));
}

/// Collects the first number out of its range, so that a list of checks reads as a table.
class Ranges {
public:
    void number(std::string_view field, float value, float least, float most) {
        // Negated, so that NaN fails.
        if (failed_ || (std::isfinite(value) && value >= least && value <= most)) return;
        failed_ = body::broken(
            kMaterialInvalid, std::string(field),
            most == kNoLimit
                ? fmt::format("{} is not a finite number of {} or more (A1)", value, least)
                : fmt::format("{} is not from {} to {} (A1)", value, least, most));
    }
    void factor(std::string_view field, float value) { number(field, value, 0, 1); }
    void factor(std::string_view field, Vec3 value) {
        for (const float v : {value.x, value.y, value.z}) number(field, v, 0, 1);
    }
    void factor(std::string_view field, Vec4 value) {
        for (const float v : {value.x, value.y, value.z, value.w}) number(field, v, 0, 1);
    }
    void positive(std::string_view field, float value) { number(field, value, 0, kNoLimit); }
    void any(std::string_view field, float value) { number(field, value, -kNoLimit, kNoLimit); }

    [[nodiscard]] Result<void> result() && {
        if (failed_) return std::unexpected(*std::move(failed_));
        return {};
    }

private:
    std::optional<Error> failed_;
};

Result<void> check_values(const Material& m) {
    if (m.type > MaterialType::blend) return wrong("type", "is no type of material (A1)");
    Ranges check;
    check.positive("alpha_cutoff", m.alpha_cutoff);
    check.factor("base_color", m.base_color);
    check.factor("metallic", m.metallic);
    check.factor("roughness", m.roughness);
    check.any("normal_scale", m.normal_scale);
    check.factor("occlusion_strength", m.occlusion_strength);
    check.factor("emissive", m.emissive);
    check.positive("emissive_strength", m.emissive_strength);
    if (m.ior != 0) check.number("ior", m.ior, 1, kNoLimit);
    check.positive("dispersion", m.dispersion);
    return std::move(check).result();
}

Result<void> check_lobes(const Material& m) {
    Ranges check;
    if (m.clearcoat) {
        check.factor("clearcoat/factor", m.clearcoat->factor);
        check.factor("clearcoat/roughness", m.clearcoat->roughness);
        check.any("clearcoat/normal_scale", m.clearcoat->normal_scale);
    }
    if (m.sheen) {
        check.factor("sheen/color", m.sheen->color);
        check.factor("sheen/roughness", m.sheen->roughness);
    }
    if (m.transmission) check.factor("transmission", *m.transmission);
    if (m.volume) {
        check.positive("volume/thickness", m.volume->thickness);
        check.positive("volume/attenuation_distance", m.volume->attenuation_distance);
        check.factor("volume/attenuation_color", m.volume->attenuation_color);
    }
    if (m.specular) {
        check.factor("specular/factor", m.specular->factor);
        // Above 1 the extension clamps after the multiplication with F0.
        const Vec3 color = m.specular->color;
        for (const float v : {color.x, color.y, color.z}) check.positive("specular/color", v);
    }
    if (m.anisotropy) {
        check.factor("anisotropy/strength", m.anisotropy->strength);
        check.any("anisotropy/rotation", m.anisotropy->rotation);
    }
    if (m.iridescence) {
        check.factor("iridescence/factor", m.iridescence->factor);
        check.number("iridescence/ior", m.iridescence->ior, 1, kNoLimit);
        check.positive("iridescence/thickness_min", m.iridescence->thickness_min);
        check.positive("iridescence/thickness_max", m.iridescence->thickness_max);
    }
    if (m.diffuse_transmission) {
        check.factor("diffuse_transmission/factor", m.diffuse_transmission->factor);
        check.factor("diffuse_transmission/color", m.diffuse_transmission->color);
    }
    if (m.specular_glossiness) {
        check.factor("specular_glossiness/diffuse", m.specular_glossiness->diffuse);
        check.factor("specular_glossiness/specular", m.specular_glossiness->specular);
        check.factor("specular_glossiness/glossiness", m.specular_glossiness->glossiness);
    }
    return std::move(check).result();
}

Result<void> check_slot(const Material& material, std::size_t i) {
    const TextureSlot& slot = material.slots[i];
    const std::string field = fmt::format("slots/{}", i);
    if (static_cast<std::size_t>(slot.map) >= kMaterialMapCount) {
        return wrong(field, fmt::format("{} is no map (A1)", static_cast<unsigned>(slot.map)));
    }
    if (i > 0 && slot.map <= material.slots[i - 1].map) {
        return wrong(field, "slots are not sorted by map, each map once (A2)");
    }
    if (slot.texture >= material.slots.size()) {
        return wrong(field, fmt::format("texture {} is not below the {} slots (A3)", slot.texture,
                                        material.slots.size()));
    }
    if (slot.uv_set > kMaxUvSet) {
        return wrong(field, fmt::format("uv set {} is above {} (A1)", slot.uv_set, kMaxUvSet));
    }
    for (const WrapMode wrap : {slot.wrap_u, slot.wrap_v}) {
        if (wrap > WrapMode::clamp) return wrong(field, "is no wrap mode (A1)");
    }
    for (const FilterMode filter : {slot.mag_filter, slot.min_filter, slot.mip_filter}) {
        if (filter > FilterMode::nearest) return wrong(field, "is no filter (A1)");
    }
    if (!body::finite(slot.offset) || !body::finite(slot.scale) || !std::isfinite(slot.rotation)) {
        return wrong(field, "the transform holds a number that is not finite (A1)");
    }
    return {};
}

}  // namespace

std::span<const MaterialMapInfo> material_maps() { return kMaps; }

const TextureSlot* Material::find(MaterialMap map) const {
    const auto found = std::ranges::find(slots, map, &TextureSlot::map);
    return found == slots.end() ? nullptr : &*found;
}

Result<void> check_material(const Material& material) {
    TRY(check_values(material));
    TRY(check_lobes(material));
    for (std::size_t i = 0; i < material.slots.size(); ++i) TRY(check_slot(material, i));
    return {};
}

}  // namespace galley
