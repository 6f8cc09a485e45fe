#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "galley/asset/texture.h"
#include "galley/core/json.h"

namespace galley {

/// How a texture is cooked. Every field is described once (`Describe`), which drives reading,
/// writing, the cook key and `galley why`.
struct TextureSettings {
    std::optional<TextureUsage> usage;  ///< decided at import when nobody said
    bool mipmaps = true;                ///< a full chain to 1x1
    FilterMode filter = FilterMode::linear;
    std::optional<WrapMode> wrap;  ///< both axes; else what the slots that name it say
    friend bool operator==(const TextureSettings&, const TextureSettings&) = default;
};

struct MeshSettings {
    bool keep_colors = true;        ///< vertex colours
    std::uint32_t max_uv_sets = 8;  ///< 0..8; further sets are dropped and reported
    friend bool operator==(const MeshSettings&, const MeshSettings&) = default;
};

/// Applies the fields that `json` (an object) has on top of `settings`. A wrong type, a value out
/// of range or a key nobody knows is an error with the document's place.
Result<void> apply_settings(const JsonDocument& document, const Json& json,
                            std::string_view pointer, TextureSettings& settings);
Result<void> apply_settings(const JsonDocument& document, const Json& json,
                            std::string_view pointer, MeshSettings& settings);

/// Field name and value as text, in descriptor order, every field: for the key and for `why`.
[[nodiscard]] std::vector<std::pair<std::string, std::string>>
settings_fields(const TextureSettings& settings);
[[nodiscard]] std::vector<std::pair<std::string, std::string>>
settings_fields(const MeshSettings& settings);

}  // namespace galley
