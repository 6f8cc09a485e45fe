#include "rasterizer.h"

#include <cmath>

namespace galley::preview {
namespace {

/// Nearer than this (the scene's radius is 1) is behind the camera.
constexpr float kNear = 1e-4F;
/// Corners may lie this many half-widths outside the grid before they are clipped, so that
/// snapped coordinates and their products stay small.
constexpr float kGuard = 8.0F;
constexpr std::size_t kBatchTriangles = 131072;

/// A corner before the divide, in units of half the grid: visible when -w <= x, y <= w.
struct ClipVertex {
    float x = 0, y = 0, w = 1;
};

struct Polygon {
    std::array<ClipVertex, 9> v;
    std::size_t size = 0;
};

ClipVertex project(const Projection& p, Vec3 point) {
    const Vec3 v = p.frame.to_frame(point - p.eye);
    return {v.x / p.half_x, v.y / p.half_y, -v.z};
}

float plane_distance(const ClipVertex& v, int plane) {
    switch (plane) {
    case 0: return v.w - kNear;
    case 1: return kGuard * v.w - v.x;
    case 2: return kGuard * v.w + v.x;
    case 3: return kGuard * v.w - v.y;
    default: return kGuard * v.w + v.y;
    }
}

/// Sutherland and Hodgman's clipping against one plane.
Polygon clip(const Polygon& in, int plane) {
    Polygon out;
    for (std::size_t i = 0; i < in.size; ++i) {
        const ClipVertex& a = in.v[i];
        const ClipVertex& b = in.v[(i + 1) % in.size];
        const float da = plane_distance(a, plane);
        const float db = plane_distance(b, plane);
        if (da >= 0) out.v[out.size++] = a;
        if ((da >= 0) != (db >= 0)) {
            const float t = da / (da - db);
            out.v[out.size++] = {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t,
                                 a.w + (b.w - a.w) * t};
        }
    }
    return out;
}

class Setup {
public:
    Setup(const PreparedScene& scene, const Projection& projection, const GridRect& area, bool cull)
        : scene_(scene), projection_(projection), area_(area), cull_(cull) {}

    void add(std::uint32_t instance, std::uint32_t triangle, std::vector<GridTriangle>& out) const {
        const auto corners = scene_.corners(instance, triangle);
        if (!corners) return;
        Polygon polygon;
        polygon.size = 3;
        bool inside = true;
        for (std::size_t i = 0; i < 3; ++i) {
            polygon.v[i] = project(projection_, (*corners)[i]);
            for (int plane = 0; plane < 5; ++plane) {
                inside = inside && plane_distance(polygon.v[i], plane) >= 0;
            }
        }
        for (int plane = 0; !inside && plane < 5 && polygon.size >= 3; ++plane) {
            polygon = clip(polygon, plane);
        }
        const PreparedInstance& in = scene_.instances[instance];
        const Facing facing = !cull_ || in.material->double_sided ? Facing::both
                              : in.mirrored                       ? Facing::clockwise
                                                                  : Facing::counter_clockwise;
        for (std::size_t i = 2; i < polygon.size; ++i) {
            emit({polygon.v[0], polygon.v[i - 1], polygon.v[i]}, facing, {instance, triangle}, out);
        }
    }

private:
    enum class Facing : std::uint8_t { both, clockwise, counter_clockwise };

    void emit(const std::array<ClipVertex, 3>& v, Facing facing, TriangleRef ref,
              std::vector<GridTriangle>& out) const {
        GridTriangle t{};
        t.instance = ref.instance;
        t.triangle = ref.triangle;
        const float half_width = static_cast<float>(projection_.width) / 2;
        const float half_height = static_cast<float>(projection_.height) / 2;
        for (std::size_t i = 0; i < 3; ++i) {
            const float inverse = 1 / v[i].w;
            const float x = (v[i].x * inverse + 1) * half_width;
            const float y = (1 - v[i].y * inverse) * half_height;
            t.x[i] = static_cast<std::int32_t>(std::lrint(x * kSubsamples));
            t.y[i] = static_cast<std::int32_t>(std::lrint(y * kSubsamples));
            t.depth[i] = inverse;
        }
        const std::int64_t area =
            (std::int64_t{t.x[1]} - t.x[0]) * (std::int64_t{t.y[2]} - t.y[0]) -
            (std::int64_t{t.y[1]} - t.y[0]) * (std::int64_t{t.x[2]} - t.x[0]);
        if (area == 0) return;
        // The grid's y goes down: positive is clockwise to the eye.
        if (area > 0 && facing == Facing::counter_clockwise) return;
        if (area < 0 && facing == Facing::clockwise) return;
        if (area < 0) {
            std::swap(t.x[1], t.x[2]);
            std::swap(t.y[1], t.y[2]);
            std::swap(t.depth[1], t.depth[2]);
        }
        const auto [min_x, max_x] = std::minmax({t.x[0], t.x[1], t.x[2]});
        const auto [min_y, max_y] = std::minmax({t.y[0], t.y[1], t.y[2]});
        if (max_x < area_.x0 * kSubsamples || min_x >= area_.x1 * kSubsamples ||
            max_y < area_.y0 * kSubsamples || min_y >= area_.y1 * kSubsamples) {
            return;
        }
        out.push_back(t);
    }

