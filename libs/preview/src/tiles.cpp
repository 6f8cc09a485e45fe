#include "tiles.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "galley/texel/srgb.h"
#include "map_sheet.h"

namespace galley::preview {

namespace {

/// Part of a picture, in its pixels.
struct Cut {
    std::uint32_t x = 0;
    std::uint32_t y = 0;
    std::uint32_t width = 0;
    std::uint32_t height = 0;
};

struct Light {
    float channels[3] = {};
    float alpha = 0;
};

Light mean_light(const Image& image, const Cut& cut) {
    const float* table = texel::srgb8_to_linear_table();
    Light sum;
    for (std::uint32_t y = cut.y; y < cut.y + cut.height; ++y) {
        for (std::uint32_t x = cut.x; x < cut.x + cut.width; ++x) {
            const std::byte* p = image.pixels.data() + (std::size_t{y} * image.width + x) * 4;
            const float alpha = static_cast<float>(std::to_integer<int>(p[3])) / 255.0F;
            for (std::size_t i = 0; i < 3; ++i) {
                sum.channels[i] += table[std::to_integer<std::size_t>(p[i])] * alpha;
            }
            sum.alpha += alpha;
        }
    }
    if (sum.alpha > 0) {
        for (float& channel : sum.channels) channel /= sum.alpha;
    }
    sum.alpha /= static_cast<float>(cut.width) * static_cast<float>(cut.height);
    return sum;
}

/// The cut as a square of `side` pixels: whole pixels when enlarged, averages when reduced.
Image scaled(const Image& image, const Cut& cut, std::uint32_t side) {
    Image out{side, side, 4, SampleType::unorm8, Bytes(std::size_t{side} * side * 4)};
    const texel::Srgb8Encoder& encode = texel::Srgb8Encoder::get();
    const auto range = [side](std::uint32_t at, std::uint32_t start, std::uint32_t size) {
        const auto from = static_cast<std::uint32_t>(std::uint64_t{at} * size / side);
        const auto to = static_cast<std::uint32_t>((std::uint64_t{at} + 1) * size / side);
        return std::pair(start + from, std::max(to, from + 1) - from);
    };
    for (std::uint32_t y = 0; y < side; ++y) {
        const auto [top, height] = range(y, cut.y, cut.height);
        for (std::uint32_t x = 0; x < side; ++x) {
            const auto [left, width] = range(x, cut.x, cut.width);
            const Light light = mean_light(image, {left, top, width, height});
            std::byte* p = out.pixels.data() + (std::size_t{y} * side + x) * 4;
            for (std::size_t i = 0; i < 3; ++i) p[i] = std::byte{encode(light.channels[i])};
            p[3] = static_cast<std::byte>(static_cast<int>(light.alpha * 255.0F + 0.5F));
        }
    }
    return out;
}

Image plain(Ink colour, std::uint32_t side) {
    Image out{side, side, 4, SampleType::unorm8, Bytes(std::size_t{side} * side * 4)};
    const std::byte pixel[] = {std::byte{colour.r}, std::byte{colour.g}, std::byte{colour.b},
                               std::byte{255}};
    for (std::size_t i = 0; i < out.pixels.size(); ++i) out.pixels[i] = pixel[i % 4];
    return out;
}

/// Side of a tile in a tileset: the largest square of which the picture has the columns and rows
/// that the map's terrains ask for, preferring one that divides the picture.
std::uint32_t tile_side(const vda::Tilemap& map, const std::string& texture, const Image& image) {
    std::uint32_t columns = 1;
    std::uint32_t rows = 1;
    for (const vda::TilemapTerrain& terrain : map.terrains) {
        if (!terrain.tileset || terrain.texture != texture) continue;
        columns = std::max(columns, std::uint32_t{terrain.tile_column} + terrain.variants);
        rows = std::max(rows, std::uint32_t{terrain.tile_row} + 1);
    }
    const std::uint32_t most = std::min(image.width / columns, image.height / rows);
    for (std::uint32_t side = most; side > 0; --side) {
        if (image.width % side == 0 && image.height % side == 0) return side;
    }
    return 0;
}

const Image* find(const std::map<std::string, Image, std::less<>>& pictures,
                  const std::string& name) {
    const auto found = pictures.find(name);
    return found == pictures.end() || found->second.pixels.empty() ? nullptr : &found->second;
}

/// Cells choose variants and flips by this: neighbours differ, and every run gives the same.
std::uint32_t hash_of_cell(std::uint32_t x, std::uint32_t y, std::uint32_t layer) {
    std::uint32_t h = x * 0x9e3779b1U ^ y * 0x85ebca77U ^ layer * 0xc2b2ae3dU;
    h ^= h >> 15;
    h *= 0x2c1b3c6dU;
    h ^= h >> 12;
    return h;
}

Image flipped(const Image& tile, bool across, bool upside_down) {
    Image out = tile;
    for (std::uint32_t y = 0; y < tile.height; ++y) {
        const std::uint32_t from_y = upside_down ? tile.height - 1 - y : y;
        for (std::uint32_t x = 0; x < tile.width; ++x) {
            const std::uint32_t from_x = across ? tile.width - 1 - x : x;
            std::copy_n(tile.pixels.begin() + static_cast<std::ptrdiff_t>(
                                                  (std::size_t{from_y} * tile.width + from_x) * 4),
                        4,
                        out.pixels.begin() +
                            static_cast<std::ptrdiff_t>((std::size_t{y} * tile.width + x) * 4));
        }
    }
    return out;
}

/// Layers in the order in which they are drawn.
std::vector<const vda::TilemapLayer*> in_order(const vda::Tilemap& map) {
    std::vector<const vda::TilemapLayer*> layers;
    for (const vda::TilemapLayer& layer : map.layers) layers.push_back(&layer);
    // A z may be any float; one that is no number comes last. The layers lie in one array: of
    // equals the first stays first.
    const auto height = [](const vda::TilemapLayer* layer) {
        return std::isnan(layer->z) ? std::numeric_limits<float>::infinity() : layer->z;
    };
    std::ranges::sort(layers, [&](const auto* a, const auto* b) {
        if (a->layer != b->layer) return a->layer < b->layer;
        return height(a) != height(b) ? height(a) < height(b) : a < b;
    });
    if (layers.size() > kMostMapLayers) layers.resize(kMostMapLayers);
    return layers;
}

}  // namespace

Tiles::Tiles(const vda::Tilemap& map, const MapPictures& pictures, std::uint32_t side)
    : map_(map), side_(side) {
    std::map<std::string, std::uint32_t> sides;
    for (const vda::TilemapTerrain& terrain : map.terrains) {
        Terrain& out = terrains_.emplace_back();
        const bool texture = !terrain.texture.empty();
        out.image = texture ? find(pictures.textures, terrain.texture)
                            : find(pictures.materials, terrain.material);
        if (out.image == nullptr || !texture || !terrain.tileset) continue;
        const auto [known, first] = sides.try_emplace(terrain.texture, 0);
        if (first) known->second = tile_side(map, terrain.texture, *out.image);
        out.cut = known->second;
    }
}

std::uint32_t Tiles::variants(std::size_t terrain) const {
    return terrains_[terrain].cut == 0 ? 1 : map_.terrains[terrain].variants;
}

const Image& Tiles::tile(std::size_t terrain, std::uint32_t variant) {
    const auto [known, first] = scaled_.try_emplace({terrain, variant});
    if (!first) return known->second;
    const Terrain& source = terrains_[terrain];
    const vda::TilemapTerrain& row = map_.terrains[terrain];
    if (source.image == nullptr) {
        const std::string& name = row.texture.empty() ? row.material : row.texture;
        return known->second = plain(colour_of_name(name), 1);
    }
    const std::uint32_t cut = source.cut;
    const Cut whole{0, 0, source.image->width, source.image->height};
    const Cut tile{(row.tile_column + variant) * cut, row.tile_row * cut, cut, cut};
    return known->second = scaled(*source.image, cut == 0 ? whole : tile, side_);
}

void draw_tiles(const vda::Tilemap& map, Tiles& tiles, Drawing& drawing, const Rect& area) {
    const double width = area.width() / map.columns;
    const double height = area.height() / map.rows;
    if (width < 1) {  // several cells a pixel: a pixel a cell first, then their average
        Drawing whole(map.columns, map.rows, mix(kPaper, kHair, 0.45F));
        draw_tiles(map, tiles, whole,
                   {0, 0, static_cast<double>(map.columns), static_cast<double>(map.rows)});
        drawing.picture(area, whole.take());
        return;
    }
    std::uint32_t number = 0;
    for (const vda::TilemapLayer* layer : in_order(map)) {
        ++number;
        for (std::uint32_t y = 0; y < map.rows; ++y) {
            const double top = std::round(area.top + y * height);
            const double bottom = std::round(area.top + (y + 1) * height);
            for (std::uint32_t x = 0; x < map.columns; ++x) {
                const std::uint16_t cell = layer->cells[std::size_t{y} * map.columns + x];
                if (cell == 0) continue;
                const std::size_t terrain = cell - std::size_t{1};
                const std::uint32_t hash = hash_of_cell(x, y, number);
                const Image& tile = tiles.tile(terrain, (hash >> 4) % tiles.variants(terrain));
                const unsigned flip = map.terrains[terrain].flip & hash & 3U;
                const Rect at{std::round(area.left + x * width), top,
                              std::round(area.left + (x + 1) * width), bottom};
                if (flip == 0) {
                    drawing.picture(at, tile);
                } else {
                    drawing.picture(at, flipped(tile, (flip & 1U) != 0, flip >= 2));
                }
            }
        }
    }
}

}  // namespace galley::preview
