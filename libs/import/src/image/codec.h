#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "galley/base/bytes.h"
#include "galley/base/result.h"
#include "galley/import/image_errors.h"
#include "galley/import/image_file.h"
#include "galley/import/image_texture.h"
#include "galley/import/ledger.h"
#include "galley/texel/image.h"

/// What the decoders share, and the decoders themselves: each probes its own header and decodes
/// bytes that `recognise` gave it.
namespace galley::image {

[[nodiscard]] Result<ImageInfo> probe_png(ByteSpan file);
[[nodiscard]] Result<ImageInfo> probe_jpeg(ByteSpan file);
[[nodiscard]] Result<ImageInfo> probe_tga(ByteSpan file);
[[nodiscard]] Result<ImageInfo> probe_bmp(ByteSpan file);
[[nodiscard]] Result<ImageInfo> probe_hdr(ByteSpan file);
[[nodiscard]] Result<ImageInfo> probe_dds(ByteSpan file);
[[nodiscard]] Result<ImageInfo> probe_ktx2(ByteSpan file);
[[nodiscard]] Result<ImageInfo> probe_webp(ByteSpan file);
[[nodiscard]] Result<ImageInfo> probe_exr(ByteSpan file);

[[nodiscard]] Result<Image> decode_png(ByteSpan file, const DecodeLimits& limits, Ledger& ledger);
/// As `decode_image_rows`.
[[nodiscard]] Result<void> decode_png_rows(ByteSpan file, const DecodeLimits& limits,
                                           Ledger& ledger, Image& image,
                                           const RowsDecoded& on_rows);
[[nodiscard]] Result<Image> decode_jpeg(ByteSpan file, const DecodeLimits& limits, Ledger& ledger);
[[nodiscard]] Result<Image> decode_tga(ByteSpan file, const DecodeLimits& limits, Ledger& ledger);
[[nodiscard]] Result<Image> decode_bmp(ByteSpan file, const DecodeLimits& limits, Ledger& ledger);
[[nodiscard]] Result<Image> decode_hdr(ByteSpan file, const DecodeLimits& limits, Ledger& ledger);
[[nodiscard]] Result<Image> decode_dds(ByteSpan file, const DecodeLimits& limits, Ledger& ledger);
[[nodiscard]] Result<Image> decode_ktx2(ByteSpan file, const DecodeLimits& limits, Ledger& ledger);
[[nodiscard]] Result<Image> decode_webp(ByteSpan file, const DecodeLimits& limits, Ledger& ledger);
[[nodiscard]] Result<Image> decode_exr(ByteSpan file, const DecodeLimits& limits, Ledger& ledger);

/// As `read_image_texture`.
[[nodiscard]] Result<std::optional<ImageTexture>>
read_dds_texture(ByteSpan file, const DecodeLimits& limits, Ledger& ledger);
[[nodiscard]] Result<std::optional<ImageTexture>>
read_ktx2_texture(ByteSpan file, const DecodeLimits& limits, Ledger& ledger);

/// The format by its first bytes; kImageNotReadYet naming a known format that isn't read, or
/// kImageUnknown.
[[nodiscard]] Result<ImageFormat> recognise(ByteSpan file, std::string_view extension);

/// kImageDamaged at a byte of the file.
[[nodiscard]] std::unexpected<Error> damaged(std::string message,
                                             std::uint64_t offset = Place::kNoOffset);
[[nodiscard]] std::unexpected<Error> unsupported(std::string message);

/// Sides that are 0 are kImageDamaged; sides or bytes over the limits are kImageTooLarge.
[[nodiscard]] Result<void> check_limits(const ImageInfo& info, const DecodeLimits& limits);

/// kImageImplausible unless `bytes` bytes are at least `needed`, the fewest that the codec can put
/// such a picture into.
[[nodiscard]] Result<void> check_needed(const ImageInfo& info, std::uint64_t bytes,
                                        std::uint64_t needed);

/// Black pixels of the size that `info` says, which passed `check_limits`.
[[nodiscard]] Image make_image(const ImageInfo& info);

/// The nearest 8-bit value of a `bits`-bit sample.
[[nodiscard]] constexpr std::uint8_t to_8_bits(std::uint32_t sample, unsigned bits) {
    const std::uint64_t full = (std::uint64_t{1} << bits) - 1;
    return static_cast<std::uint8_t>((std::uint64_t{sample} * 255 + full / 2) / full);
}

}  // namespace galley::image
