#pragma once

#include <cstdint>
#include <vector>

#include "galley/asset/material.h"
#include "galley/asset/mesh.h"
#include "galley/base/jobs.h"
#include "galley/base/vec.h"
#include "galley/geometry/triangle_mesh.h"
#include "galley/texel/image.h"

namespace galley::preview {

/// A picture as shading reads it: 8-bit RGBA with every mip level. With `srgb`, colour channels
/// hold the sRGB transfer function and are averaged and filtered as linear light.
struct Texture {
    struct Level {
        std::uint32_t width = 1;
        std::uint32_t height = 1;
        std::vector<std::uint8_t> rgba;  ///< rows from the top, tightly packed
    };
    std::vector<Level> levels;  ///< never empty; the last is 1x1
    bool srgb = false;
};

/// Makes the chain; a picture with a side above `max_side` is halved until it fits. Grey becomes
/// three equal channels, alpha is 1 where the picture has none, floats are clamped to 0..1.
[[nodiscard]] Texture make_texture(const Image& image, bool srgb, std::uint32_t max_side);
/// What stands for a picture that cannot be had: a magenta and black checker.
[[nodiscard]] Texture missing_texture();

/// One mesh drawn with one material at one place.
struct Instance {
    std::uint32_t mesh = 0;
    std::int32_t material = -1;  ///< -1: plain grey
    Mat4 world;                  ///< a negative determinant turns the winding around
};

/// What is drawn. It owns everything; indices were checked by who built it.
struct Scene {
    std::vector<TriangleMesh> meshes;
    /// `TextureSlot::texture` indexes `textures` here.
    std::vector<Material> materials;
    std::vector<Texture> textures;
    std::vector<Instance> instances;
};

/// A cooked mesh (its level `level`, or the coarsest when there are fewer) in plain grey.
[[nodiscard]] Scene scene_from_mesh(const MeshView& mesh, std::uint32_t level);

/// A sphere of radius 1 that wears `material`; `textures` are what its slots index, and a slot
/// beyond them shows the missing texture.
[[nodiscard]] Scene scene_from_material(Material material, std::vector<Texture> textures);

/// Counter-clockwise sphere of radius 1, its axis on Y, with uv (u from 0 to 2) and tangents.
[[nodiscard]] TriangleMesh sphere_mesh(std::uint32_t segments, std::uint32_t rings);

}  // namespace galley::preview
