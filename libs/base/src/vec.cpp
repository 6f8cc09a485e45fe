#include "galley/base/vec.h"

#include <cmath>

namespace galley {
namespace {

/// In double: the squares of floats neither overflow nor vanish there.
double precise_length(Vec3 v) {
    const double x = v.x;
    const double y = v.y;
    const double z = v.z;
    return std::sqrt(x * x + y * y + z * z);
}

}  // namespace

float length(Vec3 v) { return static_cast<float>(precise_length(v)); }

Vec3 normalized(Vec3 v, Vec3 fallback) {
    const double size = precise_length(v);
    if (!(size > 0) || !std::isfinite(size)) return fallback;
    return {static_cast<float>(v.x / size), static_cast<float>(v.y / size),
            static_cast<float>(v.z / size)};
}

Mat4 operator*(const Mat4& a, const Mat4& b) {
    Mat4 result;
    for (std::size_t column = 0; column < 4; ++column) {
        for (std::size_t row = 0; row < 4; ++row) {
            float sum = 0;
            for (std::size_t k = 0; k < 4; ++k) sum += a.m[k * 4 + row] * b.m[column * 4 + k];
            result.m[column * 4 + row] = sum;
        }
    }
    return result;
}

Vec3 transform_point(const Mat4& m, Vec3 p) {
    return transform_vector(m, p) + Vec3{m.m[12], m.m[13], m.m[14]};
}

Vec3 transform_vector(const Mat4& m, Vec3 v) {
    return {m.m[0] * v.x + m.m[4] * v.y + m.m[8] * v.z, m.m[1] * v.x + m.m[5] * v.y + m.m[9] * v.z,
            m.m[2] * v.x + m.m[6] * v.y + m.m[10] * v.z};
}

Mat4 compose(Vec3 translation, Quat rotation, Vec3 scale) {
    const auto [x, y, z, w] = rotation;
    Mat4 result;
    result.m = {(1 - 2 * (y * y + z * z)) * scale.x,
                2 * (x * y + z * w) * scale.x,
                2 * (x * z - y * w) * scale.x,
                0,
                2 * (x * y - z * w) * scale.y,
                (1 - 2 * (x * x + z * z)) * scale.y,
                2 * (y * z + x * w) * scale.y,
                0,
                2 * (x * z + y * w) * scale.z,
                2 * (y * z - x * w) * scale.z,
                (1 - 2 * (x * x + y * y)) * scale.z,
                0,
                translation.x,
                translation.y,
                translation.z,
                1};
    return result;
}

}  // namespace galley
