#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "galley/import/ledger.h"

/// Sets of pictures that are one material's maps, told by their names as the large libraries of
/// free materials give them (MF1 to MF5 of `docs/formats/material-json.md`).
namespace galley {

/// What a picture is for, as its name says.
enum class MapRole : std::uint8_t {
    none,
    base_color,
    normal_gl,
    normal_dx,
    roughness,
    gloss,
    metal,
    occlusion,
    occlusion_roughness_metal,
    roughness_metal,  ///< G roughness, B metal
    roughness_metal_occlusion,
    mask_map,  ///< R metal, G occlusion, B detail, A smoothness
    metal_smoothness,
    emission,
    opacity,
    unused,  ///< known, and nothing that a material has a map for
};

struct NamedRole {
    MapRole role = MapRole::none;
    std::string set;  ///< what is left of the name
};
/// Of a file's name without its extension.
[[nodiscard]] NamedRole role_of(std::string_view stem);

/// A picture of the folder.
struct FolderPicture {
    std::string name;  ///< of the file, without a directory
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    bool alpha = false;  ///< has an alpha channel
};

/// A setting `channels` that a picture's recipe is to have.
struct ChannelsOf {
    std::string picture;                ///< its name
    std::vector<std::string> channels;  ///< `r`, `1-g`; another picture's by name, `ao.png:r`
};

/// One material: the text of its source, and what its pictures need.
struct FolderMaterial {
    std::string name;
    std::string source;                 ///< of `NAME.material.json`, beside its pictures
    std::vector<std::string> pictures;  ///< those it uses, by name
    std::vector<std::string> left_out;  ///< those that others stand for, by name; in the ledger
    std::vector<ChannelsOf> channels;
    Ledger ledger;
};

/// The materials of one folder, by name; one whose pictures' names say nothing else has the
/// folder's. Pictures that are in none are no business of this.
[[nodiscard]] std::vector<FolderMaterial> find_materials(std::string_view folder,
                                                         std::span<const FolderPicture> pictures);

}  // namespace galley
