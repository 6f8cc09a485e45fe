#pragma once

#include <vector>

#include "galley/base/result.h"
#include "galley/core/virtual_path.h"
#include "galley/import/source_files.h"
#include "gltf/primitive_builder.h"

namespace galley::gltf {

/// Every image of the file, in its order. Embedded ones are copied out, encoded as they are; files
/// beside the document are looked for and not read, and one that is not there is marked missing.
[[nodiscard]] Result<std::vector<ModelImage>> build_images(const BuildContext& context,
                                                           std::span<const BufferData> buffers,
                                                           SourceFiles& files,
                                                           const VirtualPath& path);

}  // namespace galley::gltf
