#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace galley {

/// 128 bits in the byte order of RFC 9562 (the order of the text).
struct Uuid {
    std::array<std::uint8_t, 16> bytes = {};

    [[nodiscard]] bool is_nil() const { return *this == Uuid{}; }
    /// Lower case with hyphens: `8fd2c159-ba7b-5cf5-b8d7-63656f75dd88`.
    [[nodiscard]] std::string to_string() const;
    /// The 36-character form only, either case.
    [[nodiscard]] static std::optional<Uuid> parse(std::string_view text);

    friend constexpr auto operator<=>(const Uuid&, const Uuid&) = default;
};

}  // namespace galley

template <>
struct std::hash<galley::Uuid> {
    std::size_t operator()(const galley::Uuid& id) const noexcept;
};
