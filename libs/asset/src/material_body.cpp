// The body GMAT: docs/formats/gmat.md, whose rules are cited here.
#include <fmt/format.h>

#include "body_support.h"
#include "galley/asset/errors.h"
#include "galley/asset/kinds.h"
#include "galley/asset/material.h"
#include "galley/base/try.h"
#include "galley/vda/body.h"

namespace galley {

namespace {

constexpr std::string_view kChunk = "GMAT";
constexpr std::uint32_t kLobeCount = 9;
constexpr std::uint64_t kSlotSize = 32;

// The fields in their order on disk, for both directions: `io` is called with them in turn.
template <class Io, class M>
void values(Io& io, M& m) {
    io(m.alpha_cutoff, m.base_color, m.metallic, m.roughness, m.normal_scale);
    io(m.occlusion_strength, m.emissive, m.emissive_strength, m.ior);
    io(m.dispersion);
}

// In the order of their bits.
template <class Io, class M>
void lobes(Io& io, M& m) {
    io.lobe(m.clearcoat, [&](auto& l) { io(l.factor, l.roughness, l.normal_scale); });
    io.lobe(m.sheen, [&](auto& l) { io(l.color, l.roughness); });
    io.lobe(m.transmission, [&](auto& l) { io(l); });
    io.lobe(m.volume,
            [&](auto& l) { io(l.thickness, l.attenuation_distance, l.attenuation_color); });
    io.lobe(m.specular, [&](auto& l) { io(l.factor, l.color); });
    io.lobe(m.anisotropy, [&](auto& l) { io(l.strength, l.rotation); });
    io.lobe(m.iridescence, [&](auto& l) { io(l.factor, l.ior, l.thickness_min, l.thickness_max); });
    io.lobe(m.diffuse_transmission, [&](auto& l) { io(l.factor, l.color); });
    io.lobe(m.specular_glossiness, [&](auto& l) { io(l.diffuse, l.specular, l.glossiness); });
}

template <class Io, class Slot>
void slot_numbers(Io& io, Slot& slot) {
    io(slot.offset, slot.scale, slot.rotation);
}

struct Writer {
    ByteWriter& out;

    template <class... Fields>
    void operator()(const Fields&... fields) {
        (put(fields), ...);
    }
    template <class Lobe, class Fields>
    void lobe(const std::optional<Lobe>& lobe, Fields&& fields) {
        if (lobe) fields(*lobe);
    }

private:
    void put(float v) { out.f32(v); }
    void put(Vec2 v) { (*this)(v.x, v.y); }
    void put(Vec3 v) { (*this)(v.x, v.y, v.z); }
    void put(Vec4 v) { (*this)(v.x, v.y, v.z, v.w); }
};

struct Reader {
    ByteReader& in;
    std::uint32_t present = 0;  // bits of the lobes to come

    template <class... Fields>
    void operator()(Fields&... fields) {
        (get(fields), ...);
    }
    template <class Lobe, class Fields>
    void lobe(std::optional<Lobe>& lobe, Fields&& fields) {
        if ((present & 1) != 0) fields(lobe.emplace());
        present >>= 1;
    }

private:
    void get(float& v) { v = in.f32(); }
    void get(Vec2& v) { (*this)(v.x, v.y); }
    void get(Vec3& v) { (*this)(v.x, v.y, v.z); }
    void get(Vec4& v) { (*this)(v.x, v.y, v.z, v.w); }
};

/// Which lobes a material has, as bits.
struct Presence {
    std::uint32_t bits = 0;
    std::uint32_t next = 1;

