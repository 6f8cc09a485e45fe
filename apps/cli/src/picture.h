#pragma once

#include <cstdint>
#include <string>

#include "galley/base/diagnostics.h"
#include "galley/base/file_system.h"
#include "galley/base/jobs.h"
#include "galley/base/result.h"
#include "galley/preview/render.h"
#include "galley/preview/texture_view.h"
#include "galley/texel/image.h"

namespace galley::cli {

struct PictureOptions {
    std::uint32_t width = 0;  ///< 0: what suits
    std::uint32_t height = 0;
    std::uint32_t level = 0;
    float exposure = 0;
    float azimuth = 30;
    float elevation = 18;
    bool z_up = false;
    preview::Background background;
    preview::ShownChannel channel = preview::ShownChannel::all;
    std::string against;  ///< draw this file too, and the difference
    float amplify = 8;
};

/// Draws what `file` (or `file:part`) holds. A cooked material takes its textures from the store
/// that it stands in, where a manifest beside that store knows it.
[[nodiscard]] Result<Image> make_picture(FileSystem& fs, const std::string& file,
                                         const PictureOptions& options, JobPool& pool,
                                         Diagnostics& diagnostics);

/// `options.against`, what `file` holds, and how much they differ, side by side. A picture that a
/// cooked texture was made from is drawn as the level that was made of it, before it was encoded.
[[nodiscard]] Result<Image> make_comparison(FileSystem& fs, const std::string& file,
                                            const PictureOptions& options, JobPool& pool,
                                            Diagnostics& diagnostics);

}  // namespace galley::cli
