#pragma once

#include <string>

#include "galley/base/bytes.h"
#include "galley/base/result.h"

namespace galley {

/// Checks a whole `.vda` file by every rule of its container, META and body, Veduta's kinds and
/// Galley's own alike; says in a few words what it holds. Of a kind that this version does not know
/// only container and META are checked, and the words say so.
[[nodiscard]] Result<std::string> check_vda(ByteSpan file);

}  // namespace galley
