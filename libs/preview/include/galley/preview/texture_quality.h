#pragma once

#include <cstdint>
#include <vector>

#include "galley/asset/texture.h"
#include "galley/base/byte_pieces.h"
#include "galley/base/jobs.h"
#include "galley/base/result.h"
#include "galley/texel/image.h"
#include "galley/texel/texture_build.h"

namespace galley::preview {

/// The levels of a texture, plain: what is stored before blocks are made of it.
struct MadeLevels {
    TextureInfo info;
    BytePieces levels;
};

/// Of the picture that a cooked texture was made from, the levels that its own stand for: filtered
/// by `filter` with the texture's own wrap and cutoff, in the same number of bits.
/// kQualityNoLevel when the picture has no such levels.
[[nodiscard]] Result<MadeLevels> make_levels(const TextureView& cooked, const Image& picture,
                                             texel::MipFilter filter, JobPool& pool);

/// How near a stored level is to what it was made from, over the channels that it stores (alpha
/// left out where it is full in both).
struct LevelQuality {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    double psnr_db = 0;  ///< infinity when equal
    double ssim = 0;     ///< 1 when equal
};

/// Measures a cooked texture (its first layer), level by level, against those that `make_levels`
/// makes. Roughness that normals raised counts as a difference.
/// kQualityNoLevel also when its format can't be compared.
[[nodiscard]] Result<std::vector<LevelQuality>> measure_texture(const TextureView& cooked,
                                                                const Image& picture,
                                                                texel::MipFilter filter,
                                                                JobPool& pool);

}  // namespace galley::preview
