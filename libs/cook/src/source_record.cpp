#include "source_record.h"

#include <deque>
#include <mutex>

#include "ledger_fields.h"
#include "record_fields.h"

namespace galley {

namespace {

constexpr std::uint16_t kFlagRecipe = 1;
constexpr std::uint16_t kFlagSettled = 2;
constexpr std::uint16_t kFlagFailed = 4;
constexpr std::uint16_t kFlagLossy = 8;
constexpr std::uint16_t kFlagMoreInputs = 16;
constexpr std::uint16_t kFlagRecipeSettled = 32;
constexpr std::uint16_t kFlagTextures = 64;
constexpr std::uint16_t kFlagPaired = 256;
constexpr std::uint16_t kFlagUntold = 512;
constexpr std::uint16_t kFlagNames = 128;

void put_error(ByteWriter& writer, const std::optional<Error>& error) {
    writer.u8(error ? 1 : 0);
    if (!error) {
        return;
    }
    put_text(writer, error->code.id);
    put_text(writer, error->code.title);
    put_text(writer, error->message);
    put_text(writer, error->hint);
    put_text(writer, error->place.file);
    writer.u32(error->place.line);
    writer.u32(error->place.column);
    writer.u64(error->place.offset);
    put_text(writer, error->place.chunk);
    put_text(writer, error->place.field);
    put_error(writer, error->cause ? std::optional(*error->cause) : std::nullopt);
}

std::optional<Error> get_error(ByteReader& reader, int depth = 0) {
    if (reader.u8() == 0 || depth > 16) {
        return std::nullopt;
    }
    const std::string_view id = get_view(reader);
    const std::string_view title = get_view(reader);
    Error error{interned_code(id, title), get_text(reader)};
    error.hint = get_text(reader);
    error.place.file = get_text(reader);
    error.place.line = reader.u32();
    error.place.column = reader.u32();
    error.place.offset = reader.u64();
    error.place.chunk = get_text(reader);
    error.place.field = get_text(reader);
    if (auto cause = get_error(reader, depth + 1)) {
        error.cause = std::make_shared<const Error>(*std::move(cause));
    }
    return error;
}

void put_named(ByteWriter& writer, const NamedAsset& named) {
    writer.u8(static_cast<std::uint8_t>(named.name.kind));
    put_text(writer, named.name.name);
    put_text(writer, named.name.field);
    writer.u32(named.name.line);
    writer.u32(named.name.column);
    writer.u64(named.name.count);
    put_text(writer, named.source);
    put_text(writer, named.part);
    put_text(writer, named.rival);
}

NamedAsset get_named(ByteReader& reader) {
    NamedAsset named;
    named.name.kind = static_cast<MapNameKind>(reader.u8());
    named.name.name = get_text(reader);
    named.name.field = get_text(reader);
    named.name.line = reader.u32();
    named.name.column = reader.u32();
    named.name.count = reader.u64();
    named.source = get_text(reader);
    named.part = get_text(reader);
    named.rival = get_text(reader);
    return named;
}

void put_part(ByteWriter& writer, const ImportedPart& part) {
    writer.u8(static_cast<std::uint8_t>(part.kind));
    put_text(writer, part.name);
    writer.u32(part.index);
    put_bits(writer, part.content);
    writer.u64(part.weight);
    writer.u32(static_cast<std::uint32_t>(part.textures.size()));
    for (const TextureReference& texture : part.textures) {
        writer.u8(texture.external ? 1 : 0);
        put_text(writer, texture.target);
        writer.u8(static_cast<std::uint8_t>(texture.map));
        writer.u8(static_cast<std::uint8_t>(texture.usage));
        writer.u8(static_cast<std::uint8_t>(texture.wrap_u));
        writer.u8(static_cast<std::uint8_t>(texture.wrap_v));
        writer.f32(texture.cutoff);
        writer.u8(texture.normals_external ? 1 : 0);
        put_text(writer, texture.normals);
    }
    writer.u32(static_cast<std::uint32_t>(part.named.size()));
    for (const NamedAsset& named : part.named) {
        put_named(writer, named);
    }
}

ImportedPart get_part(ByteReader& reader) {
    ImportedPart part;
    part.kind = static_cast<Kind>(reader.u8());
    part.name = get_text(reader);
    part.index = reader.u32();
    part.content = get_bits<Digest>(reader);
    part.weight = reader.u64();
    part.textures.resize(reader.count(18));
    for (TextureReference& texture : part.textures) {
        texture.external = reader.u8() != 0;
        texture.target = get_text(reader);
        texture.map = static_cast<MaterialMap>(reader.u8());
        texture.usage = static_cast<TextureUsage>(reader.u8());
        texture.wrap_u = static_cast<WrapMode>(reader.u8());
        texture.wrap_v = static_cast<WrapMode>(reader.u8());
        texture.cutoff = reader.f32();
        texture.normals_external = reader.u8() != 0;
        texture.normals = get_text(reader);
    }
    part.named.resize(reader.count(37));
    for (NamedAsset& named : part.named) {
        named = get_named(reader);
    }
    return part;
}

void put_asset(ByteWriter& writer, const CookedAsset& asset) {
    put_text(writer, asset.part);
    writer.u8(static_cast<std::uint8_t>(asset.kind));
    writer.u32(asset.imported);
    writer.u8(static_cast<std::uint8_t>(asset.usage));
    put_bits(writer, asset.id);
    put_bits(writer, asset.key);
    put_bits(writer, asset.output);
    writer.u64(asset.size);
    writer.u8(static_cast<std::uint8_t>(asset.losses));
    writer.u32(static_cast<std::uint32_t>(asset.beside.size()));
    for (const std::string& source : asset.beside) {
        put_text(writer, source);
    }
    put_error(writer, asset.error);
}

CookedAsset get_asset(ByteReader& reader) {
    CookedAsset asset;
    asset.part = get_text(reader);
    asset.kind = static_cast<Kind>(reader.u8());
    asset.imported = reader.u32();
    asset.usage = static_cast<TextureUsage>(reader.u8());
    asset.id = get_bits<Uuid>(reader);
    asset.key = get_bits<Digest>(reader);
    asset.output = get_bits<Digest>(reader);
    asset.size = reader.u64();
    asset.losses = static_cast<Losses>(reader.u8());
    asset.beside.resize(reader.count(4));
    for (std::string& source : asset.beside) {
        source = get_text(reader);
    }
    asset.error = get_error(reader);
    return asset;
}

std::uint16_t flags_of(const SourceRecord& record) {
    bool settled = record.recipe_settled;
    for (const InputFile& file : record.files) {
        settled = settled && file.settled;
    }
    bool failed = record.error.has_value();
    bool paired = false;
    bool untold = false;
    for (const CookedAsset& asset : record.assets) {
        failed = failed || asset.error.has_value();
        paired = paired || !asset.beside.empty();
        untold = untold || (asset.size != 0 && asset.losses == Losses::unknown);
    }
    bool textures = false;
    bool names = false;
    for (const ImportedPart& part : record.parts) {
        for (const TextureReference& reference : part.textures) {
            textures = textures || reference.external;
        }
        for (const NamedAsset& named : part.named) {
            textures = textures || named.name.kind == MapNameKind::texture;
            names = true;
        }
    }
    return static_cast<std::uint16_t>(
        (paired ? kFlagPaired : 0) | (untold ? kFlagUntold : 0) | (textures ? kFlagTextures : 0) |
        (names ? kFlagNames : 0) | (record.recipe ? kFlagRecipe : 0) |
        (settled ? kFlagSettled : 0) | (failed ? kFlagFailed : 0) |
        (record.lossy ? kFlagLossy : 0) |
        (record.files.size() > 1 || !record.absent.empty() ? kFlagMoreInputs : 0) |
        (record.recipe_settled ? kFlagRecipeSettled : 0));
}

SourceHead get_head(ByteReader& reader, std::uint16_t& flags) {
    SourceHead head;
    head.source = get_view(reader);
    flags = reader.u16();
    head.stat = get_stat(reader);
    if ((flags & kFlagRecipe) != 0) {
        head.recipe = get_stat(reader);
    }
    head.id = get_bits<Uuid>(reader);
    head.assets = reader.u32();
    head.settled = (flags & kFlagSettled) != 0;
    head.failed = (flags & kFlagFailed) != 0;
    head.lossy = (flags & kFlagLossy) != 0;
    head.textures = (flags & kFlagTextures) != 0;
    head.paired = (flags & kFlagPaired) != 0;
    head.untold = (flags & kFlagUntold) != 0;
    head.names = (flags & kFlagNames) != 0;
    head.more_inputs = (flags & kFlagMoreInputs) != 0;
    return head;
}

}  // namespace

ErrorCode interned_code(std::string_view id, std::string_view title) {
    static std::mutex mutex;
    static std::deque<std::pair<std::string, std::string>> codes;
    const std::lock_guard lock(mutex);
    for (const auto& [known_id, known_title] : codes) {
        if (known_id == id && known_title == title) {
            return {known_id, known_title};
        }
    }
    const auto& added = codes.emplace_back(id, title);
    return {added.first, added.second};
}

Bytes encode_source_record(const SourceRecord& record) {
    ByteWriter writer;
    put_text(writer, record.source);
    writer.u16(flags_of(record));
    put_stat(writer, record.files.empty() ? FileStat{} : record.files.front().stat);
    if (record.recipe) {
        put_stat(writer, *record.recipe);
    }
    put_bits(writer, record.id);
    writer.u32(static_cast<std::uint32_t>(record.assets.size()));

    put_bits(writer, record.recipe_digest);
    writer.u32(record.importer_version);
    writer.u64(record.max_decoded);
    writer.u32(static_cast<std::uint32_t>(record.files.size()));
    for (const InputFile& file : record.files) {
        put_text(writer, file.path);
        put_stat(writer, file.stat);
        writer.u8(file.settled ? 1 : 0);
        put_bits(writer, file.digest);
    }
    writer.u32(static_cast<std::uint32_t>(record.absent.size()));
    for (const std::string& path : record.absent) {
        put_text(writer, path);
    }
    writer.u32(static_cast<std::uint32_t>(record.parts.size()));
    for (const ImportedPart& part : record.parts) {
        put_part(writer, part);
    }
    for (const CookedAsset& asset : record.assets) {
        put_asset(writer, asset);
    }
    put_error(writer, record.error);
    put_ledger(writer, record.ledger);
    return writer.take();
}

std::optional<SourceHead> decode_source_head(ByteSpan bytes) {
    ByteReader reader(bytes);
    std::uint16_t flags = 0;
    SourceHead head = get_head(reader, flags);
    head.bytes = bytes;
    if (reader.failed()) {
        return std::nullopt;
    }
    return head;
}

std::optional<SourceRecord> decode_source_record(ByteSpan bytes) {
    ByteReader reader(bytes);
    std::uint16_t flags = 0;
    const SourceHead head = get_head(reader, flags);
    SourceRecord record;
    record.source = head.source;
    record.recipe = head.recipe;
    record.recipe_settled = (flags & kFlagRecipeSettled) != 0;
    record.id = head.id;
    record.lossy = head.lossy;
    record.recipe_digest = get_bits<Digest>(reader);
    record.importer_version = reader.u32();
    record.max_decoded = reader.u64();
    record.files.resize(reader.count(69));
    for (InputFile& file : record.files) {
        file.path = get_text(reader);
        file.stat = get_stat(reader);
        file.settled = reader.u8() != 0;
        file.digest = get_bits<Digest>(reader);
    }
    record.absent.resize(reader.count(4));
    for (std::string& path : record.absent) {
        path = get_text(reader);
    }
    record.parts.resize(reader.count(57));
    for (ImportedPart& part : record.parts) {
        part = get_part(reader);
    }
    if (reader.failed() || head.assets > reader.remaining() / 103) {
        return std::nullopt;
    }
    record.assets.resize(head.assets);
    for (CookedAsset& asset : record.assets) {
        asset = get_asset(reader);
        if (asset.imported >= record.parts.size()) {
            return std::nullopt;
        }
    }
    record.error = get_error(reader);
    record.ledger = get_ledger(reader);
    if (!reader.finished()) {
        return std::nullopt;
    }
    return record;
}

bool failed_under_another_limit(const SourceHead& head, std::uint64_t max_decoded) {
    const auto record = decode_source_record(head.bytes);
    return !record || record->max_decoded != max_decoded;
}

}  // namespace galley
