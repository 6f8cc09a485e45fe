#include "gltf/primitive_builder.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "galley/base/try.h"
#include "galley/import/errors.h"
#include "gltf/corners.h"
#include "gltf/extensions.h"

namespace galley::gltf {
namespace {

constexpr std::uint8_t kFirstTriangleMode = 4;
constexpr unsigned kUvSets = 8;
/// Squared length by which a normal may differ from 1 and still be rounding of a float.
constexpr double kUnitTolerance = 1e-4;

class Builder {
public:
    Builder(const BuildContext& context, const Primitive& primitive, const std::string& pointer)
        : c_(context), p_(primitive), pointer_(pointer) {}

    Result<ModelPrimitive> build();

private:
    [[nodiscard]] std::string why_skipped() const;
    Result<void> build_mesh(TriangleMesh& mesh);
    Result<void> check_format(const Attribute& attribute, ElementType type,
                              bool may_be_vec3 = false);
    Result<void> read_attribute(const Attribute& attribute, TriangleMesh& mesh);
    template <class T>
    Result<void> read_into(const Attribute& attribute, std::vector<T>& out);
    Result<void> read_positions(const Attribute& attribute, TriangleMesh& mesh);
    Result<void> read_normals(const Attribute& attribute, TriangleMesh& mesh);
    Result<void> read_tangents(const Attribute& attribute, TriangleMesh& mesh);
    Result<void> read_uvs(const Attribute& attribute, unsigned set, TriangleMesh& mesh);
    Result<void> read_colors(const Attribute& attribute, TriangleMesh& mesh);
    Result<void> flat_normals(TriangleMesh& mesh);
    void note_targets();
    Result<void> set_variants(ModelPrimitive& out);
    [[nodiscard]] Place place(std::string_view attribute) const {
        return {.file = c_.file, .field = fmt::format("{}/attributes/{}", pointer_, attribute)};
    }
    void note(Verdict verdict, std::string what, std::string detail, std::uint64_t count = 1) {
        c_.ledger.add(verdict, std::move(what), pointer_, std::move(detail), count);
    }

