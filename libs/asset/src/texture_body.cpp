// The body GTEX: docs/formats/gtex.md, whose rules are cited here.
#include <algorithm>

#include <fmt/format.h>

#include "body_support.h"
#include "galley/asset/errors.h"
#include "galley/asset/kinds.h"
#include "galley/asset/texture.h"
#include "galley/base/assert.h"
#include "galley/base/try.h"
#include "galley/vda/body.h"
#include "galley/vda/errors.h"

namespace galley {

namespace {

constexpr std::string_view kChunk = "GTEX";
constexpr std::uint64_t kTailLevelBytes = 65536;       // larger levels are segments of their own
constexpr std::uint64_t kHeadSize = 2 * 16 + 16 + 16;  // without the segment table

/// Where the head puts the levels: the tail holds `first_in_tail` and all smaller ones.
struct Layout {
    std::uint32_t first_in_tail = 0;
    std::uint64_t tail_size = 0;
    std::uint64_t front_size = 0;  ///< of head and tail
    std::uint64_t body_size = 0;

    [[nodiscard]] std::uint32_t segments() const { return 1 + first_in_tail; }
};

// At most 15 levels of at most 2^14 * 2^14 * 8 * 2^11 bytes: sums stay far below 2^64.
Layout layout_of(const TextureInfo& info) {
    Layout layout;
    layout.first_in_tail = info.levels - 1;
    while (layout.first_in_tail > 0 &&
           level_bytes(info, layout.first_in_tail - 1) <= kTailLevelBytes) {
        --layout.first_in_tail;
    }
    for (std::uint32_t level = info.levels; level-- > layout.first_in_tail;) {
        layout.tail_size = vda::align_section(layout.tail_size) + level_bytes(info, level);
    }
    layout.front_size = kHeadSize + vda::kSegmentEntrySize * layout.segments() + layout.tail_size;
    layout.body_size = layout.front_size;
    for (std::uint32_t level = layout.first_in_tail; level-- > 0;) {
        layout.body_size = vda::align_section(layout.body_size) + level_bytes(info, level);
    }
    return layout;
}

Result<void> check_levels(const TextureInfo& info, std::span<const ByteSpan> levels) {
    if (levels.size() != info.levels) {
        return std::unexpected(body::broken(
            kTextureInvalid, "levels",
            fmt::format("{} levels were given instead of {} (T3)", levels.size(), info.levels)));
    }
    for (std::uint32_t level = 0; level < info.levels; ++level) {
        if (levels[level].size() == level_bytes(info, level)) continue;
        return std::unexpected(
            body::broken(kTextureInvalid, fmt::format("levels/{}", level),
                         fmt::format("{} bytes were given instead of {} (T3)", levels[level].size(),
                                     level_bytes(info, level))));
    }
    return {};
}

void write_info(ByteWriter& out, const TextureInfo& info) {
    out.u16(static_cast<std::uint16_t>(info.format));
    out.u8(static_cast<std::uint8_t>(info.usage));
    out.u8(static_cast<std::uint8_t>(info.shape));
    out.u32(info.width);
    out.u32(info.height);
    out.u32(info.layers);
    out.u32(info.levels);
    out.u8(static_cast<std::uint8_t>(info.wrap_u));
    out.u8(static_cast<std::uint8_t>(info.wrap_v));
    out.u8(static_cast<std::uint8_t>(info.filter));
    out.u8(0);
    for (const Swizzle swizzle : info.swizzle) out.u8(static_cast<std::uint8_t>(swizzle));
    out.f32(info.coverage_cutoff);
}

Result<TextureInfo> read_info(vda::BodyReader& reader) {
    ByteReader& in = reader.fields();
    TextureInfo info;
    info.format = static_cast<PixelFormat>(in.u16());
    info.usage = static_cast<TextureUsage>(in.u8());
    info.shape = static_cast<TextureShape>(in.u8());
    info.width = in.u32();
    info.height = in.u32();
    info.layers = in.u32();
    info.levels = in.u32();
    info.wrap_u = static_cast<WrapMode>(in.u8());
    info.wrap_v = static_cast<WrapMode>(in.u8());
    info.filter = static_cast<FilterMode>(in.u8());
    const std::uint8_t zero = in.u8();
    for (Swizzle& swizzle : info.swizzle) swizzle = static_cast<Swizzle>(in.u8());
    info.coverage_cutoff = in.f32();
    TRY(reader.end_fields());
    TRY(check_texture(info));
    if (zero != 0) {
        return std::unexpected(body::broken(kTextureInvalid, "zero", "is not zero (T1)"));
    }
    return info;
}

// T3
Result<void> check_segments(const vda::BodyReader& reader, const TextureInfo& info,
                            const Layout& layout) {
    const std::vector<vda::Segment>& segments = reader.segments();
    if (segments.size() != layout.segments()) {
        return std::unexpected(reader.error(
            kTextureBody,
            fmt::format("{} segments instead of {} (T3)", segments.size(), layout.segments()), 8));
    }
    for (std::uint32_t i = 0; i < segments.size(); ++i) {
        const std::uint64_t size =
            i == 0 ? layout.tail_size : level_bytes(info, layout.first_in_tail - i);
        if (segments[i].size == size) continue;
        return std::unexpected(reader.error(
            kTextureBody, fmt::format("{} bytes instead of {} (T3)", segments[i].size, size),
            vda::kBodyFixedSize + i * vda::kSegmentEntrySize + 8, fmt::format("segments/{}", i)));
    }
    return {};
}

// The levels of the tail, smallest first, with zeros between (B5).
Result<void> view_tail(const vda::BodyReader& reader, const Layout& layout, TextureView& view) {
    const ByteSpan tail = reader.segment(0);
    std::uint64_t end = 0;
    for (std::uint32_t level = view.info.levels; level-- > layout.first_in_tail;) {
        const std::uint64_t begin = vda::align_section(end);
        const std::size_t nonzero = vda::find_nonzero(tail.subspan(end, begin - end));
        if (nonzero != begin - end) {
            return std::unexpected(reader.error(
                vda::kBodyPadding, "a byte between two levels is not zero (B5)",
                reader.segments()[0].offset + end + nonzero, fmt::format("levels/{}", level)));
        }
        view.levels[level] = tail.subspan(begin, level_bytes(view.info, level));
        end = begin + view.levels[level].size();
    }
    return {};
}

/// The head and the tail.
Bytes encode_front(const TextureInfo& info, std::span<const ByteSpan> levels, const Layout& layout,
                   std::uint64_t reserved) {
    vda::BodyWriter writer(kind_info(Kind::texture).body_version, layout.segments(), reserved);
    write_info(writer.bytes(), info);
    writer.end_head();
    writer.begin_segment();
    for (std::uint32_t level = info.levels; level-- > layout.first_in_tail;) {
        writer.align();
        writer.bytes().bytes(levels[level]);
    }
    writer.end_segment();
    for (std::uint32_t level = layout.first_in_tail; level-- > 0;) {
        writer.add_segment_behind(levels[level]);
    }
    return writer.finish();
}

Result<Layout> check_and_lay_out(const TextureInfo& info, std::span<const ByteSpan> levels) {
    TRY(body::in_chunk(check_texture(info), kChunk));
    TRY(body::in_chunk(check_levels(info, levels), kChunk));
    const Layout layout = layout_of(info);
    TRY(vda::check_body_size(layout.body_size, kChunk, "cook it smaller or with fewer layers"));
    return layout;
}

}  // namespace

Result<Bytes> encode_texture(const TextureInfo& info, std::span<const ByteSpan> levels) {
    TRY_ASSIGN(const Layout layout, check_and_lay_out(info, levels));
    Bytes body = encode_front(info, levels, layout, layout.body_size);
    for (std::uint32_t level = layout.first_in_tail; level-- > 0;) {
        body.resize(vda::align_section(body.size()));
        body.insert(body.end(), levels[level].begin(), levels[level].end());
    }
    GALLEY_ASSERT(body.size() == layout.body_size);
    return body;
}

Result<BytePieces> encode_own_texture(const TextureInfo& info, BytePieces levels) {
    const std::vector<ByteSpan> spans = spans_of(levels);
    TRY_ASSIGN(const Layout layout, check_and_lay_out(info, spans));
    BytePieces body = in_one_piece(encode_front(info, spans, layout, layout.front_size));
    std::uint64_t size = body.front().size();
    for (std::uint32_t level = layout.first_in_tail; level-- > 0;) {
        const std::uint64_t begin = vda::align_section(size);
        if (begin != size) body.emplace_back(Bytes(begin - size));
        body.push_back(std::move(levels[level]));
        size = begin + body.back().size();
    }
    GALLEY_ASSERT(size == layout.body_size);
    return body;
}

Result<TextureView> view_texture(ByteSpan payload, bool verify_segments) {
    TRY(vda::check_body_alignment(payload, kChunk));
    TRY_ASSIGN(vda::BodyReader reader,
               vda::BodyReader::open(payload, kChunk, kind_info(Kind::texture).body_version));
    TextureView view;
    TRY_ASSIGN(view.info, body::in_chunk(read_info(reader), kChunk));
    const Layout layout = layout_of(view.info);
    TRY(check_segments(reader, view.info, layout));
    view.levels.resize(view.info.levels);
    TRY(view_tail(reader, layout, view));
    for (std::uint32_t i = 1; i < layout.segments(); ++i) {
        view.levels[layout.first_in_tail - i] = reader.segment(i);
    }
    if (verify_segments) TRY(reader.verify_segments());
    return view;
}

}  // namespace galley
