#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "galley/base/bytes.h"
#include "galley/base/result.h"
#include "galley/base/vec.h"

namespace galley {

/// What a vertex attribute holds; numbers are on disk.
enum class VertexSemantic : std::uint8_t {
    position = 0,  ///< metres, right-handed, +Y up
    normal = 1,    ///< unit length
    tangent = 2,   ///< xyz unit, w = +1 or -1: bitangent = cross(normal, tangent.xyz) * w
    uv = 3,        ///< v grows downward (top-left origin)
    color = 4,     ///< linear RGBA
};
[[nodiscard]] std::string_view semantic_word(VertexSemantic semantic);

enum class VertexFormat : std::uint8_t {
    f32x2 = 0,
    f32x3 = 1,
    f32x4 = 2,
    unorm8x4 = 3,
    unorm16x4 = 4,
};
[[nodiscard]] std::uint32_t vertex_format_bytes(VertexFormat format);

struct VertexAttribute {
    VertexSemantic semantic = VertexSemantic::position;
    std::uint8_t set = 0;  ///< uv 0, uv 1, ...; 0..7
    VertexFormat format = VertexFormat::f32x3;
    std::uint8_t stream = 0;   ///< index into the streams
    std::uint16_t offset = 0;  ///< bytes from the start of a vertex in that stream

    friend bool operator==(const VertexAttribute&, const VertexAttribute&) = default;
};

/// A range of the indices; level 0 is the full mesh. Levels tile the indices: each begins where the
/// one before ends.
struct MeshLevel {
    std::uint32_t first_index = 0;
    std::uint32_t index_count = 0;  ///< a multiple of 3
    float error = 0;                ///< metres, finite, not decreasing from level to level

    friend bool operator==(const MeshLevel&, const MeshLevel&) = default;
};

struct BoundingSphere {
    Vec3 center;
    float radius = 0;
    friend bool operator==(const BoundingSphere&, const BoundingSphere&) = default;
};

/// A triangle mesh as the GPU takes it: stream 0 holds positions alone (depth and shadow passes
/// read nothing else), stream 1 the rest interleaved. Counter-clockwise triangles face front.
struct Mesh {
    std::uint32_t vertex_count = 0;
    std::vector<VertexAttribute> attributes;  ///< sorted by semantic, then set
    struct Stream {
        std::uint32_t stride = 0;  ///< a multiple of 4
        Bytes bytes;               ///< vertex_count * stride
    };
    std::vector<Stream> streams;
    std::vector<std::uint32_t> indices;
    std::vector<MeshLevel> levels;
    Aabb bounds;
    BoundingSphere sphere;
};

/// A mesh used in place; spans borrow the body's bytes. Exactly one of the index spans is used:
/// 16-bit indices when there are at most 65,536 vertices.
struct MeshView {
    std::uint32_t vertex_count = 0;
    std::vector<VertexAttribute> attributes;
    struct Stream {
        std::uint32_t stride = 0;
        ByteSpan bytes;
    };
    std::vector<Stream> streams;
    std::uint32_t index_count = 0;
    std::span<const std::uint16_t> indices16;
    std::span<const std::uint32_t> indices32;
    std::vector<MeshLevel> levels;
    Aabb bounds;
    BoundingSphere sphere;

    [[nodiscard]] std::uint32_t index(std::size_t i) const {
        return indices16.empty() ? indices32[i] : indices16[i];
    }
    [[nodiscard]] const VertexAttribute* find(VertexSemantic semantic, unsigned set = 0) const;
};

/// A copy that owns its bytes.
[[nodiscard]] Mesh to_mesh(const MeshView& view);

/// Rules P1 to P8 of `docs/formats/gmsh.md`: indices below the vertex count, whole triangles,
/// attributes inside their strides and not overlapping, one position (alone in stream 0), finite
/// numbers, bounds and sphere that hold every position. A mesh has at least one triangle.
[[nodiscard]] Result<void> check_mesh(const Mesh& mesh);

/// The payload of a GMSH chunk; refuses what `check_mesh` refuses.
[[nodiscard]] Result<Bytes> encode_mesh(const Mesh& mesh);
/// Checks everything and borrows. The payload must be aligned to 16 bytes in memory;
/// `verify_segments` false leaves out the hashes alone.
[[nodiscard]] Result<MeshView> view_mesh(ByteSpan payload, bool verify_segments = true);

}  // namespace galley
