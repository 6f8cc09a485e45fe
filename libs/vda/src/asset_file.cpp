#include "galley/vda/asset_file.h"

#include <array>

#include <fmt/format.h>

#include "galley/base/byte_pieces.h"
#include "galley/base/byte_writer.h"
#include "galley/base/try.h"
#include "galley/vda/errors.h"

namespace galley::vda {

namespace {

Place at(std::uint64_t offset, std::string_view chunk) {
    Place place;
    place.offset = offset;
    place.chunk = chunk;
    return place;
}

// F1. What is missing is missing at the end of the file.
Result<ChunkView> find_meta(const std::vector<ChunkView>& chunks, std::uint64_t file_size) {
    const ChunkView* found = nullptr;
    for (const ChunkView& chunk : chunks) {
        if (chunk.type != kMetaType) continue;
        if (found != nullptr)
            return fail(kMetaCount, "META is there twice (F1)", at(chunk.offset, chunk.type));
        found = &chunk;
    }
    if (found == nullptr) {
        return fail(kMetaCount, "META is missing (F1)", at(file_size, kMetaType));
    }
    return *found;
}

// F2
Result<ChunkView> find_body(const std::vector<ChunkView>& chunks, std::string_view kind,
                            std::uint64_t file_size) {
    const std::string type = body_type(kind).value_or("");
    const ChunkView* found = nullptr;
    for (const ChunkView& chunk : chunks) {
        if (chunk.type != type) {
            if (!is_known_body_type(chunk.type)) continue;
            return fail(kBodyCount,
                        fmt::format("{} is not the body of kind '{}', which is {} (F2)", chunk.type,
                                    kind, type),
                        at(chunk.offset, chunk.type));
        }
        if (found != nullptr) {
            return fail(kBodyCount, fmt::format("{} is there twice (F2)", type),
                        at(chunk.offset, chunk.type));
        }
        found = &chunk;
    }
    if (found == nullptr) {
        return fail(kBodyCount,
                    fmt::format("{}, the body of kind '{}', is missing (F2)", type, kind),
                    at(file_size, type));
    }
    return *found;
}

}  // namespace

Result<AssetFile> read_asset_file(ByteSpan file, bool verify_crc) {
    AssetFile asset;
    TRY_ASSIGN(asset.chunks, read_container(file, verify_crc));
    TRY_ASSIGN(asset.meta_chunk, find_meta(asset.chunks, file.size()));
    TRY_ASSIGN(asset.meta,
               decode_meta(asset.meta_chunk.payload, asset.meta_chunk.payload_offset()));
    TRY_ASSIGN(asset.body, find_body(asset.chunks, asset.meta.kind, file.size()));
    return asset;
}

Result<AssetFileFrame> frame_asset_file(const Meta& meta, std::span<const ByteSpan> body) {
    TRY_ASSIGN(const Bytes meta_payload, encode_meta(meta));
    const std::string type = body_type(meta.kind).value_or("");
    ContainerWriter writer;
    TRY(writer.append(kMetaType, meta_payload));
    TRY(is_own_kind(meta.kind) ? writer.begin_aligned(type, size_of(body))
                               : writer.begin(type, size_of(body)));
    ByteWriter behind;
    behind.u32(chunk_crc(type, body));
    return AssetFileFrame{writer.take(), behind.take()};
}

Result<Bytes> write_asset_file(const Meta& meta, ByteSpan body) {
    TRY_ASSIGN(const AssetFileFrame frame, frame_asset_file(meta, std::span(&body, 1)));
    return joined(std::array<ByteSpan, 3>{frame.before, body, frame.behind});
}

}  // namespace galley::vda
