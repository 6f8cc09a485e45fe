#include <bit>
#include <concepts>
#include <optional>
#include <span>

#include "galley/core/sha256.h"
#include "galley/import/model.h"

namespace galley {
namespace {

// Arrays go in as they lie in memory.
static_assert(std::endian::native == std::endian::little);

/// Feeds values in a fixed order; the first field names the layout, so that a change of this file
/// changes every hash.
class Feeder {
public:
    explicit Feeder(std::string_view layout) { sha_.field(layout); }

    void add(std::uint32_t value) { sha_.u32(value); }
    void add(bool value) { sha_.u32(value ? 1 : 0); }
    void add(float value) { sha_.u32(std::bit_cast<std::uint32_t>(value)); }
    void add(Vec2 v) { add_all(v.x, v.y); }
    void add(Vec3 v) { add_all(v.x, v.y, v.z); }
    void add(Vec4 v) { add_all(v.x, v.y, v.z, v.w); }
    template <class E>
        requires std::is_enum_v<E>
    void add(E value) {
        sha_.u32(static_cast<std::uint32_t>(value));
    }
    void add(std::uint8_t value) { sha_.u32(value); }
    void add(const Clearcoat& c) { add_all(c.factor, c.roughness, c.normal_scale); }
    void add(const Sheen& s) { add_all(s.color, s.roughness); }
    void add(const Volume& v) { add_all(v.thickness, v.attenuation_distance, v.attenuation_color); }
    void add(const Specular& s) { add_all(s.factor, s.color); }
    void add(const Anisotropy& a) { add_all(a.strength, a.rotation); }
    void add(const Iridescence& i) { add_all(i.factor, i.ior, i.thickness_min, i.thickness_max); }
    void add(const DiffuseTransmission& d) { add_all(d.factor, d.color); }
    void add(const SpecularGlossiness& s) { add_all(s.diffuse, s.specular, s.glossiness); }
    void add(const TextureSlot& s) {
        add_all(s.map, s.texture, s.uv_set, s.wrap_u, s.wrap_v, s.mag_filter, s.min_filter,
                s.mip_filter, s.offset, s.scale, s.rotation);
    }
    template <class T>
    void add(const std::optional<T>& value) {
        add(value.has_value());
        if (value) add(*value);
    }
    template <class... T>
    void add_all(const T&... values) {
        (add(values), ...);
    }
    template <class T>
    void array(const std::vector<T>& values) {
        sha_.field(std::as_bytes(std::span(values)));
    }
    [[nodiscard]] Digest finish() { return sha_.finish(); }

private:
    Sha256 sha_;
};

}  // namespace

Digest content_hash(const TriangleMesh& mesh) {
    Feeder feeder("galley mesh part 1");
    feeder.array(mesh.positions);
    feeder.array(mesh.normals);
    feeder.array(mesh.tangents);
    feeder.add(static_cast<std::uint32_t>(mesh.uvs.size()));
    for (const auto& uv : mesh.uvs) feeder.array(uv);
    feeder.array(mesh.colors);
    feeder.array(mesh.indices);
    return feeder.finish();
}

Digest content_hash(const Material& m) {
    Feeder feeder("galley material part 1");
    feeder.add_all(m.type, m.unlit, m.double_sided, m.alpha_cutoff, m.base_color, m.metallic,
                   m.roughness, m.normal_scale, m.occlusion_strength, m.emissive,
                   m.emissive_strength, m.ior, m.dispersion, m.clearcoat, m.sheen, m.transmission,
                   m.volume, m.specular, m.anisotropy, m.iridescence, m.diffuse_transmission,
                   m.specular_glossiness);
    feeder.add(static_cast<std::uint32_t>(m.slots.size()));
    for (const TextureSlot& slot : m.slots) feeder.add(slot);
    return feeder.finish();
}

}  // namespace galley
