#include "galley/vda_json/dump.h"

#include <fmt/format.h>

#include "galley/base/hash.h"
#include "galley/base/try.h"
#include "galley/vda/container.h"
#include "galley/vda/errors.h"
#include "galley/vda/material_fields.h"
#include "galley/vda/meta.h"
#include "galley/vda/model_fields.h"
#include "galley/vda/prefab_fields.h"
#include "galley/vda/scene_fields.h"
#include "galley/vda/seed_body.h"
#include "galley/vda/texture_fields.h"
#include "galley/vda/tilemap_fields.h"
#include "galley/vda/world_fields.h"
#include "galley/vda_json/read_body.h"
#include "json_reader.h"
#include "json_writer.h"

namespace galley::vda {

/// META as an archive sees it; its bytes are canonical JSON of its own.
template <class A, Like<Meta> T>
void fields(A& a, T& meta) {
    a("compiler", meta.compiler);
    a.strings("deps", meta.deps);
    a("kind", meta.kind);
    a("name", meta.name);
    a("source", meta.source);
    a("source_hash", meta.source_hash);
}

}  // namespace galley::vda

namespace galley {

namespace {

using vda_json::JsonReader;
using vda_json::JsonWriter;

constexpr std::string_view kFormat = "galley-vda";
constexpr std::int64_t kVersion = 1;

Result<Json> dump_chunk(const vda::ChunkView& chunk) {
    Json json = Json::object();
    json.set("type", chunk.type);
    if (chunk.type == vda::kMetaType) {
        TRY_ASSIGN(const vda::Meta meta, vda::decode_meta(chunk.payload, chunk.payload_offset()));
        json.set("meta", JsonWriter::dump(meta));
    } else if (vda::is_seed_body_type(chunk.type)) {
        TRY_ASSIGN(const vda::SeedBody body,
                   vda::decode_seed_body(chunk.type, chunk.payload, chunk.payload_offset()));
        json.set("body", std::visit([](const auto& kind) { return JsonWriter::dump(kind); }, body));
    } else {
        json.set("hex", to_hex(chunk.payload));
    }
    return json;
}

std::unexpected<Error> misshapen(const JsonDocument& dump, const Json& json, std::string pointer,
                                 std::string message) {
    return fail(vda::kDumpShape, std::move(message), dump.place(json, std::move(pointer)));
}

Result<Bytes> encode_payload(const JsonDocument& dump, std::string_view type, const Json& json,
                             std::string pointer) {
    if (type == vda::kMetaType) {
        TRY_ASSIGN(const vda::Meta meta,
                   JsonReader(dump).read<vda::Meta>(json, std::move(pointer)));
        return vda::encode_meta(meta);
    }
    if (vda::is_seed_body_type(type)) {
        TRY_ASSIGN(const vda::SeedBody body, read_seed_body(dump, type, json, std::move(pointer)));
        return vda::encode_seed_body(body);
    }
    const std::string* text = json.if_string();
    auto bytes = text == nullptr ? std::nullopt : vda_json::read_hex(*text);
    if (!bytes) return misshapen(dump, json, std::move(pointer), "expected bytes as hex digits");
    return *std::move(bytes);
}

std::string_view content_key(std::string_view type) {
    if (type == vda::kMetaType) return "meta";
    return vda::is_seed_body_type(type) ? "body" : "hex";
}

Result<void> encode_chunk(const JsonDocument& dump, const Json& json, const std::string& pointer,
                          vda::ContainerWriter& writer) {
    const Json* type_json = json.find("type");
    const std::string* type = type_json == nullptr ? nullptr : type_json->if_string();
    if (type == nullptr) return misshapen(dump, json, pointer, "a chunk has a type, a string");
    const std::string_view key = content_key(*type);
    const Json* content = json.find(key);
    if (content == nullptr || json.if_object()->size() != 2) {
        return misshapen(dump, json, pointer,
                         fmt::format("a chunk {} has the members type and {}", *type, key));
    }
    TRY_ASSIGN(const Bytes payload,
               encode_payload(dump, *type, *content, fmt::format("{}/{}", pointer, key)));
    return writer.append(*type, payload);
}

}  // namespace

Result<Json> dump_vda(ByteSpan file) {
    TRY_ASSIGN(const auto chunks, vda::read_container(file));
    Json list = Json::array();
    for (const vda::ChunkView& chunk : chunks) {
        TRY_ASSIGN(Json json, dump_chunk(chunk));
        list.push_back(std::move(json));
    }
    Json dump = Json::object();
    dump.set("format", kFormat);
    dump.set("version", kVersion);
    dump.set("chunks", std::move(list));
    return dump;
}

Result<Bytes> encode_vda_dump(const JsonDocument& dump) {
    const Json& root = dump.root;
    const Json* format = root.find("format");
    const Json* version = root.find("version");
    const Json* chunks = root.find("chunks");
    if (format == nullptr || *format != Json(kFormat) || version == nullptr ||
        *version != Json(kVersion) || chunks == nullptr || chunks->if_array() == nullptr ||
        root.if_object()->size() != 3) {
        return misshapen(dump, root, {},
                         fmt::format("not an object of format \"{}\", version {} and chunks",
                                     kFormat, kVersion));
    }
    vda::ContainerWriter writer;
    std::size_t i = 0;
    for (const Json& chunk : *chunks->if_array()) {
        TRY(encode_chunk(dump, chunk, fmt::format("/chunks/{}", i++), writer));
    }
    return writer.take();
}

}  // namespace galley