    const PreparedScene& scene_;
    const Projection& projection_;
    GridRect area_;
    bool cull_;
};

using Tiles = std::vector<std::vector<const GridTriangle*>>;

class Batch {
public:
    Batch(const GridRect& area, JobPool& pool, const DrawTile& draw)
        : area_(area), columns_((area.x1 - area.x0 + kTileSize - 1) / kTileSize),
          rows_((area.y1 - area.y0 + kTileSize - 1) / kTileSize),
          tiles_(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_)), pool_(pool),
          draw_(draw) {}

    /// Lists in order; they must live until this returns.
    void run(std::span<const std::vector<GridTriangle>> lists) {
        for (const auto& list : lists) {
            for (const GridTriangle& t : list) bin(t);
        }
        pool_.parallel_for(tiles_.size(), 1, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                if (tiles_[i].empty()) continue;
                draw_(rect(static_cast<std::int32_t>(i)), tiles_[i]);
                tiles_[i].clear();
            }
        });
    }

private:
    [[nodiscard]] GridRect rect(std::int32_t index) const {
        const std::int32_t x = area_.x0 + (index % columns_) * kTileSize;
        const std::int32_t y = area_.y0 + (index / columns_) * kTileSize;
        return {x, y, std::min(x + kTileSize, area_.x1), std::min(y + kTileSize, area_.y1)};
    }

    void bin(const GridTriangle& t) {
        const auto [min_x, max_x] = std::minmax({t.x[0], t.x[1], t.x[2]});
        const auto [min_y, max_y] = std::minmax({t.y[0], t.y[1], t.y[2]});
        const auto tile = [](std::int32_t at, std::int32_t origin, std::int32_t count) {
            return std::clamp(((at >> 8) - origin) / kTileSize, 0, count - 1);
        };
        const std::int32_t x1 = tile(max_x, area_.x0, columns_);
        const std::int32_t y1 = tile(max_y, area_.y0, rows_);
        for (std::int32_t y = tile(min_y, area_.y0, rows_); y <= y1; ++y) {
            for (std::int32_t x = tile(min_x, area_.x0, columns_); x <= x1; ++x) {
                tiles_[static_cast<std::size_t>(y * columns_ + x)].push_back(&t);
            }
        }
    }

    GridRect area_;
    std::int32_t columns_;
    std::int32_t rows_;
    Tiles tiles_;
    JobPool& pool_;
    const DrawTile& draw_;
};

}  // namespace

void rasterize(const PreparedScene& scene, std::span<const Chunk> chunks,
               const Projection& projection, const GridRect& area, bool cull, JobPool& pool,
               const DrawTile& draw) {
    const Setup setup(scene, projection, area, cull);
    Batch batch(area, pool, draw);
    while (!chunks.empty()) {
        std::size_t count = 0;
        std::size_t triangles = 0;
        while (count < chunks.size() && triangles < kBatchTriangles) {
            triangles += chunks[count++].count;
        }
        std::vector<std::vector<GridTriangle>> lists(count);
        pool.parallel_for(count, 4, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                const Chunk& chunk = chunks[i];
                for (std::uint32_t t = chunk.first; t < chunk.first + chunk.count; ++t) {
                    setup.add(chunk.instance, t, lists[i]);
                }
            }
        });
        batch.run(lists);
        chunks = chunks.subspan(count);
    }
}

void rasterize(const PreparedScene& scene, std::span<const TriangleRef> triangles,
               const Projection& projection, const GridRect& area, bool cull, JobPool& pool,
               const DrawTile& draw) {
    const Setup setup(scene, projection, area, cull);
    Batch batch(area, pool, draw);
    while (!triangles.empty()) {
        const auto part = triangles.first(std::min(triangles.size(), kBatchTriangles));
        constexpr std::size_t grain = 4096;
        std::vector<std::vector<GridTriangle>> lists((part.size() + grain - 1) / grain);
        pool.parallel_for(lists.size(), 1, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                const std::size_t last = std::min(part.size(), (i + 1) * grain);
                for (std::size_t t = i * grain; t < last; ++t) {
                    setup.add(part[t].instance, part[t].triangle, lists[i]);
                }
            }
        });
        batch.run(lists);
        triangles = triangles.subspan(part.size());
    }
}

}  // namespace galley::preview
