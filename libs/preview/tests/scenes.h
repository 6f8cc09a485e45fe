#pragma once

#include <array>

#include "galley/preview/render.h"

namespace galley::preview::test {

/// A square of half side `half` around (0, 0, z) that faces +Z, uv over the whole of it.
inline TriangleMesh square(float half = 1, float z = 0) {
    TriangleMesh mesh;
    mesh.positions = {{-half, -half, z}, {half, -half, z}, {half, half, z}, {-half, half, z}};
    mesh.uvs = {{{0, 1}, {1, 1}, {1, 0}, {0, 0}}};
    mesh.indices = {0, 1, 2, 0, 2, 3};
    return mesh;
}

inline Material unlit(Vec4 color) {
    Material material;
    material.unlit = true;
    material.base_color = color;
    return material;
}

/// From the front, small, without a gradient behind.
inline RenderOptions frontal() {
    RenderOptions options;
    options.width = 64;
    options.height = 64;
    options.azimuth = 0;
    options.elevation = 0;
    options.background = {Background::Kind::color, {0, 0, 255}};
    return options;
}

inline std::array<int, 4> pixel(const Image& image, std::uint32_t x, std::uint32_t y) {
    std::array<int, 4> out{};
    for (std::size_t i = 0; i < 4; ++i) {
        out[i] = std::to_integer<int>(image.pixels[(std::size_t{y} * image.width + x) * 4 + i]);
    }
    return out;
}

}  // namespace galley::preview::test
