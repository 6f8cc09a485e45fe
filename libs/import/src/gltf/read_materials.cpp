// Materials and their extensions (glTF 2.0 sections 3.9, 5.19, 5.20, 5.22, 5.30 and the texts of
// the KHR_materials extensions and KHR_texture_transform).

#include <algorithm>
#include <array>
#include <limits>

#include <fmt/format.h>

#include "galley/import/errors.h"
#include "gltf/document_reader.h"
#include "gltf/extensions.h"

namespace galley::gltf {
namespace {

constexpr float kUnbounded = std::numeric_limits<float>::max();
constexpr std::uint8_t kUvSets = 8;

class MaterialReader {
public:
    MaterialReader(JsonReader& reader, const Document& document, ModelMaterial& out)
        : r_(reader), document_(document), name_(out.name), m_(out.material) {}

    void read(Element value, const At& at);

private:
    float factor(Element value, const At& at, float low = 0, float high = 1);
    Vec3 color(Element value, const At& at, float high = 1);
    Vec4 color4(Element value, const At& at);
    float clamp(float value, const At& at, float low, float high);
    void slot(Element value, const At& at, MaterialMap map);
    void transform(Element value, const At& at, TextureSlot& slot, std::uint64_t& uv_set);
    void sample(const Texture& texture, const At& at, TextureSlot& slot);

    void metal_rough(Element value, const At& at);
    bool extension(std::string_view name, Element value, const At& at);
    bool extension_with_maps(std::string_view name, Element value, const At& at);
    void clearcoat(Element value, const At& at);
    void sheen(Element value, const At& at);
    void volume(Element value, const At& at);
    void specular(Element value, const At& at);
    void anisotropy(Element value, const At& at);
    void iridescence(Element value, const At& at);
    void diffuse_transmission(Element value, const At& at);
    void specular_glossiness(Element value, const At& at);

