#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "galley/base/try.h"
#include "galley/core/det_math.h"
#include "galley/export/errors.h"
#include "losses.h"

namespace galley {

namespace {

std::uint32_t to_byte(double value) {
    return static_cast<std::uint32_t>(std::rint(std::clamp(value, 0.0, 1.0) * 255));
}
float from_byte(std::uint32_t argb, unsigned shift) {
    return static_cast<float>(argb >> shift & 0xffU) / 255.0F;
}
float linear(std::uint32_t argb, unsigned shift) {
    return static_cast<float>(
        det::srgb_to_linear(static_cast<double>(argb >> shift & 0xffU) / 255.0));
}

/// 0xAARRGGBB with the sRGB transfer function in the colours.
vda::Color to_color(const Vec4& v) {
    return {to_byte(v.w) << 24U | to_byte(det::linear_to_srgb(v.x)) << 16U |
            to_byte(det::linear_to_srgb(v.y)) << 8U | to_byte(det::linear_to_srgb(v.z))};
}

Vec4 from_color(vda::Color color) {
    return {linear(color.argb, 16), linear(color.argb, 8), linear(color.argb, 0),
            from_byte(color.argb, 24)};
}

void note_material_losses(Losses& losses, const Material& m) {
    const Material plain;
    losses.change(from_color(to_color(m.base_color)) != m.base_color, "base colour",
                  "8 bits a channel");
    losses.drop(m.metallic != plain.metallic || m.roughness != plain.roughness ||
                    m.normal_scale != plain.normal_scale ||
                    m.occlusion_strength != plain.occlusion_strength || m.ior != plain.ior ||
                    m.dispersion != plain.dispersion,
                "metallic, roughness, normal scale, occlusion, ior or dispersion");
    losses.drop(m.emissive != Vec3{}, "emission");
    losses.drop(m.clearcoat || m.sheen || m.transmission || m.volume || m.specular ||
                    m.anisotropy || m.iridescence || m.diffuse_transmission ||
                    m.specular_glossiness,
                "lobes of the shading model");
    for (const TextureSlot& slot : m.slots) {
        if (slot.map == MaterialMap::base_color) {
            losses.drop(slot.uv_set != 0 || slot.offset != Vec2{} || slot.scale != Vec2{1, 1} ||
                            slot.rotation != 0,
                        "uv set and transform of the base colour texture");
            losses.drop(slot.wrap_u != WrapMode::repeat || slot.wrap_v != WrapMode::repeat,
                        "wrap mode of the base colour texture", "the texture has it there");
        } else {
            losses.drop(true,
                        fmt::format("{} texture",
                                    material_maps()[static_cast<std::size_t>(slot.map)].name));
        }
    }
}

}  // namespace

Result<Converted<vda::Material>> to_seed(const Material& material, std::string_view name,
                                         const std::vector<std::string>& textures) {
    Losses losses;
    note_material_losses(losses, material);
    vda::Material out;
    out.name = name;
    out.albedo = to_color(material.base_color);
    out.unlit = material.unlit;
    switch (material.type) {
    case MaterialType::opaque: out.alpha = "opaque"; break;
    case MaterialType::mask: out.alpha = "cutout"; break;
    case MaterialType::blend: out.alpha = "blend"; break;
    }
    out.cutoff = material.alpha_cutoff;
    out.cull = material.double_sided ? 1 : 0;
    if (const TextureSlot* slot = material.find(MaterialMap::base_color)) {
        if (slot->texture >= textures.size()) {
            return fail(kNotConvertible, "the base colour texture has no name");
        }
        out.texture = textures[slot->texture];
        out.filter = slot->mag_filter == FilterMode::nearest ? 1 : 0;
    }
    return Converted<vda::Material>{std::move(out), losses.take()};
}

Result<Converted<OwnMaterial>> from_seed(const vda::Material& material) {
    Losses losses;
    losses.drop(!material.name.empty(), "name", "a cooked material has none");
    losses.drop(material.grid != vda::Grid{}, "grid of frames");
    losses.drop(material.texture.empty() && material.filter != 0, "filter",
                "there is no texture that it is of");
    OwnMaterial out;
    Material& m = out.material;
    m.type = material.alpha == "opaque"   ? MaterialType::opaque
             : material.alpha == "cutout" ? MaterialType::mask
                                          : MaterialType::blend;
    m.unlit = material.unlit;
    m.double_sided = material.cull == 1;
    m.alpha_cutoff = material.cutoff;
    m.base_color = from_color(material.albedo);
    m.metallic = 0;  // Veduta's shading is diffuse alone
    if (!material.texture.empty()) {
        const FilterMode filter = material.filter == 1 ? FilterMode::nearest : FilterMode::linear;
        TextureSlot slot;
        slot.mag_filter = filter;
        slot.min_filter = filter;
        m.slots = {slot};
        out.textures = {material.texture};
    }
    TRY(check_material(m));
    return Converted<OwnMaterial>{std::move(out), losses.take()};
}

}  // namespace galley