    const BuildContext& c_;
    const Primitive& p_;
    const std::string& pointer_;
    std::vector<std::uint32_t> sources_;  ///< old vertex numbers; see picks_
    Picks picks_;
    bool has_normals_ = false;
};

/// Set number of `TEXCOORD_3` and the like; nothing for another name.
std::optional<unsigned> set_number(std::string_view name, std::string_view prefix) {
    if (!name.starts_with(prefix)) return std::nullopt;
    name.remove_prefix(prefix.size());
    unsigned set = 0;
    const auto parsed = std::from_chars(name.data(), name.data() + name.size(), set);
    if (parsed.ec != std::errc{} || parsed.ptr != name.data() + name.size()) return std::nullopt;
    return set;
}

std::string Builder::why_skipped() const {
    if (p_.mode < kFirstTriangleMode) return fmt::format("mode {}", mode_word(p_.mode));
    const std::int32_t position = p_.find("POSITION");
    if (position < 0) return "no positions";
    std::vector<std::int32_t> needed;
    for (const Attribute& attribute : p_.attributes) needed.push_back(attribute.accessor);
    if (p_.indices >= 0) needed.push_back(p_.indices);
    if (p_.draco && std::ranges::any_of(needed, [&](std::int32_t accessor) {
            return c_.accessors.without_view(accessor);
        })) {
        return fmt::format("only there as {}", kDraco);
    }
    for (const std::int32_t accessor : needed) {
        if (!c_.accessors.available(accessor)) return "its buffer is not in the file";
    }
    return {};
}

Result<ModelPrimitive> Builder::build() {
    ModelPrimitive out;
    out.material = p_.material;
    TRY(set_variants(out));
    out.skipped = why_skipped();
    if (!out.skipped.empty()) {
        note(Verdict::dropped, fmt::format("primitive: {}", out.skipped),
             p_.mode < kFirstTriangleMode ? "meshes hold triangles alone"
                                          : "it cannot be read by this version");
        return out;
    }
    TRY(build_mesh(out.mesh));
    if (out.mesh.indices.empty()) {
        out.mesh = {};
        out.skipped = "no triangles";
    }
    note_targets();
    return out;
}

Result<void> Builder::build_mesh(TriangleMesh& mesh) {
    const std::uint64_t count = c_.accessors.accessor(p_.find("POSITION")).count;
    if (count > std::numeric_limits<std::uint32_t>::max() ||
        (c_.accessors.without_view(p_.find("POSITION")) && count > AccessorReader::kMaxZeros)) {
        return fail(kImportTooLarge,
                    fmt::format("{} vertices are more than a mesh can hold", count),
                    place("POSITION"));
    }
    TRY_ASSIGN(mesh.indices, triangle_corners(c_, p_, count, pointer_));
    has_normals_ = p_.find("NORMAL") >= 0;
    if (has_normals_) {
        TRY(c_.budget.take(count, sizeof(std::uint32_t)));
        sources_ = leave_out_unused(mesh.indices, count);
        picks_.all = sources_.empty() && !mesh.indices.empty();
    } else {
        // A vertex of its own for each corner.
        TRY(c_.budget.take(mesh.indices.size(), sizeof(std::uint32_t)));
        sources_ = mesh.indices;
        std::iota(mesh.indices.begin(), mesh.indices.end(), 0U);
        picks_.all = false;
    }
    picks_.list = sources_;
    for (const Attribute& attribute : p_.attributes) TRY(read_attribute(attribute, mesh));
    if (!has_normals_) TRY(flat_normals(mesh));
    for (std::size_t set = 0; set < mesh.uvs.size(); ++set) {
        if (!mesh.uvs[set].empty() || mesh.positions.empty()) continue;
        TRY(c_.budget.take(mesh.positions.size(), sizeof(Vec2)));
        mesh.uvs[set].resize(mesh.positions.size());
        note(Verdict::approximated, "texture coordinate set left out", "filled with zeros");
    }
    return {};
}

Result<void> Builder::check_format(const Attribute& attribute, ElementType type, bool may_be_vec3) {
    const Accessor& a = c_.accessors.accessor(attribute.accessor);
    const bool type_fits = a.type == type || (may_be_vec3 && a.type == kVec3);
    if (!type_fits || a.component == Component::u32) {
        return fail(kGltfPrimitive, "the accessor's type is not one that this attribute may have",
                    place(attribute.name));
    }
    if (a.component != Component::f32) {
        note(Verdict::converted, "integer vertex attributes", "read as floats");
    }
    return {};
}

Result<void> Builder::read_attribute(const Attribute& attribute, TriangleMesh& mesh) {
    const std::string_view name = attribute.name;
    if (name == "POSITION") return read_positions(attribute, mesh);
    if (name == "NORMAL") return read_normals(attribute, mesh);
    if (name == "TANGENT") return read_tangents(attribute, mesh);
    if (const auto set = set_number(name, "TEXCOORD_"); set && *set < kUvSets) {
        return read_uvs(attribute, *set, mesh);
    }
    if (name == "COLOR_0") return read_colors(attribute, mesh);
    const bool is_skin = set_number(name, "JOINTS_") || set_number(name, "WEIGHTS_");
    note(Verdict::dropped, fmt::format("vertex attribute {}", name),
         is_skin ? "skins are not read by this version" : "meshes have no place for it");
    return {};
}

template <class T>
Result<void> Builder::read_into(const Attribute& attribute, std::vector<T>& out) {
    const std::size_t count = picks_.size(c_.accessors.accessor(attribute.accessor).count);
    TRY(c_.budget.take(count, sizeof(T)));
    out.resize(count);
    auto read =
        c_.accessors.read_floats(attribute.accessor, picks_, reinterpret_cast<float*>(out.data()));
    if (!read) {
        Error error = std::move(read).error();
        error.place = place(attribute.name);
        return std::unexpected(std::move(error));
    }
    return {};
}

Result<void> Builder::read_positions(const Attribute& attribute, TriangleMesh& mesh) {
    TRY(check_format(attribute, kVec3));
    TRY(read_into(attribute, mesh.positions));
    for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
        const Vec3 p = mesh.positions[i];
        if (std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z)) continue;
        return fail(
            kGltfNotFinite,
            fmt::format("the position of vertex {} is not finite", picks_.all ? i : picks_.list[i]),
            place("POSITION"));
    }
    return {};
}

/// Scales to length one what is not; gives 0 for a unit vector, 1 for one that was scaled and 2
/// for one without direction, which becomes +Z.
int make_unit(float& x, float& y, float& z) {
    const double squared = double{x} * x + double{y} * y + double{z} * z;
    if (std::fabs(squared - 1) <= kUnitTolerance) return 0;
    if (!(squared > 0) || !std::isfinite(squared)) {
        x = y = 0;
        z = 1;
        return 2;
    }
    const double length = std::sqrt(squared);
    x = static_cast<float>(x / length);
    y = static_cast<float>(y / length);
    z = static_cast<float>(z / length);
    return 1;
}

Result<void> Builder::read_normals(const Attribute& attribute, TriangleMesh& mesh) {
    TRY(check_format(attribute, kVec3));
    TRY(read_into(attribute, mesh.normals));
    std::array<std::uint64_t, 3> seen = {};
    for (Vec3& n : mesh.normals) ++seen[static_cast<std::size_t>(make_unit(n.x, n.y, n.z))];
    if (seen[1] > 0) note(Verdict::converted, "normals not of length one", "scaled", seen[1]);
    if (seen[2] > 0) {
        note(Verdict::approximated, "normals without a direction", "set to +Z", seen[2]);
    }
    return {};
}

