#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "galley/base/bytes.h"
#include "galley/base/hash.h"
#include "galley/base/result.h"

namespace galley::vda {

inline constexpr std::string_view kMetaType = "META";

/// The metadata of an asset file; keys, meaning and rules M1 to M8 in `docs/formats/vda.md`.
struct Meta {
    std::string compiler;
    std::vector<std::string> deps;
    std::string kind;
    std::string name;
    std::string source;
    std::string source_hash;

    friend bool operator==(const Meta&, const Meta&) = default;
};

/// The META of one of Galley's own kinds (M8): everything follows from kind (`gmsh`), body version
/// and cook key.
[[nodiscard]] Meta own_meta(std::string_view kind, std::uint16_t body_version, const Digest& key);

/// The body version that the compiler of an own kind's META states; none for the seed's kinds.
[[nodiscard]] std::optional<std::uint16_t> own_body_version(const Meta& meta);

[[nodiscard]] bool is_seed_kind(std::string_view kind);  ///< `model` ... `map`
[[nodiscard]] bool is_own_kind(std::string_view kind);   ///< the shape of one: `gmsh` (M4)

/// The type of a kind's body chunk; none for a word that is no kind.
[[nodiscard]] std::optional<std::string> body_type(std::string_view kind);

/// True for the body types that `docs/formats/vda.md` lists, whichever kind they belong to.
[[nodiscard]] bool is_known_body_type(std::string_view type);

/// M2 to M8.
[[nodiscard]] Result<void> check_meta(const Meta& meta);

/// The canonical payload; deps are sorted and duplicates dropped. Refuses what `check_meta` does.
[[nodiscard]] Result<Bytes> encode_meta(const Meta& meta);

/// Refuses anything but what `encode_meta` writes. Errors in a value have its field and the offset
/// of its first byte; `base`, where the payload stands in its file, is added to all offsets.
[[nodiscard]] Result<Meta> decode_meta(ByteSpan payload, std::uint64_t base = 0);

}  // namespace galley::vda
