#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "galley/base/try.h"
#include "galley/preview/map_view.h"
#include "map_sheet.h"
#include "tiles.h"

namespace galley::preview {

namespace {

constexpr double kLongest = 1024;  ///< of a map that decides its own size, in pixels
constexpr double kLargestCell = 72;

/// Pixels of the finished map that a cell takes when nobody asks for a size.
double natural_cell(const vda::Tilemap& map) {
    return std::clamp(std::floor(kLongest / std::max(map.columns, map.rows)), 1.0, kLargestCell);
}

std::vector<std::uint64_t> count_cells(const vda::Tilemap& map) {
    std::vector<std::uint64_t> counts(map.terrains.size() + 1);
    for (const vda::TilemapLayer& layer : map.layers) {
        for (const std::uint16_t cell : layer.cells) ++counts[cell];
    }
    return counts;
}

void draw_grid(MapSheet& sheet, const vda::Tilemap& map) {
    Drawing& drawing = sheet.drawing();
    const Rect& area = sheet.map();
    const double cell = area.width() / map.columns;
    if (cell < 6) return;
    const auto strength = [](std::uint32_t i) { return i % 8 == 0 ? 0.22F : 0.10F; };
    for (std::uint32_t x = 1; x < map.columns; ++x) {
        const double at = std::round(area.left + x * cell);
        drawing.rect({at, area.top, at + 1, area.bottom}, kInk.faded(strength(x)));
    }
    for (std::uint32_t y = 1; y < map.rows; ++y) {
        const double at = std::round(area.top + y * cell);
        drawing.rect({area.left, at, area.right, at + 1}, kInk.faded(strength(y)));
    }
}

/// 1, 2, 5, 10, 20, 50 ...: the first that is at least so much.
std::uint32_t round_step(double least) {
    std::uint32_t step = 1;
    for (unsigned i = 0; step < least && step < 1'000'000; ++i) {
        step = i % 3 == 1 ? step / 2 * 5 : step * 2;
    }
    return step;
}

/// Numbers of columns below the map and of rows on its left, as many as are readable.
void draw_rulers(MapSheet& sheet, const vda::Tilemap& map) {
    if (!sheet.has_legend()) return;
    const Rect& area = sheet.map();
    const double cell = area.width() / map.columns;
    const double size = 7 * sheet.unit();
    const std::uint32_t step = round_step(26 * sheet.unit() / cell);
    for (std::uint32_t x = 0; x < map.columns; x += step) {
        const std::string text = std::to_string(x);
        const double middle = area.left + (x + 0.5) * cell;
        sheet.drawing().text(middle - Drawing::text_width(size, text) / 2,
                             area.bottom + 16 * sheet.unit(), size, text, kMuted);
    }
    for (std::uint32_t y = 0; y < map.rows; y += step) {
        const std::string text = std::to_string(y);
        sheet.drawing().text(area.left - 9 * sheet.unit() - Drawing::text_width(size, text),
                             area.top + (y + 0.5) * cell + size / 2, size, text, kMuted);
    }
}

Rect object_rect(const MapSheet& sheet, const vda::Tilemap& map, const vda::TilemapObject& object) {
    const double cell = sheet.map().width() / map.columns;
    const double left = sheet.map().left + object.x * cell;
    const double top = sheet.map().top + object.y * cell;
    return {left, top, left + object.columns * cell, top + object.rows * cell};
}

void draw_objects(MapSheet& sheet, const vda::Tilemap& map) {
    const std::size_t count = std::min(map.objects.size(), kMostMapMarks);
    const double u = sheet.unit();
    for (std::size_t i = 0; i < count; ++i) {
        const Rect rect = object_rect(sheet, map, map.objects[i]);
        sheet.drawing().rect(rect, kAccent.faded(0.10F));
        sheet.drawing().frame(rect, 2 * u, kAccent, std::min(3 * u, rect.width() / 4));
    }
    if (!sheet.has_legend()) return;
    for (std::size_t i = 0; i < std::min(count, kMostMapShapes); ++i) {
        const vda::TilemapObject& object = map.objects[i];
        const Rect rect = object_rect(sheet, map, object);
        const std::string& name = object.name.empty() ? object.prefab : object.name;
        if (name.empty()) continue;
        const double wide = Drawing::text_width(8.5 * u, Drawing::fitted(8.5 * u, name, 200 * u));
        const double above = rect.top - 11 * u;
        const double y = above - 9 * u < sheet.map().top ? rect.bottom + 11 * u : above;
        sheet.label((rect.left + rect.right - wide) / 2, y, name, kAccent);
    }
}

std::string terrain_detail(const vda::TilemapTerrain& terrain, std::uint64_t cells,
                           std::uint64_t total) {
    std::string detail =
        terrain.texture.empty() ? "material " + terrain.material : "texture " + terrain.texture;
    if (terrain.tileset) {
        detail += fmt::format(" {},{}", terrain.tile_column, terrain.tile_row);
    }
    if (total > 0) {
        detail += fmt::format(", {:.0f} %",
                              100.0 * static_cast<double>(cells) / static_cast<double>(total));
    }
    return detail;
}

void list_terrains(MapSheet& sheet, const vda::Tilemap& map, Tiles& tiles) {
    const std::vector<std::uint64_t> cells = count_cells(map);
    const std::uint64_t total = std::accumulate(cells.begin() + 1, cells.end(), std::uint64_t{0});
    sheet.heading("TERRAINS");
    const std::size_t shown = sheet.fitting(map.terrains.size(), kEntryLine);
    for (std::size_t i = 0; i < shown; ++i) {
        const vda::TilemapTerrain& terrain = map.terrains[i];
        sheet.entry(&tiles.tile(i, 0), kPaper, tiles.is_missing(i), terrain.name,
                    terrain_detail(terrain, cells[i + 1], total));
    }
    sheet.more(map.terrains.size() - shown);
}

void list_layers(MapSheet& sheet, const vda::Tilemap& map) {
    if (map.layers.empty()) return;
    sheet.heading("LAYERS");
    const std::size_t shown = sheet.fitting(map.layers.size(), kFactLine);
    for (std::size_t i = 0; i < shown; ++i) {
        const vda::TilemapLayer& layer = map.layers[i];
        sheet.fact(
            layer.name.empty() ? fmt::format("layer {}", i) : layer.name,
            fmt::format("{}, z {:g}{}", layer.layer, layer.z, layer.ysort ? ", sorted" : ""));
    }
    sheet.more(map.layers.size() - shown);
}

void list_objects(MapSheet& sheet, const vda::Tilemap& map) {
    if (map.objects.empty()) return;
    sheet.heading("OBJECTS");
    const std::size_t shown = sheet.fitting(map.objects.size(), kFactLine);
    for (std::size_t i = 0; i < shown; ++i) {
        const vda::TilemapObject& object = map.objects[i];
        sheet.fact(object.name.empty() ? fmt::format("object {}", i) : object.name,
                   fmt::format("{}{}{}, {}", object.prefab, object.prefab.empty() ? "" : " at ",
                               object.x, object.y));
    }
    sheet.more(map.objects.size() - shown);
}

double legend_height(const vda::Tilemap& map) {
    const auto lines = [](std::size_t count, double line) {
        return count == 0 ? 0 : kHeadingLine + static_cast<double>(count) * line;
    };
    return lines(map.terrains.size(), kEntryLine) + lines(map.layers.size(), kFactLine) +
           lines(map.objects.size(), kFactLine);
}

}  // namespace

Result<Image> view_tilemap(const vda::Tilemap& map, const MapPictures& pictures,
                           const MapViewOptions& options) {
    const double cell = natural_cell(map);
    TRY_ASSIGN(MapSheet sheet,
               MapSheet::make(cell * map.columns, cell * map.rows, legend_height(map), options));
    Drawing& drawing = sheet.drawing();
    const Rect& area = sheet.map();
    const auto side =
        static_cast<std::uint32_t>(std::clamp(std::ceil(area.width() / map.columns), 1.0, 256.0));
    Tiles tiles(map, pictures, side);
    drawing.rect(area.grown(1), mix(kPaper, kHair, 0.45F));
    draw_tiles(map, tiles, drawing, area);
    draw_grid(sheet, map);
    drawing.clip_to(area);
    draw_objects(sheet, map);
    drawing.clip_to_all();
    drawing.frame(area.grown(0.5), std::max(1.0, sheet.unit()), kInk.faded(0.65F));
    draw_rulers(sheet, map);
    sheet.title(map.name, fmt::format("tile map, {} x {} cells of {:g} m, {:g} x {:g} m",
                                      map.columns, map.rows, map.tile,
                                      double{map.tile} * map.columns, double{map.tile} * map.rows));
    list_terrains(sheet, map, tiles);
    list_layers(sheet, map);
    list_objects(sheet, map);
    return sheet.take();
}

}  // namespace galley::preview