    JsonReader& r_;
    const Document& document_;
    std::string& name_;
    Material& m_;
};

float MaterialReader::clamp(float value, const At& at, float low, float high) {
    const float clamped = std::clamp(value, low, high);
    if (clamped != value && !r_.failed()) {
        r_.ledger().add(Verdict::approximated, "material value out of range", at.pointer(),
                        "clamped into the range that glTF allows");
    }
    return clamped;
}

float MaterialReader::factor(Element value, const At& at, float low, float high) {
    return clamp(r_.number(value, at), at, low, high);
}

Vec3 MaterialReader::color(Element value, const At& at, float high) {
    const auto v = r_.numbers<3>(value, at);
    return {clamp(v[0], at, 0, high), clamp(v[1], at, 0, high), clamp(v[2], at, 0, high)};
}

Vec4 MaterialReader::color4(Element value, const At& at) {
    const auto v = r_.numbers<4>(value, at);
    return {clamp(v[0], at, 0, 1), clamp(v[1], at, 0, 1), clamp(v[2], at, 0, 1),
            clamp(v[3], at, 0, 1)};
}

void MaterialReader::transform(Element value, const At& at, TextureSlot& slot,
                               std::uint64_t& uv_set) {
    r_.each_member(value, at, [&](std::string_view key, Element member, const At& here) {
        if (key == "offset") {
            const auto v = r_.numbers<2>(member, here);
            slot.offset = {v[0], v[1]};
        } else if (key == "scale") {
            const auto v = r_.numbers<2>(member, here);
            slot.scale = {v[0], v[1]};
        } else if (key == "rotation")
            slot.rotation = r_.number(member, here);
        else if (key == "texCoord")
            uv_set = r_.integer(member, here);
    });
}

void MaterialReader::sample(const Texture& texture, const At& at, TextureSlot& slot) {
    if (texture.sampler < 0) return;
    const Sampler& sampler = document_.samplers[static_cast<std::size_t>(texture.sampler)];
    const auto wrap = [](std::uint32_t mode) {
        return mode == 33071   ? WrapMode::clamp
               : mode == 33648 ? WrapMode::mirror
                               : WrapMode::repeat;
    };
    slot.wrap_u = wrap(sampler.wrap_s);
    slot.wrap_v = wrap(sampler.wrap_t);
    if (sampler.mag_filter == 9728) slot.mag_filter = FilterMode::nearest;
    switch (sampler.min_filter) {
    case 9728:  // nearest, no mips
    case 9729:  // linear, no mips
        slot.mip_filter = FilterMode::nearest;
        r_.ledger().add(Verdict::converted, "sampler without mips", at.pointer(),
                        "smaller than its size, the texture shows its nearest mip");
        break;
    case 9984:  // nearest, nearest mip
    case 9985: slot.mip_filter = FilterMode::nearest; break;
    default: break;
    }
    if (sampler.min_filter == 9728 || sampler.min_filter == 9984 || sampler.min_filter == 9986) {
        slot.min_filter = FilterMode::nearest;
    }
}

void MaterialReader::slot(Element value, const At& at, MaterialMap map) {
    TextureSlot slot;
    slot.map = map;
    std::int32_t index = -1;
    std::uint64_t uv_set = 0, transform_uv_set = std::numeric_limits<std::uint64_t>::max();
    r_.each_member(value, at, [&](std::string_view key, Element member, const At& here) {
        if (key == "index") {
            index = read_index(r_, member, here, document_.textures.size(), "texture");
        } else if (key == "texCoord") {
            uv_set = r_.integer(member, here);
        } else if (key == "extensions") {
            r_.each_extension(member, here,
                              [&](std::string_view name, Element extension, const At& where) {
                                  if (name != kTextureTransform) return false;
                                  transform(extension, where, slot, transform_uv_set);
                                  return true;
                              });
        }
    });
    if (r_.failed()) return;
    if (index < 0) return r_.missing("index", at);
    if (transform_uv_set != std::numeric_limits<std::uint64_t>::max()) uv_set = transform_uv_set;
    const Texture& texture = document_.textures[static_cast<std::size_t>(index)];
    if (uv_set >= kUvSets) {
        return r_.ledger().add(Verdict::dropped, "texture of a material", at.pointer(),
                               "it uses a texture coordinate set above 7");
    }
    if (texture.source < 0) {
        return r_.ledger().add(
            Verdict::dropped, "texture of a material", at.pointer(),
            texture.unread.empty()
                ? std::string("it has no image")
                : fmt::format("its image is only there as {}, which is not read by this version",
                              texture.unread));
    }
    slot.uv_set = static_cast<std::uint8_t>(uv_set);
    slot.texture = static_cast<std::uint32_t>(texture.source);
    sample(texture, at, slot);
    // Sorted by map; a key that is written twice counts once, the last time.
    const auto place = std::ranges::lower_bound(m_.slots, map, {}, &TextureSlot::map);
    if (place != m_.slots.end() && place->map == map)
        *place = slot;
    else
        m_.slots.insert(place, slot);
}

void MaterialReader::metal_rough(Element value, const At& at) {
    r_.each_member(value, at, [&](std::string_view key, Element member, const At& here) {
        if (key == "baseColorFactor")
            m_.base_color = color4(member, here);
        else if (key == "metallicFactor")
            m_.metallic = factor(member, here);
        else if (key == "roughnessFactor")
            m_.roughness = factor(member, here);
        else if (key == "baseColorTexture")
            slot(member, here, MaterialMap::base_color);
        else if (key == "metallicRoughnessTexture") {
            slot(member, here, MaterialMap::metallic_roughness);
        } else if (key == "extensions")
            r_.skip_extensions(member, here);
    });
}

void MaterialReader::clearcoat(Element value, const At& at) {
    Clearcoat& out = m_.clearcoat.emplace();
    r_.each_member(value, at, [&](std::string_view key, Element member, const At& here) {
        if (key == "clearcoatFactor")
            out.factor = factor(member, here);
        else if (key == "clearcoatRoughnessFactor")
            out.roughness = factor(member, here);
        else if (key == "clearcoatTexture")
            slot(member, here, MaterialMap::clearcoat);
        else if (key == "clearcoatRoughnessTexture") {
            slot(member, here, MaterialMap::clearcoat_roughness);
        } else if (key == "clearcoatNormalTexture") {
            slot(member, here, MaterialMap::clearcoat_normal);
            r_.each_member(member, here, [&](std::string_view k, Element v, const At& where) {
                if (k == "scale") out.normal_scale = r_.number(v, where);
            });
        }
    });
}

void MaterialReader::sheen(Element value, const At& at) {
    Sheen& out = m_.sheen.emplace();
    r_.each_member(value, at, [&](std::string_view key, Element member, const At& here) {
        if (key == "sheenColorFactor")
            out.color = color(member, here);
        else if (key == "sheenRoughnessFactor")
            out.roughness = factor(member, here);
        else if (key == "sheenColorTexture")
            slot(member, here, MaterialMap::sheen_color);
        else if (key == "sheenRoughnessTexture")
            slot(member, here, MaterialMap::sheen_roughness);
    });
}

void MaterialReader::volume(Element value, const At& at) {
    Volume& out = m_.volume.emplace();
    r_.each_member(value, at, [&](std::string_view key, Element member, const At& here) {
        if (key == "thicknessFactor")
            out.thickness = factor(member, here, 0, kUnbounded);
        else if (key == "thicknessTexture")
            slot(member, here, MaterialMap::thickness);
        else if (key == "attenuationDistance") {
            out.attenuation_distance = factor(member, here, 0, kUnbounded);
        } else if (key == "attenuationColor")
            out.attenuation_color = color(member, here);
    });
}

void MaterialReader::specular(Element value, const At& at) {
    Specular& out = m_.specular.emplace();
    r_.each_member(value, at, [&](std::string_view key, Element member, const At& here) {
        if (key == "specularFactor")
            out.factor = factor(member, here);
        else if (key == "specularTexture")
            slot(member, here, MaterialMap::specular);
        else if (key == "specularColorFactor")
            out.color = color(member, here, kUnbounded);
        else if (key == "specularColorTexture")
            slot(member, here, MaterialMap::specular_color);
    });
}

void MaterialReader::anisotropy(Element value, const At& at) {
    Anisotropy& out = m_.anisotropy.emplace();
    r_.each_member(value, at, [&](std::string_view key, Element member, const At& here) {
        if (key == "anisotropyStrength")
            out.strength = factor(member, here);
        else if (key == "anisotropyRotation")
            out.rotation = r_.number(member, here);
        else if (key == "anisotropyTexture")
            slot(member, here, MaterialMap::anisotropy);
    });
}

void MaterialReader::iridescence(Element value, const At& at) {
    Iridescence& out = m_.iridescence.emplace();
    r_.each_member(value, at, [&](std::string_view key, Element member, const At& here) {
        if (key == "iridescenceFactor")
            out.factor = factor(member, here);
        else if (key == "iridescenceIor")
            out.ior = factor(member, here, 1, kUnbounded);
        else if (key == "iridescenceThicknessMinimum") {
            out.thickness_min = factor(member, here, 0, kUnbounded);
        } else if (key == "iridescenceThicknessMaximum") {
            out.thickness_max = factor(member, here, 0, kUnbounded);
        } else if (key == "iridescenceTexture")
            slot(member, here, MaterialMap::iridescence);
        else if (key == "iridescenceThicknessTexture") {
            slot(member, here, MaterialMap::iridescence_thickness);
        }
    });
}

void MaterialReader::diffuse_transmission(Element value, const At& at) {
    DiffuseTransmission& out = m_.diffuse_transmission.emplace();
    r_.each_member(value, at, [&](std::string_view key, Element member, const At& here) {
        if (key == "diffuseTransmissionFactor")
            out.factor = factor(member, here);
        else if (key == "diffuseTransmissionColorFactor")
            out.color = color(member, here);
        else if (key == "diffuseTransmissionTexture") {
            slot(member, here, MaterialMap::diffuse_transmission);
        } else if (key == "diffuseTransmissionColorTexture") {
            slot(member, here, MaterialMap::diffuse_transmission_color);
        }
    });
}

void MaterialReader::specular_glossiness(Element value, const At& at) {
    SpecularGlossiness& out = m_.specular_glossiness.emplace();
    r_.each_member(value, at, [&](std::string_view key, Element member, const At& here) {
        if (key == "diffuseFactor")
            out.diffuse = color4(member, here);
        else if (key == "specularFactor")
            out.specular = color(member, here);
        else if (key == "glossinessFactor")
            out.glossiness = factor(member, here);
        else if (key == "diffuseTexture")
            slot(member, here, MaterialMap::diffuse);
        else if (key == "specularGlossinessTexture") {
            slot(member, here, MaterialMap::specular_glossiness);
        }
    });
    if (!r_.failed()) {
        r_.ledger().add(
            Verdict::approximated, "specular-glossiness material", at.pointer(),
            "kept as it is; the metal-rough values beside it were not computed from it");
    }
}

/// Extensions of one or two numbers.
bool MaterialReader::extension(std::string_view name, Element value, const At& at) {
    const auto member = [&](std::string_view property, auto&& take) {
        r_.each_member(value, at, [&](std::string_view key, Element v, const At& here) {
            if (key == property) take(v, here);
        });
        return true;
    };
    if (name == "KHR_materials_unlit") return m_.unlit = true;
    if (name == "KHR_materials_ior") {
        return member("ior", [&](Element v, const At& here) {
            const float ior = r_.number(v, here);
            m_.ior = ior == 0 ? 0 : clamp(ior, here, 1, kUnbounded);
        });
    }
    if (name == "KHR_materials_emissive_strength") {
        return member("emissiveStrength", [&](Element v, const At& here) {
            m_.emissive_strength = factor(v, here, 0, kUnbounded);
        });
    }
    if (name == "KHR_materials_dispersion") {
        return member("dispersion", [&](Element v, const At& here) {
            m_.dispersion = factor(v, here, 0, kUnbounded);
        });
    }
    if (name == "KHR_materials_transmission") {
        m_.transmission = 0.0F;
        r_.each_member(value, at, [&](std::string_view key, Element v, const At& here) {
            if (key == "transmissionFactor")
                m_.transmission = factor(v, here);
            else if (key == "transmissionTexture")
                slot(v, here, MaterialMap::transmission);
        });
        return true;
    }
    return extension_with_maps(name, value, at);
}

bool MaterialReader::extension_with_maps(std::string_view name, Element value, const At& at) {
    struct Row {
        std::string_view name;
        void (MaterialReader::*read)(Element, const At&);
    };
    constexpr auto kRows = std::to_array<Row>({
        {"KHR_materials_anisotropy", &MaterialReader::anisotropy},
        {"KHR_materials_clearcoat", &MaterialReader::clearcoat},
        {"KHR_materials_diffuse_transmission", &MaterialReader::diffuse_transmission},
        {"KHR_materials_iridescence", &MaterialReader::iridescence},
        {"KHR_materials_pbrSpecularGlossiness", &MaterialReader::specular_glossiness},
        {"KHR_materials_sheen", &MaterialReader::sheen},
        {"KHR_materials_specular", &MaterialReader::specular},
        {"KHR_materials_volume", &MaterialReader::volume},
    });
    const auto* row = std::ranges::find(kRows, name, &Row::name);
    if (row == kRows.end()) return false;
    (this->*row->read)(value, at);
    return true;
}

void MaterialReader::read(Element value, const At& at) {
    r_.each_member(value, at, [&](std::string_view key, Element member, const At& here) {
        if (key == "name")
            name_ = r_.text(member, here);
        else if (key == "pbrMetallicRoughness")
            metal_rough(member, here);
        else if (key == "normalTexture") {
            slot(member, here, MaterialMap::normal);
            r_.each_member(member, here, [&](std::string_view k, Element v, const At& where) {
                if (k == "scale") m_.normal_scale = r_.number(v, where);
            });
        } else if (key == "occlusionTexture") {
            slot(member, here, MaterialMap::occlusion);
            r_.each_member(member, here, [&](std::string_view k, Element v, const At& where) {
                if (k == "strength") m_.occlusion_strength = factor(v, where);
            });
        } else if (key == "emissiveTexture")
            slot(member, here, MaterialMap::emissive);
        else if (key == "emissiveFactor")
            m_.emissive = color(member, here);
        else if (key == "alphaMode") {
            const std::string_view mode = r_.text(member, here);
            if (mode == "MASK")
                m_.type = MaterialType::mask;
            else if (mode == "BLEND")
                m_.type = MaterialType::blend;
            else if (mode != "OPAQUE" && !r_.failed()) {
                r_.fail(kGltfValue, fmt::format("'{}' is no alpha mode", mode), here);
            }
        } else if (key == "alphaCutoff") {
            m_.alpha_cutoff = factor(member, here, 0, kUnbounded);
        } else if (key == "doubleSided")
            m_.double_sided = r_.boolean(member, here);
        else if (key == "extensions") {
            r_.each_extension(member, here,
                              [&](std::string_view name, Element extension_value, const At& where) {
                                  return extension(name, extension_value, where);
                              });
        }
    });
}

}  // namespace

void read_materials(JsonReader& r, Element value, const At& at, Document& document) {
    document.materials.assign(r.array_size(value, at), {});
    r.each_item(value, at, [&](std::size_t i, Element item, const At& here) {
        MaterialReader(r, document, document.materials[i]).read(item, here);
    });
}

}  // namespace galley::gltf
