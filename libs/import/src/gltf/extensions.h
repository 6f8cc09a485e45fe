#pragma once

#include <string_view>

namespace galley::gltf {

enum class Support : unsigned char {
    read,     ///< everything it says is in the model
    unread,   ///< known, and what is lost without it is known
    texture,  ///< known, another encoding of a picture: a plain source beside it serves
    unknown,
};

struct ExtensionInfo {
    std::string_view name;
    Support support = Support::unknown;
    std::string_view loss;  ///< what the model lacks, for the ledger
};

/// Never fails: an extension that is not in the table is unknown.
[[nodiscard]] const ExtensionInfo& extension_info(std::string_view name);

inline constexpr std::string_view kDraco = "KHR_draco_mesh_compression";
inline constexpr std::string_view kMeshoptExt = "EXT_meshopt_compression";
inline constexpr std::string_view kMeshoptKhr = "KHR_meshopt_compression";
inline constexpr std::string_view kLights = "KHR_lights_punctual";
inline constexpr std::string_view kVariants = "KHR_materials_variants";
inline constexpr std::string_view kTextureWebp = "EXT_texture_webp";
inline constexpr std::string_view kTextureDds = "MSFT_texture_dds";
inline constexpr std::string_view kTextureTransform = "KHR_texture_transform";

}  // namespace galley::gltf
