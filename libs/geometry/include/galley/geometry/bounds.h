#pragma once

#include <span>

#include "galley/base/vec.h"

namespace galley::geometry {

/// The tightest axis-aligned box of finite points; the empty box at the origin for no points.
[[nodiscard]] Aabb bounding_box(std::span<const Vec3> points);

struct Sphere {
    Vec3 center;
    float radius = 0;
    friend bool operator==(const Sphere&, const Sphere&) = default;
};

/// A sphere that holds every point, usually within a tenth of the smallest one: the better of
/// Ritter's sphere ("An Efficient Bounding Sphere", Graphics Gems, 1990) and the one about the
/// box's centre. The radius is the greatest distance from the rounded centre, computed in double
/// and rounded up, so that containment holds for the stored floats: for each point, the exact
/// distance to `center` is at most `radius`. Points are finite; coordinates so large that the
/// radius leaves float's range give an infinite radius.
[[nodiscard]] Sphere bounding_sphere(std::span<const Vec3> points);

}  // namespace galley::geometry
