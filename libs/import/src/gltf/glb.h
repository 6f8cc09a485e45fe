#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "galley/base/bytes.h"
#include "galley/base/result.h"
#include "galley/import/ledger.h"

namespace galley::gltf {

/// The parts of a glTF file, whichever form it has. Spans borrow the file's bytes.
struct Container {
    ByteSpan json;
    std::optional<ByteSpan> binary;  ///< the GLB's second chunk
    std::size_t readable_after_json = 0;
};

/// A file that begins with `glTF` is a GLB and read by section 4 of the specification; any other
/// is JSON text. Errors hold byte offsets.
[[nodiscard]] Result<Container> split_container(ByteSpan file, const std::string& name,
                                                Ledger& ledger);

}  // namespace galley::gltf
