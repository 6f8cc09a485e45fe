#include <memory>
#include <optional>

#include <fmt/format.h>
#include <libdeflate.h>
#include <zstd.h>

#include "galley/base/try.h"
#include "ktx2_header.h"

namespace galley::image {
namespace {

/// Bytes of level 0 with all slices, faces and layers; nothing where that is more than `most`.
std::optional<std::uint64_t> level_bytes(const StoredTexture& texture, std::uint64_t most) {
    std::uint64_t bytes = texture.slice_bytes(0);
    for (const std::uint64_t count : {texture.depth, texture.faces, texture.layers}) {
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

Result<Bytes> expand(Supercompression scheme, ByteSpan stored, std::uint64_t size) {
    Bytes out(size);
    if (scheme == Supercompression::zstd) {
        const std::size_t made =
            ZSTD_decompress(out.data(), out.size(), stored.data(), stored.size());
        if (ZSTD_isError(made) != 0)
            return damaged(fmt::format("zstd cannot expand level 0: {}", ZSTD_getErrorName(made)));
        if (made != size) return damaged("level 0 expands to fewer bytes than its pixels take");
        return out;
    }
    const std::unique_ptr<libdeflate_decompressor, decltype(&libdeflate_free_decompressor)>
        inflater(libdeflate_alloc_decompressor(), libdeflate_free_decompressor);
    const auto result = libdeflate_zlib_decompress(inflater.get(), stored.data(), stored.size(),
                                                   out.data(), out.size(), nullptr);
    if (result != LIBDEFLATE_SUCCESS) return damaged("zlib cannot expand level 0");
    return out;
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
    const bool plain = header.supercompression == Supercompression::none;
    const auto bytes = level_bytes(texture, plain ? header.level.size() : limits.max_decoded);
    if (!bytes && plain)
        return fail(kImageImplausible,
                    fmt::format("level 0 has {} bytes, fewer than its {} x {} pixels take",
                                header.level.size(), info.width, info.height),
                    {}, "the file is cut, or its header is wrong");
    if (!bytes)
        return fail(kImageTooLarge,
                    fmt::format("level 0 expands to more than the {} bytes that are allowed",
                                limits.max_decoded),
                    {}, "split the texture, or raise --max-decoded");
    TRY(check_needed(info, header.level.size(), fewest_bytes(header.supercompression, *bytes)));
    if (header.expanded != *bytes)
        return damaged(fmt::format("the index says {} bytes of level 0, and its pixels take {}",
                                   header.expanded, *bytes));
    texture.note(ledger);
    if (plain)
        return decode_stored(texture, info, header.level.first(texture.slice_bytes(0)), ledger);
    TRY_ASSIGN(const Bytes level, expand(header.supercompression, header.level, *bytes));
    ledger.add(Verdict::converted, "supercompression", "", "expanded");
    return decode_stored(texture, info, ByteSpan(level).first(texture.slice_bytes(0)), ledger);
}

}  // namespace galley::image
