#pragma once

#include <cstdint>
#include <functional>

#include "galley/base/diagnostics.h"
#include "galley/base/jobs.h"
#include "galley/base/result.h"
#include "galley/import/image_file.h"
#include "galley/import/model.h"
#include "galley/preview/scene.h"

namespace galley::preview {

/// Gives the encoded bytes of an image that is a file of its own. Called from several threads.
using ReadImageFile = std::function<Result<Bytes>(const ModelImage& image)>;

/// What of a model is drawn. The default scene (else the first, else every root) by default; or one
/// mesh (all its primitives, or one), or one material on a sphere.
struct ModelPart {
    enum class What : std::uint8_t { whole, mesh, primitive, material };
    What what = What::whole;
    std::uint32_t index = 0;  ///< into Model::meshes or Model::materials
    std::uint32_t primitive = 0;
};

/// Takes a model apart into what is drawn. Skins and morph targets are at rest. Pictures that are
/// missing or do not decode are warned of; in a colour they show as a checker, elsewhere not at
/// all. Textures together are bounded to about a gigabyte by halving the largest.
[[nodiscard]] Result<Scene> scene_from_model(Model model, const ModelPart& part,
                                             const ReadImageFile& read, const DecodeLimits& limits,
                                             JobPool& pool, Diagnostics& diagnostics);

}  // namespace galley::preview
