#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

#include "galley/base/bytes.h"

/// Little-endian values of plain types, one or many: a copy where the machine is little-endian.
namespace galley::vda {

/// The numbers that a plain type is made of: structs hold 32-bit ones alone.
template <class T>
inline constexpr std::size_t kWordSize = std::is_arithmetic_v<T> ? sizeof(T) : 4;

/// Between the file's order of bytes and the machine's, either way.
template <class T>
void fix_order(std::byte* words, std::size_t size) {
    if constexpr (std::endian::native == std::endian::big) {
        for (std::size_t i = 0; i < size; i += kWordSize<T>) {
            std::reverse(words + i, words + i + kWordSize<T>);
        }
    }
}

template <class T>
[[nodiscard]] T load_little(ByteSpan from) {
    static_assert(std::is_trivially_copyable_v<T> && !std::is_same_v<T, bool>);
    std::array<std::byte, sizeof(T)> bytes;
    std::copy_n(from.data(), sizeof(T), bytes.data());
    fix_order<T>(bytes.data(), bytes.size());
    return std::bit_cast<T>(bytes);
}

/// All of `from`, whose size is a multiple of the element's. File bytes are not aligned, so they
/// go through a block that is; the vector grows without being cleared first.
template <class T>
[[nodiscard]] std::vector<T> load_array(ByteSpan from) {
    static_assert(std::is_trivially_copyable_v<T>);
    constexpr std::size_t kBlock = 4096 / sizeof(T);
    std::vector<T> values;
    values.reserve(from.size() / sizeof(T));
    std::array<T, kBlock> block;
    while (!from.empty()) {
        const std::size_t size = std::min(from.size(), kBlock * sizeof(T));
        std::memcpy(block.data(), from.data(), size);
        fix_order<T>(reinterpret_cast<std::byte*>(block.data()), size);
        values.insert(values.end(), block.data(), block.data() + size / sizeof(T));
        from = from.subspan(size);
    }
    return values;
}

template <class T>
void store_array(Bytes& to, std::span<const T> values) {
    static_assert(std::is_trivially_copyable_v<T>);
    const ByteSpan bytes = std::as_bytes(values);
    const std::size_t start = to.size();
    to.insert(to.end(), bytes.begin(), bytes.end());
    fix_order<T>(to.data() + start, bytes.size());
}

template <class T>
void store_little(Bytes& to, const T& value) {
    store_array(to, std::span<const T>(&value, 1));
}

}  // namespace galley::vda
