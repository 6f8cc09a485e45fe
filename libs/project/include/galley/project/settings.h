#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "galley/asset/texture.h"
#include "galley/core/json.h"
#include "galley/project/channels.h"

namespace galley {

/// The block format that a texture is stored in; `none` stores plain pixels.
enum class TextureCompression : std::uint8_t { none, bc1, bc3, bc4, bc5, bc7 };
[[nodiscard]] std::string_view compression_word(TextureCompression compression);

/// How long the block encoder may look for the best blocks.
enum class TextureQuality : std::uint8_t { fast, normal, high };

enum class MipmapFilter : std::uint8_t { box, kaiser };

/// How a texture is cooked. Every field is described once (`Describe`), which drives reading,
/// writing, the cook key and `galley why`.
struct TextureSettings {
    std::optional<TextureUsage> usage;  ///< decided at import when nobody said
    bool mipmaps = true;                ///< a full chain to 1x1
    FilterMode filter = FilterMode::linear;
    std::optional<WrapMode> wrap;  ///< both axes; else what the slots that name it say
    /// Else as usage, channels and depth decide (`docs/formats/recipe.md`).
    std::optional<TextureCompression> compression = std::nullopt;
    TextureQuality quality = TextureQuality::normal;
    std::uint32_t max_size = 0;  ///< levels larger than this are left out; 0 for no limit
    MipmapFilter mipmap_filter = MipmapFilter::box;
    /// 0 to 1; above 0 the levels keep their coverage at it. Else the slots that name it decide.
    std::optional<float> alpha_cutoff = std::nullopt;
    /// The picture whose normals raise the roughness of the smaller levels: a virtual path, or
    /// `texture/NAME` for one inside the same model; `none`. Else the slots that name it decide.
    std::optional<std::string> roughness_normals = std::nullopt;
    /// What each channel is made from, before anything else is done with the picture; else they
    /// are the picture's own.
    std::optional<ChannelChoices> channels = std::nullopt;
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
