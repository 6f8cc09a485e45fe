#pragma once

#include "galley/asset/material.h"
#include "galley/preview/scene.h"

namespace galley::preview {

/// A uv and how it changes to the next sample across and down.
struct Footprint {
    Vec2 uv;
    Vec2 dx;
    Vec2 dy;
};

/// KHR_texture_transform: scaled, then turned counter-clockwise as seen with v downward, then
/// moved.
[[nodiscard]] Footprint transformed(const TextureSlot& slot, const Footprint& footprint);

/// RGBA as shading wants it: colour channels of an sRGB texture as linear light. Filters between
/// texels and levels as the slot says; the level is the one whose texels the footprint's longer
/// axis covers once.
[[nodiscard]] Vec4 sample(const Texture& texture, const TextureSlot& slot,
                          const Footprint& footprint);

}  // namespace galley::preview
