#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "galley/base/bytes.h"
#include "galley/base/result.h"
#include "galley/vda/entity.h"
#include "galley/vda/fields.h"

namespace galley::vda {

/// The payload of SCEN: `docs/formats/vda-bodies.md`.
struct Scene {
    static constexpr std::string_view kChunk = "SCEN";

    std::string name;
    Camera camera;
    Light light;
    Color background;
    std::vector<Entity> entities;
    std::string map;
};

/// As `decode_model` and `encode_model`.
[[nodiscard]] Result<Scene> decode_scene(ByteSpan payload, std::uint64_t base = 0);
[[nodiscard]] Result<Bytes> encode_scene(const Scene& scene);

}  // namespace galley::vda
