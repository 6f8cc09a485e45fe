#pragma once

#include <cmath>
#include <concepts>
#include <string>
#include <string_view>

#include "galley/base/result.h"
#include "galley/base/vec.h"

// What the three bodies' checks share.
namespace galley::body {

/// The error of a broken rule; readers add the chunk.
[[nodiscard]] inline Error broken(ErrorCode code, std::string field, std::string message) {
    Place place;
    place.field = std::move(field);
    return Error{code, std::move(message), std::move(place)};
}

/// Names the chunk in the error of a check that does not know where its subject came from.
template <class T>
[[nodiscard]] Result<T> in_chunk(Result<T> result, std::string_view chunk) {
    if (!result && result.error().place.chunk.empty()) result.error().place.chunk = chunk;
    return result;
}

[[nodiscard]] inline bool finite(Vec2 v) { return std::isfinite(v.x) && std::isfinite(v.y); }
[[nodiscard]] inline bool finite(Vec3 v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

}  // namespace galley::body
