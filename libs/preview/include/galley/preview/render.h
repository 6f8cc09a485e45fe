#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "galley/base/jobs.h"
#include "galley/base/result.h"
#include "galley/preview/scene.h"
#include "galley/texel/image.h"

namespace galley::preview {

/// What stands behind the scene.
struct Background {
    enum class Kind : std::uint8_t { studio, transparent, color };
    Kind kind = Kind::studio;              ///< studio: a dark grey gradient
    std::array<std::uint8_t, 3> rgb = {};  ///< sRGB, for `color`
};

struct RenderOptions {
    std::uint32_t width = 1024;   ///< 1..8192
    std::uint32_t height = 1024;  ///< 1..8192
    /// Where the camera stands, in degrees: around the up axis (0 looks at what faces +Z) and above
    /// the horizon (-89..89).
    float azimuth = 30;
    float elevation = 18;
    bool z_up = false;   ///< the scene's up axis is +Z, not +Y
    float exposure = 0;  ///< stops
    Background background;
};

/// Triangles that one picture may draw, instances counted each time.
inline constexpr std::uint64_t kMaxTriangles = std::uint64_t{64} << 20;

/// Draws a scene: perspective camera framed on everything that is there, four samples a pixel, a
/// fixed studio of lights around the camera with shadows, glTF's metal-rough shading. Gives 8-bit
/// sRGB RGBA, the same bytes for any number of threads. Memory does not grow with the picture's
/// size beyond the picture itself. Fails when there is no triangle to draw, or too much.
[[nodiscard]] Result<Image> render(const Scene& scene, const RenderOptions& options, JobPool& pool);

}  // namespace galley::preview
