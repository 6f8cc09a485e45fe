#pragma once

#include <string_view>

#include "galley/base/bytes.h"
#include "galley/base/result.h"

namespace galley::gltf {

struct DataUri {
    std::string_view media_type;  ///< may be empty
    Bytes bytes;
};

[[nodiscard]] bool is_data_uri(std::string_view uri);

/// RFC 2397 with base64, which is the only form that glTF has. Strict RFC 4648: the alphabet
/// alone, length a multiple of 4, padding at the end only. Errors have no place.
[[nodiscard]] Result<DataUri> decode_data_uri(std::string_view uri);

}  // namespace galley::gltf
