#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "galley/base/jobs.h"
#include "galley/base/result.h"
#include "galley/preview/scene.h"

namespace galley::preview {

/// The space that everything is drawn in: the scene's bounds centred on the origin with a radius of
/// 1, +Y up. Files come in every unit; after this all tolerances can be plain numbers.
struct PreparedInstance {
    const TriangleMesh* mesh = nullptr;
    const Material* material = nullptr;
    Mat4 to_world;
    /// Inverse transpose of the upper 3x3 up to a positive factor, column-major.
    std::array<Vec3, 3> normal_columns;
    bool mirrored = false;  ///< counter-clockwise in the file is clockwise here
    bool blended = false;   ///< sees what is behind it: drawn after everything else, far to near
    bool masked = false;

    [[nodiscard]] Vec3 normal(Vec3 n) const {
        return normal_columns[0] * n.x + normal_columns[1] * n.y + normal_columns[2] * n.z;
    }
};

/// A run of triangles of one instance: the unit in which work is shared out.
struct Chunk {
    std::uint32_t instance = 0;
    std::uint32_t first = 0;  ///< triangle
    std::uint32_t count = 0;
};
inline constexpr std::uint32_t kChunkTriangles = 16384;

struct PreparedScene {
    const Scene* scene = nullptr;
    std::vector<PreparedInstance> instances;
    std::vector<Chunk> solid;  ///< opaque and masked
    std::vector<Chunk> blended;

    /// The corners of a triangle; nothing when one is not finite.
    [[nodiscard]] std::optional<std::array<Vec3, 3>> corners(std::uint32_t instance,
                                                             std::uint32_t triangle) const;
};

[[nodiscard]] Result<PreparedScene> prepare_scene(const Scene& scene, bool z_up, JobPool& pool);

}  // namespace galley::preview
