#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace galley {

using Bytes = std::vector<std::byte>;
using ByteSpan = std::span<const std::byte>;

[[nodiscard]] inline ByteSpan as_byte_span(std::string_view text) {
    return std::as_bytes(std::span(text.data(), text.size()));
}

[[nodiscard]] inline std::string_view as_text(ByteSpan bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

template <class T>
[[nodiscard]] ByteSpan object_bytes(std::span<const T> objects) {
    return std::as_bytes(objects);
}

}  // namespace galley
