#include "galley/base/byte_reader.h"

#include <bit>
#include <concepts>

#include "galley/base/assert.h"

namespace galley {

template <class T>
T ByteReader::little() {
    const ByteSpan source = bytes(sizeof(T));
    T value = 0;
    for (std::size_t i = 0; i < source.size(); ++i) {
        value = static_cast<T>(value | static_cast<T>(static_cast<T>(source[i]) << (8 * i)));
    }
    return value;
}

std::uint8_t ByteReader::u8() { return little<std::uint8_t>(); }
std::uint16_t ByteReader::u16() { return little<std::uint16_t>(); }
std::uint32_t ByteReader::u32() { return little<std::uint32_t>(); }
std::uint64_t ByteReader::u64() { return little<std::uint64_t>(); }
std::int32_t ByteReader::i32() { return static_cast<std::int32_t>(u32()); }
std::int64_t ByteReader::i64() { return static_cast<std::int64_t>(u64()); }
float ByteReader::f32() { return std::bit_cast<float>(u32()); }
double ByteReader::f64() { return std::bit_cast<double>(u64()); }

ByteSpan ByteReader::bytes(std::uint64_t size) {
    if (failed_ || size > remaining()) {
        fail();
        return {};
    }
    const ByteSpan result = bytes_.subspan(offset_, size);
    offset_ += size;
    return result;
}

std::string_view ByteReader::text(std::uint64_t size) { return as_text(bytes(size)); }

std::uint32_t ByteReader::count(std::uint64_t minimum_size) {
    GALLEY_ASSERT(minimum_size > 0);
    const std::uint64_t start = offset_;
    const std::uint32_t value = u32();
    if (!failed_ && value > remaining() / minimum_size) {
        offset_ = start;
        fail();
    }
    return failed_ ? 0 : value;
}

void ByteReader::skip(std::uint64_t size) { static_cast<void>(bytes(size)); }

void ByteReader::align(std::uint64_t alignment) {
    GALLEY_ASSERT(std::has_single_bit(alignment));
    const std::uint64_t start = offset_;
    for (const std::byte byte : bytes((alignment - offset_ % alignment) % alignment)) {
        if (byte != std::byte{0}) {
            offset_ = start;
            fail();
            return;
        }
    }
}

void ByteReader::fail() {
    if (!failed_) failed_at_ = offset_;
    failed_ = true;
}

}  // namespace galley
