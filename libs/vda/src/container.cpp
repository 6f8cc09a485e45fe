#include "galley/vda/container.h"

#include <algorithm>

#include <fmt/format.h>
#include <libdeflate.h>

#include "galley/base/byte_reader.h"
#include "galley/base/hash.h"
#include "galley/base/try.h"
#include "galley/vda/errors.h"

namespace galley::vda {

namespace {

bool is_letter_or_digit(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

Place at(std::uint64_t offset, std::string_view field, std::string_view chunk = {}) {
    Place place;
    place.offset = offset;
    place.field = field;
    // What is no letter or digit is shown as \x and two hex digits.
    for (const char c : chunk) {
        if (is_letter_or_digit(c)) {
            place.chunk += c;
        } else {
            place.chunk += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
        }
    }
    return place;
}

Result<ChunkView> read_chunk(ByteReader& reader, bool verify_crc) {
    ChunkView chunk;
    chunk.offset = reader.offset();
    if (reader.remaining() < kChunkOverhead) {
        const std::uint64_t left = reader.remaining();
        return fail(kChunkTruncated,
                    fmt::format("{} bytes are left where a chunk without a payload takes {} (V2)",
                                left, kChunkOverhead),
                    at(chunk.offset, {}, reader.text(std::min<std::uint64_t>(left, 4))));
    }
    chunk.type = reader.text(4);
    if (!is_chunk_type(chunk.type)) {
        return fail(kBadChunkType,
                    fmt::format("the type is bytes {}, not four letters or digits (V3)",
                                to_hex(as_byte_span(chunk.type))),
                    at(chunk.offset, "type", chunk.type));
    }
    const std::uint64_t length = reader.u32();
    // Compared without adding, so that no length can wrap around.
    if (length > reader.remaining() - (kChunkOverhead - kChunkHeaderSize)) {
        return fail(kChunkTruncated,
                    fmt::format("a payload of {} bytes and its checksum do not fit in the {} bytes "
                                "that are left (V2)",
                                length, reader.remaining()),
                    at(chunk.offset + 4, "length", chunk.type));
    }
    chunk.payload = reader.bytes(length);
    const std::uint64_t crc_offset = reader.offset();
    chunk.crc = reader.u32();
    if (verify_crc) {
        const std::uint32_t computed = chunk_crc(chunk.type, chunk.payload);
        if (computed != chunk.crc) {
            return fail(kBadCrc,
                        fmt::format("the stored checksum is {:08x}, that of the bytes {:08x} (V4)",
                                    chunk.crc, computed),
                        at(crc_offset, "crc", chunk.type));
        }
    }
    return chunk;
}

void append_u32(Bytes& bytes, std::uint32_t value) {
    for (int shift = 0; shift < 32; shift += 8) {
        bytes.push_back(static_cast<std::byte>((value >> shift) & 0xffU));
    }
}

void append_bytes(Bytes& bytes, ByteSpan more) {
    bytes.insert(bytes.end(), more.begin(), more.end());
}

}  // namespace

std::uint32_t chunk_crc(std::string_view type, ByteSpan payload) {
    return chunk_crc(type, std::span(&payload, 1));
}

std::uint32_t chunk_crc(std::string_view type, std::span<const ByteSpan> payload) {
    std::uint32_t crc = libdeflate_crc32(0, type.data(), type.size());
    for (const ByteSpan piece : payload) {
        // libdeflate takes a null pointer as a request for the initial value.
        if (!piece.empty()) crc = libdeflate_crc32(crc, piece.data(), piece.size());
    }
    return crc;
}

bool is_chunk_type(std::string_view type) {
    return type.size() == 4 && std::ranges::all_of(type, is_letter_or_digit);
}

Result<std::vector<ChunkView>> read_container(ByteSpan file, bool verify_crc) {
    if (file.size() < kMagicSize || as_text(file.first(kMagicSize)) != kMagic) {
        if (file.empty()) return fail(kBadMagic, "the file is empty (V1)", at(0, "magic"));
        return fail(kBadMagic,
                    fmt::format("the file begins with bytes {}, not with {} (V1)",
                                to_hex(file.first(std::min<std::size_t>(file.size(), kMagicSize))),
                                kMagic),
                    at(0, "magic"));
    }
    ByteReader reader(file);
    reader.skip(kMagicSize);
    std::vector<ChunkView> chunks;
    while (reader.remaining() > 0) {
        TRY_ASSIGN(const ChunkView chunk, read_chunk(reader, verify_crc));
        chunks.push_back(chunk);
    }
    return chunks;
}

ContainerWriter::ContainerWriter() { append_bytes(bytes_, as_byte_span(kMagic)); }

Result<void> ContainerWriter::begin(std::string_view type, std::uint64_t payload_size) {
    if (!is_chunk_type(type)) {
        return fail(kBadChunkType, fmt::format("'{}' is not four letters or digits (V3)", type));
    }
    if (payload_size > kMaxPayload) {
        return fail(kChunkTooLarge,
                    fmt::format("the payload has {} bytes, a chunk holds at most {} (V7)",
                                payload_size, kMaxPayload),
                    at(Place::kNoOffset, "length", type), "make the asset smaller or split it");
    }
    append_bytes(bytes_, as_byte_span(type));
    append_u32(bytes_, static_cast<std::uint32_t>(payload_size));
    return {};
}

Result<void> ContainerWriter::begin_aligned(std::string_view type, std::uint64_t payload_size) {
    if ((bytes_.size() + kChunkHeaderSize) % kPayloadAlignment != 0 && is_chunk_type(type) &&
        payload_size <= kMaxPayload) {
        const std::uint64_t unpadded = bytes_.size() + kChunkOverhead + kChunkHeaderSize;
        const Bytes zeros((kPayloadAlignment - unpadded % kPayloadAlignment) % kPayloadAlignment);
        TRY(append(kPaddingType, zeros));
    }
    return begin(type, payload_size);
}

void ContainerWriter::end(std::string_view type, ByteSpan payload) {
    append_bytes(bytes_, payload);
    append_u32(bytes_, chunk_crc(type, payload));
}

Result<void> ContainerWriter::append(std::string_view type, ByteSpan payload) {
    TRY(begin(type, payload.size()));
    end(type, payload);
    return {};
}

Result<void> ContainerWriter::append_aligned(std::string_view type, ByteSpan payload) {
    TRY(begin_aligned(type, payload.size()));
    end(type, payload);
    return {};
}

}  // namespace galley::vda
