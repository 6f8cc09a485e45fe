#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "galley/base/bytes.h"
#include "galley/base/result.h"
#include "galley/vda/fields.h"

namespace galley::vda {

/// The payload of MATL: `docs/formats/vda-bodies.md`.
struct Material {
    static constexpr std::string_view kChunk = "MATL";

    std::string name;
    Color albedo{0xffffffff};
    std::string texture;
    bool unlit = false;
    std::string alpha = "opaque";
    float cutoff = 0.5F;
    std::uint8_t cull = 0;
    std::uint8_t filter = 0;
    Grid grid;
};

/// As `decode_model` and `encode_model`.
[[nodiscard]] Result<Material> decode_material(ByteSpan payload, std::uint64_t base = 0);
[[nodiscard]] Result<Bytes> encode_material(const Material& material);

}  // namespace galley::vda
