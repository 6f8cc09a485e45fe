#pragma once

#include <string_view>
#include <vector>

#include "galley/base/result.h"
#include "galley/core/virtual_path.h"
#include "galley/import/source_files.h"
#include "gltf/document.h"

namespace galley::gltf {

/// A buffer's bytes, at least as many as the document states; none for one that only stands in for
/// compressed data.
struct BufferData {
    bool present = false;
    ByteSpan bytes;
    Bytes owned;  ///< decoded from a data URI; `bytes` points here
};

/// Gets every buffer: from the binary chunk, a data URI, or a file beside the document.
[[nodiscard]] Result<std::vector<BufferData>> load_buffers(const Document& document,
                                                           std::optional<ByteSpan> glb_binary,
                                                           SourceFiles& files,
                                                           const VirtualPath& path);

/// The file that a relative URI names. Absolute paths, drives, schemes, NUL and ways out of the
/// root are refused; `pointer` is the place of the URI.
[[nodiscard]] Result<VirtualPath> resolve_uri(const VirtualPath& base, std::string_view uri,
                                              const std::string& pointer);

}  // namespace galley::gltf
