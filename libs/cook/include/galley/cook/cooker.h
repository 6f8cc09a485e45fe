#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "galley/asset/kinds.h"
#include "galley/asset/material.h"
#include "galley/base/byte_pieces.h"
#include "galley/base/bytes.h"
#include "galley/base/diagnostics.h"
#include "galley/base/jobs.h"
#include "galley/base/result.h"
#include "galley/core/virtual_path.h"
#include "galley/geometry/triangle_mesh.h"
#include "galley/import/image_file.h"
#include "galley/project/settings.h"

namespace galley {

/// What a cooker is given: the neutral part, borrowed for the call, and the effective settings.
struct MeshInput {
    const TriangleMesh* mesh;
    MeshSettings settings;
};
struct TextureInput {
    ByteSpan encoded;          ///< the image file's bytes
    std::string extension;     ///< lower case, without the dot
    TextureSettings settings;  ///< usage and cutoff decided
    WrapMode wrap_u = WrapMode::repeat;
    WrapMode wrap_v = WrapMode::repeat;
    ByteSpan normals = {};               ///< the paired normal map's file; empty for none
    std::string normals_extension = {};  ///< as `extension`
    /// Another picture that channels are taken from, by the name that the settings give it; without
    /// bytes when there is none.
    struct Picture {
        std::string name;
        ByteSpan encoded;
        std::string extension;
    };
    std::vector<Picture> pictures = {};
    /// Called once `encoded` is not read any more, so that it may go.
    std::function<void()> on_decoded = {};
};
struct MaterialInput {
    const Material* material;  ///< slots index the dependencies
};
struct MapInput {
    ByteSpan source;  ///< the bytes of a `*.world.json` or `*.tilemap.json`
    VirtualPath path;
};
using CookInput = std::variant<MeshInput, TextureInput, MaterialInput, MapInput>;

struct CookContext {
    JobPool* pool;  ///< for splitting large work; never null
    DecodeLimits limits;
    Ledger* ledger;  ///< what the cook approximated or dropped; never null
    /// What looks wrong in the input, and did not stop the cook; never null. Places may be empty.
    std::vector<Diagnostic>* diagnostics;
};

/// Neutral parts of one kind to the payload of its body chunk. A pure function of its input and
/// settings: same input, same bytes. `version` changes with any change of the bytes; `libraries`
/// names the versions of third-party code that decides them.
struct Cooker {
    Kind kind;
    std::uint32_t version;
    std::string libraries;
    std::function<Result<BytePieces>(const CookInput& input, const CookContext& context)> cook;
};

/// Mesh, texture, material, world, tile map.
[[nodiscard]] std::span<const Cooker> builtin_cookers();

}  // namespace galley
