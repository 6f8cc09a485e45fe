#include "gltf/glb.h"

#include <fmt/format.h>

#include "galley/base/byte_reader.h"
#include "galley/base/try.h"
#include "galley/import/errors.h"

namespace galley::gltf {
namespace {

constexpr std::uint32_t kMagic = 0x46546C67, kJson = 0x4E4F534A, kBinary = 0x004E4942;
constexpr std::uint64_t kHeaderBytes = 12;

std::unexpected<Error> damaged(std::string message, const std::string& file, std::uint64_t offset) {
    return fail(kGlbContainer, std::move(message), {.file = file, .offset = offset});
}

struct Chunk {
    std::uint32_t type = 0;
    ByteSpan bytes;
};

Result<Chunk> read_chunk(ByteReader& reader, const std::string& file) {
    const std::uint64_t start = reader.offset();
    const std::uint32_t length = reader.u32();
    Chunk chunk{reader.u32(), {}};
    if (reader.failed()) return damaged("the file ends inside a chunk's header", file, start);
    if (length > reader.remaining()) {
        return damaged(
            fmt::format("the chunk states {} bytes; {} are left", length, reader.remaining()), file,
            start);
    }
    if (length % 4 != 0) {
        return damaged(fmt::format("the chunk's length {} is no multiple of 4", length), file,
                       start);
    }
    chunk.bytes = reader.bytes(length);
    return chunk;
}

Result<Container> read_chunks(ByteReader& reader, const std::string& file, Ledger& ledger) {
    TRY_ASSIGN(const Chunk first, read_chunk(reader, file));
    if (first.type != kJson) {
        return damaged("the first chunk is not JSON", file, kHeaderBytes);
    }
    Container out{first.bytes, std::nullopt, static_cast<std::size_t>(reader.remaining())};
    for (unsigned number = 1; reader.remaining() > 0; ++number) {
        const std::uint64_t start = reader.offset();
        TRY_ASSIGN(const Chunk chunk, read_chunk(reader, file));
        if (chunk.type == kJson) return damaged("there are two JSON chunks", file, start);
        if (chunk.type == kBinary) {
            if (out.binary) return damaged("there are two binary chunks", file, start);
            if (number != 1) return damaged("the binary chunk is not the second", file, start);
            out.binary = chunk.bytes;
        } else {
            ledger.add(Verdict::dropped, "GLB chunk", fmt::format("byte {}", start),
                       "its type is not known to this version");
        }
    }
    return out;
}

}  // namespace

Result<Container> split_container(ByteSpan file, const std::string& name, Ledger& ledger) {
    ByteReader reader(file);
    if (reader.u32() != kMagic || reader.failed()) return Container{file, std::nullopt, 0};
    const std::uint32_t version = reader.u32();
    const std::uint32_t length = reader.u32();
    if (reader.failed()) return damaged("the file ends inside the header", name, file.size());
    if (version != 2) {
        return fail(kGltfVersion, fmt::format("the container is GLB {}; 2 is read", version),
                    {.file = name, .offset = 4}, "convert it to glTF 2.0 with a current exporter");
    }
    if (length < kHeaderBytes || length > file.size()) {
        return damaged(
            fmt::format("the header states {} bytes; the file has {}", length, file.size()), name,
            8);
    }
    if (length < file.size()) {
        ledger.add(Verdict::dropped, "bytes after the GLB", fmt::format("byte {}", length),
                   "the header ends the file before them", file.size() - length);
    }
    ByteReader body(file.first(length));
    body.skip(kHeaderBytes);
    return read_chunks(body, name, ledger);
}

}  // namespace galley::gltf
