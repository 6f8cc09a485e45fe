#pragma once

#include "galley/asset/mesh.h"

namespace galley {

inline constexpr std::uint32_t kMaxAttributes = 19;  // 3 + 8 uvs + 8 colours
inline constexpr std::uint32_t kMaxStreams = 8;
inline constexpr std::uint32_t kMaxLevels = 16;
/// Up to this many vertices the indices have 16 bits.
inline constexpr std::uint32_t kMaxShortVertices = 65536;

/// P1 to P3, and the ranges of P5 to P7: everything that does not need the vertices' and indices'
/// bytes. A reader calls it before it uses a count.
[[nodiscard]] Result<void> check_mesh_layout(const MeshView& mesh);

/// P4, P8, and the parts of P6 and P7 that look at every vertex. The layout was checked before, and
/// the streams have their sizes.
[[nodiscard]] Result<void> check_mesh_contents(const MeshView& mesh);

/// The mesh as a view with 32-bit indices.
[[nodiscard]] MeshView borrow(const Mesh& mesh);

}  // namespace galley
