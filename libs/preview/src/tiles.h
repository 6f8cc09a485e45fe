#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "drawing.h"
#include "galley/preview/map_view.h"

namespace galley::preview {

/// The tiles of a map's terrains, each scaled to a square of `side` pixels when it is first asked
/// for. Borrows the map and the pictures.
class Tiles {
public:
    Tiles(const vda::Tilemap& map, const MapPictures& pictures, std::uint32_t side);

    [[nodiscard]] std::uint32_t variants(std::size_t terrain) const;
    [[nodiscard]] const Image& tile(std::size_t terrain, std::uint32_t variant);
    /// Whether nothing is known of the terrain's picture.
    [[nodiscard]] bool is_missing(std::size_t terrain) const {
        return terrains_[terrain].image == nullptr;
    }

private:
    struct Terrain {
        const Image* image = nullptr;
        std::uint32_t cut = 0;  ///< side of a tile in its tileset; 0 takes the whole picture
    };
    const vda::Tilemap& map_;
    std::uint32_t side_;
    std::vector<Terrain> terrains_;
    std::map<std::pair<std::size_t, std::uint32_t>, Image> scaled_;
};

/// Draws the layers of a map into `area`, lowest first.
void draw_tiles(const vda::Tilemap& map, Tiles& tiles, Drawing& drawing, const Rect& area);

}  // namespace galley::preview
