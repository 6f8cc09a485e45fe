#pragma once

#include <string_view>

#include "galley/base/uuid.h"

namespace galley {

/// Version 5 (RFC 9562 section 5.5: SHA-1 of the namespace's bytes and the name's bytes).
[[nodiscard]] Uuid uuid5(const Uuid& name_space, std::string_view name);

}  // namespace galley
