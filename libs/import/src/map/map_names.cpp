#include <map>

#include <fmt/format.h>

#include "galley/import/map_source.h"

namespace galley {

namespace {

/// Collects names, each once.
class NameList {
public:
    void add(MapNameKind kind, const std::string& name, std::string field) {
        if (name.empty()) return;
        const auto [known, first] = index_.try_emplace({kind, name}, names_.size());
        if (!first) {
            ++names_[known->second].count;
            return;
        }
        names_.push_back({.kind = kind, .name = name, .field = std::move(field)});
    }
    void add_all(MapNameKind kind, const std::vector<std::string>& names,
                 const std::string& field) {
        for (std::size_t i = 0; i < names.size(); ++i) {
            add(kind, names[i], fmt::format("{}/{}", field, i));
        }
    }
    [[nodiscard]] std::vector<MapName> take() { return std::move(names_); }

private:
    std::vector<MapName> names_;
    std::map<std::pair<MapNameKind, std::string>, std::size_t> index_;
};

void collect(const vda::Tilemap& map, NameList& names) {
    for (std::size_t i = 0; i < map.terrains.size(); ++i) {
        const vda::TilemapTerrain& terrain = map.terrains[i];
        names.add(MapNameKind::texture, terrain.texture, fmt::format("terrains/{}/texture", i));
        names.add(MapNameKind::material, terrain.material, fmt::format("terrains/{}/material", i));
    }
    for (std::size_t i = 0; i < map.objects.size(); ++i) {
        names.add(MapNameKind::prefab, map.objects[i].prefab, fmt::format("objects/{}/prefab", i));
    }
}

void collect_entities(const vda::World& world, NameList& names) {
    for (std::size_t i = 0; i < world.entities.size(); ++i) {
        const vda::Entity& entity = world.entities[i];
        names.add(MapNameKind::model, entity.model, fmt::format("entities/{}/model", i));
        names.add(MapNameKind::material, entity.material, fmt::format("entities/{}/material", i));
    }
}

void collect_vegetation(const vda::World& world, NameList& names) {
    for (std::size_t i = 0; i < world.vegetation.size(); ++i) {
        const vda::WorldVegetation& plant = world.vegetation[i];
        names.add(MapNameKind::prefab, plant.prefab, fmt::format("vegetation/{}/prefab", i));
        names.add(MapNameKind::model, plant.model, fmt::format("vegetation/{}/model", i));
        names.add_all(MapNameKind::biome, plant.biomes, fmt::format("vegetation/{}/biomes", i));
    }
}

void collect(const vda::World& world, NameList& names) {
    for (std::size_t i = 0; i < world.biomes.size(); ++i) {
        names.add(MapNameKind::material, world.biomes[i].ground,
                  fmt::format("biomes/{}/ground", i));
    }
    for (std::size_t i = 0; i < world.scatter.size(); ++i) {
        const vda::WorldScatter& scatter = world.scatter[i];
        names.add(MapNameKind::prefab, scatter.prefab, fmt::format("scatter/{}/prefab", i));
        names.add_all(MapNameKind::biome, scatter.biomes, fmt::format("scatter/{}/biomes", i));
    }
    for (std::size_t i = 0; i < world.sites.size(); ++i) {
        const vda::WorldSite& site = world.sites[i];
        names.add_all(MapNameKind::prefab, site.prefabs, fmt::format("sites/{}/prefabs", i));
        names.add_all(MapNameKind::biome, site.biomes, fmt::format("sites/{}/biomes", i));
    }
    for (std::size_t i = 0; i < world.places.size(); ++i) {
        names.add(MapNameKind::prefab, world.places[i].prefab, fmt::format("places/{}/prefab", i));
    }
    collect_entities(world, names);
    names.add(MapNameKind::material, world.water, "water");
    collect_vegetation(world, names);
}

}  // namespace

std::string_view map_name_word(MapNameKind kind) {
    switch (kind) {
    case MapNameKind::texture: return "texture";
    case MapNameKind::material: return "material";
    case MapNameKind::model: return "model";
    case MapNameKind::prefab: return "prefab";
    case MapNameKind::biome: break;
    }
    return "biome";
}

std::vector<MapName> map_names(const vda::SeedBody& body) {
    NameList names;
    if (const auto* map = std::get_if<vda::Tilemap>(&body)) collect(*map, names);
    if (const auto* world = std::get_if<vda::World>(&body)) collect(*world, names);
    return names.take();
}

}  // namespace galley
