#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "galley/base/hash.h"
#include "galley/base/result.h"
#include "galley/base/uuid.h"
#include "galley/core/json.h"

namespace galley {

/// One row of a recipe's parts table: which part of the source is which asset, on any clone.
struct RecipePart {
    std::string part;         ///< `mesh/Lid/1`, as in the asset's name
    std::uint32_t index = 0;  ///< in the source, counted within its kind
    Digest content;           ///< content hash when last imported
    std::optional<Uuid> id;   ///< when not the default
    Json settings;            ///< null, or an object on top of the source's settings
    /// The last import did not find it. Such a row stays only because an id or settings were
    /// decided for it, which an artist's broken export must not lose; it is no asset.
    bool gone = false;
    Json record;  ///< the row as read: for places and unknown keys

    friend bool operator==(const RecipePart& a, const RecipePart& b) {
        return a.part == b.part && a.index == b.index && a.content == b.content && a.id == b.id &&
               a.settings == b.settings && a.gone == b.gone;
    }
};

/// `library/<source path>.json` (`docs/formats/recipe.md`): what was decided about one source. Keys
/// nobody knows stay, in their order. Written only when something changed; `==` compares what is
/// known, not the documents.
struct Recipe {
    std::optional<Uuid> id;
    std::uint64_t content_size = 0;
    Digest content;  ///< SHA-256 of the source file when last imported; zero when never
    Json settings;   ///< null, or an object: only what was decided
    std::vector<RecipePart> parts;  ///< sorted by part
    JsonDocument document;          ///< as read; for places and unknown keys

    friend bool operator==(const Recipe& a, const Recipe& b) {
        return a.id == b.id && a.content_size == b.content_size && a.content == b.content &&
               a.settings == b.settings && a.parts == b.parts;
    }
};

inline constexpr int kRecipeVersion = 1;

/// Where the recipe of a source stands below the library directory: `<source>.json`.
[[nodiscard]] std::string recipe_path(std::string_view source);

/// A broken recipe is an error with its place (kRecipeInvalid, or JSON's own codes), one of another
/// version is kRecipeOtherVersion; neither is ever overwritten.
[[nodiscard]] Result<Recipe> parse_recipe(std::string_view text, std::string file);
/// Canonical text; a recipe that was read keeps its unknown keys and their order.
[[nodiscard]] std::string recipe_text(const Recipe& recipe);

/// A part as an import found it.
struct FoundPart {
    std::string part;
    std::uint32_t index = 0;
    Digest content;
};

/// Brings the parts table up to date with what an import found (Z13), kind by kind:
/// 1. the same name, where the source gave it and gave it once (before and now);
/// 2. equal content, among the parts left: names that are gone or new, and names that only count
///    (`~3`, `Lid` and `Lid~2`), so that an insertion does not shift them. The same name is
///    preferred, then the same index, then order;
/// 3. the same name, whatever is left;
/// 4. equal index, when exactly one name vanished and one appeared there.
/// A part that was matched under another name keeps its id (given explicitly) and settings. A new
/// part whose default id is taken gets the first free of the next candidates. `parts` is sorted by
/// part and also holds rows marked `gone`. `renamed` lists old and new names, sorted by new name.
struct Reconciled {
    std::vector<RecipePart> parts;
    std::vector<std::pair<std::string, std::string>> renamed;
};
[[nodiscard]] Reconciled reconcile_parts(const Uuid& file_id, const std::vector<RecipePart>& known,
                                         const std::vector<FoundPart>& found);

}  // namespace galley