    template <class Lobe, class Fields>
    void lobe(const std::optional<Lobe>& lobe, Fields&&) {
        if (lobe) bits |= next;
        next <<= 1;
    }
    template <class... Fields>
    void operator()(const Fields&...) {}
};

void write_slot(ByteWriter& out, const TextureSlot& slot) {
    out.u8(static_cast<std::uint8_t>(slot.map));
    out.u8(slot.uv_set);
    out.u8(static_cast<std::uint8_t>(slot.wrap_u));
    out.u8(static_cast<std::uint8_t>(slot.wrap_v));
    out.u8(static_cast<std::uint8_t>(slot.mag_filter));
    out.u8(static_cast<std::uint8_t>(slot.min_filter));
    out.u8(static_cast<std::uint8_t>(slot.mip_filter));
    out.u8(0);
    out.u32(slot.texture);
    Writer writer{out};
    slot_numbers(writer, slot);
}

// Gives back the byte that must be zero.
std::uint8_t read_slot(ByteReader& in, TextureSlot& slot) {
    slot.map = static_cast<MaterialMap>(in.u8());
    slot.uv_set = in.u8();
    slot.wrap_u = static_cast<WrapMode>(in.u8());
    slot.wrap_v = static_cast<WrapMode>(in.u8());
    slot.mag_filter = static_cast<FilterMode>(in.u8());
    slot.min_filter = static_cast<FilterMode>(in.u8());
    slot.mip_filter = static_cast<FilterMode>(in.u8());
    const std::uint8_t zero = in.u8();
    slot.texture = in.u32();
    Reader reader{in};
    slot_numbers(reader, slot);
    return zero;
}

Error invalid(std::string field, std::string message) {
    return body::broken(kMaterialInvalid, std::move(field), std::move(message));
}

Result<Material> read_material(vda::BodyReader& reader) {
    ByteReader& in = reader.fields();
    Material material;
    const std::uint32_t present = in.u32();
    const std::uint32_t slots = in.count(kSlotSize);
    material.type = static_cast<MaterialType>(in.u8());
    const std::uint8_t unlit = in.u8();
    const std::uint8_t double_sided = in.u8();
    std::uint8_t zero = in.u8();
    // A lobe that this reader does not know has a size that it does not know either.
    if (present >> kLobeCount != 0) {
        return std::unexpected(
            invalid("lobes", fmt::format("bits {:#x} hold an unknown lobe (A4)", present)));
    }
    Reader io{in, present};
    values(io, material);
    lobes(io, material);
    reader.align();
    for (std::uint32_t i = 0; i < slots && !in.failed(); ++i) {
        zero |= read_slot(in, material.slots.emplace_back());
    }
    TRY(reader.end_fields());
    if (unlit > 1 || double_sided > 1) {
        return std::unexpected(
            invalid(unlit > 1 ? "unlit" : "double_sided", "is neither 0 nor 1 (A1)"));
    }
    if (zero != 0) return std::unexpected(invalid("zero", "a field that is zero is not (A1)"));
    material.unlit = unlit != 0;
    material.double_sided = double_sided != 0;
    return material;
}

}  // namespace

Result<Bytes> encode_material(const Material& material) {
    TRY(body::in_chunk(check_material(material), kChunk));
    Presence presence;
    lobes(presence, material);
    vda::BodyWriter writer(kind_info(Kind::material).body_version, 0);
    ByteWriter& out = writer.bytes();
    out.u32(presence.bits);
    out.u32(static_cast<std::uint32_t>(material.slots.size()));
    out.u8(static_cast<std::uint8_t>(material.type));
    out.u8(material.unlit ? 1 : 0);
    out.u8(material.double_sided ? 1 : 0);
    out.u8(0);
    Writer io{out};
    values(io, material);
    lobes(io, material);
    writer.align();
    for (const TextureSlot& slot : material.slots) write_slot(out, slot);
    writer.end_head();
    return writer.finish();
}

Result<Material> decode_material(ByteSpan payload) {
    TRY_ASSIGN(vda::BodyReader reader,
               vda::BodyReader::open(payload, kChunk, kind_info(Kind::material).body_version));
    if (!reader.segments().empty()) {
        return std::unexpected(reader.error(kMaterialBody, "a material has no segments", 8));
    }
    TRY_ASSIGN(Material material, body::in_chunk(read_material(reader), kChunk));
    TRY(body::in_chunk(check_material(material), kChunk));
    return material;
}

}  // namespace galley
