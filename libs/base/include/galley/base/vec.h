#pragma once

#include <array>

namespace galley {

/// Plain vectors and matrices with glm's memory layout: no padding, matrices column-major.
struct Vec2 {
    float x = 0, y = 0;
    friend constexpr bool operator==(const Vec2&, const Vec2&) = default;
};

struct Vec3 {
    float x = 0, y = 0, z = 0;
    friend constexpr bool operator==(const Vec3&, const Vec3&) = default;
};

struct Vec4 {
    float x = 0, y = 0, z = 0, w = 0;
    friend constexpr bool operator==(const Vec4&, const Vec4&) = default;
};

/// A rotation as [x, y, z, w].
struct Quat {
    float x = 0, y = 0, z = 0, w = 1;
    friend constexpr bool operator==(const Quat&, const Quat&) = default;
};

/// Column-major: m[column * 4 + row].
struct Mat4 {
    std::array<float, 16> m = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    friend constexpr bool operator==(const Mat4&, const Mat4&) = default;
};

/// An axis-aligned box; `min` <= `max` on every axis unless it is empty.
struct Aabb {
    Vec3 min;
    Vec3 max;
    friend constexpr bool operator==(const Aabb&, const Aabb&) = default;
};

constexpr Vec3 operator+(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
constexpr Vec3 operator-(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
constexpr Vec3 operator*(Vec3 a, float s) { return {a.x * s, a.y * s, a.z * s}; }
constexpr float dot(Vec3 a, Vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
constexpr Vec3 cross(Vec3 a, Vec3 b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
[[nodiscard]] float length(Vec3 v);
/// `v` at length 1, or `fallback` when its length is zero or not finite.
[[nodiscard]] Vec3 normalized(Vec3 v, Vec3 fallback = {0, 0, 1});

[[nodiscard]] Mat4 operator*(const Mat4& a, const Mat4& b);
/// `m` applied to a point (w = 1, no divide) and to a direction (w = 0).
[[nodiscard]] Vec3 transform_point(const Mat4& m, Vec3 p);
[[nodiscard]] Vec3 transform_vector(const Mat4& m, Vec3 v);
/// The matrix that scales, then rotates (by a unit quaternion), then translates.
[[nodiscard]] Mat4 compose(Vec3 translation, Quat rotation, Vec3 scale);

}  // namespace galley
