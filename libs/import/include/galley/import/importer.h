#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "galley/base/diagnostics.h"
#include "galley/base/result.h"
#include "galley/import/image_file.h"
#include "galley/import/ledger.h"
#include "galley/import/map_source.h"
#include "galley/import/model.h"
#include "galley/import/source_files.h"

namespace galley {

struct ImportLimits {
    DecodeLimits decode;
    /// Bytes that one import may hold in decoded geometry and other parts.
    std::uint64_t max_geometry = std::uint64_t{4} << 30;
};

/// A source that is one picture. Its pixels are decoded when it is cooked.
struct ImportedImage {
    ImageInfo info;
    Bytes encoded;  ///< the file
};

struct Imported {
    std::variant<ImportedImage, Model, ImportedMap> content;
    Ledger ledger;
};

/// One format (or a family): bytes and the files they name to neutral parts and a ledger. It never
/// touches ids, caches, or any file other than through `SourceFiles`.
struct Importer {
    std::string_view name;      ///< `gltf`, `image`, `world`, `tilemap`, `material`
    std::uint32_t version = 1;  ///< changes with any change of its results
    /// Lower case, without the first dot: `png`, `world.json`.
    std::vector<std::string_view> extensions;
    std::function<Result<Imported>(SourceFiles& files, const VirtualPath& path,
                                   const ImportLimits& limits)>
        import;
    /// Bytes of memory that importing this file will need at most, from its size and its first
    /// bytes; for admission.
    std::function<std::uint64_t(std::uint64_t file_size)> memory_estimate;
};

/// The importers a program has. A second claim on an extension is an error that names both.
class ImporterRegistry {
public:
    Result<void> add(Importer importer);
    [[nodiscard]] const Importer* find(std::string_view extension) const;
    /// The importer whose extension a file's name ends in, the longest that does, in either case.
    [[nodiscard]] const Importer* find_for(std::string_view path) const;
    [[nodiscard]] std::span<const Importer> all() const { return importers_; }

private:
    std::vector<Importer> importers_;
};

/// What a format is called that this version knows and does not read yet, by its extension (lower
/// case, without the dot): `FBX`, `OpenEXR`. Empty for all others.
[[nodiscard]] std::string_view unread_format(std::string_view extension);

/// glTF, images, worlds, tile maps and materials.
void register_builtin_importers(ImporterRegistry& registry);

}  // namespace galley
