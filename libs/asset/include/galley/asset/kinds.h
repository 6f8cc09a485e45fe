#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace galley {

/// The kinds of assets. The number is on disk (manifest, state logs) and never reused.
enum class Kind : std::uint8_t { mesh = 1, texture = 2, material = 3, world = 4, tilemap = 5 };

/// One row for each kind: everything that is named after a kind comes from here.
struct KindInfo {
    Kind kind;
    std::string_view word;       ///< singular, in names: `a.glb:mesh/Lid`
    std::string_view plural;     ///< sections of an `assets` block
    std::string_view chunk;      ///< type of the body chunk: `GMSH`
    std::string_view meta_kind;  ///< `kind` in META: the chunk type in lower case, or Veduta's word
    std::uint16_t body_version;  ///< of the cooked body; another version is a cache miss
    /// One of Veduta's kinds: body, META and file are as Veduta has them.
    bool seed = false;
};

[[nodiscard]] std::span<const KindInfo> kinds();
[[nodiscard]] const KindInfo& kind_info(Kind kind);
[[nodiscard]] std::optional<Kind> kind_named(std::string_view word);
[[nodiscard]] std::optional<Kind> kind_of_chunk(std::string_view chunk);

}  // namespace galley
