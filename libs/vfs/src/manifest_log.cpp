#include "manifest_log.h"

#include <algorithm>
#include <cstring>

#include "galley/base/byte_reader.h"

namespace galley::manifest_log {

namespace {

constexpr std::uint64_t kIdSize = 16;
constexpr std::uint64_t kKindOffset = kIdSize;
constexpr std::uint64_t kNameSizeOffset = kIdSize + 1 + 32 + 32 + 8;

std::uint64_t payload_size(RecordType type, ByteSpan payload) {
    switch (type) {
    case RecordType::row: return row_is_sound(payload) ? payload.size() : ~std::uint64_t{0};
    case RecordType::removal: return kIdSize;
    case RecordType::commit: return 4;
    }
    return ~std::uint64_t{0};
}

std::string_view row_name(ByteSpan payload) {
    ByteReader reader(payload.subspan(kNameSizeOffset));
    return reader.text(reader.u32());
}

}  // namespace

bool read_record(ByteSpan file, std::uint64_t offset, Record& record) {
    ByteReader reader(file.subspan(offset));
    const std::uint32_t size = reader.u32();
    const std::uint8_t type = reader.u8();
    const ByteSpan payload = reader.bytes(size);
    const std::uint64_t checksum = reader.u64();
    if (reader.failed() || xxh3_64(file.subspan(offset, 5 + std::uint64_t{size})) != checksum) {
        return false;
    }
    record = {RecordType{type}, payload};
    return payload_size(record.type, payload) == size;
}

Record checked_record(ByteSpan file, std::uint64_t offset) {
    ByteReader reader(file.subspan(offset));
    const std::uint32_t size = reader.u32();
    const RecordType type{reader.u8()};
    return {type, reader.bytes(size)};
}

bool row_is_sound(ByteSpan payload) {
    ByteReader reader(payload);
    reader.skip(kNameSizeOffset);
    reader.skip(reader.count(1));
    reader.skip(std::uint64_t{reader.count(kIdSize)} * kIdSize);
    return reader.finished();
}

bool row_is_known(ByteSpan payload) {
    const auto kind = static_cast<Kind>(payload[kKindOffset]);
    const auto has_kind = [&](const KindInfo& info) { return info.kind == kind; };
    return std::ranges::any_of(kinds(), has_kind) && !row_name(payload).empty();
}

Uuid row_id(ByteSpan payload) {
    Uuid id;
    std::memcpy(id.bytes.data(), payload.data(), id.bytes.size());
    return id;
}

void decode_row(ByteSpan payload, ManifestRow& row) {
    row.id = row_id(payload);
    ByteReader reader(payload.subspan(kKindOffset));
    row.kind = Kind{reader.u8()};
    std::memcpy(row.key.bytes.data(), reader.bytes(32).data(), 32);
    std::memcpy(row.output.bytes.data(), reader.bytes(32).data(), 32);
    row.size = reader.u64();
    row.name = reader.text(reader.u32());
    row.dependencies.resize(reader.count(kIdSize));
    for (Uuid& dependency : row.dependencies) {
        dependency = row_id(reader.bytes(kIdSize));
    }
}

}  // namespace galley::manifest_log
