#pragma once

#include <cstdint>

namespace galley {

/// Bytes of physical memory of this machine, or what a control group allows when that is less;
/// 4 GiB when neither can be told.
[[nodiscard]] std::uint64_t machine_memory();

}  // namespace galley
