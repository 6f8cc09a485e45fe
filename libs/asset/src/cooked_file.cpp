#include "galley/asset/cooked_file.h"

#include <algorithm>

#include <fmt/format.h>

#include "galley/asset/errors.h"
#include "galley/asset/material.h"
#include "galley/asset/mesh.h"
#include "galley/asset/texture.h"
#include "galley/base/assert.h"
#include "galley/base/try.h"
#include "galley/core/sha256.h"
#include "galley/vda/asset_file.h"
#include "galley/vda/errors.h"
#include "galley/vda/tilemap.h"
#include "galley/vda/world.h"

namespace galley {

namespace {

vda::Meta meta_of(Kind kind, const Digest& key) {
    const KindInfo& info = kind_info(kind);
    GALLEY_ASSERT(!info.seed);
    return vda::own_meta(info.meta_kind, info.body_version, key);
}

}  // namespace

Result<Bytes> encode_cooked_file(Kind kind, const Digest& key, ByteSpan body) {
    return vda::write_asset_file(meta_of(kind, key), body);
}

Result<vda::AssetFileFrame> frame_cooked_file(Kind kind, const Digest& key,
                                              std::span<const ByteSpan> body) {
    return vda::frame_asset_file(meta_of(kind, key), body);
}

Result<CookedFile> open_cooked_file(ByteSpan file, bool verify) {
    TRY_ASSIGN(const vda::AssetFile asset, vda::read_asset_file(file, verify));
    const auto row = std::ranges::find(kinds(), asset.meta.kind, &KindInfo::meta_kind);
    Place place;
    place.offset = asset.meta_chunk.offset;
    place.chunk = asset.meta_chunk.type;
    if (row == kinds().end()) {
        return fail(kForeignKind,
                    fmt::format("kind '{}' is not one that this version of Galley cooks (C2)",
                                asset.meta.kind),
                    std::move(place));
    }
    CookedFile cooked;
    cooked.kind = row->kind;
    cooked.body = asset.body.payload;
    cooked.body_offset = asset.body.payload_offset();
    cooked.body_version = row->body_version;
    if (row->seed) return cooked;
    // decode_meta refused what has no version (M8).
    const std::uint16_t version = vda::own_body_version(asset.meta).value_or(0);
    if (version != row->body_version) {
        return fail(vda::kBodyVersion,
                    fmt::format("the body's version is {}, this reader's {} (C3)", version,
                                row->body_version),
                    std::move(place), "cook it again");
    }
    cooked.key = Digest::from_hex(asset.meta.source_hash).value_or(Digest{});
    return cooked;
}

Result<void> check_body(Kind kind, ByteSpan body) {
    switch (kind) {
    case Kind::mesh: TRY(view_mesh(body)); break;
    case Kind::texture: TRY(view_texture(body)); break;
    case Kind::material: TRY(decode_material(body)); break;
    case Kind::world: TRY(vda::decode_world(body)); break;
    case Kind::tilemap: TRY(vda::decode_tilemap(body)); break;
    }
    return {};
}

Digest seed_source_hash(std::string_view compiler, std::string_view source, ByteSpan bytes) {
    Sha256 hash;
    hash.bytes(as_byte_span("veduta-cook/1\n"));
    hash.bytes(as_byte_span(compiler));
    hash.bytes(as_byte_span(fmt::format("\nsource {} {}\n", source, bytes.size())));
    hash.bytes(bytes);
    return hash.finish();
}

Digest output_hash(Kind kind, ByteSpan body) { return output_hash(kind, std::span(&body, 1)); }

Digest output_hash(Kind kind, std::span<const ByteSpan> body) {
    Sha256 hash;
    hash.bytes(as_byte_span(kind_info(kind).chunk));
    for (const ByteSpan piece : body) hash.bytes(piece);
    return hash.finish();
}

}  // namespace galley
