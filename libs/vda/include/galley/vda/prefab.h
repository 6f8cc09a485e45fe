#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "galley/base/bytes.h"
#include "galley/base/result.h"
#include "galley/vda/entity.h"

namespace galley::vda {

/// How far a prefab stays from others with a tag.
struct PrefabDistance {
    std::string tag;
    float metres = 0;
};

/// The payload of PRFB: `docs/formats/vda-bodies.md`.
struct Prefab {
    static constexpr std::string_view kChunk = "PRFB";

    std::string name;
    Vec2 footprint{1, 1};  ///< width and depth in metres
    std::vector<std::string> tags;
    std::vector<std::string> biomes;
    std::vector<PrefabDistance> distances;
    std::vector<Entity> entities;
};

/// As `decode_model` and `encode_model`.
[[nodiscard]] Result<Prefab> decode_prefab(ByteSpan payload, std::uint64_t base = 0);
[[nodiscard]] Result<Bytes> encode_prefab(const Prefab& prefab);

}  // namespace galley::vda
