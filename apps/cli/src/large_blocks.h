#pragma once

#include <cstddef>

namespace galley::cli {

/// Blocks of at least this size come in large pages where the system has them: a large page of
/// x86-64, and of AArch64 with small ones of 4 KiB.
inline constexpr std::size_t kLargeBlock = std::size_t{2} << 20;

/// Has large blocks come from the system and go back to it, and no small ones. Before threads
/// start.
void set_up_memory();

}  // namespace galley::cli
