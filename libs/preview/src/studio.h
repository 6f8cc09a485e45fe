#pragma once

#include <vector>

#include "camera.h"
#include "surface.h"

namespace galley::preview {

/// How far the key light gets: a depth map from its side.
class ShadowMap {
public:
    ShadowMap(const PreparedScene& scene, const Frame& light, JobPool& pool);

    /// How much of the key light reaches a point, 0..1, softened over a few texels.
    [[nodiscard]] float light_at(Vec3 position, Vec3 normal) const;

private:
    Projection projection_;
    std::vector<float> depth_;
};

/// Light that leaves a surface towards the eye, and what of the light behind it comes through.
struct Shaded {
    Vec3 color;
    Vec3 through;
};

/// A photographer's studio that turns with the camera and stays upright: a warm key light from the
/// upper left with a shadow, a weak cool fill from the right, a light from behind for edges, and
/// soft walls that are brighter above, with panels for polished things to reflect.
class Studio {
public:
    /// `azimuth` of the camera in degrees.
    Studio(const PreparedScene& scene, float azimuth, JobPool& pool);

    /// glTF's metal-rough model (appendix B of its specification): GGX with Smith's masking and
    /// Schlick's Fresnel for the lights, Karis's fit of the same integral for the walls
    /// ("Physically Based Shading on Mobile", 2014); Charlie's distribution for sheen (Estevez and
    /// Kulla 2017).
    [[nodiscard]] Shaded shade(const Surface& surface) const;

private:
    struct Light {
        Vec3 direction;        ///< towards the light
        Vec3 color;            ///< of a white surface that faces it
        float panel_edge = 1;  ///< cosine of the panel's half angle as seen in reflections
        Vec3 panel;            ///< the panel's radiance
    };

    [[nodiscard]] Vec3 walls(Vec3 direction, float roughness) const;
    [[nodiscard]] Vec3 diffuse_walls(Vec3 normal) const;
    [[nodiscard]] Vec3 lit(const Surface& s, const Light& light, float visible,
                           const Vec3& diffuse) const;
    [[nodiscard]] Vec3 coat(const Surface& s, float key_visible, Vec3 under) const;

    Light key_;
    Light fill_;
    Light rim_;
    ShadowMap shadow_;
};

/// Display value of linear light: unchanged up to 0.8, then bent towards 1 so that bright things
/// keep their hue and fade to white.
[[nodiscard]] Vec3 tone_map(Vec3 color);

}  // namespace galley::preview
