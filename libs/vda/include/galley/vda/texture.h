#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "galley/base/bytes.h"
#include "galley/base/result.h"
#include "galley/vda/fields.h"

namespace galley::vda {

struct TextureLevel {
    std::uint32_t w = 0;
    std::uint32_t h = 0;
    std::vector<Color> pixels;  ///< rows from the top
};

struct TextureClip {
    std::string name;
    std::vector<std::uint32_t> frames;
    float fps = 0;
    bool loop = false;
    std::string next;
};

struct TextureEdge {
    std::int64_t priority = 0;
    float width = 0;
    float roughness = 0;
    std::int64_t seed = 0;
};

/// The payload of TEXR: `docs/formats/vda-bodies.md`.
struct Texture {
    static constexpr std::string_view kChunk = "TEXR";

    std::string name;
    bool tiling = false;
    std::int64_t layers = 0;
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::uint8_t wrap = 0;
    std::vector<TextureLevel> levels;
    Grid grid;
    std::vector<TextureClip> clips;
    std::string play;
    std::optional<TextureEdge> edge;
    bool autotile = false;
};

/// As `decode_model` and `encode_model`.
[[nodiscard]] Result<Texture> decode_texture(ByteSpan payload, std::uint64_t base = 0);
[[nodiscard]] Result<Bytes> encode_texture(const Texture& texture);

}  // namespace galley::vda
