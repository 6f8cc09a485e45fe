#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "galley/base/uuid.h"

namespace galley {

/// The name of an asset as text shows it (`docs/formats/names.md`): `assets/rock.png` for a
/// file that is one asset, `assets/crate.glb:mesh/Lid` for a part, `:mesh/Lid/1` for the second
/// primitive of a mesh, `assets/rock.png:texture/data` for a second usage.
struct AssetName {
    std::string source;  ///< the file's path
    std::string part;    ///< `mesh/Lid`, percent-encoded; empty for the file's own asset

    [[nodiscard]] std::string text() const;
    /// Splits at the last `:` whose right side begins with a kind word and a slash.
    [[nodiscard]] static AssetName parse(std::string_view text);
    friend auto operator<=>(const AssetName&, const AssetName&) = default;
};

/// Names for the parts of one kind in file order: the source's own names, percent-encoded (`/ : ~
/// %` and control characters), `Lid~2` for the second of the same name, `~3` for an unnamed one
/// (its index). Names are made NFC and cut to 255 bytes before they are encoded; what is not UTF-8
/// becomes U+FFFD; `.` and `..` are encoded whole. No two calls give the same name.
class PartNamer {
public:
    [[nodiscard]] std::string next(std::string_view source_name);

private:
    std::uint32_t index_ = 0;
    std::unordered_map<std::string, std::uint32_t> used_;  ///< how often each name came
};

/// Namespace of file ids.
inline constexpr std::string_view kIdNamespace = "4a6a81e9-f0d1-4b8f-91a8-7e7a5e0b6b4a";

/// The id that the file `source` has unless its recipe says otherwise: version 5 over the path
/// without the leading `assets/` (a file elsewhere in the project hashes with a leading `/`; in a
/// bare folder every path counts as below `assets/`). `counter` > 0 gives the next candidates when
/// the id is taken.
[[nodiscard]] Uuid default_file_id(std::string_view source, bool bare, unsigned counter = 0);
/// The default id of a part: version 5 in the namespace of the file's id over `kind/part`.
[[nodiscard]] Uuid default_part_id(const Uuid& file, std::string_view part, unsigned counter = 0);

}  // namespace galley
