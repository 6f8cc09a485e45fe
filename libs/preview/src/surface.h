#pragma once

#include <array>
#include <cstdint>

#include "prepared_scene.h"
#include "sampler.h"

namespace galley::preview {

/// What lies at one point of a material, textures read, ready to be lit. Colours are linear.
struct Surface {
    Vec3 position;
    Vec3 normal;            ///< towards the viewer
    Vec3 geometric_normal;  ///< of the triangle, towards the viewer
    Vec3 view;              ///< unit, from the surface to the eye
    Vec3 base_color;
    float alpha = 1;
    float metallic = 0;
    float roughness = 1;
    float occlusion = 1;
    Vec3 emissive;
    Vec3 f0;  ///< reflectance head-on, metals included
    float f90 = 1;
    float transmission = 0;
    float clearcoat = 0;
    float clearcoat_roughness = 0;
    Vec3 clearcoat_normal;
    Vec3 sheen;
    float sheen_roughness = 0;
    bool unlit = false;
};

/// One triangle as seen from the eye; made once and used for all its samples.
class SeenTriangle {
public:
    SeenTriangle(const PreparedScene& scene, Vec3 eye, std::uint32_t instance,
                 std::uint32_t triangle);

    /// Directions from the eye through a sample and through its neighbours across and down.
    struct Rays {
        Vec3 through, across, down;
    };

    /// Alpha of the base colour alone, for masks.
    [[nodiscard]] float alpha(const Rays& rays) const;
    [[nodiscard]] Surface surface(const Rays& rays) const;

    [[nodiscard]] const PreparedInstance& instance() const { return *instance_; }
    [[nodiscard]] bool is(std::uint32_t instance, std::uint32_t triangle) const {
        return instance == instance_index_ && triangle == triangle_;
    }

private:
    using Weights = std::array<float, 3>;
    struct Hit {
        Weights at, across, down;
    };

    [[nodiscard]] Weights weights(Vec3 ray) const;
    [[nodiscard]] Hit hit(const Rays& rays) const;
    [[nodiscard]] Footprint footprint(unsigned uv_set, const Hit& hit) const;
    /// The texture of a map at this point; `otherwise` without one.
    [[nodiscard]] Vec4 map(MaterialMap map, const Hit& hit, Vec4 otherwise = {1, 1, 1, 1}) const;
    [[nodiscard]] Vec4 vertex_color(const Weights& w) const;
    [[nodiscard]] Vec3 mapped_normal(MaterialMap map, float scale, const Hit& hit,
                                     Vec3 normal) const;
    void set_normals(const Hit& hit, Surface& out) const;
    void set_reflectance(const Hit& hit, Surface& out) const;

    const PreparedScene* scene_;
    const PreparedInstance* instance_;
    std::uint32_t instance_index_;
    std::uint32_t triangle_;
    std::array<std::uint32_t, 3> vertices_;
    std::array<Vec3, 3> corners_;
    /// Weight i of a ray is its product with plane i, over the sum of the three: exact with
    /// perspective, and the same for every sample whatever was clipped.
    std::array<std::array<double, 3>, 3> planes_;
    Vec3 eye_;
    Vec3 face_normal_;  ///< towards the side that is counter-clockwise in the file
};

}  // namespace galley::preview
