// Cameras, lights, nodes, scenes (glTF 2.0 sections 3.5, 3.10, 5.12 to 5.16, 5.25, 5.27;
// KHR_lights_punctual).

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "galley/import/errors.h"
#include "gltf/document_reader.h"
#include "gltf/extensions.h"

namespace galley::gltf {
namespace {

/// Squared length by which a rotation may differ from a unit quaternion and still be rounding.
constexpr float kQuaternionTolerance = 1e-3F;
constexpr float kHalfPi = std::numbers::pi_v<float> / 2;

void read_camera(JsonReader& r, Element value, const At& at, ModelCamera& out) {
    std::string_view type;
    bool has_lens = false;
    const auto lens = [&](Element members, const At& lens_at) {
        has_lens = true;
        r.each_member(members, lens_at, [&](std::string_view key, Element v, const At& here) {
            if (key == "yfov")
                out.fov_y = r.number(v, here);
            else if (key == "aspectRatio")
                out.aspect = r.number(v, here);
            else if (key == "xmag")
                out.x_mag = r.number(v, here);
            else if (key == "ymag")
                out.y_mag = r.number(v, here);
            else if (key == "znear")
                out.z_near = r.number(v, here);
            else if (key == "zfar")
                out.z_far = r.number(v, here);
            else if (key == "extensions")
                r.skip_extensions(v, here);
        });
    };
    r.each_member(value, at, [&](std::string_view key, Element member, const At& here) {
        if (key == "name")
            out.name = r.text(member, here);
        else if (key == "type")
            type = r.text(member, here);
        else if (key == "perspective" || key == "orthographic")
            lens(member, here);
        else if (key == "extensions")
            r.skip_extensions(member, here);
    });
    if (r.failed()) return;
    if (type != "perspective" && type != "orthographic") {
        return r.fail(kGltfValue, fmt::format("'{}' is no camera type", type), At(at, "type"));
    }
    out.orthographic = type == "orthographic";
    if (!has_lens) return r.missing(type, at);
    const bool sensible = out.orthographic ? out.x_mag != 0 && out.y_mag != 0 && out.z_near >= 0 &&
                                                 out.z_far > out.z_near
                                           : out.fov_y > 0 && out.aspect >= 0 && out.z_near > 0 &&
                                                 (out.z_far == 0 || out.z_far > out.z_near);
    if (!sensible) {
        r.ledger().add(Verdict::approximated, "camera values out of range", at.pointer(),
                       "kept as they are; the view may be empty");
    }
}

void read_light(JsonReader& r, Element value, const At& at, ModelLight& out) {
    out.outer_cone = kHalfPi / 2;
    std::string_view type;
    r.each_member(value, at, [&](std::string_view key, Element member, const At& here) {
        if (key == "name")
            out.name = r.text(member, here);
        else if (key == "type")
            type = r.text(member, here);
        else if (key == "color") {
            const auto c = r.numbers<3>(member, here);
            out.color = {c[0], c[1], c[2]};
        } else if (key == "intensity")
            out.intensity = r.number(member, here);
        else if (key == "range")
            out.range = r.number(member, here);
        else if (key == "spot") {
            r.each_member(member, here, [&](std::string_view k, Element v, const At& where) {
                if (k == "innerConeAngle")
                    out.inner_cone = r.number(v, where);
                else if (k == "outerConeAngle")
                    out.outer_cone = r.number(v, where);
                else if (k == "extensions")
                    r.skip_extensions(v, where);
            });
        } else if (key == "extensions")
            r.skip_extensions(member, here);
    });
    if (r.failed()) return;
    if (type == "directional")
        out.type = ModelLightType::directional;
    else if (type == "point")
        out.type = ModelLightType::point;
    else if (type == "spot")
        out.type = ModelLightType::spot;
    else
        return r.fail(kGltfValue, fmt::format("'{}' is no light type", type), At(at, "type"));

    const ModelLight read = out;
    out.intensity = std::max(out.intensity, 0.0F);
    out.range = std::max(out.range, 0.0F);
    out.outer_cone = std::clamp(out.outer_cone, 0.0F, kHalfPi);
    out.inner_cone = std::clamp(out.inner_cone, 0.0F, out.outer_cone);
    out.color = {std::max(out.color.x, 0.0F), std::max(out.color.y, 0.0F),
                 std::max(out.color.z, 0.0F)};
    if (read.intensity != out.intensity || read.range != out.range || read.color != out.color ||
        read.outer_cone != out.outer_cone || read.inner_cone != out.inner_cone) {
        r.ledger().add(Verdict::approximated, "light value out of range", at.pointer(),
                       "clamped into the range that KHR_lights_punctual allows");
    }
}

void read_rotation(JsonReader& r, Element value, const At& at, Quat& out) {
    const auto q = r.numbers<4>(value, at);
    if (r.failed()) return;
    // Doubles, so that squares of large floats stay finite.
    const double squared =
        double{q[0]} * q[0] + double{q[1]} * q[1] + double{q[2]} * q[2] + double{q[3]} * q[3];
    if (squared == 0) {
        out = {};
        return r.ledger().add(Verdict::approximated, "rotation of length zero", at.pointer(),
                              "taken as no rotation");
    }
    if (std::fabs(squared - 1) > double{kQuaternionTolerance}) {
        r.ledger().add(Verdict::approximated, "rotation not of length one", at.pointer(),
                       "scaled to length one");
    }
    const double length = std::sqrt(squared);
    const bool is_unit = squared == 1;
    const auto part = [&](float v) { return is_unit ? v : static_cast<float>(v / length); };
    out = {part(q[0]), part(q[1]), part(q[2]), part(q[3])};
}

/// The bottom row of an affine matrix is 0 0 0 1; anything else is a projection that nodes cannot
/// have (section 3.5.2).
void make_affine(JsonReader& r, const At& at, Mat4& matrix) {
    auto& m = matrix.m;
    if (m[3] == 0 && m[7] == 0 && m[11] == 0 && m[15] == 1) return;
    m[3] = m[7] = m[11] = 0;
    m[15] = 1;
    r.ledger().add(Verdict::approximated, "node matrix with a projection", at.pointer(),
                   "its bottom row was replaced by 0 0 0 1");
}

void read_node_extension(JsonReader& r, Element value, const At& at, const Document& document,
                         ModelNode& out) {
    r.each_extension(value, at, [&](std::string_view name, Element extension, const At& here) {
        if (name != kLights) return false;
        r.each_member(extension, here, [&](std::string_view key, Element v, const At& where) {
            if (key == "light") {
                out.light = read_index(r, v, where, document.lights.size(), "light");
            }
        });
        return true;
    });
}

void read_node(JsonReader& r, Element value, const At& at, const Document& document,
               ModelNode& out) {
    bool has_trs = false;
    r.each_member(value, at, [&](std::string_view key, Element member, const At& here) {
        if (key == "name")
            out.name = r.text(member, here);
        else if (key == "children") {
            out.children.clear();
            r.each_item(member, here, [&](std::size_t, Element child, const At& where) {
                out.children.push_back(static_cast<std::uint32_t>(
                    read_index(r, child, where, document.nodes.size(), "node")));
            });
        } else if (key == "mesh") {
            out.mesh = read_index(r, member, here, document.meshes.size(), "mesh");
        } else if (key == "camera") {
            out.camera = read_index(r, member, here, document.cameras.size(), "camera");
        } else if (key == "skin") {
            out.skin = read_index(r, member, here, document.skins.size(), "skin");
        } else if (key == "matrix") {
            out.matrix.m = r.numbers<16>(member, here);
            out.has_matrix = true;
        } else if (key == "translation") {
            const auto v = r.numbers<3>(member, here);
            out.translation = {v[0], v[1], v[2]};
            has_trs = true;
        } else if (key == "rotation") {
            read_rotation(r, member, here, out.rotation);
            has_trs = true;
        } else if (key == "scale") {
            const auto v = r.numbers<3>(member, here);
            out.scale = {v[0], v[1], v[2]};
            has_trs = true;
        } else if (key == "extensions")
            read_node_extension(r, member, here, document, out);
    });
    if (r.failed()) return;
    if (out.has_matrix) {
        if (has_trs) {
            out.translation = {};
            out.rotation = {};
            out.scale = {1, 1, 1};
            r.ledger().add(Verdict::approximated,
                           "node with a matrix and a translation, rotation "
                           "or scale",
                           at.pointer(), "the matrix is used");
        }
        make_affine(r, at, out.matrix);
    } else {
        out.matrix = compose(out.translation, out.rotation, out.scale);
    }
}

}  // namespace

void read_cameras(JsonReader& r, Element value, const At& at, Document& document) {
    document.cameras.assign(r.array_size(value, at), {});
    r.each_item(value, at, [&](std::size_t i, Element item, const At& here) {
        read_camera(r, item, here, document.cameras[i]);
    });
}

void read_lights(JsonReader& r, Element value, const At& at, Document& document) {
    document.lights.assign(r.array_size(value, at), {});
    r.each_item(value, at, [&](std::size_t i, Element item, const At& here) {
        read_light(r, item, here, document.lights[i]);
    });
}

void read_nodes(JsonReader& r, Element value, const At& at, Document& document) {
    document.nodes.assign(r.array_size(value, at), {});
    r.each_item(value, at, [&](std::size_t i, Element item, const At& here) {
        read_node(r, item, here, document, document.nodes[i]);
    });
}

void read_scenes(JsonReader& r, Element value, const At& at, Document& document) {
    document.scenes.assign(r.array_size(value, at), {});
    r.each_item(value, at, [&](std::size_t i, Element item, const At& item_at) {
        ModelScene& out = document.scenes[i];
        r.each_member(item, item_at, [&](std::string_view key, Element member, const At& here) {
            if (key == "name")
                out.name = r.text(member, here);
            else if (key == "nodes") {
                out.roots.clear();
                r.each_item(member, here, [&](std::size_t, Element root, const At& where) {
                    out.roots.push_back(static_cast<std::uint32_t>(
                        read_index(r, root, where, document.nodes.size(), "node")));
                });
            } else if (key == "extensions")
                r.skip_extensions(member, here);
        });
    });
}

}  // namespace galley::gltf
