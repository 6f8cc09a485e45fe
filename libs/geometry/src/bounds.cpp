#include "galley/geometry/bounds.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace galley::geometry {
namespace {

struct Point {
    double x = 0, y = 0, z = 0;
};

Point to_double(Vec3 p) { return {p.x, p.y, p.z}; }
Vec3 to_float(Point p) {
    return {static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)};
}

double distance_squared(Point a, Point b) {
    const double x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
    return x * x + y * y + z * z;
}

/// The smallest float not below the greatest distance. The relative error of the double
/// computation (under 4 units of 2^-53) is far below the float step that is added.
Sphere sphere_about(Vec3 center, std::span<const Vec3> points) {
    double greatest = 0;
    for (const Vec3& p : points) {
        greatest = std::max(greatest, distance_squared(to_double(center), to_double(p)));
    }
    if (greatest == 0) return {center, 0};
    const double distance = std::sqrt(greatest);
    if (distance > std::numeric_limits<float>::max()) {
        return {center, std::numeric_limits<float>::infinity()};
    }
    const float rounded = static_cast<float>(distance);
    return {center, std::nextafter(rounded, std::numeric_limits<float>::infinity())};
}

Vec3 ritter_center(std::span<const Vec3> points) {
    std::array<const Vec3*, 6> extremes;
    extremes.fill(&points[0]);
    for (const Vec3& p : points) {
        if (p.x < extremes[0]->x) extremes[0] = &p;
        if (p.x > extremes[1]->x) extremes[1] = &p;
        if (p.y < extremes[2]->y) extremes[2] = &p;
        if (p.y > extremes[3]->y) extremes[3] = &p;
        if (p.z < extremes[4]->z) extremes[4] = &p;
        if (p.z > extremes[5]->z) extremes[5] = &p;
    }
    Point center;
    double radius_squared = -1;
    for (std::size_t axis = 0; axis < 6; axis += 2) {
        const Point a = to_double(*extremes[axis]), b = to_double(*extremes[axis + 1]);
        const double candidate = distance_squared(a, b) / 4;
        if (candidate > radius_squared) {
            radius_squared = candidate;
            center = {(a.x + b.x) / 2, (a.y + b.y) / 2, (a.z + b.z) / 2};
        }
    }
    double radius = std::sqrt(radius_squared);
    for (const Vec3& point : points) {
        const Point p = to_double(point);
        const double squared = distance_squared(center, p);
        if (squared <= radius * radius) continue;
        // Grow just enough to touch the point, keeping the far side where it is.
        const double distance = std::sqrt(squared);
        const double grown = (radius + distance) / 2;
        const double step = (grown - radius) / distance;
        center = {center.x + (p.x - center.x) * step, center.y + (p.y - center.y) * step,
                  center.z + (p.z - center.z) * step};
        radius = grown;
    }
    return to_float(center);
}

}  // namespace

Aabb bounding_box(std::span<const Vec3> points) {
    if (points.empty()) return {};
    Aabb box{points[0], points[0]};
    for (const Vec3& p : points) {
        box.min = {std::min(box.min.x, p.x), std::min(box.min.y, p.y), std::min(box.min.z, p.z)};
        box.max = {std::max(box.max.x, p.x), std::max(box.max.y, p.y), std::max(box.max.z, p.z)};
    }
    return box;
}

Sphere bounding_sphere(std::span<const Vec3> points) {
    if (points.empty()) return {};
    const Aabb box = bounding_box(points);
    const Point low = to_double(box.min), high = to_double(box.max);
    const Vec3 middle =
        to_float({(low.x + high.x) / 2, (low.y + high.y) / 2, (low.z + high.z) / 2});
    const Sphere about_box = sphere_about(middle, points);
    const Sphere ritter = sphere_about(ritter_center(points), points);
    return ritter.radius < about_box.radius ? ritter : about_box;
}

}  // namespace galley::geometry
