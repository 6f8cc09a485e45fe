#pragma once

#include <cstdint>

#include "galley/vda/entity_fields.h"
#include "galley/vda/world.h"

namespace galley::vda {

inline constexpr std::int64_t kMostWorldRadius = 16384;

template <class A, Like<WorldBiome> T>
void fields(A& a, T& biome) {
    a("name", biome.name);
    a("ground", biome.ground);
    a("weight", biome.weight, Within{"WR8", 1, 1000});
}

template <class A, Like<WorldScatter> T>
void fields(A& a, T& scatter) {
    a("prefab", scatter.prefab);
    a.strings("biomes", scatter.biomes);
    a("density", scatter.density, above("WR9", 0, 1));
}

template <class A, Like<WorldSite> T>
void fields(A& a, T& site) {
    a("tag", site.tag);
    a.strings("prefabs", site.prefabs);
    a.strings("biomes", site.biomes);
    a("spacing", site.spacing, Within{"WR10", 2, 4096});
    a("chance", site.chance, above("WR11", 0, 1));
}

/// `side` is half the world's, in cells.
template <class A, Like<WorldPlace> T>
void fields(A& a, T& place, std::int64_t side) {
    a("name", place.name);
    a("prefab", place.prefab);
    a("x", place.x, Within{"WR12", -side, side - 1});
    a("z", place.z, Within{"WR12", -side, side - 1});
    const Mark rotation = a("rotation", place.rotation);
    a.check(place.rotation >= 0 && place.rotation <= 270 && place.rotation % 90 == 0, "WR13",
            rotation, "{} is not 0, 90, 180 or 270", place.rotation);
}

template <class A, Like<WorldFeature> T>
void fields(A& a, T& feature, std::int64_t side) {
    a("name", feature.name);
    a("kind", feature.kind, OneOf{"WR18", "hill plain lake sea"});
    a("x", feature.x, Within{"WR19", -side, side});
    a("z", feature.z, Within{"WR19", -side, side});
    a("radius", feature.radius, Within{"WR20", 1, kMostWorldRadius});
    a("has_height", feature.has_height);
    a("height", feature.height, Between{"WR21", -1024, 1024});
    a("depth", feature.depth, above("WR22", 0, 256));
    a("falloff", feature.falloff, Within{"WR23", 0, kMostWorldRadius});
    a("roughness", feature.roughness, Between{"WR24", 0, 1});
}

template <class A, Like<WorldVegetation> T>
void fields(A& a, T& plant, std::int64_t side) {
    a("name", plant.name);
    const Mark prefab = a("prefab", plant.prefab);
    a("model", plant.model);
    a.check(plant.prefab.empty() != plant.model.empty(), "WR25", prefab,
            "not exactly one of prefab and model is named");
    a("density", plant.density, above("WR26", 0, 1));
    a.strings("biomes", plant.biomes);
    a("area", plant.area);
    const Within centre = plant.area ? Within{"WR27", -side, side} : Within{.rule = "WR27"};
    a("x", plant.x, centre);
    a("z", plant.z, centre);
    a("radius", plant.radius,
      plant.area ? Within{"WR27", 1, kMostWorldRadius} : Within{.rule = "WR27"});
    const Mark least = a("scale_min", plant.scale_min);
    const Mark most = a("scale_max", plant.scale_max);
    a.check(plant.scale_min > 0, "WR28", least, "{} is not above 0", plant.scale_min);
    a.check(plant.scale_max <= 16, "WR28", most, "{} is not at most 16", plant.scale_max);
    a.check(plant.scale_min <= plant.scale_max, "WR28", least, "{} is above scale_max, {}",
            plant.scale_min, plant.scale_max);
}

/// Fields 2 to 7.
template <class A, Like<World> T>
void world_size_fields(A& a, T& world) {
    constexpr double kMostMetres = 8192;
    a("seed", world.seed);
    a("cell", world.cell, above("WR1", 0, 64));
    a("chunk", world.chunk, Within{"WR2", 4, 64});
    const Mark extent = a("extent", world.extent, Within{"WR3", 1, 4096});
    const double metres =
        static_cast<double>(world.extent) * static_cast<double>(world.chunk) * double{world.cell};
    a.check(metres <= kMostMetres, "WR4", extent, "extent x chunk x cell is {}, above {}", metres,
            kMostMetres);
    a("view", world.view, Within{"WR5", 1, 4});
    a("biome_scale", world.biome_scale, Within{"WR6", 4, 4096});
}

/// Fields 24 to 29.
template <class A, Like<World> T>
void world_terrain_fields(A& a, T& world) {
    a("relief", world.relief, Between{"WR14", 0, 256});
    a("relief_scale", world.relief_scale, Within{"WR15", 4, 4096});
    a("sea", world.sea);
    a("sea_level", world.sea_level, Between{"WR16", -1024, 1024});
    a("water", world.water);
    a("lod_distance", world.lod_distance, above("WR17", 0));
}

template <class A, Like<World> T>
void fields(A& a, T& world) {
    a("name", world.name);
    world_size_fields(a, world);
    // Where WR2 or WR3 is broken nothing is asked of it, but it must not overflow.
    const auto side = static_cast<std::int64_t>(static_cast<std::uint64_t>(world.extent) *
                                                static_cast<std::uint64_t>(world.chunk)) &
                      0x7fffffff;
    view_fields(a, world);
    const Mark biomes = a.list("biomes", world.biomes,
                               [](auto& in, auto& biome, std::size_t) { fields(in, biome); });
    a.check(!world.biomes.empty(), "WR7", biomes, "a world without biomes");
    a.list("scatter", world.scatter,
           [](auto& in, auto& scatter, std::size_t) { fields(in, scatter); });
    a.list("sites", world.sites, [](auto& in, auto& site, std::size_t) { fields(in, site); });
    a.list("places", world.places,
           [&](auto& in, auto& place, std::size_t) { fields(in, place, side); });
    entity_list(a, world.entities);
    world_terrain_fields(a, world);
    a.list("features", world.features,
           [&](auto& in, auto& feature, std::size_t) { fields(in, feature, side); });
    a.list("vegetation", world.vegetation,
           [&](auto& in, auto& plant, std::size_t) { fields(in, plant, side); });
}

}  // namespace galley::vda
