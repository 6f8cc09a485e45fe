#pragma once

#include "galley/texel/image.h"

namespace galley::texel {

/// What a picture looks like, whatever it is used for.
struct PictureLook {
    /// Nearly every pixel is a unit vector, as 2v - 1, that points out of the surface.
    bool like_normals = false;
    /// Nearly every pixel has no blue, and its red and green, as 2v - 1, are within a unit
    /// vector: normals without their z (BC5) look so. So do some pictures that are none.
    bool two_channels = false;
    /// Of either: the slopes fit together as those of one surface with green turned over, and not
    /// as it is: green points down, as DirectX has it, and not up (glTF 2.0, section 3.9.3).
    bool green_down = false;
    /// There is an alpha channel, and it is full everywhere.
    bool alpha_full = false;
};

/// Looks at up to about a million pixels. `image` is valid (`check_image`).
[[nodiscard]] PictureLook look_of(const Image& image);

}  // namespace galley::texel
