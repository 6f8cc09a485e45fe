#include <algorithm>
#include <cmath>

#include "rasterizer.h"
#include "studio.h"

namespace galley::preview {
namespace {

constexpr std::uint32_t kSize = 1024;
constexpr float kTexel = 2.02F / kSize;  ///< in the scene's space, whose radius is 1
constexpr int kSoftness = 2;             ///< texels to each side

}  // namespace

ShadowMap::ShadowMap(const PreparedScene& scene, const Frame& light, JobPool& pool)
    : projection_(light_projection(light, kSize)), depth_(std::size_t{kSize} * kSize, 0.0F) {
    const GridRect area{0, 0, kSize, kSize};
    rasterize(
        scene, scene.solid, projection_, area, false, pool,
        [&](const GridRect& tile, std::span<const GridTriangle* const> triangles) {
            for (const GridTriangle* t : triangles) {
                const PreparedInstance& instance = scene.instances[t->instance];
                const SeenTriangle seen(scene, projection_.eye, t->instance, t->triangle);
                visit_samples(*t, tile, [&](std::int32_t x, std::int32_t y, float depth) {
                    float& stored =
                        depth_[static_cast<std::size_t>(y) * kSize + static_cast<std::size_t>(x)];
                    if (depth <= stored) return;
                    if (instance.masked) {
                        const float px = static_cast<float>(x) + 0.5F;
                        const float py = static_cast<float>(y) + 0.5F;
                        const Vec3 ray = projection_.ray(px, py);
                        if (seen.alpha(
                                {ray, projection_.ray(px + 1, py), projection_.ray(px, py + 1)}) <
                            instance.material->alpha_cutoff) {
                            return;
                        }
                    }
                    stored = depth;
                });
            }
        });
}

float ShadowMap::light_at(Vec3 position, Vec3 normal) const {
    const Vec3 moved = position + normal * (2.5F * kTexel);
    const Vec3 v = projection_.frame.to_frame(moved - projection_.eye);
    const float distance = -v.z;
    const float scale = kSize / 2.0F;
    const float x = (v.x / (distance * projection_.half_x) + 1) * scale - 0.5F;
    const float y = (1 - v.y / (distance * projection_.half_y)) * scale - 0.5F;
    if (!(x >= 0 && y >= 0 && x < kSize && y < kSize)) return 1;
    const auto ix = static_cast<int>(x);
    const auto iy = static_cast<int>(y);
    const float fx = x - static_cast<float>(ix);
    const float fy = y - static_cast<float>(iy);
    const float reach = 1 / (distance - 2 * kTexel);
    constexpr int last = static_cast<int>(kSize) - 1;
    float sum = 0;
    float weights = 0;
    // A box whose ends are cut at the fraction: its weight is the same everywhere.
    for (int dy = -kSoftness; dy <= kSoftness + 1; ++dy) {
        const float wy = dy == -kSoftness ? 1 - fy : dy == kSoftness + 1 ? fy : 1;
        for (int dx = -kSoftness; dx <= kSoftness + 1; ++dx) {
            const float wx = dx == -kSoftness ? 1 - fx : dx == kSoftness + 1 ? fx : 1;
            const auto at = static_cast<std::size_t>(std::clamp(iy + dy, 0, last)) * kSize +
                            static_cast<std::size_t>(std::clamp(ix + dx, 0, last));
            weights += wx * wy;
            if (depth_[at] <= reach) sum += wx * wy;
        }
    }
    return sum / weights;
}

}  // namespace galley::preview
