#include "galley/vda/body.h"

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>

#include "galley/base/assert.h"
#include "galley/base/try.h"
#include "galley/vda/container.h"
#include "galley/vda/errors.h"

namespace galley::vda {

BodyWriter::BodyWriter(std::uint32_t version, std::uint32_t segments, std::size_t size)
    : segments_(segments) {
    out_.reserve(size);
    out_.u32(version);
    out_.u32(0);  // the head's size, known in end_head
    out_.u32(segments);
    out_.u32(0);
    out_.zeros(segments * kSegmentEntrySize);
}

void BodyWriter::end_head() {
    GALLEY_ASSERT(head_size_ == 0);
    align();
    out_.zeros(kHeadHashSize);
    head_size_ = out_.size();
    GALLEY_ASSERT(head_size_ <= 0xffffffff);
    out_.patch_u32(4, static_cast<std::uint32_t>(head_size_));
}

void BodyWriter::begin_segment() {
    GALLEY_ASSERT(head_size_ != 0 && done_.size() < segments_ && behind_ == 0);
    align();
    done_.push_back({out_.size(), 0, {}});
}

void BodyWriter::end_segment() {
    Segment& segment = done_.back();
    segment.size = out_.size() - segment.offset;
    GALLEY_ASSERT(segment.size > 0);
    segment.hash = xxh3_128(out_.view().subspan(segment.offset));
}

void BodyWriter::add_segment_behind(ByteSpan bytes) {
    GALLEY_ASSERT(head_size_ != 0 && done_.size() < segments_ && !bytes.empty());
    const std::uint64_t offset = align_section(std::max<std::uint64_t>(behind_, out_.size()));
    done_.push_back({offset, bytes.size(), xxh3_128(bytes)});
    behind_ = offset + bytes.size();
}

Bytes BodyWriter::finish() {
    GALLEY_ASSERT(head_size_ != 0 && done_.size() == segments_);
    std::size_t entry = kBodyFixedSize;
    for (const Segment& segment : done_) {
        out_.patch_u64(entry, segment.offset);
        out_.patch_u64(entry + 8, segment.size);
        out_.patch_u64(entry + 16, segment.hash.low);
        out_.patch_u64(entry + 24, segment.hash.high);
        entry += kSegmentEntrySize;
    }
    const std::size_t hashed = head_size_ - kHeadHashSize;
    const Hash128 hash = xxh3_128(out_.view().first(hashed));
    out_.patch_u64(hashed, hash.low);
    out_.patch_u64(hashed + 8, hash.high);
    return out_.take();
}

Result<BodyReader> BodyReader::open(ByteSpan payload, std::string_view chunk,
                                    std::uint32_t version) {
    BodyReader reader(payload, chunk);
    TRY(reader.read_head(version));
    return reader;
}

Error BodyReader::error(ErrorCode code, std::string message, std::uint64_t offset,
                        std::string field) const {
    Place place;
    place.offset = offset;
    place.chunk = chunk_;
    place.field = std::move(field);
    return Error{code, std::move(message), std::move(place)};
}

Result<void> BodyReader::read_head(std::uint32_t version) {
    ByteReader reader(payload_);
    const std::uint32_t found = reader.u32();
    const std::uint64_t head_size = reader.u32();
    const std::uint32_t count = reader.u32();
    const std::uint32_t zero = reader.u32();
    if (reader.failed()) {
        return std::unexpected(
            error(kBodyHead,
                  fmt::format("the body has {} bytes, its fixed part alone {} (B2)",
                              payload_.size(), kBodyFixedSize),
                  0));
    }
    if (found != version) {
        return std::unexpected(error(
            kBodyVersion,
            fmt::format("the body's version is {}, this reader's {} (B1)", found, version), 0));
    }
    const std::uint64_t least = kBodyFixedSize + kHeadHashSize;
    if (head_size % kSectionAlignment != 0 || head_size < least || head_size > payload_.size()) {
        return std::unexpected(
            error(kBodyHead,
                  fmt::format("the head's size {} is not a multiple of {} from {} to {} (B2)",
                              head_size, kSectionAlignment, least, payload_.size()),
                  4));
    }
    if (count > (head_size - least) / kSegmentEntrySize) {
        return std::unexpected(error(
            kBodyHead,
            fmt::format("a head of {} bytes cannot list {} segments (B2)", head_size, count), 8));
    }
    if (zero != 0) {
        return std::unexpected(error(kBodyHead, "the fourth number is not zero (B2)", 12));
    }
    const std::uint64_t hashed = head_size - kHeadHashSize;
    ByteReader stored(payload_.subspan(hashed, kHeadHashSize));
    const std::uint64_t low = stored.u64();
    const std::uint64_t high = stored.u64();
    if (xxh3_128(payload_.first(hashed)) != Hash128{low, high}) {
        return std::unexpected(error(kBodyHash, "the head's hash does not match (B3)", hashed));
    }
    fields_offset_ = kBodyFixedSize + count * kSegmentEntrySize;
    fields_ = ByteReader(payload_.subspan(fields_offset_, hashed - fields_offset_));
    return read_segments(count, head_size);
}

Result<void> BodyReader::read_segments(std::uint32_t count, std::uint64_t head_size) {
    ByteReader reader(payload_);
    reader.skip(kBodyFixedSize);
    segments_.reserve(count);
    std::uint64_t end = head_size;
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint64_t entry = reader.offset();
        Segment segment;
        segment.offset = reader.u64();
        segment.size = reader.u64();
        segment.hash.low = reader.u64();
        segment.hash.high = reader.u64();
        const std::uint64_t expected = align_section(end);
        const std::string field = fmt::format("segments/{}", i);
        if (segment.offset != expected) {
            return std::unexpected(error(kBodyLayout,
                                         fmt::format("the segment begins at {} instead of {} (B4)",
                                                     segment.offset, expected),
                                         entry, field));
        }
        if (expected > payload_.size() || segment.size == 0 ||
            segment.size > payload_.size() - expected) {
            return std::unexpected(
                error(kBodyLayout,
                      fmt::format("a segment of {} bytes at {} is empty or leaves the body's {} "
                                  "bytes (B4)",
                                  segment.size, segment.offset, payload_.size()),
                      entry + 8, field));
        }
        const std::size_t nonzero = find_nonzero(payload_.subspan(end, expected - end));
        if (nonzero != expected - end) {
            return std::unexpected(error(kBodyPadding, "a byte before the segment is not zero (B5)",
                                         end + nonzero, field));
        }
        end = segment.offset + segment.size;
        segments_.push_back(segment);
    }
    if (end != payload_.size()) {
        return std::unexpected(
            error(kBodyLayout,
                  fmt::format("{} bytes are left at the end (B4)", payload_.size() - end), end));
    }
    return {};
}

