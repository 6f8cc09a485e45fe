#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <set>

#include <fmt/format.h>

#include "galley/base/try.h"
#include "galley/preview/map_view.h"
#include "map_sheet.h"

namespace galley::preview {

namespace {

constexpr double kNaturalSide = 1024;
constexpr double kSpacingLine = 15;  ///< of the legend, in units
constexpr double kBarLine = 24;
constexpr Ink kWater{138, 178, 196};
constexpr Ink kDeepWater{96, 146, 172};
constexpr Ink kHill{176, 138, 92};
constexpr Ink kPlain{178, 190, 128};
constexpr Ink kLeaf{92, 124, 72};

/// From cells to pixels.
class Projection {
public:
    Projection(const vda::World& world, const Rect& area)
        : area_(area), half_(static_cast<double>(world.extent) * static_cast<double>(world.chunk)) {
    }

    [[nodiscard]] double half() const { return half_; }
    [[nodiscard]] double scale() const { return area_.width() / (2 * half_); }
    [[nodiscard]] double x(double cell) const { return area_.left + (cell + half_) * scale(); }
    [[nodiscard]] double y(double cell) const { return area_.top + (cell + half_) * scale(); }

private:
    Rect area_;
    double half_;
};

struct Biome {
    const vda::WorldBiome* biome = nullptr;
    const Image* ground = nullptr;
    Ink colour;
    double share = 0;
};

std::vector<Biome> biomes_of(const vda::World& world, const MapPictures& pictures) {
    std::vector<Biome> biomes;
    double total = 0;
    for (const vda::WorldBiome& biome : world.biomes) total += static_cast<double>(biome.weight);
    for (const vda::WorldBiome& biome : world.biomes) {
        Biome& out = biomes.emplace_back();
        out.biome = &biome;
        const auto ground = pictures.materials.find(biome.ground);
        const bool known = ground != pictures.materials.end() && !ground->second.pixels.empty();
        out.ground = known ? &ground->second : nullptr;
        out.colour = known ? mean_colour(ground->second) : colour_of_number(biomes.size() - 1);
        out.share = static_cast<double>(biome.weight) / total;
    }
    return biomes;
}

/// Where biomes lie is not stored: the ground has their mean colour, faint.
Ink ground_colour(const std::vector<Biome>& biomes) {
    double sum[3] = {};
    for (const Biome& biome : biomes) {
        sum[0] += biome.colour.r * biome.share;
        sum[1] += biome.colour.g * biome.share;
        sum[2] += biome.colour.b * biome.share;
    }
    const Ink mean{static_cast<std::uint8_t>(sum[0]), static_cast<std::uint8_t>(sum[1]),
                   static_cast<std::uint8_t>(sum[2])};
    return mix(kPaper, mean, 0.34F);
}

void draw_chunks(MapSheet& sheet, const vda::World& world, const Projection& at) {
    const double step = static_cast<double>(world.chunk) * at.scale();
    const Rect& area = sheet.map();
    if (step >= 7) {
        for (std::int64_t i = 1; i < 2 * world.extent; ++i) {
            const double offset = std::round(static_cast<double>(i) * step);
            sheet.drawing().rect(
                {area.left + offset, area.top, area.left + offset + 1, area.bottom},
                kInk.faded(0.07F));
            sheet.drawing().rect({area.left, area.top + offset, area.right, area.top + offset + 1},
                                 kInk.faded(0.07F));
        }
    }
    const double width = std::max(1.0, sheet.unit());
    sheet.drawing().line(at.x(0), area.top, at.x(0), area.bottom, width, kInk.faded(0.22F));
    sheet.drawing().line(area.left, at.y(0), area.right, at.y(0), width, kInk.faded(0.22F));
}

void draw_hill(Drawing& drawing, double x, double y, double radius, double u, bool hollow) {
    constexpr int kSteps = 5;
    for (int i = 0; i < kSteps; ++i) {
        const double r = radius * (1 - static_cast<double>(i) / kSteps);
        drawing.disc(x, y, r, (hollow ? kInk : kHill).faded(0.13F));
        drawing.ring(x, y, r, u, kHill.faded(0.8F));
    }
}

void draw_feature(MapSheet& sheet, const vda::WorldFeature& feature, const Projection& at) {
    Drawing& drawing = sheet.drawing();
    const double u = sheet.unit();
    const double x = at.x(static_cast<double>(feature.x));
    const double y = at.y(static_cast<double>(feature.z));
    const double radius = static_cast<double>(feature.radius) * at.scale();
    const double outer = radius + static_cast<double>(feature.falloff) * at.scale();
    if (feature.kind == "hill") {
        draw_hill(drawing, x, y, radius, u, feature.has_height && feature.height < 0);
    } else if (feature.kind == "plain") {
        drawing.disc(x, y, radius, kPlain.faded(0.75F));
        drawing.ring(x, y, radius, 1.4 * u, kLeaf.faded(0.6F));
    } else {
        const bool sea = feature.kind == "sea";
        drawing.disc(x, y, radius, sea ? kDeepWater : kWater);
        for (const double share : {0.86, 0.72}) {
            drawing.ring(x, y, radius * share, u, kPaper.faded(0.35F));
        }
        drawing.ring(x, y, radius, 1.8 * u, mix(kDeepWater, kInk, 0.3F));
    }
    if (feature.falloff > 0) drawing.ring(x, y, outer, 1.2 * u, kInk.faded(0.35F), 7 * u);
}

/// Points on a spiral, as dense as the plants.
void draw_plants(MapSheet& sheet, const vda::WorldVegetation& plant, const Projection& at) {
    Drawing& drawing = sheet.drawing();
    const double u = sheet.unit();
    const double x = at.x(static_cast<double>(plant.x));
    const double y = at.y(static_cast<double>(plant.z));
    const double radius = static_cast<double>(plant.radius) * at.scale();
    drawing.disc(x, y, radius, kLeaf.faded(0.16F));
    const double plants = std::numbers::pi * static_cast<double>(plant.radius) *
                          static_cast<double>(plant.radius) * double{plant.density};
    const double room = radius * radius / (14 * u * u);
    const int count = static_cast<int>(std::clamp(std::min(plants, room), 1.0, 4000.0));
    for (int i = 0; i < count; ++i) {
        const double turn = i * 2.399963229728653;  // the golden angle
        const double r = radius * std::sqrt((i + 0.5) / count);
        drawing.disc(x + r * std::cos(turn), y + r * std::sin(turn), 1.7 * u, kLeaf.faded(0.8F));
    }
    drawing.ring(x, y, radius, 1.4 * u, kLeaf, 5 * u);
}

/// The chunks that are loaded around the start.
void draw_start(MapSheet& sheet, const vda::World& world, const Projection& at) {
    const double u = sheet.unit();
    const double chunk = static_cast<double>(world.chunk);
    const double low = -chunk * static_cast<double>(world.view);
    const double high = chunk * static_cast<double>(world.view + 1);
    Drawing& drawing = sheet.drawing();
    const Ink ink = kInk.faded(0.55F);
    const double dash = 6 * u;
    drawing.dashed(at.x(low), at.y(low), at.x(high), at.y(low), 1.2 * u, dash, ink);
    drawing.dashed(at.x(high), at.y(low), at.x(high), at.y(high), 1.2 * u, dash, ink);
    drawing.dashed(at.x(high), at.y(high), at.x(low), at.y(high), 1.2 * u, dash, ink);
    drawing.dashed(at.x(low), at.y(high), at.x(low), at.y(low), 1.2 * u, dash, ink);
    drawing.disc(at.x(0), at.y(0), 3.4 * u, kInk);
}

void draw_entity(Drawing& drawing, double x, double y, double u) {
    const Rect mark = Rect{x, y, x, y}.grown(3.2 * u);
    drawing.rect(mark.grown(1.2 * u), kPaper);
    drawing.rect(mark, kDeepWater);
}

void draw_entities(MapSheet& sheet, const vda::World& world, const Projection& at) {
    const std::size_t count = std::min(world.entities.size(), kMostMapMarks);
    const double u = sheet.unit();
    for (std::size_t i = 0; i < count; ++i) {
        const vda::Entity& entity = world.entities[i];
        const double x = at.x(double{entity.position.x} / world.cell);
        const double y = at.y(double{entity.position.z} / world.cell);
        draw_entity(sheet.drawing(), x, y, u);
    }
}

void draw_pin(Drawing& drawing, double x, double y, double u, std::int64_t rotation) {
    // A tick shows where the prefab's front is turned: 0 to +z, as the axes are drawn.
    const double turn = static_cast<double>(rotation) * std::numbers::pi / 180;
    drawing.line(x, y, x + std::sin(turn) * 13 * u, y + std::cos(turn) * 13 * u, 2.2 * u, kAccent);
    drawing.disc(x, y, 7 * u, kPaper);
    drawing.disc(x, y, 5.4 * u, kAccent);
    drawing.disc(x, y, 1.9 * u, kPaper);
}

void label_areas(MapSheet& sheet, const vda::World& world, const Projection& at) {
    const std::size_t count = std::min(world.features.size(), kMostMapShapes);
    const double size = 9 * sheet.unit();
    for (std::size_t i = 0; i < count; ++i) {
        const vda::WorldFeature& feature = world.features[i];
        const std::string height =
            feature.has_height ? fmt::format("{:g} m", feature.height) : std::string();
        const double x = at.x(static_cast<double>(feature.x));
        const double y = at.y(static_cast<double>(feature.z));
        const std::string name = Drawing::fitted(size, feature.name, 220 * sheet.unit());
        sheet.lettering(x, y + size / 2, size, name, kInk);
        sheet.lettering(x, y + size * 2.2, size * 0.85, height, kMuted);
    }
    for (std::size_t i = 0; i < std::min(world.vegetation.size(), kMostMapShapes); ++i) {
        const vda::WorldVegetation& plant = world.vegetation[i];
        if (!plant.area) continue;
        const double radius = static_cast<double>(plant.radius) * at.scale();
        const std::string name = Drawing::fitted(size, plant.name, 220 * sheet.unit());
        sheet.lettering(at.x(static_cast<double>(plant.x)),
                        at.y(static_cast<double>(plant.z)) + radius - size, size * 0.9, name,
                        mix(kLeaf, kInk, 0.35F));
    }
}

void draw_places(MapSheet& sheet, const vda::World& world, const Projection& at) {
    const std::size_t count = std::min(world.places.size(), kMostMapMarks);
    const double u = sheet.unit();
    for (std::size_t i = 0; i < count; ++i) {
        const vda::WorldPlace& place = world.places[i];
        const double x = at.x(static_cast<double>(place.x) + 0.5);
        const double y = at.y(static_cast<double>(place.z) + 0.5);
        draw_pin(sheet.drawing(), x, y, u, place.rotation);
        const std::string& name = place.name.empty() ? place.prefab : place.name;
        if (!name.empty() && i < kMostMapShapes) sheet.label(x + 15 * u, y, name, kInk);
    }
}

/// A length that is round in metres, below the map.
void draw_scale(MapSheet& sheet, const vda::World& world, const Projection& at) {
    if (!sheet.has_legend()) return;
    const double u = sheet.unit();
    const double metre = at.scale() / world.cell;
    double metres = 1e-3;
    const double most = 0.25 * sheet.map().width() / metre;
    for (int i = 0; metres * (i % 3 == 1 ? 2.5 : 2) <= most && i < 60; ++i) {
        metres *= i % 3 == 1 ? 2.5 : 2;
    }
    const double left = sheet.map().left;
    const double y = sheet.map().bottom + 26 * u;
    const double right = left + metres * metre;
    Drawing& drawing = sheet.drawing();
    drawing.line(left, y, right, y, 1.6 * u, kInk);
    drawing.line(left, y - 4 * u, left, y + 4 * u, 1.6 * u, kInk);
    drawing.line(right, y - 4 * u, right, y + 4 * u, 1.6 * u, kInk);
    drawing.text(right + 9 * u, y + 4 * u, 8.5 * u, fmt::format("{:g} m", metres), kInk);
    const std::string axes = "x to the right, z down";
    drawing.text(sheet.map().right - Drawing::text_width(8.5 * u, axes), y + 4 * u, 8.5 * u, axes,
                 kMuted);
}

std::string list_text(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) {
        text += (text.empty() ? "" : ", ") + name;
        if (text.size() > 200) break;
    }
    return text;
}

void list_biomes(MapSheet& sheet, const std::vector<Biome>& biomes) {
    sheet.heading("BIOMES");
    if (const auto bar = sheet.room(kBarLine)) {
        double left = bar->left;
        for (const Biome& biome : biomes) {
            const double right = left + bar->width() * biome.share;
            sheet.drawing().rect({left, bar->top, right, bar->top + 12 * sheet.unit()},
                                 biome.colour);
            left = right;
        }
    }
    const std::size_t shown = sheet.fitting(biomes.size(), kEntryLine);
    for (std::size_t i = 0; i < shown; ++i) {
        const Biome& biome = biomes[i];
        const std::string ground =
            biome.biome->ground.empty() ? "built-in ground" : "ground " + biome.biome->ground;
        sheet.entry(biome.ground, biome.colour, false, biome.biome->name,
                    fmt::format("{:.0f} %, {}", 100 * biome.share, ground));
    }
    sheet.more(biomes.size() - shown);
}

/// Every site with its spacing as a line of that length on this map.
void list_sites(MapSheet& sheet, const vda::World& world, const Projection& at) {
    if (world.sites.empty()) return;
    sheet.heading("SPACING OF SITES");
    const std::size_t shown = sheet.fitting(world.sites.size(), kFactLine + kSpacingLine);
    const double u = sheet.unit();
    for (std::size_t i = 0; i < shown; ++i) {
        const vda::WorldSite& site = world.sites[i];
        sheet.fact(site.tag, fmt::format("{} cells, chance {:g}", site.spacing, site.chance));
        const auto line = sheet.room(kSpacingLine);
        if (!line) break;
        const double y = line->top + 4 * u;
        const double length = static_cast<double>(site.spacing) * at.scale();
        const double right = std::min(line->left + length, line->right);
        sheet.drawing().line(line->left, y, right, y, 1.4 * u, kAccent.faded(0.8F));
        sheet.drawing().disc(line->left, y, 2.6 * u, kAccent);
        if (right < line->right) sheet.drawing().disc(right, y, 2.6 * u, kAccent);
    }
    sheet.more(world.sites.size() - shown);
}

void list_scatter(MapSheet& sheet, const vda::World& world) {
    if (world.scatter.empty()) return;
    sheet.heading("SCATTER");
    const std::size_t shown = sheet.fitting(world.scatter.size(), kFactLine);
    for (std::size_t i = 0; i < shown; ++i) {
        const vda::WorldScatter& scatter = world.scatter[i];
        sheet.fact(scatter.prefab,
                   fmt::format("{:g} a cell{}{}", scatter.density,
                               scatter.biomes.empty() ? "" : ", ", list_text(scatter.biomes)));
    }
    sheet.more(world.scatter.size() - shown);
}

void list_vegetation(MapSheet& sheet, const vda::World& world) {
    if (world.vegetation.empty()) return;
    sheet.heading("VEGETATION");
    const std::size_t shown = sheet.fitting(world.vegetation.size(), kFactLine);
    for (std::size_t i = 0; i < shown; ++i) {
        const vda::WorldVegetation& plant = world.vegetation[i];
        const std::string where = plant.area             ? "in its area"
                                  : plant.biomes.empty() ? "everywhere"
                                                         : list_text(plant.biomes);
        sheet.fact(plant.name.empty() ? plant.prefab + plant.model : plant.name,
                   fmt::format("{:g} a cell, {}", plant.density, where));
    }
    sheet.more(world.vegetation.size() - shown);
}

void list_terrain(MapSheet& sheet, const vda::World& world) {
    sheet.heading("WORLD");
    sheet.fact("seed", std::to_string(world.seed));
    sheet.fact("chunks", fmt::format("{} cells, {} around the focus", world.chunk, world.view));
    sheet.fact("biomes change", fmt::format("every {} cells", world.biome_scale));
    if (world.relief > 0) {
        sheet.fact("relief", fmt::format("{:g} m over {} cells", world.relief, world.relief_scale));
    }
    if (world.sea) sheet.fact("sea", fmt::format("at {:g} m", world.sea_level));
}

/// What the signs mean, of those that this map has.
void list_signs(MapSheet& sheet, const vda::World& world) {
    sheet.heading("SIGNS");
    Drawing& drawing = sheet.drawing();
    const double u = sheet.unit();
    if (!world.places.empty()) {
        sheet.key("a place, and where its front is",
                  [&](double x, double y) { draw_pin(drawing, x - 4 * u, y, u, 90); });
    }
    if (!world.entities.empty()) {
        sheet.key("an entity", [&](double x, double y) { draw_entity(drawing, x, y, u); });
    }
    if (std::ranges::any_of(world.features, [](const auto& f) { return f.falloff > 0; })) {
        sheet.key("how far a feature fades", [&](double x, double y) {
            drawing.ring(x, y, 6.5 * u, 1.2 * u, kInk.faded(0.45F), 3 * u);
        });
    }
    sheet.key("the start, and what is loaded there", [&](double x, double y) {
        const Rect box = Rect{x, y, x, y}.grown(6.5 * u);
        drawing.dashed(box.left, box.top, box.right, box.top, 1.2 * u, 2.6 * u, kInk);
        drawing.dashed(box.left, box.bottom, box.right, box.bottom, 1.2 * u, 2.6 * u, kInk);
        drawing.dashed(box.left, box.top, box.left, box.bottom, 1.2 * u, 2.6 * u, kInk);
        drawing.dashed(box.right, box.top, box.right, box.bottom, 1.2 * u, 2.6 * u, kInk);
        drawing.disc(x, y, 2.4 * u, kInk);
    });
}

double legend_height(const vda::World& world) {
    const auto lines = [](std::size_t count, double line) {
        return count == 0 ? 0 : kHeadingLine + static_cast<double>(count) * line;
    };
    constexpr std::size_t kFacts = 5;
    constexpr std::size_t kSigns = 4;
    return kBarLine + lines(world.biomes.size(), kEntryLine) +
           lines(world.sites.size(), kFactLine + kSpacingLine) +
           lines(world.scatter.size(), kFactLine) + lines(world.vegetation.size(), kFactLine) +
           lines(kFacts, kFactLine) + lines(kSigns, kKeyLine);
}

}  // namespace

