#pragma once

#include <vector>

#include "galley/base/diagnostics.h"
#include "galley/import/importer.h"
#include "galley/project/project.h"
#include "source_record.h"

namespace galley {

/// The parts of an import as records: named, hashed, weighed. Slots of the model's materials that
/// name a missing file, or one that is no source of the project, are taken out and reported; the
/// others are renumbered to index the material's own textures.
[[nodiscard]] std::vector<ImportedPart>
describe_parts(const Project& project, const ImporterRegistry& importers, std::string_view source,
               const InputFile& file, Imported& imported, std::vector<Diagnostic>& diagnostics);

/// Memory that an import's parts take while they wait to be cooked.
[[nodiscard]] std::uint64_t held_bytes(const Imported& imported);

/// Memory that cooking a picture takes: the file, decoded samples, levels, body and file.
[[nodiscard]] std::uint64_t texture_weight(const ImageInfo& info, std::uint64_t file_size);

}  // namespace galley
