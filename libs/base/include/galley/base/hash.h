#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "galley/base/bytes.h"

namespace galley {

/// A SHA-256 digest as a value (computed in core).
struct Digest {
    std::array<std::uint8_t, 32> bytes = {};

    [[nodiscard]] bool is_zero() const { return *this == Digest{}; }
    /// 64 lower-case hex digits.
    [[nodiscard]] std::string to_hex() const;
    [[nodiscard]] static std::optional<Digest> from_hex(std::string_view text);

    friend constexpr auto operator<=>(const Digest&, const Digest&) = default;
};

/// XXH3 for local change detection and checks of our own logs; never for anything shared.
[[nodiscard]] std::uint64_t xxh3_64(ByteSpan bytes);

struct Hash128 {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    friend constexpr auto operator<=>(const Hash128&, const Hash128&) = default;
};
[[nodiscard]] Hash128 xxh3_128(ByteSpan bytes);

/// Lower-case hex of any bytes.
[[nodiscard]] std::string to_hex(ByteSpan bytes);

}  // namespace galley

template <>
struct std::hash<galley::Digest> {
    std::size_t operator()(const galley::Digest& digest) const noexcept;
};