void BodyReader::align() {
    if (fields_.failed()) return;
    // The fields end on a multiple of 16, so only a byte that is not zero makes this fail.
    fields_.align(kSectionAlignment);
    padding_broken_ = fields_.failed();
}

Result<void> BodyReader::end_fields() {
    align();
    const std::uint64_t failed_at = fields_offset_ + fields_.failed_at();
    if (padding_broken_) {
        return std::unexpected(
            error(kBodyPadding, "the bytes before a section are not zero (B5)", failed_at));
    }
    if (fields_.failed()) {
        return std::unexpected(error(kBodyHead, "the head ends inside its fields (B7)", failed_at));
    }
    if (fields_.remaining() > 0) {
        return std::unexpected(error(
            kBodyLayout,
            fmt::format("{} bytes are left after the head's fields (B7)", fields_.remaining()),
            fields_offset_ + fields_.offset()));
    }
    return {};
}

ByteSpan BodyReader::segment(std::size_t i) const {
    GALLEY_ASSERT(i < segments_.size());
    return payload_.subspan(segments_[i].offset, segments_[i].size);
}

Result<void> BodyReader::verify_segment(std::size_t i) const {
    if (xxh3_128(segment(i)) != segments_[i].hash) {
        return std::unexpected(error(kBodyHash, "the segment's hash does not match (B6)",
                                     segments_[i].offset, fmt::format("segments/{}", i)));
    }
    return {};
}

Result<void> BodyReader::verify_segments() const {
    for (std::size_t i = 0; i < segments_.size(); ++i) TRY(verify_segment(i));
    return {};
}

std::size_t find_nonzero(ByteSpan bytes) {
    const auto found = std::ranges::find_if(bytes, [](std::byte b) { return b != std::byte{0}; });
    return static_cast<std::size_t>(found - bytes.begin());
}

Result<void> check_body_alignment(ByteSpan payload, std::string_view chunk) {
    if (reinterpret_cast<std::uintptr_t>(payload.data()) % kSectionAlignment == 0) return {};
    Place place;
    place.chunk = chunk;
    return fail(kBodyAlignment,
                fmt::format("the body does not stand on a multiple of {} bytes in memory (B8)",
                            kSectionAlignment),
                std::move(place), "copy it to memory of its own first");
}

Result<void> check_body_size(std::uint64_t size, std::string_view chunk, std::string_view reduce) {
    if (size <= kMaxPayload) return {};
    Place place;
    place.chunk = chunk;
    return fail(kChunkTooLarge,
                fmt::format("the body would take {} bytes, a chunk holds at most {} (V7)", size,
                            kMaxPayload),
                std::move(place), std::string(reduce));
}

}  // namespace galley::vda
