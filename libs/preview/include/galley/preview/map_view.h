#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "galley/base/result.h"
#include "galley/texel/image.h"
#include "galley/vda/tilemap.h"
#include "galley/vda/world.h"

namespace galley::preview {

/// What the names in a map look like, as 8-bit RGBA pictures; of a material its base colour. A name
/// that is not there gets a colour of its own and stripes.
struct MapPictures {
    std::map<std::string, Image, std::less<>> textures;
    std::map<std::string, Image, std::less<>> materials;
};

struct MapViewOptions {
    std::uint32_t width = 0;  ///< of the whole picture, with its legend; 0 lets the map decide
    std::uint32_t height = 0;
};

/// Lists longer than these are drawn in part, so that no file takes forever.
inline constexpr std::size_t kMostMapLayers = 256;
inline constexpr std::size_t kMostMapShapes = 256;
inline constexpr std::size_t kMostMapMarks = 4096;

/// A tile map from its terrains' pictures, layer over layer (by `layer`, then by z), with its
/// objects, and a legend of terrains, layers and objects beside it. Two things that a tile map does
/// not hold are guessed: the size of a tile inside a tileset (the largest square of which the
/// picture has the rows and columns that terrains ask for), and which variant and flip a cell shows
/// (by a hash of its place). A picture below 640 x 360 has no legend. kPreviewTooLarge for sides
/// above 8192.
[[nodiscard]] Result<Image> view_tilemap(const vda::Tilemap& map, const MapPictures& pictures,
                                         const MapViewOptions& options);

/// What a world's file holds, from above, x to the right and z down: features, areas of
/// vegetation, places, entities, chunks, and a legend of biomes, spacings and densities. Nothing is
/// generated: where biomes lie is decided by Veduta at run time.
[[nodiscard]] Result<Image> view_world(const vda::World& world, const MapPictures& pictures,
                                       const MapViewOptions& options);

}  // namespace galley::preview
