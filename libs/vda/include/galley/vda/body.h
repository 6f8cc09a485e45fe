#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "galley/base/byte_reader.h"
#include "galley/base/byte_writer.h"
#include "galley/base/bytes.h"
#include "galley/base/hash.h"
#include "galley/base/result.h"

/// The layout that Galley's own bodies share: a head, then hashed segments. Rules B1 to B8 of
/// `docs/formats/vda.md`.
namespace galley::vda {

inline constexpr std::uint64_t kSectionAlignment = 16;
inline constexpr std::uint64_t kBodyFixedSize = 16;  ///< before the segment table
inline constexpr std::uint64_t kSegmentEntrySize = 32;
inline constexpr std::uint64_t kHeadHashSize = 16;

[[nodiscard]] constexpr std::uint64_t align_section(std::uint64_t offset) {
    return (offset + (kSectionAlignment - 1)) & ~(kSectionAlignment - 1);
}

struct Segment {
    std::uint64_t offset = 0;  ///< from the payload's start
    std::uint64_t size = 0;
    Hash128 hash;
};

/// Writes a body front to back: the head's fields, `end_head`, then for each segment
/// `begin_segment`, bytes, `end_segment`; `finish` fills in the table and the hashes. The last
/// segments may stay with the caller, who puts them behind what `finish` returned. Calls in another
/// order, or another number of segments, are programmer errors.
class BodyWriter {
public:
    /// `size` is what `finish` will return, or less: it is reserved.
    BodyWriter(std::uint32_t version, std::uint32_t segments, std::size_t size = 0);

    [[nodiscard]] ByteWriter& bytes() { return out_; }
    void align() { out_.align(kSectionAlignment); }  ///< begins a section or a part of a segment
    void end_head();
    void begin_segment();
    void end_segment();
    /// A segment that stays with the caller: it is hashed, and its place is the next multiple of
    /// `kSectionAlignment`, with zeros before it.
    void add_segment_behind(ByteSpan bytes);
    [[nodiscard]] Bytes finish();

private:
    ByteWriter out_;
    std::uint32_t segments_ = 0;
    std::uint64_t head_size_ = 0;
    std::uint64_t behind_ = 0;  ///< where the last segment ends that stays with the caller
    std::vector<Segment> done_;
};

/// Opens a body: version, head and the places of the segments are checked (B1 to B5), nothing is
/// hashed but the head. Borrows the payload.
class BodyReader {
public:
    /// `chunk` names the body in errors and must outlive the reader.
    [[nodiscard]] static Result<BodyReader> open(ByteSpan payload, std::string_view chunk,
                                                 std::uint32_t version);

    /// The head's own fields, from the end of the segment table to the head's hash. Alignment
    /// counts as in the body, since the table ends on a multiple of 16.
    [[nodiscard]] ByteReader& fields() { return fields_; }
    void align();
    /// B7: every field was there, and none is left.
    [[nodiscard]] Result<void> end_fields();

    [[nodiscard]] const std::vector<Segment>& segments() const { return segments_; }
    [[nodiscard]] ByteSpan segment(std::size_t i) const;
    /// B6, for one or for all.
    [[nodiscard]] Result<void> verify_segment(std::size_t i) const;
    [[nodiscard]] Result<void> verify_segments() const;

    /// An error in this body; `offset` counts from the payload's start.
    [[nodiscard]] Error error(ErrorCode code, std::string message, std::uint64_t offset,
                              std::string field = {}) const;

private:
    BodyReader(ByteSpan payload, std::string_view chunk) : payload_(payload), chunk_(chunk) {}
    [[nodiscard]] Result<void> read_head(std::uint32_t version);
    [[nodiscard]] Result<void> read_segments(std::uint32_t count, std::uint64_t head_size);

    ByteSpan payload_;
    std::string_view chunk_;
    std::vector<Segment> segments_;
    std::uint64_t fields_offset_ = 0;
    ByteReader fields_{ByteSpan{}};
    bool padding_broken_ = false;
};

/// The offset of the first byte that is not zero, or the size when all are.
[[nodiscard]] std::size_t find_nonzero(ByteSpan bytes);

/// B8, for bodies whose views lend out numbers.
[[nodiscard]] Result<void> check_body_alignment(ByteSpan payload, std::string_view chunk);

/// A body's size against a chunk's limit (V7), before it is built. `reduce` says what to make
/// smaller.
[[nodiscard]] Result<void> check_body_size(std::uint64_t size, std::string_view chunk,
                                           std::string_view reduce);

}  // namespace galley::vda
