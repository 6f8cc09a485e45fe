#pragma once

#include <cstdint>
#include <string_view>

#include "galley/base/bytes.h"
#include "galley/base/result.h"

namespace galley {

/// Reads little-endian values from borrowed bytes. The first read that does not fit makes the
/// reader fail for good: later reads return zeros and empty spans, `failed()` is true and
/// `failed_at()` is the offset of the read that did not fit. So a decoder reads a whole structure
/// and checks once. Counts are bounded by `count`, which divides before anything is allocated.
class ByteReader {
public:
    explicit ByteReader(ByteSpan bytes) : bytes_(bytes) {}

    [[nodiscard]] std::uint8_t u8();
    [[nodiscard]] std::uint16_t u16();
    [[nodiscard]] std::uint32_t u32();
    [[nodiscard]] std::uint64_t u64();
    [[nodiscard]] std::int32_t i32();
    [[nodiscard]] std::int64_t i64();
    [[nodiscard]] float f32();  ///< the bit pattern as stored, NaN payloads and -0 included
    [[nodiscard]] double f64();
    [[nodiscard]] ByteSpan bytes(std::uint64_t size);
    [[nodiscard]] std::string_view text(std::uint64_t size);

    /// A u32 count of elements that each take at least `minimum_size` (> 0) bytes; fails when the
    /// bytes left cannot hold that many.
    [[nodiscard]] std::uint32_t count(std::uint64_t minimum_size);

    void skip(std::uint64_t size);
    /// Skips to the next multiple of `alignment` (a power of two) from the start of the bytes;
    /// fails unless every skipped byte is zero.
    void align(std::uint64_t alignment);
    void fail();

    [[nodiscard]] bool failed() const { return failed_; }
    [[nodiscard]] std::uint64_t failed_at() const { return failed_at_; }
    [[nodiscard]] std::uint64_t offset() const { return offset_; }
    [[nodiscard]] std::uint64_t remaining() const { return bytes_.size() - offset_; }
    /// True when nothing failed and nothing is left.
    [[nodiscard]] bool finished() const { return !failed_ && remaining() == 0; }

private:
    template <class T>
    T little();

    ByteSpan bytes_;
    std::uint64_t offset_ = 0;
    std::uint64_t failed_at_ = 0;
    bool failed_ = false;
};

}  // namespace galley