Result<Image> view_world(const vda::World& world, const MapPictures& pictures,
                         const MapViewOptions& options) {
    TRY_ASSIGN(MapSheet sheet,
               MapSheet::make(kNaturalSide, kNaturalSide, legend_height(world), options));
    const Projection at(world, sheet.map());
    const std::vector<Biome> biomes = biomes_of(world, pictures);
    Drawing& drawing = sheet.drawing();
    drawing.rect(sheet.map(), ground_colour(biomes));
    drawing.clip_to(sheet.map());
    for (std::size_t i = 0; i < std::min(world.features.size(), kMostMapShapes); ++i) {
        draw_feature(sheet, world.features[i], at);
    }
    for (std::size_t i = 0; i < std::min(world.vegetation.size(), kMostMapShapes); ++i) {
        if (world.vegetation[i].area) draw_plants(sheet, world.vegetation[i], at);
    }
    draw_chunks(sheet, world, at);
    draw_start(sheet, world, at);
    if (sheet.has_legend()) label_areas(sheet, world, at);
    draw_entities(sheet, world, at);
    draw_places(sheet, world, at);
    drawing.clip_to_all();
    drawing.frame(sheet.map().grown(0.5), std::max(1.0, sheet.unit()), kInk.faded(0.65F));
    draw_scale(sheet, world, at);
    const double side = 2 * at.half();
    sheet.title(world.name, fmt::format("world, {:g} x {:g} m, {:g} x {:g} cells, {} places, {} "
                                        "features",
                                        side * world.cell, side * world.cell, side, side,
                                        world.places.size(), world.features.size()));
    list_biomes(sheet, biomes);
    list_sites(sheet, world, at);
    list_scatter(sheet, world);
    list_vegetation(sheet, world);
    list_terrain(sheet, world);
    list_signs(sheet, world);
    return sheet.take();
}

}  // namespace galley::preview
