#pragma once

#include <cstdint>

#include "galley/asset/texture.h"
#include "galley/base/result.h"
#include "galley/preview/render.h"
#include "galley/texel/image.h"

namespace galley::preview {

/// What of a pixel is shown: all of it, or one channel as grey, as it is stored.
enum class ShownChannel : std::uint8_t { all, r, g, b, a };

struct TextureViewOptions {
    /// The picture's size; 0 lets the texture decide: its own size, halved until it is at most
    /// 1024, or multiplied by a whole number until it is at least 256.
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::uint32_t level = 0;
    float exposure = 0;  ///< stops; for what is not in 0..1 as well
    ShownChannel channel = ShownChannel::all;
};

/// Shows a decoded picture as 8-bit sRGB RGBA, its transparency over a checkerboard. Enlarges by
/// whole pixels and reduces by averaging linear light. Float pictures are linear and tone mapped.
/// A requested size is filled as far as the aspect allows, on a dark ground.
[[nodiscard]] Result<Image> view_image(const Image& image, const TextureViewOptions& options);

/// The same for one level of a cooked texture, swizzle applied; layers and faces stand side by side
/// in a grid (at most 64 of them).
[[nodiscard]] Result<Image> view_texture_level(const TextureView& texture,
                                               const TextureViewOptions& options);

/// Two pictures of one size (8-bit RGBA) side by side, and how much they differ: the difference of
/// each channel times `amplify` in a third. kPreviewSizesDiffer when the sizes differ.
[[nodiscard]] Result<Image> view_difference(const Image& left, const Image& right, float amplify);

}  // namespace galley::preview
