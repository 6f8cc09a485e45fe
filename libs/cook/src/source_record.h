#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "galley/asset/kinds.h"
#include "galley/asset/material.h"
#include "galley/asset/texture.h"
#include "galley/base/bytes.h"
#include "galley/base/diagnostics.h"
#include "galley/base/file_system.h"
#include "galley/base/hash.h"
#include "galley/base/uuid.h"
#include "galley/import/ledger.h"
#include "galley/import/map_source.h"

namespace galley {

/// A file as an import saw it. `settled` is false when it had been changed so shortly before it was
/// read that a later change could carry the same time stamp: then its bytes are hashed again.
struct InputFile {
    std::string path;  ///< virtual path
    FileStat stat;
    bool settled = true;
    Digest digest;
    friend bool operator==(const InputFile&, const InputFile&) = default;
};

/// A texture that a material's slot names: a file of its own, or an image inside the same source.
struct TextureReference {
    bool external = false;
    std::string target;  ///< virtual path, or the embedded image's part name
    MaterialMap map = MaterialMap::base_color;
    TextureUsage usage = TextureUsage::color;
    WrapMode wrap_u = WrapMode::repeat;
    WrapMode wrap_v = WrapMode::repeat;
    float cutoff = 0;  ///< of a masked material's colour
    bool normals_external = false;
    std::string normals;  ///< of a roughness map: the target of the material's normal map
    friend bool operator==(const TextureReference&, const TextureReference&) = default;
};

/// A texture, material or biome that a world or tile map names, and what it means.
struct NamedAsset {
    MapName name;
    std::string source;  ///< whose it is; empty when nothing in the project has the name
    std::string part;    ///< the imported part's name; empty for a file's own asset
    std::string rival;   ///< another asset that has it too
    friend bool operator==(const NamedAsset&, const NamedAsset&) = default;
    [[nodiscard]] bool resolved() const { return !source.empty() && rival.empty(); }
};

/// A neutral part as an import found it.
struct ImportedPart {
    Kind kind = Kind::mesh;
    std::string name;         ///< `Lid/1`; empty for the one part of an image file
    std::uint32_t index = 0;  ///< within its kind
    Digest content;
    std::uint64_t weight = 0;  ///< bytes of memory that cooking it takes, for admission and order
    std::vector<TextureReference> textures;  ///< of a material, one for each dependency in order
    std::vector<NamedAsset> named;           ///< of a map, in the order of its body
    friend bool operator==(const ImportedPart&, const ImportedPart&) = default;
};

/// What the cook of a body approximated or dropped: nobody knows (the body came from the store),
/// nothing, or what `CookLedgers` has.
enum class Losses : std::uint8_t { unknown = 0, none = 1, logged = 2 };

/// One asset made from a part, as it was cooked last.
struct CookedAsset {
    std::string part;  ///< `mesh/Lid/1`, `texture/data`; empty for the file's own asset
    Kind kind = Kind::mesh;
    std::uint32_t imported = 0;                ///< index into the parts
    TextureUsage usage = TextureUsage::color;  ///< of a texture
    Uuid id;
    Digest key;
    Digest output;
    std::uint64_t size = 0;  ///< of the file in the store; 0 when it failed
    Losses losses = Losses::unknown;
    std::vector<std::string> beside;  ///< other sources whose pictures its texture is made with
    std::optional<Error> error;       ///< a failure that its inputs determine
    friend bool operator==(const CookedAsset& a, const CookedAsset& b) {
        return a.part == b.part && a.kind == b.kind && a.imported == b.imported &&
               a.usage == b.usage && a.id == b.id && a.key == b.key && a.output == b.output &&
               a.size == b.size && a.losses == b.losses && a.beside == b.beside &&
               a.error.has_value() == b.error.has_value();
    }
};

/// What is known about one source from when it was imported and cooked last.
struct SourceRecord {
    std::string source;
    std::vector<InputFile> files;     ///< the source itself first
    std::vector<std::string> absent;  ///< looked for and not there
    std::optional<FileStat> recipe;   ///< of the recipe file; empty when there was none
    bool recipe_settled = true;
    Digest recipe_digest;
    Uuid id;  ///< of the file
    std::uint32_t importer_version = 0;
    std::uint64_t max_decoded = 0;  ///< the limit a failure was met with
    bool lossy = false;
    std::vector<ImportedPart> parts;
    std::vector<CookedAsset> assets;
    std::optional<Error> error;  ///< the import's failure, that its inputs determine
    Ledger ledger;
};

[[nodiscard]] Bytes encode_source_record(const SourceRecord& record);
/// Nothing when the bytes are not a whole record.
[[nodiscard]] std::optional<SourceRecord> decode_source_record(ByteSpan bytes);

/// What the no-op pass needs of a record, borrowed from its bytes.
struct SourceHead {
    std::string_view source;
    FileStat stat;
    std::optional<FileStat> recipe;
    Uuid id;
    bool settled = true;  ///< all files and the recipe
    bool failed = false;  ///< the import, or an asset
    bool lossy = false;
    bool untold = false;       ///< of a body that came from the store nobody knows what was lost
    bool textures = false;     ///< a material names images that are sources of their own
    bool paired = false;       ///< an asset is made with another source's picture
    bool names = false;        ///< a map names other assets
    bool more_inputs = false;  ///< other files or absences: decode the record to check them
    std::uint32_t assets = 0;
    ByteSpan bytes;
};
[[nodiscard]] std::optional<SourceHead> decode_source_head(ByteSpan bytes);

/// Whether a failure was met with another limit than `max_decoded`, so that it has to be met again.
[[nodiscard]] bool failed_under_another_limit(const SourceHead& head, std::uint64_t max_decoded);

/// Error codes that came from a file live as long as the process.
[[nodiscard]] ErrorCode interned_code(std::string_view id, std::string_view title);

}  // namespace galley
