#include <array>

#include <fmt/format.h>

#include "codec.h"

namespace galley::image {
namespace {

using namespace std::string_view_literals;

struct Magic {
    std::string_view format;
    std::size_t offset;
    std::string_view bytes;
};

// Formats that are told from others and refused. Where two rows match, the first counts.
constexpr std::array kNotReadYet = {
    Magic{"KTX", 0, "\xabKTX 11\xbb\r\n\x1a\n"sv},
    Magic{"GIF", 0, "GIF8"sv},
    Magic{"Photoshop", 0, "8BPS"sv},
    Magic{"TIFF", 0, "II*\0"sv},
    Magic{"TIFF", 0, "MM\0*"sv},
    Magic{"AVIF", 4, "ftypavif"sv},
    Magic{"AVIF", 4, "ftypavis"sv},
    Magic{"HEIF", 4, "ftypheic"sv},
    Magic{"HEIF", 4, "ftypmif1"sv},
    Magic{"JPEG XL", 0, "\xff\x0a"sv},
    Magic{"JPEG XL", 4, "JXL \r\n\x87\n"sv},
    Magic{"JPEG 2000", 4, "jP  \r\n\x87\n"sv},
    Magic{"Quite OK Image", 0, "qoif"sv},
    Magic{"Basis", 0, "sB\x13\0"sv},
};

bool has(ByteSpan file, std::size_t offset, std::string_view bytes) {
    return file.size() >= offset + bytes.size() &&
           as_text(file.subspan(offset, bytes.size())) == bytes;
}

bool looks_like_bmp(ByteSpan file) {
    if (!has(file, 0, "BM") || file.size() < 18) return false;
    // The size of the header that follows: two letters alone begin many a text.
    const std::uint32_t size = std::to_integer<std::uint32_t>(file[14]) |
                               std::to_integer<std::uint32_t>(file[15]) << 8 |
                               std::to_integer<std::uint32_t>(file[16]) << 16 |
                               std::to_integer<std::uint32_t>(file[17]) << 24;
    return size >= 12 && size <= 1024;
}

bool looks_like_tga(ByteSpan file, std::string_view extension) {
    if (extension != "tga" || file.size() < 18) return false;
    const auto byte = [&](std::size_t at) { return std::to_integer<unsigned>(file[at]); };
    const unsigned type = byte(2) & ~8u;
    return byte(1) <= 1 && byte(2) <= 11 && type <= 3 && byte(16) <= 32;
}

}  // namespace

Result<ImageFormat> recognise(ByteSpan file, std::string_view extension) {
    if (has(file, 0, "\x89PNG\r\n\x1a\n"sv)) return ImageFormat::png;
    if (has(file, 0, "\xff\xd8\xff"sv)) return ImageFormat::jpeg;
    if (has(file, 0, "#?"sv)) return ImageFormat::hdr;
    if (has(file, 0, "DDS "sv)) return ImageFormat::dds;
    if (has(file, 0, "\xabKTX 20\xbb\r\n\x1a\n"sv)) return ImageFormat::ktx2;
    if (has(file, 0, "RIFF"sv) && has(file, 8, "WEBP"sv)) return ImageFormat::webp;
    if (has(file, 0, "\x76\x2f\x31\x01"sv)) return ImageFormat::exr;
    if (looks_like_bmp(file)) return ImageFormat::bmp;
    for (const Magic& magic : kNotReadYet)
        if (has(file, magic.offset, magic.bytes))
            return fail(kImageNotReadYet, fmt::format("{} pictures are not read yet", magic.format),
                        {}, "convert the picture to PNG or Radiance HDR");
    if (looks_like_tga(file, extension)) return ImageFormat::tga;
    return fail(kImageUnknown, "the bytes are not those of a picture format that is known", {},
                "is the file what its name says, or a pointer of a large-file store?");
}

}  // namespace galley::image
