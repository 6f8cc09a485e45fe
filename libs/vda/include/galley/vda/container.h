#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "galley/base/bytes.h"
#include "galley/base/result.h"

/// The chunked container `.vda`: `docs/formats/vda.md`, whose rule numbers are cited here.
namespace galley::vda {

inline constexpr std::string_view kMagic = "VDA1";
inline constexpr std::uint64_t kMagicSize = 4;
inline constexpr std::uint64_t kChunkHeaderSize = 8;  ///< type and length
inline constexpr std::uint64_t kChunkOverhead = 12;   ///< and the CRC after the payload
inline constexpr std::uint64_t kMaxPayload = 0xffffffff;
/// Where `append_aligned` puts a payload: a multiple of this in the file.
inline constexpr std::uint64_t kPayloadAlignment = 64;
inline constexpr std::string_view kPaddingType = "PADD";

/// One chunk, in place: type and payload borrow the file's bytes.
struct ChunkView {
    std::string_view type;
    std::uint64_t offset = 0;  ///< of the chunk's first byte in the file
    ByteSpan payload;
    std::uint32_t crc = 0;  ///< as stored

    [[nodiscard]] std::uint64_t payload_offset() const { return offset + kChunkHeaderSize; }
};

/// CRC-32 (IEEE 802.3) over type and payload.
[[nodiscard]] std::uint32_t chunk_crc(std::string_view type, ByteSpan payload);
/// The same of a payload in pieces.
[[nodiscard]] std::uint32_t chunk_crc(std::string_view type, std::span<const ByteSpan> payload);

[[nodiscard]] bool is_chunk_type(std::string_view type);  ///< V3

/// Every chunk of a file in order, unknown types included (V1 to V6). Errors name the chunk and the
/// offset of its first wrong byte. `verify_crc` false is for files that were verified before: it
/// touches no payload.
[[nodiscard]] Result<std::vector<ChunkView>> read_container(ByteSpan file, bool verify_crc = true);

/// Builds a file chunk by chunk. Not thread-safe.
class ContainerWriter {
public:
    ContainerWriter();

    /// The type must obey V3; a payload over `kMaxPayload` is refused (V7) and nothing is written.
    Result<void> append(std::string_view type, ByteSpan payload);
    /// The same, with a `PADD` chunk before it when the payload would not stand on a multiple of
    /// `kPayloadAlignment` otherwise (F4).
    Result<void> append_aligned(std::string_view type, ByteSpan payload);
    /// What stands before the payload in either, for a last payload that stays with the caller: it
    /// and its `chunk_crc` follow what `take` returns.
    Result<void> begin(std::string_view type, std::uint64_t payload_size);
    Result<void> begin_aligned(std::string_view type, std::uint64_t payload_size);

    void reserve(std::size_t size) { bytes_.reserve(size); }
    [[nodiscard]] std::uint64_t size() const { return bytes_.size(); }
    [[nodiscard]] Bytes take() { return std::move(bytes_); }

private:
    void end(std::string_view type, ByteSpan payload);

    Bytes bytes_;
};

}  // namespace galley::vda
