#pragma once

#include <string>
#include <vector>

#include "galley/base/bytes.h"

namespace galley::bench {

inline constexpr std::uint32_t kCropSide = 512;

/// RGBA of 8 bits, kCropSide squared.
struct Crop {
    std::string name;
    Bytes pixels;
};

/// The five pictures that encoders of blocks are measured on, cut from files of the corpus: albedo,
/// normal, metal_rough, rgba (a gradient in alpha), photo. Empty where there is no corpus.
const std::vector<Crop>& crops();

}  // namespace galley::bench
