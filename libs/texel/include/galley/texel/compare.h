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

/// The mean structural similarity of two such pictures, over all pixels and channels: 1 when they
/// are equal. Wang, Bovik, Sheikh and Simoncelli, "Image Quality Assessment: From Error Visibility
/// to Structural Similarity" (2004): a Gaussian window of 11 x 11 and deviation 1.5, K1 = 0.01,
/// K2 = 0.03, samples in 0..1. Beyond the edges the window is cut and its weights made whole again.
/// Memory: seven floats a pixel.
[[nodiscard]] Result<double> structural_similarity(const Image& a, const Image& b);

}  // namespace galley::texel
