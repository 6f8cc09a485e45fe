#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "galley/project/project.h"
#include "work.h"

/// What the names inside worlds and tile maps mean: the one asset of the kind with that title.
namespace galley {

/// What a map can call an asset by: a file's own one by its stem, a part of a file by its name.
struct AssetTitle {
    MapNameKind kind = MapNameKind::texture;  ///< texture or material
    std::string title;
    friend auto operator<=>(const AssetTitle&, const AssetTitle&) = default;
};

/// The titles of one source's assets, each with the part it stands for. A picture has its title by
/// its file's name alone, whether or not it can be read.
[[nodiscard]] std::vector<std::pair<AssetTitle, std::string>>
titles_of(std::string_view source, bool is_picture, const SourceRecord* record);

/// Who has the titles that are asked for. For one thread.
class TitleTable {
public:
    explicit TitleTable(std::set<AssetTitle> wanted);

    /// Any order; null for a source whose parts are not known or do not matter.
    void add(std::string_view source, bool is_picture, const SourceRecord* record);
    /// Whether a picture of this path would matter.
    [[nodiscard]] bool wants_picture(std::string_view source) const;

    struct Owner {
        std::string source;
        std::string part;
        friend auto operator<=>(const Owner&, const Owner&) = default;
    };
    /// In name order.
    [[nodiscard]] const std::set<Owner>& owners(const AssetTitle& title) const;

private:
    std::map<AssetTitle, std::set<Owner>> owners_;  ///< of every wanted title
};

[[nodiscard]] bool is_map(const SourceRecord& record);
/// The titles that a map's record names.
[[nodiscard]] std::set<AssetTitle> titles_named(const SourceRecord& map);

/// Fills in what a map's names mean. What nothing has is a warning and a dropped thing in the
/// ledger; other meanings than before are changes of the work.
void resolve_names(const TitleTable& table, SourceWork& work);

/// The error of a map's part whose name means several assets.
[[nodiscard]] std::optional<Error> ambiguity(std::string_view source, const ImportedPart& map);

}  // namespace galley
