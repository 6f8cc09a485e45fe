#pragma once

#include "galley/base/result.h"
#include "galley/texel/image.h"

namespace galley::texel {

struct ImageDifference {
    std::uint64_t different_pixels = 0;
    double largest = 0;  ///< largest difference of two samples, in sample units (0..1 for unorm)
    double mean_square = 0;  ///< over all samples
    double psnr_db = 0;      ///< 10 log10(1 / mean_square); infinity when equal
};

/// Compares two pictures of one size, channel count and sample type (kImageMismatch otherwise).
[[nodiscard]] Result<ImageDifference> compare_images(const Image& a, const Image& b);

}  // namespace galley::texel
