#pragma once

#include <cstdint>
#include <string_view>

#include "galley/base/bytes.h"

namespace galley {

/// Appends little-endian values to a byte vector that it owns.
class ByteWriter {
public:
    void u8(std::uint8_t value);
    void u16(std::uint16_t value);
    void u32(std::uint32_t value);
    void u64(std::uint64_t value);
    void i32(std::int32_t value);
    void i64(std::int64_t value);
    void f32(float value);  ///< the exact bit pattern
    void f64(double value);
    void bytes(ByteSpan bytes);
    void text(std::string_view text);
    void zeros(std::size_t count);
    /// Zeros up to the next multiple of `alignment` (a power of two) from the start.
    void align(std::size_t alignment);
    /// Overwrites four bytes written before, at `offset`.
    void patch_u32(std::size_t offset, std::uint32_t value);
    void patch_u64(std::size_t offset, std::uint64_t value);
    void reserve(std::size_t size) { bytes_.reserve(size); }

    [[nodiscard]] std::size_t size() const { return bytes_.size(); }
    [[nodiscard]] ByteSpan view() const { return bytes_; }
    [[nodiscard]] Bytes take() { return std::move(bytes_); }

private:
    Bytes bytes_;
};

}  // namespace galley
