#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "galley/base/result.h"
#include "gltf/primitive_builder.h"

namespace galley::gltf {

/// `POINTS` ... `TRIANGLE_FAN`.
[[nodiscard]] std::string_view mode_word(std::uint8_t mode);

/// The vertex numbers of a primitive's triangles, three each, in the file's winding, all below the
/// count of its positions. Modes 4 to 6.
[[nodiscard]] Result<std::vector<std::uint32_t>> triangle_corners(const BuildContext& context,
                                                                  const Primitive& primitive,
                                                                  std::uint64_t vertex_count,
                                                                  const std::string& pointer);

/// Renumbers corners so that only vertices in use remain, in their order, and gives their old
/// numbers; gives nothing and changes nothing when all `vertex_count` are in use.
[[nodiscard]] std::vector<std::uint32_t> leave_out_unused(std::vector<std::uint32_t>& corners,
                                                          std::uint64_t vertex_count);

}  // namespace galley::gltf
