#include "galley/vfs/manifest.h"

#include <algorithm>
#include <bit>
#include <limits>

#include <fmt/format.h>

#include "galley/base/assert.h"
#include "galley/base/byte_reader.h"
#include "galley/base/byte_writer.h"
#include "galley/base/try.h"
#include "galley/vfs/errors.h"
#include "manifest_log.h"

namespace galley {

using namespace manifest_log;

namespace {

/// What one record says about an id; the payload is empty for a removal.
struct Mention {
    Uuid id;
    std::uint64_t offset;  ///< of the record: later ones win
};

struct Log {
    std::vector<Mention> mentions;
    std::uint64_t valid_size = kHeaderSize;
};

constexpr std::uint32_t kNoRow = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint64_t kDeadRecordsWorthKeeping = 16;

/// M1, M2
Result<void> check_header(ByteSpan file) {
    const std::string_view magic = as_text(file.first(std::min(file.size(), kMagic.size())));
    if (!kMagic.starts_with(magic)) {
        return fail(kNotAManifest, "the file does not begin as a manifest", {.offset = 0});
    }
    if (file.size() < kHeaderSize) {
        return fail(kNotAManifest, "the file ends inside the header of a manifest",
                    {.offset = file.size()});
    }
    ByteReader reader(file.subspan(kMagic.size(), kHeaderSize - kMagic.size()));
    const std::uint32_t version = reader.u32();
    if (version != kVersion) {
        return fail(
            kManifestVersion,
            fmt::format("the manifest has version {}, this program reads {}", version, kVersion),
            {.offset = kMagic.size()}, "cook again with this version");
    }
    if (reader.u32() != 0) {
        return fail(kNotAManifest, "the manifest's header is damaged", {.offset = 12});
    }
    return {};
}

/// Whole transactions only (M3, M4).
Log read_log(ByteSpan file) {
    Log log;
    std::size_t committed = 0;
    std::uint64_t offset = kHeaderSize;
    Record record{};
    while (offset < file.size() && read_record(file, offset, record)) {
        const std::uint64_t end = offset + kFrameSize + record.payload.size();
        if (record.type != RecordType::commit) {
            log.mentions.push_back({row_id(record.payload), offset});
        } else if (ByteReader(record.payload).u32() == log.mentions.size() - committed) {
            committed = log.mentions.size();
            log.valid_size = end;
        } else {
            break;
        }
        offset = end;
    }
    log.mentions.resize(committed);
    return log;
}

/// The last mention of each id, in the order of ids.
void keep_last_mentions(std::vector<Mention>& mentions) {
    const auto before = [](const Mention& a, const Mention& b) {
        return a.id != b.id ? a.id < b.id : a.offset < b.offset;
    };
    if (!std::ranges::is_sorted(mentions, before)) {
        std::ranges::sort(mentions, before);
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < mentions.size(); ++i) {
        if (i + 1 == mentions.size() || mentions[i + 1].id != mentions[i].id) {
            mentions[kept++] = mentions[i];
        }
    }
    mentions.resize(kept);
}

void put_record(ByteWriter& writer, RecordType type, ByteSpan payload) {
    GALLEY_ASSERT(payload.size() <= std::numeric_limits<std::uint32_t>::max());
    const std::size_t start = writer.size();
    writer.u32(static_cast<std::uint32_t>(payload.size()));
    writer.u8(static_cast<std::uint8_t>(type));
    writer.bytes(payload);
    writer.u64(xxh3_64(writer.view().subspan(start)));
}

void put_id(ByteWriter& writer, const Uuid& id) {
    writer.bytes(std::as_bytes(std::span(id.bytes)));
}

void put_row(ByteWriter& writer, const ManifestRow& row) {
    ByteWriter payload;
    payload.reserve(97 + row.name.size() + 16 * row.dependencies.size());
    put_id(payload, row.id);
    payload.u8(static_cast<std::uint8_t>(row.kind));
    payload.bytes(std::as_bytes(std::span(row.key.bytes)));
    payload.bytes(std::as_bytes(std::span(row.output.bytes)));
    payload.u64(row.size);
    payload.u32(static_cast<std::uint32_t>(row.name.size()));
    payload.text(row.name);
    payload.u32(static_cast<std::uint32_t>(row.dependencies.size()));
    for (const Uuid& dependency : row.dependencies) {
        put_id(payload, dependency);
    }
    put_record(writer, RecordType::row, payload.view());
}

}  // namespace

Result<Manifest> Manifest::read(ByteSpan file) {
    Manifest manifest;
    TRY(check_header(file));
    Log log = read_log(file);
    manifest.valid_size_ = log.valid_size;
    manifest.torn_ = log.valid_size != file.size();
    manifest.records_ = log.mentions.size();
    keep_last_mentions(log.mentions);

    manifest.rows_.reserve(log.mentions.size());
    for (const Mention& mention : log.mentions) {
        const Record record = checked_record(file, mention.offset);
        if (record.type == RecordType::row && row_is_known(record.payload)) {
            decode_row(record.payload, manifest.rows_.emplace_back());
        }
    }
    manifest.index_names();
    return manifest;
}

void Manifest::index_names() {
    by_name_.assign(std::bit_ceil(rows_.size() * 2 + 1), kNoRow);
    for (std::uint32_t row = 0; row < rows_.size(); ++row) {
        std::uint32_t& slot = by_name_[name_slot(rows_[row].name)];
        slot = std::min(slot, row);
    }
}

std::size_t Manifest::name_slot(std::string_view name) const {
    const std::size_t mask = by_name_.size() - 1;
    std::size_t slot = xxh3_64(as_byte_span(name)) & mask;
    while (by_name_[slot] != kNoRow && rows_[by_name_[slot]].name != name) {
        slot = (slot + 1) & mask;
    }
    return slot;
}

const ManifestRow* Manifest::find(const Uuid& id) const {
    const auto found = std::ranges::lower_bound(rows_, id, {}, &ManifestRow::id);
    return found != rows_.end() && found->id == id ? &*found : nullptr;
}

const ManifestRow* Manifest::find_name(std::string_view name) const {
    if (by_name_.empty()) {
        return nullptr;
    }
    const std::uint32_t row = by_name_[name_slot(name)];
    return row == kNoRow ? nullptr : &rows_[row];
}

bool Manifest::wants_compaction() const {
    const std::uint64_t dead = records_ - rows_.size();
    return dead > kDeadRecordsWorthKeeping && dead * 2 >= records_;
}

Bytes encode_manifest_transaction(std::span<const ManifestRow> rows,
                                  std::span<const Uuid> removed) {
    ByteWriter writer;
    for (const Uuid& id : removed) {
        put_record(writer, RecordType::removal, std::as_bytes(std::span(id.bytes)));
    }
    for (const ManifestRow& row : rows) {
        put_row(writer, row);
    }
    ByteWriter commit;
    commit.u32(static_cast<std::uint32_t>(rows.size() + removed.size()));
    put_record(writer, RecordType::commit, commit.view());
    return writer.take();
}

Bytes encode_manifest(std::span<const ManifestRow> rows) {
    ByteWriter writer;
    writer.text(kMagic);
    writer.u32(kVersion);
    writer.u32(0);
    std::vector<const ManifestRow*> sorted;
    sorted.reserve(rows.size());
    for (const ManifestRow& row : rows) {
        sorted.push_back(&row);
    }
    std::ranges::sort(sorted, {}, [](const ManifestRow* row) { return row->id; });
    for (const ManifestRow* row : sorted) {
        put_row(writer, *row);
    }
    ByteWriter commit;
    commit.u32(static_cast<std::uint32_t>(rows.size()));
    put_record(writer, RecordType::commit, commit.view());
    return writer.take();
}

std::string store_path(const Digest& key) {
    const std::string hex = key.to_hex();
    return fmt::format("store/{}/{}.vda", std::string_view(hex).substr(0, 2), hex);
}

}  // namespace galley
