#pragma once

#include <cstdint>

#include "galley/import/importer.h"

namespace galley {

/// glTF 2.0 and GLB, told apart by their first bytes. `path` is the file itself; buffers are read
/// through `files`, images beside it are looked for and not read. What is read, refused, converted
/// and dropped is in docs/formats/gltf-import.md. Errors name the file and a JSON pointer, line and
/// column, or byte offset. Files are not changed; one call uses one thread.
[[nodiscard]] Result<Imported> import_gltf(SourceFiles& files, const VirtualPath& path,
                                           const ImportLimits& limits);

/// The counts that a file states, from its JSON alone: no buffer or image is read, and a required
/// extension that is not read is no obstacle. For inspection.
[[nodiscard]] Result<ModelCounts> read_gltf_counts(SourceFiles& files, const VirtualPath& path);

/// Bytes that `import_gltf` needs at most for a typical file of this size, buffers beside it left
/// out.
[[nodiscard]] std::uint64_t gltf_memory_estimate(std::uint64_t file_size);

}  // namespace galley
