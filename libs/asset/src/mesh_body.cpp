// The body GMSH: docs/formats/gmsh.md, whose rules are cited here.
#include <algorithm>
#include <bit>
#include <vector>

#include <fmt/format.h>

#include "body_support.h"
#include "galley/asset/errors.h"
#include "galley/asset/kinds.h"
#include "galley/base/try.h"
#include "galley/vda/body.h"
#include "mesh_check.h"

namespace galley {

namespace {

// Streams and indices are used where they stand.
static_assert(std::endian::native == std::endian::little);

constexpr std::string_view kChunk = "GMSH";
constexpr std::uint64_t kCountsSize = 64;
constexpr std::uint64_t kAttributeSize = 8;
constexpr std::uint64_t kLevelSize = 12;
constexpr std::uint64_t kStreamSize = 4;

std::uint64_t index_bytes(std::uint32_t vertex_count) {
    return vertex_count <= kMaxShortVertices ? 2 : 4;
}

std::uint32_t segment_count(std::size_t streams) { return static_cast<std::uint32_t>(streams) + 1; }

// 2^32 vertices of at most 256 bytes in at most 8 streams: below 2^44.
std::uint64_t body_size(const MeshView& mesh) {
    std::uint64_t size = vda::kBodyFixedSize + vda::kHeadHashSize + kCountsSize +
                         vda::kSegmentEntrySize * segment_count(mesh.streams.size());
    size += vda::align_section(mesh.attributes.size() * kAttributeSize);
    size += vda::align_section(mesh.levels.size() * kLevelSize);
    size += vda::align_section(mesh.streams.size() * kStreamSize);
    for (const MeshView::Stream& stream : mesh.streams) {
        size = vda::align_section(size) + stream.bytes.size();
    }
    return vda::align_section(size) + mesh.index_count * index_bytes(mesh.vertex_count);
}

void write_vec3(ByteWriter& out, Vec3 v) {
    out.f32(v.x);
    out.f32(v.y);
    out.f32(v.z);
}

Vec3 read_vec3(ByteReader& in) {
    Vec3 v;
    v.x = in.f32();
    v.y = in.f32();
    v.z = in.f32();
    return v;
}

void write_head(vda::BodyWriter& writer, const MeshView& mesh) {
    ByteWriter& out = writer.bytes();
    out.u32(mesh.vertex_count);
    out.u32(mesh.index_count);
    out.u32(static_cast<std::uint32_t>(mesh.attributes.size()));
    out.u32(static_cast<std::uint32_t>(mesh.streams.size()));
    out.u32(static_cast<std::uint32_t>(mesh.levels.size()));
    out.u32(0);
    write_vec3(out, mesh.bounds.min);
    write_vec3(out, mesh.bounds.max);
    write_vec3(out, mesh.sphere.center);
    out.f32(mesh.sphere.radius);
    writer.align();
    for (const VertexAttribute& attribute : mesh.attributes) {
        out.u8(static_cast<std::uint8_t>(attribute.semantic));
        out.u8(attribute.set);
        out.u8(static_cast<std::uint8_t>(attribute.format));
        out.u8(attribute.stream);
        out.u16(attribute.offset);
        out.u16(0);
    }
    writer.align();
    for (const MeshLevel& level : mesh.levels) {
        out.u32(level.first_index);
        out.u32(level.index_count);
        out.f32(level.error);
    }
    writer.align();
    for (const MeshView::Stream& stream : mesh.streams) out.u32(stream.stride);
    writer.end_head();
}

// Fills in everything but the bytes; P1 for the head.
Result<void> read_head(vda::BodyReader& reader, MeshView& mesh) {
    ByteReader& in = reader.fields();
    mesh.vertex_count = in.u32();
    mesh.index_count = in.u32();
    const std::uint32_t attributes = in.count(kAttributeSize);
    const std::uint32_t streams = in.count(kStreamSize);
    const std::uint32_t levels = in.count(kLevelSize);
    std::uint32_t zero = in.u32();
    mesh.bounds.min = read_vec3(in);
    mesh.bounds.max = read_vec3(in);
    mesh.sphere.center = read_vec3(in);
    mesh.sphere.radius = in.f32();
    reader.align();
    for (std::uint32_t i = 0; i < attributes && !in.failed(); ++i) {
        VertexAttribute attribute;
        attribute.semantic = static_cast<VertexSemantic>(in.u8());
        attribute.set = in.u8();
        attribute.format = static_cast<VertexFormat>(in.u8());
        attribute.stream = in.u8();
        attribute.offset = in.u16();
        zero |= in.u16();
        mesh.attributes.push_back(attribute);
    }
    reader.align();
    for (std::uint32_t i = 0; i < levels && !in.failed(); ++i) {
        MeshLevel level;
        level.first_index = in.u32();
        level.index_count = in.u32();
        level.error = in.f32();
        mesh.levels.push_back(level);
    }
    reader.align();
    for (std::uint32_t i = 0; i < streams && !in.failed(); ++i) {
        mesh.streams.push_back({in.u32(), {}});
    }
    TRY(reader.end_fields());
    if (zero != 0) {
        return std::unexpected(
            body::broken(kMeshInvalid, "zero", "a field that is zero is not (P1)"));
    }
    return {};
}

// P1 for a segment.
Result<void> check_segment(const vda::BodyReader& reader, std::size_t i, std::uint64_t size) {
    const std::uint64_t found = reader.segments()[i].size;
    if (found == size) return {};
    return std::unexpected(reader.error(
        kMeshBody, fmt::format("{} bytes instead of {} (P1)", found, size),
        vda::kBodyFixedSize + i * vda::kSegmentEntrySize + 8, fmt::format("segments/{}", i)));
}

Result<void> view_segments(const vda::BodyReader& reader, MeshView& mesh) {
    const std::size_t streams = mesh.streams.size();
    if (reader.segments().size() != segment_count(streams)) {
        return std::unexpected(
            reader.error(kMeshBody,
                         fmt::format("{} segments instead of {} (P1)", reader.segments().size(),
                                     segment_count(streams)),
                         8));
    }
    for (std::size_t i = 0; i < streams; ++i) {
        TRY(check_segment(reader, i, std::uint64_t{mesh.vertex_count} * mesh.streams[i].stride));
        mesh.streams[i].bytes = reader.segment(i);
    }
    TRY(check_segment(reader, streams, mesh.index_count * index_bytes(mesh.vertex_count)));
    // Segments begin on multiples of 16 of a payload that does (B4, B8).
    const std::byte* indices = reader.segment(streams).data();
    if (index_bytes(mesh.vertex_count) == 2) {
        mesh.indices16 = {reinterpret_cast<const std::uint16_t*>(indices), mesh.index_count};
    } else {
        mesh.indices32 = {reinterpret_cast<const std::uint32_t*>(indices), mesh.index_count};
    }
    return {};
}

}  // namespace

Result<Bytes> encode_mesh(const Mesh& mesh) {
    TRY(body::in_chunk(check_mesh(mesh), kChunk));
    const MeshView view = borrow(mesh);
    const std::uint64_t size = body_size(view);
    TRY(vda::check_body_size(size, kChunk, "split the mesh, or give it fewer vertices"));
    vda::BodyWriter writer(kind_info(Kind::mesh).body_version, segment_count(view.streams.size()),
                           size);
    write_head(writer, view);
    for (const MeshView::Stream& stream : view.streams) {
        writer.begin_segment();
        writer.bytes().bytes(stream.bytes);
        writer.end_segment();
    }
    writer.begin_segment();
    if (index_bytes(view.vertex_count) == 2) {
        std::vector<std::uint16_t> narrow(view.indices32.size());
        std::ranges::transform(view.indices32, narrow.begin(), [](std::uint32_t index) {
            return static_cast<std::uint16_t>(index);  // below 65,536 vertices (P4)
        });
        writer.bytes().bytes(std::as_bytes(std::span(narrow)));
    } else {
        writer.bytes().bytes(object_bytes(view.indices32));
    }
    writer.end_segment();
    return writer.finish();
}

Result<MeshView> view_mesh(ByteSpan payload, bool verify_segments) {
    TRY(vda::check_body_alignment(payload, kChunk));
    TRY_ASSIGN(vda::BodyReader reader,
               vda::BodyReader::open(payload, kChunk, kind_info(Kind::mesh).body_version));
    MeshView mesh;
    TRY(body::in_chunk(read_head(reader, mesh), kChunk));
    TRY(body::in_chunk(check_mesh_layout(mesh), kChunk));
    TRY(view_segments(reader, mesh));
    if (verify_segments) TRY(reader.verify_segments());
    TRY(body::in_chunk(check_mesh_contents(mesh), kChunk));
    return mesh;
}

}  // namespace galley
