#pragma once

#include <cstdint>

#include "galley/base/jobs.h"
#include "prepared_scene.h"

namespace galley::preview {

/// An orthonormal frame that looks along -back.
struct Frame {
    Vec3 right{1, 0, 0};
    Vec3 up{0, 1, 0};
    Vec3 back{0, 0, 1};

    [[nodiscard]] Vec3 to_frame(Vec3 v) const { return {dot(v, right), dot(v, up), dot(v, back)}; }
};

/// `azimuth` around +Y from +Z, `elevation` above the horizon, in degrees.
[[nodiscard]] Frame orbit_frame(float azimuth, float elevation);

/// How points get onto a grid of samples. Depth on the grid is 1 over the distance along the view:
/// linear across it, greater is nearer, 0 is nothing.
struct Projection {
    Frame frame;
    Vec3 eye;
    float half_x = 1;  ///< tangents of half the field of view
    float half_y = 1;
    std::uint32_t width = 1;  ///< samples
    std::uint32_t height = 1;

    /// From the eye through a place on the grid, in samples; its part along the view is 1.
    [[nodiscard]] Vec3 ray(float x, float y) const {
        const float right = (x / static_cast<float>(width) * 2 - 1) * half_x;
        const float up = (1 - y / static_cast<float>(height) * 2) * half_y;
        return frame.right * right + frame.up * up - frame.back;
    }
};

/// The perspective camera in this orientation that sees every triangle as large as possible, with
/// a margin around.
[[nodiscard]] Projection frame_scene(const PreparedScene& scene, const Frame& frame, float aspect,
                                     JobPool& pool);

/// The unit sphere, which holds the whole scene, from so far away that light is nearly parallel.
[[nodiscard]] Projection light_projection(const Frame& frame, std::uint32_t size);

}  // namespace galley::preview
