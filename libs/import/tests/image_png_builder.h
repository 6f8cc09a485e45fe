#pragma once

#include <cstdint>
#include <string_view>

#include <libdeflate.h>

#include "galley/test/bytes.h"

namespace galley::test {

inline void append_big_u32(Bytes& out, std::uint32_t value) {
    for (int shift = 24; shift >= 0; shift -= 8)
        out.push_back(static_cast<std::byte>(value >> shift & 255u));
}

inline void append(Bytes& out, std::span<const std::byte> bytes) {
    out.insert(out.end(), bytes.begin(), bytes.end());
}

inline Bytes png_chunk(std::string_view type, std::span<const std::byte> data) {
    Bytes chunk;
    append_big_u32(chunk, static_cast<std::uint32_t>(data.size()));
    append(chunk, to_bytes(type));
    append(chunk, data);
    append_big_u32(chunk, libdeflate_crc32(0, chunk.data() + 4, data.size() + 4));
    return chunk;
}

inline Bytes deflated(std::span<const std::byte> raw) {
    libdeflate_compressor* compressor = libdeflate_alloc_compressor(6);
    Bytes out(libdeflate_zlib_compress_bound(compressor, raw.size()));
    out.resize(
        libdeflate_zlib_compress(compressor, raw.data(), raw.size(), out.data(), out.size()));
    libdeflate_free_compressor(compressor);
    return out;
}

struct PngParts {
    std::uint32_t width = 1, height = 1;
    std::uint8_t bits = 8, color_type = 0, interlace = 0;
    Bytes before_data = {};  ///< whole chunks between IHDR and IDAT
    Bytes raw = {};          ///< filtered rows, each beginning with its filter byte
    Bytes after_data = {};   ///< whole chunks between IDAT and IEND
};

inline Bytes png_file(const PngParts& parts) {
    Bytes header;
    append_big_u32(header, parts.width);
    append_big_u32(header, parts.height);
    for (const std::uint8_t byte :
         {parts.bits, parts.color_type, std::uint8_t{0}, std::uint8_t{0}, parts.interlace})
        header.push_back(std::byte{byte});
    Bytes file = from_hex("89504e470d0a1a0a");
    append(file, png_chunk("IHDR", header));
    append(file, parts.before_data);
    append(file, png_chunk("IDAT", deflated(parts.raw)));
    append(file, parts.after_data);
    append(file, png_chunk("IEND", {}));
    return file;
}

}  // namespace galley::test
