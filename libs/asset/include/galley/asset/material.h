#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "galley/asset/texture.h"
#include "galley/base/bytes.h"
#include "galley/base/result.h"
#include "galley/base/vec.h"

namespace galley {

/// The maps of a material. One table (`material_maps`) drives the body, usage decisions, inspection
/// and drawing. Numbers are on disk. Sources: glTF 2.0 section 3.9 and the KHR_materials
/// extensions; the channels are glTF's.
enum class MaterialMap : std::uint8_t {
    base_color = 0,
    metallic_roughness = 1,  ///< G roughness, B metallic
    normal = 2,
    occlusion = 3,  ///< R
    emissive = 4,
    clearcoat = 5,            ///< R
    clearcoat_roughness = 6,  ///< G
    clearcoat_normal = 7,
    sheen_color = 8,
    sheen_roughness = 9,  ///< A
    transmission = 10,    ///< R
    thickness = 11,       ///< G
    specular = 12,        ///< A
    specular_color = 13,
    anisotropy = 14,             ///< RG direction, B strength
    iridescence = 15,            ///< R
    iridescence_thickness = 16,  ///< G
    diffuse_transmission = 17,   ///< A
    diffuse_transmission_color = 18,
    diffuse = 19,              ///< specular-glossiness
    specular_glossiness = 20,  ///< RGB specular (sRGB), A glossiness
};
inline constexpr std::size_t kMaterialMapCount = 21;

struct MaterialMapInfo {
    MaterialMap map;
    std::string_view name;  ///< `base_color`
    TextureUsage usage;
};
[[nodiscard]] std::span<const MaterialMapInfo> material_maps();

enum class MaterialType : std::uint8_t { opaque = 0, mask = 1, blend = 2 };

/// How a slot samples its texture. `texture` indexes the material's ordered dependencies in the
/// manifest, so that the body holds no names.
struct TextureSlot {
    MaterialMap map = MaterialMap::base_color;
    std::uint32_t texture = 0;
    std::uint8_t uv_set = 0;
    WrapMode wrap_u = WrapMode::repeat;
    WrapMode wrap_v = WrapMode::repeat;
    FilterMode mag_filter = FilterMode::linear;
    FilterMode min_filter = FilterMode::linear;
    FilterMode mip_filter = FilterMode::linear;
    /// uv' = translate(offset) * rotate(rotation) * scale(scale) * uv (KHR_texture_transform);
    /// rotation in radians, counter-clockwise.
    Vec2 offset;
    Vec2 scale = {1, 1};
    float rotation = 0;

    friend bool operator==(const TextureSlot&, const TextureSlot&) = default;
};

struct Clearcoat {
    float factor = 0, roughness = 0, normal_scale = 1;
    friend bool operator==(const Clearcoat&, const Clearcoat&) = default;
};
struct Sheen {
    Vec3 color;
    float roughness = 0;
    friend bool operator==(const Sheen&, const Sheen&) = default;
};
struct Volume {
    float thickness = 0;             ///< metres in the mesh's space
    float attenuation_distance = 0;  ///< metres; 0 means infinite
    Vec3 attenuation_color = {1, 1, 1};
    friend bool operator==(const Volume&, const Volume&) = default;
};
struct Specular {
    float factor = 1;
    Vec3 color = {1, 1, 1};
    friend bool operator==(const Specular&, const Specular&) = default;
};
struct Anisotropy {
    float strength = 0, rotation = 0;  ///< radians
    friend bool operator==(const Anisotropy&, const Anisotropy&) = default;
};
struct Iridescence {
    float factor = 0, ior = 1.3F;
    float thickness_min = 100, thickness_max = 400;  ///< nanometres
    friend bool operator==(const Iridescence&, const Iridescence&) = default;
};
struct DiffuseTransmission {
    float factor = 0;
    Vec3 color = {1, 1, 1};
    friend bool operator==(const DiffuseTransmission&, const DiffuseTransmission&) = default;
};
struct SpecularGlossiness {
    Vec4 diffuse = {1, 1, 1, 1};
    Vec3 specular = {1, 1, 1};
    float glossiness = 1;
    friend bool operator==(const SpecularGlossiness&, const SpecularGlossiness&) = default;
};

/// A physically based material in glTF's metal-rough model with its extensions as optional lobes.
/// Colours are linear. Ranges are glTF's; `check_material` enforces them.
struct Material {
    MaterialType type = MaterialType::opaque;
    bool unlit = false;
    bool double_sided = false;
    float alpha_cutoff = 0.5F;  ///< used by mask
    Vec4 base_color = {1, 1, 1, 1};
    float metallic = 1;
    float roughness = 1;
    float normal_scale = 1;
    float occlusion_strength = 1;
    Vec3 emissive;
    float emissive_strength = 1;
    float ior = 1.5F;  ///< 0 or >= 1
    float dispersion = 0;
    std::optional<Clearcoat> clearcoat;
    std::optional<Sheen> sheen;
    std::optional<float> transmission;
    std::optional<Volume> volume;
    std::optional<Specular> specular;
    std::optional<Anisotropy> anisotropy;
    std::optional<Iridescence> iridescence;
    std::optional<DiffuseTransmission> diffuse_transmission;
    std::optional<SpecularGlossiness> specular_glossiness;
    std::vector<TextureSlot> slots;  ///< sorted by map, each map at most once

    friend bool operator==(const Material&, const Material&) = default;

    [[nodiscard]] const TextureSlot* find(MaterialMap map) const;
};

/// Rules A1 to A3 of `docs/formats/gmat.md`. A slot's texture is below the number of slots.
[[nodiscard]] Result<void> check_material(const Material& material);

/// The payload of a GMAT chunk; refuses what `check_material` refuses.
[[nodiscard]] Result<Bytes> encode_material(const Material& material);
/// Checks and copies: a material is small.
[[nodiscard]] Result<Material> decode_material(ByteSpan payload);

}  // namespace galley
