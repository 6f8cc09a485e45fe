#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "galley/base/bytes.h"
#include "galley/base/result.h"
#include "galley/base/vec.h"

namespace galley::vda {

struct TilemapTerrain {
    std::uint32_t key = 0;  ///< a Unicode scalar value
    std::string name;
    std::string texture;
    std::string material;
    bool tileset = false;
    std::uint8_t tile_column = 0;
    std::uint8_t tile_row = 0;
    std::uint8_t variants = 1;
    std::uint8_t flip = 0;  ///< bit 0 left to right, bit 1 top to bottom
    std::vector<std::string> tags;
};

struct TilemapLayer {
    std::string name;
    float z = 0;
    std::int64_t layer = 0;
    bool ysort = false;
    std::vector<std::uint16_t> cells;  ///< rows from the top; 0 empty, else a terrain's index + 1
};

struct TilemapProp {
    std::string name;
    std::variant<std::string, double, bool> value;  ///< the alternative's index is the type
};

/// In cells of the map.
struct TilemapObject {
    std::string name;
    std::uint32_t x = 0;
    std::uint32_t y = 0;
    std::uint32_t columns = 1;
    std::uint32_t rows = 1;
    std::string prefab;
    std::vector<std::string> tags;
    std::vector<TilemapProp> props;
};

/// The payload of TMAP: `docs/formats/vda-bodies.md`.
struct Tilemap {
    static constexpr std::string_view kChunk = "TMAP";

    std::string name;
    std::uint32_t columns = 1;
    std::uint32_t rows = 1;
    float tile = 1;  ///< metres
    Vec3 origin;
    std::vector<TilemapTerrain> terrains;
    std::vector<TilemapLayer> layers;
    std::vector<TilemapObject> objects;
};

/// As `decode_model` and `encode_model`.
[[nodiscard]] Result<Tilemap> decode_tilemap(ByteSpan payload, std::uint64_t base = 0);
[[nodiscard]] Result<Bytes> encode_tilemap(const Tilemap& tilemap);

}  // namespace galley::vda
