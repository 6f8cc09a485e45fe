#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "galley/asset/kinds.h"
#include "galley/base/file_system.h"
#include "galley/base/hash.h"
#include "galley/base/uuid.h"
#include "galley/core/json.h"

namespace galley {

/// One row of a recipe's parts table: which part of the source is which asset, on any clone.
struct RecipePart {
    std::string part;          ///< `mesh/Lid/1`, as in the asset's name
    std::uint32_t index = 0;   ///< in the source, counted within its kind
    Digest content;            ///< content hash when last imported
    std::optional<Uuid> id;    ///< when not the default
    Json settings;             ///< null, or an object on top of the source's settings

    friend bool operator==(const RecipePart&, const RecipePart&) = default;
};

/// `library/<source path>.json`: what was decided about one source. Keys nobody knows stay, in
/// their order. Written only when something changed.
struct Recipe {
    std::optional<Uuid> id;
    std::uint64_t content_size = 0;
    Digest content;            ///< SHA-256 of the source file when last imported
    Json settings;             ///< null, or an object: only what was decided
    std::vector<RecipePart> parts;   ///< sorted by part
    JsonDocument document;     ///< as read; for places and unknown keys

    friend bool operator==(const Recipe& a, const Recipe& b) {
        return a.id == b.id && a.content_size == b.content_size && a.content == b.content &&
               a.settings == b.settings && a.parts == b.parts;
    }
};

inline constexpr int kRecipeVersion = 1;

/// Where the recipe of a source stands below the library directory: `<source>.json`.
[[nodiscard]] std::string recipe_path(std::string_view source);

[[nodiscard]] Result<Recipe> parse_recipe(std::string_view text, std::string file);
/// Canonical text; a recipe that was read keeps its unknown keys and their order.
[[nodiscard]] std::string recipe_text(const Recipe& recipe);

/// A part as an import found it.
struct FoundPart {
    std::string part;
    std::uint32_t index = 0;
    Digest content;
};

/// Brings the parts table up to date with what an import found (Z13): same name first; then, among
/// parts of the kind whose names are gone, equal content; then equal index when exactly one name
/// vanished and one appeared there. A part that was matched under another name keeps its id (given
/// explicitly) and settings. `renamed` lists old and new names.
struct Reconciled {
    std::vector<RecipePart> parts;
    std::vector<std::pair<std::string, std::string>> renamed;
};
[[nodiscard]] Reconciled reconcile_parts(const Uuid& file_id, const std::vector<RecipePart>& known,
                                         const std::vector<FoundPart>& found);

}  // namespace galley
