#include <memory>
#include <optional>

#include <fmt/format.h>
#include <libdeflate.h>
#include <zstd.h>

#include "galley/base/try.h"
#include "ktx2_header.h"
#include "stored_levels.h"

namespace galley::image {
namespace {

/// Bytes of a level with all slices, faces and layers; nothing where that is more than `most`.
std::optional<std::uint64_t> bytes_of(const StoredTexture& texture, std::uint32_t level,
                                      std::uint64_t most) {
    std::uint64_t bytes = texture.slice_bytes(level);
    for (const std::uint64_t count :
         {mip_size(texture.depth, level), texture.faces, texture.layers}) {
        if (count > most / bytes) return std::nullopt;
        bytes *= count;
    }
    return bytes;
}

/// The fewest bytes that `expanded` bytes take in the scheme. A block of zstd makes at most 128 KiB
/// of no fewer than 4 bytes (RFC 8878, section 3.1.1.2); deflate at most 258 bytes of 2 bits.
std::uint64_t fewest_bytes(Supercompression scheme, std::uint64_t expanded) {
    constexpr std::uint64_t kZstdBlock = 128 << 10;
    switch (scheme) {
    case Supercompression::zstd: return (expanded + kZstdBlock - 1) / kZstdBlock * 4;
    case Supercompression::zlib: return expanded / 1032;
    case Supercompression::none:
    case Supercompression::basis_lz: break;
    }
    return expanded;
}

Result<Bytes> expand(Supercompression scheme, ByteSpan stored, std::uint64_t size,
                     std::uint32_t level) {
    Bytes out(size);
    if (scheme == Supercompression::zstd) {
        const std::size_t made =
            ZSTD_decompress(out.data(), out.size(), stored.data(), stored.size());
        if (ZSTD_isError(made) != 0)
            return damaged(
                fmt::format("zstd cannot expand level {}: {}", level, ZSTD_getErrorName(made)));
        if (made != size)
            return damaged(
                fmt::format("level {} expands to fewer bytes than its pixels take", level));
        return out;
    }
    const std::unique_ptr<libdeflate_decompressor, decltype(&libdeflate_free_decompressor)>
        inflater(libdeflate_alloc_decompressor(), libdeflate_free_decompressor);
    const auto result = libdeflate_zlib_decompress(inflater.get(), stored.data(), stored.size(),
                                                   out.data(), out.size(), nullptr);
    if (result != LIBDEFLATE_SUCCESS)
        return damaged(fmt::format("zlib cannot expand level {}", level));
    return out;
}

/// How many bytes a level has, which the file may hold and the limits allow.
Result<std::uint64_t> check_level(const Ktx2Header& header, const ImageInfo& info,
                                  std::uint32_t level, const DecodeLimits& limits) {
    const Ktx2Level& stored = header.levels[level];
    const bool plain = header.supercompression == Supercompression::none;
    const auto bytes =
        bytes_of(header.texture, level, plain ? stored.stored.size() : limits.max_decoded);
    if (!bytes && plain)
        return fail(kImageImplausible,
                    fmt::format("level {} has {} bytes, fewer than its {} x {} pixels take", level,
                                stored.stored.size(), mip_size(info.width, level),
                                mip_size(info.height, level)),
                    {}, "the file is cut, or its header is wrong");
    if (!bytes)
        return fail(kImageTooLarge,
                    fmt::format("level {} expands to more than the {} bytes that are allowed",
                                level, limits.max_decoded),
                    {}, "split the texture, or raise --max-decoded");
    TRY(check_needed(info, stored.stored.size(), fewest_bytes(header.supercompression, *bytes)));
    if (stored.expanded != *bytes)
        return damaged(fmt::format("the index says {} bytes of level {}, and its pixels take {}",
                                   stored.expanded, level, *bytes));
    return *bytes;
}

}  // namespace

Result<ImageInfo> probe_ktx2(ByteSpan file) {
    TRY_ASSIGN(const Ktx2Header header, read_ktx2_header(file));
    return header.texture.info(ImageFormat::ktx2);
}

Result<Image> decode_ktx2(ByteSpan file, const DecodeLimits& limits, Ledger& ledger) {
    TRY_ASSIGN(const Ktx2Header header, read_ktx2_header(file));
    const StoredTexture& texture = header.texture;
    const ImageInfo info = texture.info(ImageFormat::ktx2);
    TRY(check_limits(info, limits));
    TRY_ASSIGN(const std::uint64_t bytes, check_level(header, info, 0, limits));
    texture.note(ledger);
    const ByteSpan stored = header.levels[0].stored;
    if (header.supercompression == Supercompression::none)
        return decode_stored(texture, info, stored.first(texture.slice_bytes(0)), ledger);
    TRY_ASSIGN(const Bytes level, expand(header.supercompression, stored, bytes, 0));
    ledger.add(Verdict::converted, "supercompression", "", "expanded");
    return decode_stored(texture, info, ByteSpan(level).first(texture.slice_bytes(0)), ledger);
}

Result<std::optional<ImageTexture>> read_ktx2_texture(ByteSpan file, const DecodeLimits& limits,
                                                      Ledger& ledger) {
    TRY_ASSIGN(const Ktx2Header header, read_ktx2_header(file));
    const ImageInfo picture = header.texture.info(ImageFormat::ktx2);
    TRY(check_limits(picture, limits));
    const std::optional<TextureInfo> info = texture_info(header.texture);
    if (!info) return std::nullopt;
    TRY(check_all_levels(*info, limits));
    std::vector<Bytes> levels;
    for (std::uint32_t level = 0; level < info->levels; ++level) {
        TRY_ASSIGN(const std::uint64_t bytes, check_level(header, picture, level, limits));
        const ByteSpan stored = header.levels[level].stored;
        if (header.supercompression == Supercompression::none) {
            const ByteSpan exact = stored.first(bytes);
            levels.emplace_back(exact.begin(), exact.end());
            continue;
        }
        TRY_ASSIGN(Bytes expanded, expand(header.supercompression, stored, bytes, level));
        levels.push_back(std::move(expanded));
    }
    return texture_of_levels(header.texture, *info, std::move(levels), ledger);
}

}  // namespace galley::image
