#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "galley/asset/material.h"
#include "galley/asset/mesh.h"
#include "galley/asset/texture.h"
#include "galley/base/byte_pieces.h"
#include "galley/base/result.h"
#include "galley/vda/material.h"
#include "galley/vda/model.h"
#include "galley/vda/texture.h"

/// Between Galley's own kinds and Veduta's: GMSH and MESH, GTEX and TEXR, GMAT and MATL. What the
/// other kind cannot hold is lost, and every loss is told; what it can hold is kept exactly.
/// `docs/formats/vda-convert.md` has the tables.
namespace galley {

/// Something that a conversion dropped or changed, once for each kind of thing.
struct Loss {
    bool dropped = true;  ///< else approximated
    std::string what;     ///< `vertex colours`
    std::string detail;   ///< why, or what it became

    friend bool operator==(const Loss&, const Loss&) = default;
};

template <class T>
struct Converted {
    T value;
    std::vector<Loss> losses;
};

/// A texture with the pixels that `encode_texture` takes.
struct OwnTexture {
    TextureInfo info;
    BytePieces levels;
};

/// A material and the textures that its slots index.
struct OwnMaterial {
    Material material;
    std::vector<std::string> textures;
};

/// A level's distance in metres over its error in metres: at this distance an error covers about a
/// pixel of a screen of 1080 rows and 55 degrees.
inline constexpr float kLodDistancePerError = 1000;

/// Errors: `G4051` for what has no counterpart at all, and what the bodies' own rules refuse.
[[nodiscard]] Result<Converted<vda::Model>> to_seed(const MeshView& mesh, std::string_view name);
[[nodiscard]] Result<Converted<Mesh>> from_seed(const vda::Model& model);
[[nodiscard]] Result<Converted<vda::Texture>> to_seed(const TextureView& texture,
                                                      std::string_view name);
[[nodiscard]] Result<Converted<OwnTexture>> from_seed(const vda::Texture& texture);
/// `textures` are the names that the slots index.
[[nodiscard]] Result<Converted<vda::Material>>
to_seed(const Material& material, std::string_view name, const std::vector<std::string>& textures);
[[nodiscard]] Result<Converted<OwnMaterial>> from_seed(const vda::Material& material);

}  // namespace galley
