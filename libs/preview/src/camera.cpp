#include "camera.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace galley::preview {
namespace {

/// tan(15 degrees): a field of view of 30, long enough that nothing looks bent.
constexpr float kHalfView = 0.26794919F;
constexpr float kMargin = 1.08F;

/// The largest x + z*t, -x + z*t, y + z*u, -y + z*u over points: where the four side planes of a
/// frustum with these tangents touch the scene; and the largest z.
struct Support {
    std::array<float, 5> most;
    Support() { most.fill(-std::numeric_limits<float>::infinity()); }

    void add(Vec3 p, float tan_x, float tan_y) {
        most[0] = std::max(most[0], p.x + p.z * tan_x);
        most[1] = std::max(most[1], -p.x + p.z * tan_x);
        most[2] = std::max(most[2], p.y + p.z * tan_y);
        most[3] = std::max(most[3], -p.y + p.z * tan_y);
        most[4] = std::max(most[4], p.z);
    }
    void add(const Support& other) {
        for (std::size_t i = 0; i < most.size(); ++i) most[i] = std::max(most[i], other.most[i]);
    }
};

Support chunks_support(const PreparedScene& scene, const std::vector<Chunk>& chunks,
                       const Frame& frame, float tan_x, float tan_y, JobPool& pool) {
    std::vector<Support> partial(chunks.size());
    pool.parallel_for(chunks.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const Chunk& chunk = chunks[i];
            for (std::uint32_t t = chunk.first; t < chunk.first + chunk.count; ++t) {
                const auto corners = scene.corners(chunk.instance, t);
                if (!corners) continue;
                for (const Vec3& p : *corners) partial[i].add(frame.to_frame(p), tan_x, tan_y);
            }
        }
    });
    Support support;
    for (const Support& s : partial) support.add(s);
    return support;
}

}  // namespace

Frame orbit_frame(float azimuth, float elevation) {
    const double degree = std::numbers::pi / 180;
    const double a = azimuth * degree;
    const double e = elevation * degree;
    Frame frame;
    frame.back = {static_cast<float>(std::cos(e) * std::sin(a)), static_cast<float>(std::sin(e)),
                  static_cast<float>(std::cos(e) * std::cos(a))};
    frame.right = {static_cast<float>(std::cos(a)), 0, static_cast<float>(-std::sin(a))};
    frame.up = cross(frame.back, frame.right);
    return frame;
}

Projection frame_scene(const PreparedScene& scene, const Frame& frame, float aspect,
                       JobPool& pool) {
    Projection out;
    out.frame = frame;
    out.half_y = aspect < 1 ? kHalfView / aspect : kHalfView;
    out.half_x = out.half_y * aspect;
    const float tan_x = out.half_x / kMargin;
    const float tan_y = out.half_y / kMargin;
    Support support = chunks_support(scene, scene.solid, frame, tan_x, tan_y, pool);
    support.add(chunks_support(scene, scene.blended, frame, tan_x, tan_y, pool));
    const auto& most = support.most;
    if (!std::isfinite(most[0])) return out;

    // A camera at (cx, cy, cz) sees a point when x - cx <= t (cz - z) and so on for each side: the
    // tight one has both sides of the wider direction touching, and the other one centred.
    const float cx = (most[0] - most[1]) / 2;
    const float cy = (most[2] - most[3]) / 2;
    float cz = std::max((most[0] + most[1]) / (2 * tan_x), (most[2] + most[3]) / (2 * tan_y));
    cz = std::max(cz, most[4] + 0.01F);
    out.eye = frame.right * cx + frame.up * cy + frame.back * cz;
    return out;
}

Projection light_projection(const Frame& frame, std::uint32_t size) {
    Projection out;
    out.frame = frame;
    constexpr float distance = 20;
    out.eye = frame.back * distance;
    out.half_x = 1.01F / (distance - 1);
    out.half_y = out.half_x;
    out.width = size;
    out.height = size;
    return out;
}

}  // namespace galley::preview
