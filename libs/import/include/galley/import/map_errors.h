#pragma once

#include "galley/base/result.h"

namespace galley {

inline constexpr ErrorCode kMapForm{"G2301", "JSON is not the form of a world or tile map"};
inline constexpr ErrorCode kMapName{"G2302", "world or tile map without a valid name"};
inline constexpr ErrorCode kMapBiome{"G2303", "world with two biomes of the name"};

}  // namespace galley
