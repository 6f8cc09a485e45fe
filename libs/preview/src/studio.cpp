#include "studio.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace galley::preview {
namespace {

constexpr float kPi = std::numbers::pi_v<float>;

Vec3 multiply(Vec3 a, Vec3 b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
Vec3 lerp(Vec3 a, Vec3 b, float t) { return a + (b - a) * t; }
float saturate(float v) { return std::clamp(v, 0.0F, 1.0F); }
float largest(Vec3 v) { return std::max({v.x, v.y, v.z}); }

float smooth(float from, float to, float v) {
    const float t = saturate((v - from) / (to - from));
    return t * t * (3 - 2 * t);
}

float fifth_power(float v) {
    const float square = v * v;
    return square * square * v;
}

Vec3 fresnel(Vec3 f0, float f90, float cosine) {
    return lerp(f0, Vec3{f90, f90, f90}, fifth_power(1 - cosine));
}

/// Distribution times visibility for alpha = roughness squared.
float ggx(float alpha, float nl, float nv, float nh) {
    const float a2 = alpha * alpha;
    const float d = nh * nh * (a2 - 1) + 1;
    const float masking =
        nl * std::sqrt(nv * nv * (1 - a2) + a2) + nv * std::sqrt(nl * nl * (1 - a2) + a2);
    return a2 / (kPi * d * d) * 0.5F / std::max(masking, 1e-5F);
}

/// Scale of f0 and of f90 in the reflection of uniform walls.
Vec2 reflected_share(float roughness, float nv) {
    const float rx = 1 - roughness;
    const float ry = 0.0425F - 0.0275F * roughness;
    const float a = std::min(rx * rx, std::exp2(-9.28F * nv)) * rx + ry;
    return {-1.04F * a + 1.04F - 0.572F * roughness, 1.04F * a - 0.04F + 0.022F * roughness};
}

float charlie(float roughness, float nl, float nv, float nh) {
    const float alpha = std::max(roughness * roughness, 0.0049F);
    const float sine2 = std::max(1 - nh * nh, 1e-4F);
    const float d = (2 + 1 / alpha) * std::pow(sine2, 0.5F / alpha) / (2 * kPi);
    return d / (4 * std::max(nl + nv - nl * nv, 1e-3F));
}

}  // namespace

Studio::Studio(const PreparedScene& scene, float azimuth, JobPool& pool)
    : shadow_(scene, orbit_frame(azimuth - 42, 46), pool) {
    key_ = {orbit_frame(azimuth - 42, 46).back, {0.92F, 0.88F, 0.82F}, 0.90F, {3.4F, 3.3F, 3.1F}};
    fill_ = {orbit_frame(azimuth + 62, 12).back, {0.13F, 0.15F, 0.18F}, 0.93F, {0.9F, 1.0F, 1.1F}};
    rim_ = {orbit_frame(azimuth + 152, 34).back, {0.42F, 0.44F, 0.48F}, 0.93F, {2.4F, 2.5F, 2.7F}};
}

Vec3 Studio::walls(Vec3 direction, float roughness) const {
    constexpr Vec3 ground{0.10F, 0.095F, 0.09F};
    constexpr Vec3 horizon{0.27F, 0.28F, 0.30F};
    constexpr Vec3 ceiling{0.60F, 0.63F, 0.68F};
    const float blur = 0.10F + 0.75F * roughness;
    const Vec3 above = lerp(horizon, ceiling, saturate(direction.y * (1 - 0.4F * roughness)));
    Vec3 out = lerp(ground, above, smooth(-blur, blur, direction.y));
    for (const Light* light : {&key_, &fill_, &rim_}) {
        // A rougher surface sees the panel larger and as much fainter.
        const float width = 0.015F + 0.55F * roughness * roughness;
        const float cosine = dot(direction, light->direction);
        const float seen = smooth(light->panel_edge - width, light->panel_edge + width, cosine);
        const float size = 1 - light->panel_edge;
        out = out + light->panel * (seen * size / (size + width * 0.8F));
    }
    return out;
}

Vec3 Studio::diffuse_walls(Vec3 normal) const {
    constexpr Vec3 below{0.15F, 0.145F, 0.14F};
    constexpr Vec3 above{0.42F, 0.44F, 0.47F};
    return lerp(below, above, 0.5F + 0.5F * normal.y);
}

Vec3 Studio::lit(const Surface& s, const Light& light, float visible, const Vec3& diffuse) const {
    const float nl = dot(s.normal, light.direction);
    if (nl <= 0 || visible <= 0) return {0, 0, 0};
    const Vec3 half = normalized(light.direction + s.view, s.normal);
    const float nv = std::max(dot(s.normal, s.view), 0.01F);
    const float nh = saturate(dot(s.normal, half));
    // The lamp has a size, which its panel shows: its own highlight is never sharper than this.
    const float roughness = std::max(s.roughness, 0.25F);
    const Vec3 f = fresnel(s.f0, s.f90, saturate(dot(s.view, half)));
    Vec3 out =
        multiply(diffuse, Vec3{1, 1, 1} - f) + f * (kPi * ggx(roughness * roughness, nl, nv, nh));
    if (largest(s.sheen) > 0) {
        out = out * (1 - 0.25F * largest(s.sheen)) +
              s.sheen * (kPi * charlie(s.sheen_roughness, nl, nv, nh));
    }
    return multiply(out, light.color) * (nl * visible);
}

Vec3 Studio::coat(const Surface& s, float key_visible, Vec3 under) const {
    const Vec3 n = s.clearcoat_normal;
    const float nv = std::max(dot(n, s.view), 0.01F);
    const float f = s.clearcoat * (0.04F + 0.96F * fifth_power(1 - nv));
    const Vec3 reflected = n * (2 * nv) - s.view;
    Vec3 out = under * (1 - f) + walls(reflected, s.clearcoat_roughness) * (f * s.occlusion);
    const float nl = dot(n, key_.direction);
    if (nl > 0) {
        const Vec3 half = normalized(key_.direction + s.view, n);
        const float roughness = std::max(s.clearcoat_roughness, 0.25F);
        const float highlight = ggx(roughness * roughness, nl, nv, saturate(dot(n, half)));
        out = out + key_.color * (kPi * highlight * nl * 0.04F * s.clearcoat * key_visible);
    }
    return out;
}

Shaded Studio::shade(const Surface& s) const {
    const float a = s.alpha;
    if (s.unlit) return {s.base_color * a, Vec3{1, 1, 1} * (1 - a)};

    const float nv = std::max(dot(s.normal, s.view), 0.01F);
    const Vec3 diffuse = s.base_color * ((1 - s.metallic) * (1 - s.transmission));
    const float key_visible = shadow_.light_at(s.position, s.geometric_normal);

    Vec3 color =
        lit(s, key_, key_visible, diffuse) + lit(s, fill_, 1, diffuse) + lit(s, rim_, 1, diffuse);
    const Vec2 share = reflected_share(s.roughness, nv);
    const Vec3 reflectance = s.f0 * share.x + Vec3{1, 1, 1} * (s.f90 * share.y);
    const Vec3 reflected = s.normal * (2 * nv) - s.view;
    const Vec3 ambient =
        multiply(multiply(diffuse, Vec3{1, 1, 1} - reflectance), diffuse_walls(s.normal)) +
        multiply(reflectance, walls(reflected, s.roughness));
    color = color + ambient * s.occlusion;
    if (largest(s.sheen) > 0) {
        const float edge = 0.08F + 0.5F * (1 - nv) * (1 - nv) * (1 - nv);
        color = color + multiply(s.sheen, diffuse_walls(s.normal)) * (edge * s.occlusion);
    }
    if (s.clearcoat > 0) color = coat(s, key_visible, color);
    color = color + s.emissive;

    const Vec3 behind = multiply(s.base_color, Vec3{1, 1, 1} - reflectance) * s.transmission;
    return {color * a, behind * a + Vec3{1, 1, 1} * (1 - a)};
}

Vec3 tone_map(Vec3 color) {
    constexpr float start = 0.8F;
    color = {std::max(color.x, 0.0F), std::max(color.y, 0.0F), std::max(color.z, 0.0F)};
    const float peak = largest(color);
    if (!(peak > start)) return color;
    if (!std::isfinite(peak)) return {1, 1, 1};
    constexpr float room = 1 - start;
    const float bent = 1 - room * room / (peak + room - start);
    const float white = 1 - 1 / (0.2F * (peak - bent) + 1);
    return lerp(color * (bent / peak), Vec3{bent, bent, bent}, white);
}

}  // namespace galley::preview
