#pragma once

#include "galley/base/result.h"
#include "gltf/primitive_builder.h"

namespace galley::gltf {

/// Fails when a vertex with a weight names a joint that its skin does not have (J139).
[[nodiscard]] Result<void> check_skins(const BuildContext& context);

/// Puts skins and animations into the ledger as dropped, animations whose keys make no sense with
/// the reason.
[[nodiscard]] Result<void> report_motion(const BuildContext& context);

}  // namespace galley::gltf
