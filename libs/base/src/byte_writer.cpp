#include "galley/base/byte_writer.h"

#include <array>
#include <bit>

#include "galley/base/assert.h"

namespace galley {
namespace {

template <class T>
std::array<std::byte, sizeof(T)> little(T value) {
    std::array<std::byte, sizeof(T)> bytes;
    for (std::size_t i = 0; i < sizeof(T); ++i) {
        bytes[i] = static_cast<std::byte>(value >> (8 * i) & 0xff);
    }
    return bytes;
}

template <class T>
void patch(Bytes& bytes, std::size_t offset, T value) {
    GALLEY_ASSERT(offset <= bytes.size() && sizeof(T) <= bytes.size() - offset);
    const auto source = little(value);
    std::copy(source.begin(), source.end(), bytes.begin() + static_cast<std::ptrdiff_t>(offset));
}

}  // namespace

void ByteWriter::u8(std::uint8_t value) { bytes_.push_back(static_cast<std::byte>(value)); }
void ByteWriter::u16(std::uint16_t value) { bytes(little(value)); }
void ByteWriter::u32(std::uint32_t value) { bytes(little(value)); }
void ByteWriter::u64(std::uint64_t value) { bytes(little(value)); }
void ByteWriter::i32(std::int32_t value) { u32(static_cast<std::uint32_t>(value)); }
void ByteWriter::i64(std::int64_t value) { u64(static_cast<std::uint64_t>(value)); }
void ByteWriter::f32(float value) { u32(std::bit_cast<std::uint32_t>(value)); }
void ByteWriter::f64(double value) { u64(std::bit_cast<std::uint64_t>(value)); }

void ByteWriter::bytes(ByteSpan bytes) { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); }

void ByteWriter::text(std::string_view text) { bytes(as_byte_span(text)); }

void ByteWriter::zeros(std::size_t count) { bytes_.resize(bytes_.size() + count); }

void ByteWriter::align(std::size_t alignment) {
    GALLEY_ASSERT(std::has_single_bit(alignment));
    zeros((alignment - bytes_.size() % alignment) % alignment);
}

void ByteWriter::patch_u32(std::size_t offset, std::uint32_t value) {
    patch(bytes_, offset, value);
}
void ByteWriter::patch_u64(std::size_t offset, std::uint64_t value) {
    patch(bytes_, offset, value);
}

}  // namespace galley
