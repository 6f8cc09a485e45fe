#include "surface.h"

#include <algorithm>
#include <cmath>

namespace galley::preview {
namespace {

using Double3 = std::array<double, 3>;

Double3 relative(Vec3 p, Vec3 eye) {
    return {double{p.x} - eye.x, double{p.y} - eye.y, double{p.z} - eye.z};
}

Double3 cross(const Double3& a, const Double3& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Vec3 blend(const std::array<Vec3, 3>& v, const std::array<float, 3>& w) {
    return v[0] * w[0] + v[1] * w[1] + v[2] * w[2];
}

Vec3 rgb(const Vec4& v) { return {v.x, v.y, v.z}; }
Vec3 multiply(Vec3 a, Vec3 b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
Vec3 lerp(Vec3 a, Vec3 b, float t) { return a + (b - a) * t; }

}  // namespace

SeenTriangle::SeenTriangle(const PreparedScene& scene, Vec3 eye, std::uint32_t instance,
                           std::uint32_t triangle)
    : scene_(&scene), instance_(&scene.instances[instance]), instance_index_(instance),
      triangle_(triangle), eye_(eye) {
    for (std::size_t i = 0; i < 3; ++i) {
        vertices_[i] = instance_->mesh->indices[std::size_t{triangle} * 3 + i];
        corners_[i] =
            transform_point(instance_->to_world, instance_->mesh->positions[vertices_[i]]);
    }
    const Double3 a = relative(corners_[0], eye);
    const Double3 b = relative(corners_[1], eye);
    const Double3 c = relative(corners_[2], eye);
    planes_ = {cross(b, c), cross(c, a), cross(a, b)};
    const float winding = instance_->mirrored ? -1.0F : 1.0F;
    face_normal_ = normalized(galley::cross(corners_[1] - corners_[0], corners_[2] - corners_[0]) *
                              (winding * 1e4F));
}

SeenTriangle::Weights SeenTriangle::weights(Vec3 ray) const {
    Double3 w{};
    double sum = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        w[i] = planes_[i][0] * ray.x + planes_[i][1] * ray.y + planes_[i][2] * ray.z;
        sum += w[i];
    }
    if (sum == 0) return {1, 0, 0};
    Weights out;
    for (std::size_t i = 0; i < 3; ++i) {
        const double share = w[i] / sum;
        // A little outside is the rounding of corners to the grid; far outside is an edge-on view.
        out[i] = static_cast<float>(std::clamp(share, -1.0, 2.0));
    }
    return out;
}

SeenTriangle::Hit SeenTriangle::hit(const Rays& rays) const {
    return {weights(rays.through), weights(rays.across), weights(rays.down)};
}

Footprint SeenTriangle::footprint(unsigned uv_set, const Hit& hit) const {
    const auto& sets = instance_->mesh->uvs;
    if (uv_set >= sets.size() || sets[uv_set].size() != instance_->mesh->positions.size()) {
        return {};
    }
    const auto at = [&](const Weights& w) {
        Vec2 uv;
        for (std::size_t i = 0; i < 3; ++i) {
            uv.x += sets[uv_set][vertices_[i]].x * w[i];
            uv.y += sets[uv_set][vertices_[i]].y * w[i];
        }
        return uv;
    };
    const Vec2 uv = at(hit.at);
    const Vec2 across = at(hit.across);
    const Vec2 down = at(hit.down);
    return {uv, {across.x - uv.x, across.y - uv.y}, {down.x - uv.x, down.y - uv.y}};
}

Vec4 SeenTriangle::map(MaterialMap map, const Hit& hit, Vec4 otherwise) const {
    const TextureSlot* slot = instance_->material->find(map);
    if (slot == nullptr) return otherwise;
    const Texture& texture = scene_->scene->textures[slot->texture];
    return sample(texture, *slot, transformed(*slot, footprint(slot->uv_set, hit)));
}

Vec4 SeenTriangle::vertex_color(const Weights& w) const {
    const auto& colors = instance_->mesh->colors;
    if (colors.size() != instance_->mesh->positions.size()) return {1, 1, 1, 1};
    Vec4 out{0, 0, 0, 0};
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec4& c = colors[vertices_[i]];
        out = {out.x + c.x * w[i], out.y + c.y * w[i], out.z + c.z * w[i], out.w + c.w * w[i]};
    }
    return out;
}

float SeenTriangle::alpha(const Rays& rays) const {
    const Hit h = hit(rays);
    const Material& m = *instance_->material;
    const float factor = m.specular_glossiness ? m.specular_glossiness->diffuse.w : m.base_color.w;
    const MaterialMap color =
        m.specular_glossiness ? MaterialMap::diffuse : MaterialMap::base_color;
    return map(color, h).w * factor * vertex_color(h.at).w;
}

Vec3 SeenTriangle::mapped_normal(MaterialMap map_kind, float scale, const Hit& hit,
                                 Vec3 normal) const {
    const TextureSlot* slot = instance_->material->find(map_kind);
    if (slot == nullptr) return normal;
    const Vec4 texel = map(map_kind, hit);
    const Vec3 n{(texel.x * 2 - 1) * scale, (texel.y * 2 - 1) * scale, texel.z * 2 - 1};
    Vec3 tangent;
    Vec3 bitangent;
    const auto& tangents = instance_->mesh->tangents;
    if (tangents.size() == instance_->mesh->positions.size() && slot->uv_set == 0) {
        Vec4 sum{0, 0, 0, 0};
        for (std::size_t i = 0; i < 3; ++i) {
            const Vec4& t = tangents[vertices_[i]];
            sum = {sum.x + t.x * hit.at[i], sum.y + t.y * hit.at[i], sum.z + t.z * hit.at[i],
                   sum.w + t.w * hit.at[i]};
        }
        tangent = transform_vector(instance_->to_world, rgb(sum));
        tangent = normalized(tangent - normal * dot(tangent, normal), {1, 0, 0});
        float hand = sum.w < 0 ? -1.0F : 1.0F;
        if (instance_->mirrored) hand = -hand;
        bitangent = galley::cross(normal, tangent) * hand;
    } else {
        // From the triangle's own uv: solve edges = duv * (tangent, bitangent).
        const auto& sets = instance_->mesh->uvs;
        if (slot->uv_set >= sets.size()) return normal;
        const auto& uv = sets[slot->uv_set];
        const Vec2 a = uv[vertices_[0]];
        const Vec2 b{uv[vertices_[1]].x - a.x, uv[vertices_[1]].y - a.y};
        const Vec2 c{uv[vertices_[2]].x - a.x, uv[vertices_[2]].y - a.y};
        const float det = b.x * c.y - b.y * c.x;
        if (det == 0 || !std::isfinite(det)) return normal;
        const float sign = det < 0 ? -1.0F : 1.0F;
        const Vec3 e1 = corners_[1] - corners_[0];
        const Vec3 e2 = corners_[2] - corners_[0];
        tangent = (e1 * c.y - e2 * b.y) * sign;
        tangent = normalized(tangent - normal * dot(tangent, normal), {1, 0, 0});
        // glTF's green points up the picture, against v.
        bitangent = (e1 * c.x - e2 * b.x) * sign;
        bitangent = bitangent - normal * dot(bitangent, normal);
        bitangent = normalized(bitangent, {0, 1, 0});
    }
    return normalized(tangent * n.x + bitangent * n.y + normal * n.z, normal);
}

void SeenTriangle::set_normals(const Hit& hit, Surface& out) const {
    Vec3 normal = face_normal_;
    const auto& normals = instance_->mesh->normals;
    if (normals.size() == instance_->mesh->positions.size()) {
        const Vec3 sum =
            blend({normals[vertices_[0]], normals[vertices_[1]], normals[vertices_[2]]}, hit.at);
        normal = normalized(instance_->normal(sum), face_normal_);
    }
    const Material& m = *instance_->material;
    // The back of a bump is a dent: the whole mapped normal turns around (glTF 3.9.4, doubleSided).
    const float side = dot(face_normal_, out.view) < 0 ? -1.0F : 1.0F;
    out.geometric_normal = face_normal_ * side;
    out.normal = mapped_normal(MaterialMap::normal, m.normal_scale, hit, normal) * side;
    out.clearcoat_normal = normal * side;
    if (m.clearcoat) {
        out.clearcoat_normal =
            mapped_normal(MaterialMap::clearcoat_normal, m.clearcoat->normal_scale, hit, normal) *
            side;
    }
    // A bent normal may look away from the eye: lean it back until it just does not.
    for (Vec3* n : {&out.normal, &out.clearcoat_normal}) {
        const float facing = dot(*n, out.view);
        if (facing < 0.02F) *n = normalized(*n + out.view * (0.02F - facing), out.view);
    }
}

void SeenTriangle::set_reflectance(const Hit& hit, Surface& out) const {
    const Material& m = *instance_->material;
    if (m.specular_glossiness) {
        const Vec4 texel = map(MaterialMap::specular_glossiness, hit);
        out.f0 = multiply(m.specular_glossiness->specular, rgb(texel));
        out.roughness = 1 - m.specular_glossiness->glossiness * texel.w;
        out.metallic = 0;
        const float strongest = std::max({out.f0.x, out.f0.y, out.f0.z});
        out.base_color = out.base_color * (1 - std::clamp(strongest, 0.0F, 1.0F));
        return;
    }
    const Vec4 texel = map(MaterialMap::metallic_roughness, hit);
    out.metallic = std::clamp(m.metallic * texel.z, 0.0F, 1.0F);
    out.roughness = m.roughness * texel.y;
    const float ratio = m.ior > 0 ? (m.ior - 1) / (m.ior + 1) : 1;
    Vec3 dielectric = Vec3{1, 1, 1} * (ratio * ratio);
    float weight = 1;
    if (m.specular) {
        dielectric = multiply(
            dielectric, multiply(m.specular->color, rgb(map(MaterialMap::specular_color, hit))));
        dielectric = {std::min(dielectric.x, 1.0F), std::min(dielectric.y, 1.0F),
                      std::min(dielectric.z, 1.0F)};
        weight = m.specular->factor * map(MaterialMap::specular, hit).w;
    }
    out.f0 = lerp(dielectric * weight, out.base_color, out.metallic);
    out.f90 = weight + (1 - weight) * out.metallic;
}

Surface SeenTriangle::surface(const Rays& rays) const {
    const Hit h = hit(rays);
    const Material& m = *instance_->material;
    Surface out;
    out.position = blend(corners_, h.at);
    out.view = normalized(rays.through * -1.0F);
    set_normals(h, out);

    const bool glossy = m.specular_glossiness.has_value();
    const Vec4 factor = glossy ? m.specular_glossiness->diffuse : m.base_color;
    const Vec4 texel = map(glossy ? MaterialMap::diffuse : MaterialMap::base_color, h);
    const Vec4 vertex = vertex_color(h.at);
    out.base_color = multiply(multiply(rgb(factor), rgb(texel)), rgb(vertex));
    out.alpha = m.type == MaterialType::blend
                    ? std::clamp(factor.w * texel.w * vertex.w, 0.0F, 1.0F)
                    : 1.0F;
    out.unlit = m.unlit;
    if (m.unlit) return out;

    set_reflectance(h, out);
    out.roughness = std::clamp(out.roughness, 0.0F, 1.0F);
    out.occlusion = 1 + (map(MaterialMap::occlusion, h).x - 1) * m.occlusion_strength;
    out.emissive = multiply(m.emissive, rgb(map(MaterialMap::emissive, h))) * m.emissive_strength;
    if (m.transmission) {
        out.transmission =
            *m.transmission * map(MaterialMap::transmission, h).x * (1 - out.metallic);
    }
    if (m.clearcoat) {
        out.clearcoat = m.clearcoat->factor * map(MaterialMap::clearcoat, h).x;
        out.clearcoat_roughness =
            m.clearcoat->roughness * map(MaterialMap::clearcoat_roughness, h).y;
    }
    if (m.sheen) {
        out.sheen = multiply(m.sheen->color, rgb(map(MaterialMap::sheen_color, h)));
        out.sheen_roughness = m.sheen->roughness * map(MaterialMap::sheen_roughness, h).w;
    }
    return out;
}

}  // namespace galley::preview