Result<void> Builder::read_tangents(const Attribute& attribute, TriangleMesh& mesh) {
    TRY(check_format(attribute, kVec4));
    if (!has_normals_) {
        // Section 3.7.2.1: tangents without normals are ignored.
        note(Verdict::dropped, "vertex attribute TANGENT", "the primitive has no normals");
        return {};
    }
    TRY(read_into(attribute, mesh.tangents));
    std::array<std::uint64_t, 3> seen = {};
    for (Vec4& t : mesh.tangents) {
        int what = make_unit(t.x, t.y, t.z);
        const float sign = t.w < 0 ? -1.0F : 1.0F;
        if (t.w != sign) what = 2;
        t.w = sign;
        ++seen[static_cast<std::size_t>(what)];
    }
    if (seen[1] > 0) note(Verdict::converted, "tangents not of length one", "scaled", seen[1]);
    if (seen[2] > 0) {
        note(Verdict::approximated, "tangents without a direction or sign", "given one", seen[2]);
    }
    return {};
}

Result<void> Builder::read_uvs(const Attribute& attribute, unsigned set, TriangleMesh& mesh) {
    TRY(check_format(attribute, kVec2));
    if (mesh.uvs.size() <= set) mesh.uvs.resize(set + 1);
    TRY(read_into(attribute, mesh.uvs[set]));
    std::uint64_t replaced = 0;
    for (Vec2& uv : mesh.uvs[set]) {
        if (std::isfinite(uv.x) && std::isfinite(uv.y)) continue;
        uv = {};
        ++replaced;
    }
    if (replaced > 0) {
        note(Verdict::approximated, "texture coordinates not finite", "set to zero", replaced);
    }
    return {};
}

Result<void> Builder::read_colors(const Attribute& attribute, TriangleMesh& mesh) {
    TRY(check_format(attribute, kVec4, true));
    if (c_.accessors.accessor(attribute.accessor).type == kVec4) {
        TRY(read_into(attribute, mesh.colors));
    } else {
        std::vector<Vec3> rgb;
        TRY(read_into(attribute, rgb));
        TRY(c_.budget.take(rgb.size(), sizeof(Vec4)));
        mesh.colors.reserve(rgb.size());
        for (const Vec3& c : rgb) mesh.colors.push_back({c.x, c.y, c.z, 1});
    }
    std::uint64_t replaced = 0;
    for (Vec4& c : mesh.colors) {
        if (std::isfinite(c.x) && std::isfinite(c.y) && std::isfinite(c.z) && std::isfinite(c.w)) {
            continue;
        }
        c = {1, 1, 1, 1};
        ++replaced;
    }
    if (replaced > 0) {
        note(Verdict::approximated, "vertex colours not finite", "set to white", replaced);
    }
    return {};
}

/// Section 3.7.2.1: a primitive without normals is drawn flat.
Result<void> Builder::flat_normals(TriangleMesh& mesh) {
    TRY(c_.budget.take(mesh.positions.size(), sizeof(Vec3)));
    mesh.normals.resize(mesh.positions.size());
    for (std::size_t i = 0; i + 2 < mesh.positions.size(); i += 3) {
        const Vec3 a = mesh.positions[i], b = mesh.positions[i + 1], c = mesh.positions[i + 2];
        // Doubles: products of large or tiny floats stay in range.
        const double ux = double{b.x} - a.x, uy = double{b.y} - a.y, uz = double{b.z} - a.z;
        const double vx = double{c.x} - a.x, vy = double{c.y} - a.y, vz = double{c.z} - a.z;
        const double x = uy * vz - uz * vy, y = uz * vx - ux * vz, z = ux * vy - uy * vx;
        const double length = std::sqrt(x * x + y * y + z * z);
        const Vec3 normal =
            length > 0 ? Vec3{static_cast<float>(x / length), static_cast<float>(y / length),
                              static_cast<float>(z / length)}
                       : Vec3{0, 0, 1};
        std::fill_n(mesh.normals.begin() + static_cast<std::ptrdiff_t>(i), 3, normal);
    }
    note(Verdict::converted, "primitive without normals", "flat normals computed");
    return {};
}

void Builder::note_targets() {
    if (p_.targets.empty()) return;
    note(Verdict::dropped, "morph targets", "not read by this version", p_.targets.size());
}

Result<void> Builder::set_variants(ModelPrimitive& out) {
    if (p_.mappings.empty()) return {};
    TRY(c_.budget.take(c_.document.variants.size(), sizeof(std::int32_t)));
    out.variant_materials.assign(c_.document.variants.size(), p_.material);
    for (const Primitive::Mapping& mapping : p_.mappings) {
        for (const std::int32_t variant : mapping.variants) {
            out.variant_materials[static_cast<std::size_t>(variant)] = mapping.material;
        }
    }
    return {};
}

}  // namespace

Result<ModelPrimitive> build_primitive(const BuildContext& context, const Primitive& primitive,
                                       const std::string& pointer) {
    auto built = Builder(context, primitive, pointer).build();
    if (!built && built.error().place.field.empty()) built.error().place.field = pointer;
    return built;
}

}  // namespace galley::gltf
