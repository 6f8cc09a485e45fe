#pragma once

#include <functional>
#include <span>

#include "galley/project/project.h"
#include "usage.h"
#include "work.h"

namespace galley {

struct PlanContext {
    const Project* project;
    std::span<const Cooker> cookers;
    bool frozen = false;
    /// The record of a picture file by its virtual path; null when there is none. Asked only for
    /// pictures, which are planned when all imports have ended.
    std::function<const SourceRecord*(std::string_view source)> find_picture = {};
};

/// The assets that a work's record gives, with their effective settings and keys: all parts of a
/// model, or the usages of an image. `uses` are those of the image (external ones; empty for a
/// model, whose embedded images are used by its own materials). Also the recipe as it should be.
/// An error is one of a setting or a rule; it belongs to the source.
Result<void> plan_assets(const PlanContext& context, const ImageUses& uses, SourceWork& work);

/// `levels/a.tilemap.json` of `assets/levels/a.tilemap.json`.
[[nodiscard]] std::string path_below_sources(const Project& project, std::string_view source);

[[nodiscard]] const Cooker& cooker_of(std::span<const Cooker> cookers, Kind kind);

}  // namespace galley
