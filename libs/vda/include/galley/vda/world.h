#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "galley/base/bytes.h"
#include "galley/base/result.h"
#include "galley/vda/entity.h"
#include "galley/vda/fields.h"

namespace galley::vda {

struct WorldBiome {
    std::string name;
    std::string ground;
    std::int64_t weight = 1;
};

struct WorldScatter {
    std::string prefab;
    std::vector<std::string> biomes;
    float density = 1;
};

struct WorldSite {
    std::string tag;
    std::vector<std::string> prefabs;
    std::vector<std::string> biomes;
    std::int64_t spacing = 2;
    float chance = 1;
};

/// In cells.
struct WorldPlace {
    std::string name;
    std::string prefab;
    std::int64_t x = 0;
    std::int64_t z = 0;
    std::int64_t rotation = 0;  ///< degrees
};

struct WorldFeature {
    std::string name;
    std::string kind = "plain";
    std::int64_t x = 0;
    std::int64_t z = 0;
    std::int64_t radius = 1;
    bool has_height = false;
    float height = 0;
    float depth = 1;
    std::int64_t falloff = 0;
    float roughness = 0;
};

struct WorldVegetation {
    std::string name;
    std::string prefab;
    std::string model;
    float density = 1;
    std::vector<std::string> biomes;
    bool area = false;
    std::int64_t x = 0;
    std::int64_t z = 0;
    std::int64_t radius = 0;
    float scale_min = 1;
    float scale_max = 1;
};

/// The payload of WRLD: `docs/formats/vda-bodies.md`.
struct World {
    static constexpr std::string_view kChunk = "WRLD";

    std::string name;
    std::uint64_t seed = 0;
    float cell = 1;           ///< metres
    std::int64_t chunk = 4;   ///< cells
    std::int64_t extent = 1;  ///< chunks from the origin
    std::int64_t view = 1;    ///< chunks
    std::int64_t biome_scale = 4;
    Camera camera;
    Light light;
    Color background;
    std::vector<WorldBiome> biomes;
    std::vector<WorldScatter> scatter;
    std::vector<WorldSite> sites;
    std::vector<WorldPlace> places;
    std::vector<Entity> entities;
    float relief = 0;
    std::int64_t relief_scale = 4;
    bool sea = false;
    float sea_level = 0;
    std::string water;
    float lod_distance = 1;
    std::vector<WorldFeature> features;
    std::vector<WorldVegetation> vegetation;
};

/// As `decode_model` and `encode_model`.
[[nodiscard]] Result<World> decode_world(ByteSpan payload, std::uint64_t base = 0);
[[nodiscard]] Result<Bytes> encode_world(const World& world);

}  // namespace galley::vda
