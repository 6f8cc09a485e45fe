#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "camera.h"
#include "galley/base/jobs.h"
#include "prepared_scene.h"

namespace galley::preview {

/// A triangle on the grid: corners snapped to 1/256 of a sample, clockwise as seen on the grid
/// (whose y goes down), depth at each corner.
struct GridTriangle {
    std::array<std::int32_t, 3> x;
    std::array<std::int32_t, 3> y;
    std::array<float, 3> depth;
    std::uint32_t instance;
    std::uint32_t triangle;
};

/// Samples [x0, x1) by [y0, y1).
struct GridRect {
    std::int32_t x0 = 0, y0 = 0, x1 = 0, y1 = 0;
};

inline constexpr std::int32_t kSubsamples = 256;
inline constexpr std::int32_t kTileSize = 64;

/// Which triangle, for lists that are in an order of their own.
struct TriangleRef {
    std::uint32_t instance = 0;
    std::uint32_t triangle = 0;
};

/// What is done with the triangles that touch one tile, in the order in which they were given.
/// Tiles run on several threads at once; one tile never does.
using DrawTile =
    std::function<void(const GridRect& tile, std::span<const GridTriangle* const> triangles)>;

/// Projects, culls and clips triangles, sorts them into the tiles of `area` and calls `draw` for
/// each tile with any. Large scenes come in several batches, each complete before the next, so the
/// order for a tile is that of `chunks` whatever the number of threads. `cull` leaves out the back
/// faces of materials that are not double-sided.
void rasterize(const PreparedScene& scene, std::span<const Chunk> chunks,
               const Projection& projection, const GridRect& area, bool cull, JobPool& pool,
               const DrawTile& draw);
/// The same for single triangles in this order.
void rasterize(const PreparedScene& scene, std::span<const TriangleRef> triangles,
               const Projection& projection, const GridRect& area, bool cull, JobPool& pool,
               const DrawTile& draw);

/// Calls `visit(x, y, depth)` for every sample of `rect` whose centre is inside; on a shared edge
/// exactly one of two triangles has it (top-left rule).
template <class Visit>
void visit_samples(const GridTriangle& t, const GridRect& rect, const Visit& visit) {
    const auto [min_x, max_x] = std::minmax({t.x[0], t.x[1], t.x[2]});
    const auto [min_y, max_y] = std::minmax({t.y[0], t.y[1], t.y[2]});
    constexpr std::int32_t half = kSubsamples / 2;
    // Centres are at s * 256 + 128: the first at or after min, the last at or before max.
    const std::int32_t x0 = std::max(rect.x0, (min_x + half - 1) >> 8);
    const std::int32_t x1 = std::min(rect.x1, ((max_x - half) >> 8) + 1);
    const std::int32_t y0 = std::max(rect.y0, (min_y + half - 1) >> 8);
    const std::int32_t y1 = std::min(rect.y1, ((max_y - half) >> 8) + 1);
    if (x0 >= x1 || y0 >= y1) return;

    std::array<std::int64_t, 3> row;
    std::array<std::int64_t, 3> step_x;
    std::array<std::int64_t, 3> step_y;
    const std::int64_t px = std::int64_t{x0} * kSubsamples + half;
    const std::int64_t py = std::int64_t{y0} * kSubsamples + half;
    for (std::size_t i = 0; i < 3; ++i) {
        // Edge i lies opposite corner i.
        const std::size_t a = (i + 1) % 3;
        const std::size_t b = (i + 2) % 3;
        const std::int64_t dx = std::int64_t{t.x[b]} - t.x[a];
        const std::int64_t dy = std::int64_t{t.y[b]} - t.y[a];
        const bool top_left = dy < 0 || (dy == 0 && dx > 0);
        row[i] = dx * (py - t.y[a]) - dy * (px - t.x[a]) - (top_left ? 0 : 1);
        step_x[i] = -dy * kSubsamples;
        step_y[i] = dx * kSubsamples;
    }
    const double area =
        static_cast<double>((std::int64_t{t.x[1]} - t.x[0]) * (std::int64_t{t.y[2]} - t.y[0]) -
                            (std::int64_t{t.y[1]} - t.y[0]) * (std::int64_t{t.x[2]} - t.x[0]));
    const double d1 = double{t.depth[1]} - t.depth[0];
    const double d2 = double{t.depth[2]} - t.depth[0];
    for (std::int32_t y = y0; y < y1; ++y) {
        std::array<std::int64_t, 3> edge = row;
        for (std::int32_t x = x0; x < x1; ++x) {
            if ((edge[0] | edge[1] | edge[2]) >= 0) {
                const double depth =
                    t.depth[0] +
                    (static_cast<double>(edge[1]) * d1 + static_cast<double>(edge[2]) * d2) / area;
                visit(x, y, static_cast<float>(depth));
            }
            for (std::size_t i = 0; i < 3; ++i) edge[i] += step_x[i];
        }
        for (std::size_t i = 0; i < 3; ++i) row[i] += step_y[i];
    }
}

}  // namespace galley::preview
